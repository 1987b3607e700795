"""Ladders and sizes in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from tilings.reports.reach.climbs import Ladder

# By family or ladder: what a size measures, an instance of a size, and the same where a sentence has named the first.
_SIZES = {
    "squares": ("side", "the {0} x {0} square", "the {0} x {0}"),
    "triominoes": ("side", "the {0} x {0} board", "the {0} x {0}"),
    "polycubes": ("cells", "a box of {0} cells", "{0} cells"),
    "covers": ("cells", "a cover of {0} cells", "{0} cells"),
    "squares/near": ("side", "the board of side {0} that lacks a row", "{0}"),
    "polycubes/mutilated": ("cells", "a board of {0} cells", "{0} cells"),
    "polycubes/pent5": ("columns", "a 5 x {0} board", "5 x {0}"),
    "polycubes/dominoes": ("columns", "a 4 x {0} board", "4 x {0}"),
    "covers/pigeons": ("holes", "the puzzle of a pigeon too many for {0} holes", "{0} holes"),
    "covers/coloured": ("cells", "an edge-matching board of {0} cells", "{0} cells"),
    "covers/edges": ("cells", "an edge-matching board of {0} cells", "{0} cells"),
}
_OTHER = ("size", "an instance of size {0}", "size {0}")
# By the beginning of a ladder's name; the goal follows.
_NAMES = {
    "squares/hn-k1": "squares that all differ", "squares/hn": "squares with few copies",
    "squares/near": "near-squares", "squares/cut": "cut squares",
    "triominoes/d50": "triominoes, half full", "triominoes/d67": "triominoes, two thirds full",
    "triominoes/d83": "triominoes, five sixths full", "triominoes/d100": "triominoes, full",
    "polycubes/planted": "boxes", "polycubes/pent5": "pentominoes in five rows",
    "polycubes/uneven": "boxes of unbalanced pieces", "polycubes/mutilated": "mutilated domino boards",
    "polycubes/dominoes": "dominoes in four rows", "covers/matrix": "cut squares as covers",
    "covers/multiplicity": "twofold covers", "covers/costs": "cheapest covers",
    "covers/coloured": "edge matching in four colours", "covers/edges": "edge matching in six colours",
    "covers/mismatched": "mismatched edges", "covers/pigeons": "pigeonholes",
}  # fmt: skip
# The puzzle of a ladder, by the beginning of its name; those of other families are not known here.
_RULES = {
    "squares/hn-k1": "Tile a square by smaller squares of which no two are alike: impossible for sides this small.",
    "squares/hn": "Tile a square by smaller squares, so that the most frequent size occurs as rarely as possible.",
    "squares/near-k2": "Tile a square that lacks its last row by smaller squares, each size at most twice.",
    "squares/near-k3": "Tile a square that lacks its last row by smaller squares, each size at most three times.",
    "squares/cut": "Tile a rectangle by the squares into which it was cut.",
    "triominoes/": "Lay as many of the given 1 x 3 tiles as possible; touching cells of different tiles show equal "
    "values. The name says which part of the board all tiles together would cover.",
    "polycubes/planted": "Fill a box with the 5- to 7-cell pieces into which it was cut at random.",
    "polycubes/pent5": "Fill a board of five rows with pentominoes.",
    "polycubes/dominoes": "Fill a board of four rows with dominoes.",
    "polycubes/uneven": "Fill a box with pieces whose black and white cells, as on a chessboard, never add up to those "
    "of the box.",
    "polycubes/mutilated": "Fill a chessboard that lacks two cells of one colour with dominoes.",
    "covers/matrix": "Fill a flat box with the pieces into which it was cut, as a matrix of items and options.",
    "covers/multiplicity": "The same, each cell to be covered twice.",
    "covers/costs": "Fill a flat box with the pieces into which it was cut, at the least cost: each place of each "
    "piece has a random price.",
    "covers/coloured": "Lay square tiles on a board, touching edges with equal colours, of which there are four.",
    "covers/edges": "Lay square tiles on a board, touching edges with equal colours, of which there are six.",
    "covers/mismatched": "The same, with a tile that fits nowhere.",
    "covers/pigeons": "Put one pigeon more than there are holes into the holes, none with another.",
}
_AT_LEAST = "at least "
_PUZZLES = {
    "squares": (
        "tiles {}",
        "counts the tilings of {}",
        "tiles {}, its most frequent size as rare as possible, and proves it",
    ),
    "triominoes": ("fills {}", "counts the fillings of {}", "lays the most triominoes on {} and proves it"),
    "polycubes": ("packs {}", "counts the packings of {}", "finds the best packing of {} and proves it"),
    "covers": ("solves {}", "counts the solutions of {}", "finds the best solution of {} and proves it"),
}
_GOALS = ("first", "count", "optimum")
# What is asked of each instance of a ladder.
_ASKED = {"optimum": "best solution", "first": "one solution", "count": "count"}
_UNSOLVABLE = "proves that {} has no solution"


def place(ladder: Ladder) -> tuple[int, bool, int, str, str, float]:
    """The place of a ladder among others: by family, by whether it has no solution, by goal."""
    families, goals = list(_SIZES), ("optimum", "first", "count")
    return (
        families.index(ladder.family) if ladder.family in families else len(families),
        ladder.name.endswith("/unsat"),
        goals.index(ladder.goal) if ladder.goal in goals else len(goals),
        ladder.family, ladder.name, ladder.limit_s,
    )  # fmt: skip


def in_turn(ladders: Iterable[Ladder]) -> list[Ladder]:
    """The ladders, first one of each family, then one without a solution of each, then the others in turn."""
    families: dict[tuple[bool, str], list[Ladder]] = {}
    for each in sorted(ladders, key=lambda each: each.unsolvable):
        families.setdefault((each.unsolvable, each.family), []).append(each)
    return [each for turn in zip_longest(*families.values()) for each in turn if each]


def name(ladder: Ladder) -> str:
    """The ladder in words, with what is asked.

    >>> name(Ladder("squares", "hn", "optimum", 5.0)), name(Ladder("mine", "a/sat", "first", 5.0))
    ('squares with few copies, best solution', 'mine/a/sat, one solution')
    """
    full = f"{ladder.family}/{ladder.name}"
    known = next((words for start, words in _NAMES.items() if full.startswith(start)), full)
    return f"{known}, {'no solution' if ladder.unsolvable else _ASKED.get(ladder.goal, ladder.goal)}"


def rule(ladder: Ladder) -> str:
    """The puzzle of a ladder, in a sentence or two; empty where it is not known here."""
    full = f"{ladder.family}/{ladder.name}"
    return next((words for start, words in _RULES.items() if full.startswith(start)), "")


def measure(ladder: Ladder) -> str:
    """What the size of an instance measures."""
    return _words(ladder)[0]


def instance(ladder: Ladder, size: float, least: bool = False) -> str:
    """An instance of a size; least: of at least that size.

    >>> squares, covers = Ladder("squares", "hn", "optimum", 5.0), Ladder("covers", "costs", "optimum", 5.0)
    >>> instance(squares, 30.0), instance(covers, 48.0, least=True)
    ('the 30 x 30 square', 'a cover of at least 48 cells')
    """
    return _sized(_words(ladder)[1], size, least)


def short(ladder: Ladder, size: float, least: bool = False) -> str:
    """The same where a sentence has named the first one in full.

    >>> short(Ladder("squares", "hn", "optimum", 5.0), 30.0, least=True)
    'at least the 30 x 30'
    """
    return _sized(_words(ladder)[2], size, least)


def _words(ladder: Ladder) -> tuple[str, str, str]:
    full = f"{ladder.family}/{ladder.name}"
    known = next((words for start, words in _SIZES.items() if "/" in start and full.startswith(start)), None)
    return known or _SIZES.get(ladder.family, _OTHER)


def task(ladder: Ladder, size: float, least: bool = False) -> str:
    """What is done with an instance of a size, as a verb and its object.

    >>> task(Ladder("squares", "hn", "optimum", 5.0), 30.0)
    'tiles the 30 x 30 square, its most frequent size as rare as possible, and proves it'
    """
    what = instance(ladder, size, least)
    if ladder.unsolvable:
        return _UNSOLVABLE.format(what)
    if ladder.family not in _PUZZLES or ladder.goal not in _GOALS:
        return f"reaches the goal {ladder.goal} on {what}"
    return _PUZZLES[ladder.family][_GOALS.index(ladder.goal)].format(what)


def _sized(pattern: str, size: float, least: bool) -> str:
    if not least:
        return pattern.format(f"{size:,g}")
    if pattern.startswith("the "):
        return _AT_LEAST + pattern.format(f"{size:,g}")
    return pattern.format(f"{_AT_LEAST}{size:,g}")
