"""The symmetries of the board: maps on squares for counting, and an order of the corners for symmetry breaking."""

from collections.abc import Container

from tilings.models.problem import Item, Symmetry
from tilings.models.squares.instance import SquaresInstance

Square = tuple[int, int, int]
# The motions that exchange the pairs of `corner_order`: the old axis of each new axis, negative where it is reversed.
CORNER_MOTIONS = ((-1, 2), (1, -2), (-1, -2), (2, 1))


def symmetries(instance: SquaresInstance) -> list[Symmetry]:
    """The maps that the instance's convention counts as one: identity first, then the group of the board."""
    if instance.convention == "raw":
        return [lambda item: item]
    mirrors = (False, True) if instance.convention == "reflections" else (False,)
    turns = range(4) if instance.width == instance.height else (0, 2)
    return [_symmetry(instance.width, instance.height, turn, mirror) for mirror in mirrors for turn in turns]


def _symmetry(width: int, height: int, quarter_turns: int, mirror: bool) -> Symmetry:
    """The map of quarter turns, after a reflection in the vertical axis if `mirror`."""

    def image(item: Item) -> Item:
        x, y, side = item
        if mirror:
            x = width - x - side
        wide, high = width, height
        for _ in range(quarter_turns):
            x, y = high - y - side, x
            wide, high = high, wide
        return x, y, side

    return image


def corner_order(instance: SquaresInstance, placed: Container[Square]) -> list[tuple[list[Square], list[Square]]]:
    """Pairs of corners, each as those of the placements that fill it; the second's square may be required to be no
    larger.

    The square at the origin is the largest of the four in the corners (the board's symmetries take any corner
    there), and on a square board the lower right one is no smaller than the upper left (the diagonal swaps
    them). Every tiling has an image that obeys.
    """
    width, height = instance.width, instance.height
    sides = range(1, instance.largest + 1)
    origin, right, upper, opposite = (
        [square for side in sides if (square := (x * (width - side), y * (height - side), side)) in placed]
        for x, y in ((0, 0), (1, 0), (0, 1), (1, 1))
    )
    order = [(origin, right), (origin, upper), (origin, opposite)]
    return [*order, (right, upper)] if width == height else order
