"""Exact cover: cells are primary items, sides are secondary items of limited capacity.

Items: each cell, covered exactly once; each side, covered at most as often as it may have copies.
Options: each placement of a square covers its cells and its side.
Objective: none; the least number of copies k is found by a decision for each k = 1, 2, ... in turn.
Symmetry breaking: none; every tiling is found once.
Preprocessing (option strips): a square may not lie beside a strip that cannot be filled: see `reach` in data.py.
Source: D. E. Knuth, "Dancing links", 2000; multiplicities as in The Art of Computer Programming, 7.2.2.1.

Goals: first, count, optimum
Engines: dlx
Needs: multiplicities
Option strips: on | off
Option optimum: levels
Option part: 1/1 | <k/n>        (to count: only this part of the search)
Option depth: auto | <number>   (the level of the tree below which parts are split)
"""

from tilings.models.problem import Cover
from tilings.models.squares.data import copies, placements
from tilings.models.squares.instance import SquaresInstance


def build(instance: SquaresInstance, goal: str, strips: str = "on") -> Cover:
    """The exact-cover problem: one cover for each tiling."""
    width, cells = instance.width, instance.width * instance.height
    available = copies(instance)
    item_of = {side: cells + number for number, side in enumerate(available)}
    squares = placements(instance, strips == "on")

    def items(x: int, y: int, side: int) -> tuple[int, ...]:
        covered = (row * width + column for row in range(y, y + side) for column in range(x, x + side))
        return (*covered, item_of[side])

    options = tuple(items(*square) for square in squares)
    return Cover(cells, tuple(available.values()), options, tuple(("square", square) for square in squares))
