"""The user's own models by problem: the right ones with their times, the wrong ones with the evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from tilings.reports.chapters.chapter import MOST_ROWS, Table
from tilings.reports.data.campaign import Results
from tilings.reports.english import count, listed, opened, some
from tilings.runners.record import plans, verdicts
from tilings.runners.record.verdicts import (
    APART,
    FAILED,
    OPEN,
    RIGHT,
    UNCHECKED,
    WRONG,
    Case,
    ModelVerdict,
    heading,
    worst,
)

COLOURS = {
    RIGHT: "#0B7A4B", OPEN: "#BDBDBD", UNCHECKED: "#8C8C8C", FAILED: "#8C8C8C", APART: "#E69F00", WRONG: "#D55E00",
}  # fmt: skip
CAPTION = (
    "Right: each answer is the expected one, or the checker accepts the solution and no other model has a better one. "
    "The time is that of the fastest solver, for each goal. Wrong: an answer is shown to be wrong; such a model is not "
    "ranked on any data. Disagreeing: another model has another answer, and nothing shows which of them is right. Not "
    "checked: there is no checker and no expected answer, or the checker failed."
)


def title(results: Results) -> str:
    """The title of a report on such models alone."""
    return f"Models of {some([name for _, name in sorted(results.problems)])}: which are right, and how fast"


def subject(results: Results) -> str:
    """The description of the suite; empty for none."""
    return next((plan.description for plan in plans.latest(results.folder)), "")


def found(results: Results) -> dict[Case, ModelVerdict]:
    """The verdict on each model."""
    tasks = zip(results.records, results.runs["instance"], results.runs["formulation"], results.of_models, strict=True)
    own = [record._replace(instance=name, formulation=model) for record, name, model, shares in tasks if shares]
    return verdicts.verdicts(own, results.unsound)


def sentences(results: Results) -> list[str]:
    """The number of models with each verdict, the worst on any problem, and the fastest right ones of each problem."""
    _, rows = cells(results)
    states = Counter(worst(filter(None, row)) for _, row in rows)
    told = listed([f"{states[state]} {state}" for state in COLOURS if states[state]])
    problems, every = sorted(results.problems), found(results)
    number = f"{count(len(rows), 'model')} of {count(len(problems), 'problem')}"
    by = ", each by its worst result" if len(problems) > 1 else ""
    fastest: dict[str, list[str]] = {}  # the words -> the problems
    for problem in problems:
        fastest.setdefault(verdicts.fastest(every, problem), []).append(problem[1])
    first = "; ".join(f"{listed(names)}, {words}" for words, names in fastest.items())
    return [f"{number}{by}: {told}.", f"The fastest right models: {first}."]


def tables(results: Results) -> list[Table]:
    """A row for each model, a column for each problem; several tables for a large class."""
    header, rows = cells(results)
    colours = [COLOURS[worst(filter(None, row))] for _, row in rows]
    texts = [[name, *(f"{opened(each.state)}\n{each.words}" if each else "–" for each in row)] for name, row in rows]
    widths = ("auto", *["1fr"] * (len(header) - 1))
    opening = f"The models by problem, each with the mark of its worst verdict. {CAPTION}"
    made = []
    for at in range(0, len(texts), MOST_ROWS):
        part, caption = slice(at, at + MOST_ROWS), "The models, continued." if at else opening
        made.append(Table(header, texts[part], caption, f"models-{at}", len(header), colours[part], widths=widths))
    return made


def cells(results: Results) -> tuple[list[str], list[tuple[str, list[ModelVerdict | None]]]]:
    """The header, and for each model its name and its verdict on each problem; None where it was not run.

    An error that a model has on several problems stands once.
    """
    every, problems = found(results), sorted(results.problems)
    models = sorted({model for *_, model in every})
    rows = [
        (model, [*_told_once({problem[1]: every.get((*problem, model)) for problem in problems})]) for model in models
    ]
    return ["model", *(heading(problem[1], results.problems[problem], "\n") for problem in problems)], rows


def _told_once(row: dict[str, ModelVerdict | None]) -> Iterator[ModelVerdict | None]:
    """The verdicts of a model by problem, of which an error that it has on several names the first."""
    said: dict[str, str] = {}
    for problem, each in row.items():
        if each and each.state == FAILED and (first := said.setdefault(each.words, problem)) != problem:
            each = replace(each, words=f"as on {first}")
        yield each
