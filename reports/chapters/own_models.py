"""The user's own models by problem: the right ones with their times, the wrong ones with the evidence."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilings.models.problem import GOALS
from tilings.reports.chapters.chapter import MOST_ROWS, Table
from tilings.reports.data.campaign import Results
from tilings.reports.english import count, listed, opened, seconds, some
from tilings.runners.record.schema import CHECKER_FAILED, DISAGREES, REFUTED

if TYPE_CHECKING:
    from pandas import DataFrame

RIGHT, OPEN, UNCHECKED, FAILED, APART, WRONG = "right", "no answer", "not checked", "failed", "disagreeing", "wrong"
COLOURS = {  # from the best to the worst
    RIGHT: "#0B7A4B", OPEN: "#BDBDBD", UNCHECKED: "#8C8C8C", FAILED: "#8C8C8C", APART: "#E69F00", WRONG: "#D55E00",
}  # fmt: skip
_CHECKS = {WRONG: REFUTED, APART: (DISAGREES,), UNCHECKED: (CHECKER_FAILED,)}
CAPTION = (
    "Right: each answer is the expected one, or the checker accepts the solution and no other model has a better one. "
    "The time is that of the fastest solver, for each goal; close times of single runs decide nothing. Wrong: an "
    "answer is shown to be wrong. Disagreeing: another model has another answer, and nothing shows which of them is "
    "right. Not checked: there is no checker and no expected answer, or the checker failed."
)


@dataclass(frozen=True)
class Verdict:
    """The result of a model on a problem: one of COLOURS, and the evidence or the times in words.

    time_s: of its last goal, by the fastest solver; None unless it is right.
    """

    state: str
    words: str
    time_s: float | None = None


def title(results: Results) -> str:
    """The title of a report on such models alone."""
    return f"Models of {some([name for _, name in sorted(results.problems)])}: which are right, and how fast"


def sentences(results: Results) -> list[str]:
    """The number of models with each verdict, and the fastest right ones of each problem."""
    found = verdicts(results)
    states = Counter(verdict.state for verdict in found.values())
    told = listed([f"{states[state]} {state}" for state in COLOURS if states[state]])
    fastest = []
    for problem in sorted(results.problems):
        timed = [(each.time_s, model) for (*own, model), each in found.items() if (*own,) == problem and each.time_s]
        names = [f"{model} ({seconds(time_s)} s)" for time_s, model in sorted(timed)[:2]]
        fastest.append(f"{problem[1]}, {' before '.join(names) or 'none'}")
    number = f"{count(len(found), 'model')} of {count(len(fastest), 'problem')}"
    return [f"{number}: {told}.", f"The fastest right models: {'; '.join(fastest)}."]


def tables(results: Results) -> list[Table]:
    """A row for each model, a column for each problem; several tables for a large class."""
    header, rows = cells(results)
    worst = [max((each.state for each in row if each), key=list(COLOURS).index) for _, row in rows]
    colours = [COLOURS[state] for state in worst]
    texts = [[name, *(f"{opened(each.state)}\n{each.words}" if each else "–" for each in row)] for name, row in rows]
    widths = ("auto", *["1fr"] * (len(header) - 1))
    opening = f"The models by problem, each with the mark of its worst verdict. {CAPTION}"
    made = []
    for at in range(0, len(texts), MOST_ROWS):
        part, caption = slice(at, at + MOST_ROWS), "The models, continued." if at else opening
        made.append(Table(header, texts[part], caption, f"models-{at}", len(header), colours[part], widths=widths))
    return made


def cells(results: Results) -> tuple[list[str], list[tuple[str, list[Verdict | None]]]]:
    """The header, and for each model its name and its verdict on each problem; None where it was not run."""
    found, problems = verdicts(results), sorted(results.problems)
    models = sorted({model for *_, model in found})
    rows = [(model, [found.get((*problem, model)) for problem in problems]) for model in models]
    return ["model", *(_head(problem[1], results.problems[problem]) for problem in problems)], rows


def verdicts(results: Results) -> dict[tuple[str, str, str], Verdict]:
    """The verdict on each (family, problem, model)."""
    own = results.runs[results.of_models]
    several = own["solver"].nunique() > 1
    parts = own.groupby(["family", "instance", "formulation"], sort=True)
    return {key: _verdict(part, several) for key, part in parts}


def _verdict(runs: DataFrame, several: bool) -> Verdict:
    """several: whether several solvers ran, so that the fastest one is named."""
    for state, checks in _CHECKS.items():
        if len(against := runs[runs["check"].isin(checks)]):  # of several goals the easiest, which says most
            row = min(against.itertuples(), key=lambda row: (GOALS.index(row.goal), row.solver))
            return Verdict(state, _short(row.message))
    solved = {goal: part[part["solved"]] for goal in GOALS if len(part := runs[runs["goal"] == goal])}
    if left := [goal for goal, part in solved.items() if part.empty]:
        first = runs[runs["goal"] == left[0]].iloc[0]
        if first["outcome"] in ("failed", "absent"):
            return Verdict(FAILED, _short(first["message"] or first["ended"]))
        return Verdict(OPEN, f"{', '.join(left)}: not within the {first['ended']} limit")
    best = {goal: part.loc[part["time_s"].idxmin()] for goal, part in solved.items()}
    times = [f"{goal} {seconds(row['time_s'])} s{f' ({row.solver})' * several}" for goal, row in best.items()]
    checked = all((part["check"] == "valid").any() for part in solved.values())
    last = float(next(reversed(best.values()))["time_s"])
    return Verdict(RIGHT if checked else UNCHECKED, ", ".join(times), last if checked else None)


def _short(message: Any) -> str:
    """A message without the name of a checker's file."""
    return str(message).partition(".py: ")[2] or str(message)


def _head(problem: str, expected: Any) -> str:
    said = [str(answer) if goal == "first" else f"{goal} {answer}" for goal, answer in expected.items()]
    return f"{problem}\nexpected: {', '.join(said)}" if said else problem
