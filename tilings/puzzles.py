"""Checks, draws and exports a puzzle and its solutions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.models.problem import UserError, Violation, solution_from_json
from tilings.runners.drawing.picture import Picture
from tilings.runners.solve.puzzle import Given, load
from tilings.runners.solve.solution_writers import check_picture
from tilings.runners.solve.solving import Answer

# Rules that missing items break.
_OF_THE_WHOLE = ("all placed", "connected", "copies", "cover", "gaps", "sides", "times")


def check(puzzle: Given, solution: Sequence[Sequence[Any]] | Answer, goal: str | None = None) -> list[Violation]:
    """The rules of a puzzle that a solution breaks, by the family's checker; an empty list for a valid solution.

    puzzle: a puzzle in any form that `load` takes.
    solution: its items, such as (x, y, side) of each square, or an answer; lists, as in JSON, will do.
    goal: by default the puzzle's own; it determines whether all tiles must be placed.

    Optimality is not checked. Raises UserError for an unknown puzzle or goal, and for an answer without a solution.

    Documentation: docs/python.md
    """
    wanted = load(puzzle)
    items = solution.solution if isinstance(solution, Answer) else solution
    if items is None:
        raise UserError(f"there is no solution of {wanted.family}/{wanted.name} to check")
    return wanted.problem.check(wanted.instance, solution_from_json(items), wanted.chosen_goal(goal))


def draw(
    puzzle: Given | Answer,
    solution: Sequence[Sequence[Any]] | None = None,
    file: str | Path = "",
    *,
    partial: bool = False,
) -> Picture:
    """A solution as a picture, which a notebook shows; its `figure` is matplotlib's.

    puzzle: an answer, whose solution is drawn; or a puzzle in any form that `load` takes, with a solution.
    file: a .png, .svg or .pdf file to write as well.
    partial: whether items may be missing.

    Raises UserError for an answer without a solution, for a solution that breaks a rule, and for another file.

    Documentation: docs/python.md
    """
    path = Path(file) if file else None
    if path:
        check_picture(path, "a picture is")
    wanted = puzzle.puzzle if isinstance(puzzle, Answer) else load(puzzle)
    drawn = puzzle.solution if isinstance(puzzle, Answer) else solution
    if drawn is None:
        if isinstance(puzzle, Answer):
            raise UserError(f"the answer of {wanted.family}/{wanted.name} has no solution to draw")
        raise UserError("pass an answer or a solution to draw")
    if broken := [each for each in check(wanted, drawn) if not (partial and each.rule in _OF_THE_WHOLE)]:
        raise UserError(f"not a solution of {wanted.family}/{wanted.name}: {broken[0]}")
    picture = Picture(registry.drawing(wanted.family).figure(wanted.instance, solution_from_json(drawn)))
    if path:
        picture.save(path)
    return picture


def export(puzzle: Given, file: str | Path, formulation: str | None = None, goal: str | None = None) -> list[Path]:
    """Writes a formulation's model of a puzzle for other programs; returns the written files.

    file: its ending is the format: .mzn, .fzn, .cnf, .wcnf, .opb, .xml, .mps, .lp, .asp or .dlx (docs/data.md).
    formulation, goal: by default the first that the format can state.

    Raises UserError for another ending, and for a goal or a formulation that the format cannot state.

    Documentation: docs/python.md
    """
    from tilings.runners.export import formats

    wanted, path = load(puzzle), Path(file)
    texts = formats.texts(wanted.problem, wanted.instance, path.suffix.removeprefix("."), formulation, goal)
    if not path.parent.is_dir():
        raise UserError(f"{path.parent} is not a folder")
    return formats.store(texts, path)
