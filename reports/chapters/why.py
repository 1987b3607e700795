"""Why: the solver or the model, where each one fails, and the way to the optimum."""

from __future__ import annotations

from dataclasses import astuple

from tilings.reports.analysis.pairs import Effect
from tilings.reports.chapters.chapter import MOST_ROWS, Block, Chapter, Table
from tilings.reports.data.campaign import Results
from tilings.reports.figures import anytime, phases, same_model, same_solver, seeds
from tilings.reports.figures import factorial as explained
from tilings.reports.figures import failing as ends

HEADER = (
    "family", "held fixed", "first", "other", "paradigm of the other", "cases", "first solved", "other solved",
    "ratio with limits", "both solve", "ratio where both solve", "low", "high", "decided", "given up",
)  # fmt: skip


def factorial(results: Results) -> Chapter:
    """How much of the time the solver and the model explain, and either with the other held fixed.

    Three figures, and beside the document every effect; no chapter where solvers and models cannot be told apart.
    """
    of_solvers, of_models = results.effects_of_solvers, results.effects_of_models
    blocks: list[Block] = [
        explained.draw(results.runs, results.crossed),
        same_model.draw(results.runs, of_solvers),
        same_solver.draw(results.runs, of_models),
    ]
    every = of_solvers + of_models
    if len(every) > MOST_ROWS:
        caption = "every effect of another solver with the model held fixed, and of another model with the solver."
        blocks.append(Table(HEADER, [_row(effect) for effect in every], caption, "effects", left=5))
    return Chapter("Why: the solver or the model", blocks)


def _row(effect: Effect) -> list[str]:
    return [f"{cell:.4g}" if isinstance(cell, float) else str(cell) for cell in astuple(effect)]


def failing(results: Results) -> Chapter:
    """Where runs that were not solved ended, and where the time of all goes, with the cost of the start."""
    return Chapter("Why: where each one fails", [ends.draw(results.median), phases.draw(results.median)])


def progress(results: Results) -> Chapter:
    """When good solutions come, and how far seeds move the times, as far as the campaign's own runs tell."""
    figures = [anytime.draw(results.runs, results.traces), seeds.draw(results.runs)]
    shown = [drawing for drawing in figures if drawing.figure is not None]
    return Chapter("On the way to the optimum, and by how much luck", shown)
