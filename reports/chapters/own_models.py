"""The user's own models by problem: the right ones with their times, the wrong ones with the evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilings.models.problem import GOALS
from tilings.reports.chapters.chapter import MOST_ROWS, Table
from tilings.reports.data.campaign import Results
from tilings.reports.english import count, listed, opened, seconds, some
from tilings.runners.record.schema import CHECKER_FAILED, DISAGREES, REFUTED

if TYPE_CHECKING:
    from pandas import DataFrame

RIGHT, WRONG, APART, UNCHECKED, FAILED, OPEN = "right", "wrong", "disagrees", "not checked", "failed", "no answer"
COLOURS = {
    RIGHT: "#0B7A4B", WRONG: "#D55E00", APART: "#E69F00", UNCHECKED: "#8C8C8C", FAILED: "#8C8C8C", OPEN: "#BDBDBD",
}  # fmt: skip
_REFUTED = {WRONG: REFUTED, APART: (DISAGREES,), UNCHECKED: (CHECKER_FAILED,)}
CAPTION = (
    "Right: each answer is the known one, or the checker accepts the solution and no other model "
    "has a better one. The time is that of the fastest solver, for each goal. Wrong: one answer is shown to be wrong. "
    "Disagrees: another model has another answer, and nothing shows which of them is right. Not checked: there is no "
    "checker and no known answer, or the checker failed. Close times of "
    "single runs decide nothing."
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
    """The title of the report on a campaign with such models."""
    return f"Models of {some([name for _, name in sorted(results.problems)])}: which are right, and how fast"


def sentences(results: Results) -> list[str]:
    """How many models are right, and the fastest right ones of each problem."""
    found = verdicts(results)
    states = Counter(verdict.state for verdict in found.values())
    told = [f"{states[state]} {state}" for state in COLOURS if states[state]]
    number, problems = count(len(found), "model"), count(len(results.problems), "problem")
    said = [f"{number} of {problems}: {listed(told)}."]
    fastest = []
    for key in sorted(results.problems):
        own = {model: verdict for (*each, model), verdict in found.items() if tuple(each) == key}
        ranked = sorted((verdict.time_s, model) for model, verdict in own.items() if verdict.time_s is not None)
        names = [f"{model} ({seconds(time_s)} s)" for time_s, model in ranked[:2]]
        fastest.append(f"{key[1]}, " + (" before ".join(names) if names else "none"))
    return [*said, f"The fastest right models: {'; '.join(fastest)}."]


def tables(results: Results) -> list[Table]:
    """A row for each model, a column for each problem; several tables for a large class."""
    header, rows = cells(results)
    colours = [COLOURS[_worst(verdict.state for verdict in row if verdict)] for _, row in rows]
    texts = [[name, *(_text(verdict) for verdict in row)] for name, row in rows]
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
    return ["model", *(_head(name, results.problems[family, name]) for family, name in problems)], rows


def verdicts(results: Results) -> dict[tuple[str, str, str], Verdict]:
    """The verdict on each (family, problem, model)."""
    own = results.runs[results.of_models].groupby(["family", "instance", "formulation"], sort=True)
    return {key: _verdict(part) for key, part in own}


def _verdict(runs: DataFrame) -> Verdict:
    for state, checks in _REFUTED.items():
        if len(against := runs[runs["check"].isin(checks)]):  # of several goals the easiest, which says most
            row = min(against.itertuples(), key=lambda row: (GOALS.index(row.goal), row.solver))
            return Verdict(state, _short(row.message))
    solved = {goal: part[part["solved"]] for goal in GOALS if len(part := runs[runs["goal"] == goal])}
    if open_ := [goal for goal, part in solved.items() if part.empty]:
        first = runs[runs["goal"] == open_[0]].iloc[0]
        if first["outcome"] in ("failed", "absent"):
            return Verdict(FAILED, _short(first["message"] or first["ended"]))
        return Verdict(OPEN, f"{', '.join(open_)}: not within the {first['ended']} limit")
    best = {goal: part.loc[part["time_s"].idxmin()] for goal, part in solved.items()}
    times = [
        f"{f'{goal} ' * (len(best) > 1)}{seconds(row['time_s'])} s ({row['solver']})" for goal, row in best.items()
    ]
    checked = all((part["check"] == "valid").any() for part in solved.values())
    last = next(reversed(best.values()))["time_s"]
    return Verdict(RIGHT, ", ".join(times), last) if checked else Verdict(UNCHECKED, ", ".join(times))


def _short(message: Any) -> str:
    """A message without the name of a checker's file."""
    return str(message).partition(".py: ")[2] or str(message)


def _worst(states: Iterable[str]) -> str:
    """The state that a model's row is marked with."""
    known = set(states)
    return next((state for state in (WRONG, APART, FAILED, UNCHECKED, OPEN) if state in known), RIGHT)


def _head(problem: str, known: Any) -> str:
    said = [str(answer) if goal == "first" else f"{goal} {answer}" for goal, answer in known.items()]
    return f"{problem}\nknown: {', '.join(said)}" if said else problem


def _text(verdict: Verdict | None) -> str:
    return f"{opened(verdict.state)}\n{verdict.words}" if verdict else "–"
