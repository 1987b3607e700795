"""Why: how much of the time the solver explains and how much the model, and either with the other held fixed."""

from __future__ import annotations

from dataclasses import astuple

from reports.analysis.pairs import Effect
from reports.chapters.chapter import MOST_ROWS, Block, Chapter, Table
from reports.data.campaign import Results
from reports.figures import factorial, same_model, same_solver

HEADER = (
    "family", "held fixed", "first", "other", "paradigm of the other", "cases", "first solved", "other solved",
    "ratio with limits", "both solve", "ratio where both solve", "low", "high", "decided", "given up",
)  # fmt: skip


def chapter(results: Results) -> Chapter:
    """Three figures, and beside the document every effect; no chapter where solvers and models cannot be told apart."""
    of_solvers, of_models = results.effects_of_solvers, results.effects_of_models
    blocks: list[Block] = [
        factorial.draw(results.runs, results.crossed),
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
