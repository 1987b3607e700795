"""The chapter of all scores: by family and goal with intervals, contributions, definitions, and where they disagree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from reports import scores
from reports.chapters import tables
from reports.chapters.agreement import agreement
from reports.data.load import Results
from reports.data.tasks import Task
from reports.figures.outcome_matrix import ASSUMED
from reports.plot.style import colour
from reports.scores import CASE, DEFINITIONS, FEW
from reports.text.english import as_ratio, count, listed, seconds
from reports.text.tables import grid

if TYPE_CHECKING:
    from pandas import DataFrame

ENOUGH = 10  # cases: with fewer there is no table of all pairs of solvers
MOST_ROWS = 24  # configurations: of more, each solver and formulation has its best setting in the tables
MOST_DUELS = 10  # solvers in the table of all pairs
_LEVEL = 0.05


def chapter(results: Results) -> dict[str, Any] | None:
    """What the template sets of all scores; None where no run took place."""
    import pandas as pd

    tasks = [task for task in results.tasks if len(task.median)]
    if not tasks:
        return None
    parts = [scored(task, results.traces) for task in tasks]
    return {
        "agreement": agreement({task.title: found for task, found in zip(tasks, parts, strict=True)}),
        "parts": [_part(task, found) for task, found in zip(tasks, parts, strict=True)],
        "contributions": contributions(pd.concat([task.median for task in tasks], ignore_index=True)),
    }


def definitions() -> list[dict[str, Any]]:
    """What the template sets of the definition of each score."""
    return [asdict(definition) for definition in DEFINITIONS]


def scored(task: Task, traces: DataFrame) -> DataFrame:
    """Every score of each configuration of one family and goal, in the order and with the columns of `scores.table`.

    Added are par2_low and _high, mean_low and _high; only, par2_s and solved_share (what it contributes); and of the
    complete configurations, which compare among each other alone, borda and incomplete, ratio, low, high and p (against
    the first of them), and with the goal optimum area_s, primal_s and traced. NaN where a score is not defined; p also
    where no result of so many tests on so few cases could be below 0.05.
    """
    median = task.median
    found = task.scores.set_index("configuration", drop=False)
    shares = scores.contributions(median).set_index("configuration")[["only", "par2_s", "solved_share"]]
    found = found.join(scores.intervals(median)).join(shares)
    ranked = list(found.index[found["complete"]])
    rivals = median[median["configuration"].isin(ranked)]
    found["borda"], found["incomplete"] = (scores.duels(rivals, proofs).borda for proofs in (True, False))
    found[["ratio", "low", "high", "p", "area_s", "primal_s", "traced"]] = float("nan")
    if not ranked:
        return found
    found.update(scores.ratios(rivals, ranked[0]))
    if len(ranked[1:]) * 2.0 ** (1 - found["cases"].max()) < _LEVEL:
        tests = [scores.paired(rivals, name, ranked[0]).wilcoxon_p for name in ranked[1:]]
        found.loc[ranked[1:], "p"] = scores.holm(tests)
    if task.goal == "optimum":
        areas = (
            scores.areas(task.counted[task.counted["ranked"]], traces)
            .groupby("configuration")[["area_s", "primal_s", "traced"]]
            .mean()
        )
        found.update(areas.loc[ranked])
    return found


def contributions(median: DataFrame) -> dict[str, Any]:
    """The table of what each solver contributes to the virtual best over all cases, and a sentence of it.

    A solver that takes several languages has a row for each.
    """
    found = scores.contributions(median, "route").sort_values(["solved_share", "route"], ascending=[False, True])
    shades = dict(zip(median["route"], median["paradigm"].map(colour), strict=True))
    cases = median.groupby("route")[CASE].apply(lambda part: len(part.drop_duplicates()))
    rows = [
        [row.route, f"{row.solved}/{cases[row.route]}", str(row.only or "·"), _gain(row.par2_s),
         f"{row.solved_share:.1f}", seconds(row.par2_share)]
        for row in found.itertuples()
    ]  # fmt: skip
    best = scores.virtual_best(median)
    solved, every = int(best["solved"].sum()), len(best)
    rows.append(["all", f"{solved}/{every}", "", "", f"{solved}", seconds(found["par2_share"].sum())])
    made = grid(["solver", "solved", "only", "ΔPAR2 (s)", "Shapley: solved", "Shapley: PAR2 (s)"], rows)
    made["colours"] = [shades[row.route] for row in found.itertuples()]
    alone = found[found["only"] > 0].sort_values("only", ascending=False)
    text = f"All solvers together solve {solved} of {count(every, 'case')}"
    if len(found) == 1:
        made["sentence"] = f"{text}; there is only one solver."
    elif alone.empty:
        made["sentence"] = f"{text}; without any one of them they would solve as many."
    else:
        those = [f"{row.route} {row.only}" for row in alone.itertuples()]
        made["sentence"] = f"{text}. Cases that one solver alone solves: {listed(those)}."
    return made


def _part(task: Task, found: DataFrame) -> dict[str, Any]:
    kept = found
    if len(found) > MOST_ROWS:
        kept = found[found["configuration"].isin(scores.best_settings(task.median))]
    return {
        "title": task.title,
        "scores": _scores(kept, task.goal),
        "duels": _duels(found, task.median),
        "notes": " ".join(_notes(found, kept, task)),
    }


def _scores(found: DataFrame, goal: str) -> dict[str, Any]:
    """All scores side by side, the incomplete configurations last; a column only where some configuration has it."""
    early = goal == "optimum" and found["complete"].any()
    columns: dict[str, list[str]] = {
        "configuration": [row.configuration + ("" if row.complete else " †") for row in found.itertuples()],
        "solved": [f"{row.solved}/{row.cases}" + f" {ASSUMED}" * bool(row.assumed) for row in found.itertuples()],
        "PAR2 (s)": [_within(row.par2, row.par2_low, row.par2_high, seconds) for row in found.itertuples()],
        "PAR10": [seconds(value) for value in found["par10"]],
        "mean (s)": [_within(row.mean, row.mean_low, row.mean_high, seconds) for row in found.itertuples()],
    }
    if found["complete"].any():
        columns["× first"] = [_within(row.ratio, row.low, row.high, as_ratio) for row in found.itertuples()]
        if found["p"].notna().any():
            columns["p"] = [_p(value) for value in found["p"]]
        columns["Borda"] = [_tenths(value) for value in found["borda"]]
    if early:
        columns["inc."] = [_tenths(value) for value in found["incomplete"]]
        for name, column in (("area (s)", "area_s"), ("primal (s)", "primal_s")):
            columns[name] = [_bounded(*pair) for pair in zip(found[column], found["traced"], strict=True)]
    columns["only"] = [str(value or "·") for value in found["only"]]
    columns["ΔPAR2"] = [_gain(value) for value in found["par2_s"]]
    columns["Shapley"] = [f"{value:.2f}" for value in found["solved_share"]]
    return _coloured(found, list(columns), [list(row) for row in zip(*columns.values(), strict=True)])


def _duels(found: DataFrame, median: DataFrame) -> dict[str, Any] | None:
    """Points a case of each solver's best configuration by PAR2 against the others', of the best of many solvers.

    None for fewer than two solvers, and for few cases, where a score takes only a handful of values.
    """
    best = found[found["complete"]].drop_duplicates("route")[:MOST_DUELS]
    if len(best) < 2 or best["cases"].iloc[0] < ENOUGH:
        return None
    share = scores.duels(median[median["configuration"].isin(best.index)]).share
    rows = [
        [row, *("" if row == column else f"{share.loc[row, column]:.2f}" for column in best.index)]
        for row in best.index
    ]
    return _coloured(best, ["points a case against", *best["route"]], rows)


def _notes(found: DataFrame, kept: DataFrame, task: Task) -> list[str]:
    """Notes on the scores of this part."""
    cases = task.median.groupby(CASE)
    said = []
    if len(kept) < len(found):
        said.append(
            f"Of {len(found)} configurations the tables show {len(kept)}: each solver and formulation with its best "
            "setting, of those that ran on the most cases. The others count in what is contributed, and in Borda."
        )
    if not found["complete"].all():
        said.append("† not run on every case: its means are over other cases than the rest's, and it is not ranked.")
    rivals = int(found["complete"].sum()) - 1
    if rivals > 0 and found["p"].isna().all():
        small = "intervals, and for any" if cases.ngroups < FEW else "a"
        said.append(f"{count(cases.ngroups, 'case')}: too few for {small} p below {_LEVEL} of {count(rivals, 'test')}.")
    if task.goal == "optimum" and (found["traced"] < 1).any():
        said.append("‡ an upper bound: of some runs only the last solution is known, not when better ones came.")
    if sentence := tables.assumed(task.median):
        said.append(sentence)
    if (cases["wall_limit_s"].nunique() > 1).any():
        said.append("Runs on one case had different limits: what is charged for the unsolved does not compare.")
    return said


def _coloured(found: DataFrame, header: list[str], rows: list[list[str]]) -> dict[str, Any]:
    return grid(header, rows) | {"colours": [colour(paradigm) for paradigm in found["paradigm"]]}


def _within(value: float, low: float, high: float, words: Callable[[float], str]) -> str:
    """A score and its interval."""
    if value != value:
        return "–"
    return words(value) if low != low or low == high else f"{words(value)} ({words(low)}–{words(high)})"


def _tenths(value: float) -> str:
    return "–" if value != value else f"{value:.1f}"


def _bounded(value: float, traced: float) -> str:
    """Seconds, marked where they are an upper bound."""
    return "–" if value != value else seconds(value) + ("" if traced == 1 else " ‡")


def _gain(value: float) -> str:
    return seconds(value) if value else "·"


def _p(value: float) -> str:
    if value != value:
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}" if value < 0.0995 else f"{value:.2f}"
