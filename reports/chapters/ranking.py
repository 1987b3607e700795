"""Who wins: the best of each paradigm on each task, how far others are behind, the scores and their definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilings.models.formulation import NATIVE, paradigms_in_order
from tilings.reports import scores
from tilings.reports.analysis.leads import Lead, best
from tilings.reports.chapters.chapter import Chapter, Formulas, Table, Words
from tilings.reports.data.campaign import Results
from tilings.reports.data.tasks import Task
from tilings.reports.english import ASSUMED, as_ratio, listed, seconds
from tilings.reports.figures import ecdf, leads

if TYPE_CHECKING:
    from pandas import DataFrame


# The columns of the table of scores, and their names.
SCORES = {
    "configuration": "configuration", "paradigm": "paradigm", "cases": "cases", "solved": "solved",
    "assumed": "given up", "complete": "complete", "par2": "PAR2 (s)", "par2_low": "low (s)", "par2_high": "high (s)",
    "mean": "shifted mean (s)", "first": "fastest on", "only": "only", "par2_s": "ΔPAR2 (s)",
}  # fmt: skip
ON_PAGES = ("PAR2", "× leader", "intervals")  # definitions that the document prints


def chapter(results: Results) -> Chapter:
    """The table of the best, the leads, the shares solved in time, and the scores."""
    median = results.median[results.median["compared"]]
    figures = [leads.draw(results.runs, results.standings), ecdf.draw(median)]
    return Chapter("Who wins", [best_table(results), *figures, score_table(results)])


def best_table(results: Results) -> Table:
    """A row a task, a column a paradigm: its best configuration, what it solved, and its ratio to the leader."""
    known = [lead for task in results.standings for lead in task]
    words = {(lead.family, lead.goal, lead.first_configuration): "first" for lead in known if lead.second}
    words |= {(lead.family, lead.goal, lead.second_configuration): _ratio(lead) for lead in known if lead.both}
    cells_of: list[dict[str, str]] = []
    for task in results.tasks:
        rows = [row for part in (task.median, task.reference) for row in best(part).itertuples()]
        ratios = [words.get((task.family, task.goal, row.configuration), "") for row in rows]
        cells = {row.paradigm: _best_words(row, ratio) for row, ratio in zip(rows, ratios, strict=True)}
        cells_of.append({"task": f"{task.family},\n{task.goal}"} | cells)
    shown = ["task", *paradigms_in_order(name for cells in cells_of for name in cells if name != "task")]
    caption = (
        "The best configuration of each paradigm; the cases solved, and × how many times the leader's wall time it "
        "takes on those that both solve (≈ undecided; ‡ split: faster by ratio, slower by PAR2; ≥ it solves fewer "
        "cases than the leader, and those left out speak against it; intervals: the figure below); PAR2, the mean wall "
        "time, an unsolved case counting as twice the limit, and in brackets the same by the clock of the search. "
        f"{ASSUMED} some cases given up, which count as unsolved; † not run on every case."
    )
    header = [f"{name} (reference)" if name == NATIVE else name for name in shown]
    return Table(header, [[cells.get(name, "–") for name in shown] for cells in cells_of], caption, "best", len(shown))


def _best_words(row: Any, ratio: str) -> str:
    name = row.configuration + ("" if row.complete else " †")
    solved = f"{row.solved}/{row.cases}" + f" {ASSUMED}" * bool(row.assumed)
    return f"{name}\n{', '.join(filter(None, (solved, ratio)))}\n{seconds(row.par2)} s ({seconds(row.search)})"


def _ratio(lead: Lead) -> str:
    """In words: the ratio, and whether it is undecided or split; nothing of a reference is decided."""
    told = lead.decided or lead.second == NATIVE or lead.low != lead.low
    return f"{'×' if told else '‡' if lead.split else '≈'} {as_ratio(lead.ratio, '≥' * lead.fewer)}"


def score_table(results: Results) -> Table:
    """Every score of each configuration on every task, for a file beside the report."""
    rows = []
    for task in results.tasks:
        found = scored(task) if len(task.median) else task.scores
        rows += [[task.family, task.goal, *map(_plain, row)] for row in found.reindex(columns=list(SCORES)).to_numpy()]
    caption = "every score of each configuration, by family and goal the best first, with the interval of its PAR2."
    return Table(["family", "goal", *SCORES.values()], rows, caption, "scores", beside=True)


def scored(task: Task) -> DataFrame:
    """Every score of each configuration of a task, in the order and with the columns of `scores.table`.

    Added are par2_low and _high, NaN for too few cases, and only and par2_s, what it contributes.
    """
    found = task.scores.set_index("configuration", drop=False)
    shares = scores.contributions(task.median).set_index("configuration").drop(columns="solved")
    return found.join(scores.intervals(task.median)).join(shares)


def _plain(value: Any) -> str:
    """A cell of a CSV file; empty for what is not known."""
    return "" if value != value else f"{value:.4g}" if isinstance(value, float) else str(value)


def definitions(_: Results) -> Chapter:
    """The definition of each score that a page shows; of those in the file of scores alone the names and sources."""
    words = (
        "There are n cases i, an instance with a goal each. Solved is one whose goal was reached, if no check speaks "
        "against the answer. t is the time of the median run, L its wall limit."
    )
    shown = [definition for definition in scores.DEFINITIONS if definition.name in ON_PAGES]
    beside = [
        each.name + "".join(f" [@{key}]" for key in each.sources) for each in scores.DEFINITIONS if each not in shown
    ]
    rest = f"In `tables/scores.csv` stand further scores, which `reports.scores` defines: {listed(beside)}."
    return Chapter("How each score is defined", [Words(words), Formulas(shown), Words(rest)])
