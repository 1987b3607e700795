"""Ladders and sizes in words."""

from __future__ import annotations

from tilings.reports.reach.climbs import Ladder

# By family: what a size measures, an instance of a size, and the same where a sentence has named the first in full.
_SIZES = {
    "squares": ("side", "the {0} x {0} square", "the {0} x {0}"),
    "triominoes": ("side", "the {0} x {0} board", "the {0} x {0}"),
    "polycubes": ("cells", "a box of {0} cells", "{0} cells"),
    "covers": ("cells", "a cover of {0} cells", "{0} cells"),
}
_OTHER = ("size", "an instance of size {0}", "size {0}")
_AT_LEAST = "at least "
_PUZZLES = {
    "squares": ("tiles {}", "counts the tilings of {}", "tiles {} with the fewest copies of a side and proves it"),
    "triominoes": ("fills {}", "counts the fillings of {}", "lays the most triominoes on {} and proves it"),
    "polycubes": ("packs {}", "counts the packings of {}", "finds the best packing of {} and proves it"),
    "covers": ("solves {}", "counts the solutions of {}", "finds the best solution of {} and proves it"),
}
_GOALS = ("first", "count", "optimum")
_UNSOLVABLE = "proves that {} has no solution"


def measure(family: str) -> str:
    """What the size of an instance of a family measures."""
    return _SIZES.get(family, _OTHER)[0]


def instance(family: str, size: float, least: bool = False) -> str:
    """An instance of a size; least: of at least that size.

    >>> instance("squares", 30.0), instance("covers", 48.0, least=True)
    ('the 30 x 30 square', 'a cover of at least 48 cells')
    """
    return _sized(_SIZES.get(family, _OTHER)[1], size, least)


def short(family: str, size: float, least: bool = False) -> str:
    """The same where a sentence has named the first one in full.

    >>> short("squares", 30.0, least=True), short("covers", 48.0)
    ('at least the 30 x 30', '48 cells')
    """
    return _sized(_SIZES.get(family, _OTHER)[2], size, least)


def task(ladder: Ladder, size: float, least: bool = False) -> str:
    """What is done with an instance of a size, as a verb and its object.

    >>> task(Ladder("squares", "hn", "optimum", 5.0), 30.0)
    'tiles the 30 x 30 square with the fewest copies of a side and proves it'
    """
    what = instance(ladder.family, size, least)
    if ladder.goal == "first" and ladder.name.endswith("/unsat"):
        return _UNSOLVABLE.format(what)
    if ladder.family not in _PUZZLES or ladder.goal not in _GOALS:
        return f"reaches the goal {ladder.goal} on {what}"
    return _PUZZLES[ladder.family][_GOALS.index(ladder.goal)].format(what)


def _sized(pattern: str, size: float, least: bool) -> str:
    if not least:
        return pattern.format(f"{size:g}")
    if pattern.startswith("the "):
        return _AT_LEAST + pattern.format(f"{size:g}")
    return pattern.format(f"{_AT_LEAST}{size:g}")
