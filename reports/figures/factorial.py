"""Solver by model, a family each: how many cases a pair solved, and its geometric mean wall time on them all."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports.analysis.factorial import Crossed
from reports.figures.drawing import Drawing
from reports.plot import heatmap
from reports.plot.heatmap import Cell, Row
from reports.plot.outcomes import fill
from reports.plot.style import colour
from reports.text.english import as_ratio, count, seconds

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLE = "Solver by model"


def draw(part: Crossed) -> Drawing:
    """A row a solver, a column a model, from dark (fast) to pale (slow); the fastest solvers first.

    The sentence says what a cell holds, and by how much the best and the worst model and solver differ.
    """
    return Drawing(TITLE, _figure(part), _sentence(part))


def _figure(part: Crossed) -> Figure:
    means, order = part.logs.mean(axis=0), part.logs.mean(axis=(0, 2)).argsort(kind="stable")
    limit = float(math.exp(part.logs.max()))
    cells = {}
    for row in order:
        for column, model in enumerate(part.models):
            solved = int(part.solved[:, row, column].sum())
            mean = float(math.exp(means[row, column]))
            outcome = "solved" if solved else "timeout"
            words = _words(mean, solved, len(part.cases))
            cells[part.solvers[row], part.family, model] = Cell(words, fill(outcome, mean, limit))
    rows = [Row(part.solvers[row], part.paradigms[row], colour(part.paradigms[row])) for row in order]
    return heatmap.draw(rows, {part.family: part.models}, cells)


def _words(mean: float, solved: int, cases: int) -> str:
    """The mean, a bound where a case was not solved, and then how many were."""
    return seconds(mean) if solved == cases else f"≥ {seconds(mean)} ({solved})" if solved else "0"


def _sentence(part: Crossed) -> str:
    cut = part.solved.size - int(part.solved.sum())
    text = (
        f"Geometric mean wall times in seconds over the {count(len(part.cases), 'case')} that every pair ran on, "
        "all goals together; ≥: some were not solved and count as their limit, in brackets how many were solved."
    )
    if cut:
        text += f" Not solved: {cut} of {count(part.solved.size, 'run')}."
    for words, names, axes in (("models", part.solvers, (0, 2)), ("solvers", part.models, (0, 1))):
        means = part.logs.mean(axis=axes)
        least, most = int(means.argmin()), int(means.argmax())
        ratio = as_ratio(math.exp(means[most] - means[least]))
        text += f" Over all {words} {names[most]} takes {ratio} times as long as {names[least]}."
    return text
