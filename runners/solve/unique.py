"""Whether a puzzle has exactly one solution: the search ends with the second one that it finds."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from tilings.models.problem import UserError
from tilings.models.terminal.command import ANSWERED, UNANSWERED, show
from tilings.runners.solve.answer_text import show_board
from tilings.runners.solve.isolated import streamed
from tilings.runners.solve.puzzle import Puzzle

if TYPE_CHECKING:
    from tilings.models.problem import Solution
    from tilings.runners.plan.manifest import InstanceFile

_WORDS = {0: "no solution", 1: "unique: one solution, and the search for a second one was complete"}


def command(given: argparse.Namespace, source: InstanceFile) -> int:
    """Print the only solution, the first two, or that there is none; returns the exit code.

    Symmetric solutions count as one, as the puzzle's convention says. Each solution is checked; that there is no
    other is the word of one solver.
    """
    if given.goal not in (None, "count") or given.solutions or given.hint or given.draw or given.stl or given.keep:
        raise UserError("--unique prints at most two solutions and nothing else: leave out the goal and other outputs")
    puzzle = Puzzle(source.problem.family, source.instance)
    found: list[Solution] = []
    limit = ""
    try:
        for solution in streamed(
            puzzle, 2, solver=given.solver, formulation=given.formulation, goal="count", options=dict(given.option),
            timeout=given.timeout, memory=given.memory,
        ):  # fmt: skip
            found.append(solution)
    except RuntimeError as error:
        limit = str(error)
    decided = not limit or len(found) > 1
    words = _WORDS.get(len(found), "not unique: two different solutions") if decided else f"not decided: {limit}"
    if not given.json and not given.quiet:
        for number, solution in enumerate(found, 1):
            show_board(puzzle.family, puzzle.instance, solution, f", solution {number}" * (len(found) > 1), sys.stdout)
    show(given, {"unique": len(found) == 1 if decided else None, "solutions": found}, words)
    return ANSWERED if decided else UNANSWERED
