"""Ladders and sizes in words."""

from __future__ import annotations

from tilings.reports.reach.climbs import Ladder

# By family: what a size measures, and an instance of that size.
_SIZES = {
    "squares": ("side", "the {0} x {0} square"),
    "triominoes": ("side", "the {0} x {0} board"),
    "polycubes": ("cells", "a box of {0} cells"),
    "covers": ("cells", "a cover of {0} cells"),
}
_PUZZLES = {
    "squares": ("tiles {}", "counts the tilings of {}", "tiles {} with the fewest copies of a side and proves it"),
    "triominoes": ("fills {}", "counts the fillings of {}", "lays the most triominoes on {} and proves it"),
    "polycubes": ("packs {}", "counts the packings of {}", "finds the best packing of {} and proves it"),
    "covers": ("solves {}", "counts all solutions of {}", "finds the best solution of {} and proves it"),
}
_GOALS = ("first", "count", "optimum")
_UNSOLVABLE = "proves that {} has no solution"


def size(family: str) -> str:
    """What the size of an instance of a family measures."""
    return _SIZES.get(family, ("size", ""))[0]


def instance(family: str, value: float) -> str:
    """An instance of a size.

    >>> instance("squares", 30.0), instance("covers", 48.0)
    ('the 30 x 30 square', 'a cover of 48 cells')
    """
    return _SIZES.get(family, ("size", "the instance of size {0}"))[1].format(f"{value:g}")


def short(family: str, value: float) -> str:
    """The same where a sentence has named the first one in full.

    >>> short("squares", 30.0), short("covers", 48.0)
    ('the 30 x 30', '48 cells')
    """
    if size(family) == "side":
        return f"the {value:g} x {value:g}"
    return f"{value:g} cells" if size(family) == "cells" else f"size {value:g}"


def task(ladder: Ladder, value: float) -> str:
    """What is done with an instance of a size, as a verb and its object.

    >>> task(Ladder("squares", "hn", "optimum", 5.0), 30.0)
    'tiles the 30 x 30 square with the fewest copies of a side and proves it'
    """
    what = instance(ladder.family, value)
    if ladder.goal == "first" and ladder.name.endswith("/unsat"):
        return _UNSOLVABLE.format(what)
    if ladder.family not in _PUZZLES or ladder.goal not in _GOALS:
        return f"reaches the goal {ladder.goal} on {what}"
    return _PUZZLES[ladder.family][_GOALS.index(ladder.goal)].format(what)
