"""The tiles of a tiling by squares: which literals about their places exclude each other.

The variables are those of runners.binding.families.squares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Set

from tilings.runners.binding.dimacs import Name

Tile = tuple[int, int]
Statement = tuple[str, tuple[int, ...], bool]  # a name, its arguments, and whether it is true

AXES = {"used": (0, 1), "x": (0,), "left": (0,), "across": (0,), "y": (1,), "below": (1,), "upward": (1,)}
ARGUMENTS = {"used": 2, "x": 3, "y": 3, "across": 3, "upward": 3, "left": 4, "below": 4}


class Coordinates:
    """Sets of literals about the coordinates of tiles that exclude each other.

    size: the width and the height of the board. largest: the greatest side of a square.
    fits: whether a square of a side may have a coordinate on an axis, 0 for its column and 1 for its row.
    over: the variables `across` of a column and `upward` of a row, with the sides of their tiles.
    """

    def __init__(
        self, size: tuple[int, int], largest: int, fits: Callable[[int, int, int], bool], variables: Mapping[Name, int]
    ) -> None:
        self.size = size
        self.largest = largest
        self.fits = fits
        self.names = {number: name for name, number in variables.items() if self._is_about_tiles(*name)}
        self.over: dict[tuple[str, int], dict[int, int]] = defaultdict(dict)
        for number, (name, arguments) in self.names.items():
            if name in ("across", "upward"):
                self.over[name, arguments[2]][number] = arguments[0]

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no tiling makes all of the literals true."""
        stated = [(*self.names[abs(literal)], literal > 0) for literal in literals if abs(literal) in self.names]
        return _overlap(stated) or _skipped(stated) or any(self._outside(axis, stated) for axis in (0, 1))

    def _is_about_tiles(self, name: str, arguments: tuple[int, ...]) -> bool:
        if ARGUMENTS.get(name) != len(arguments):
            return False
        tiles = (arguments[:2], arguments[2:]) if name in ("left", "below") else (arguments[:2],)
        return all(1 <= side <= self.largest and number >= 1 for side, number in tiles)

    def _outside(self, axis: int, stated: list[Statement]) -> bool:
        """Whether some tile has no coordinate left on an axis."""
        stated = [statement for statement in stated if axis in AXES[statement[0]]]
        apart = [_distance(arguments, holds) for name, arguments, holds in stated if name in ("left", "below")]
        tiles = {(arguments[0], arguments[1]) for _, arguments, _ in stated}
        tiles |= {tile for *both, _ in apart for tile in both}
        least, most = dict.fromkeys(tiles, 0), {tile: self.size[axis] - tile[0] for tile in tiles}
        for name, (side, number, *rest), holds in stated:
            tile = side, number
            if name == "used" and not holds:
                most[tile] = 0
            elif name in ("x", "y") and holds:
                most[tile] = min(most[tile], rest[0])
            elif name in ("x", "y"):
                least[tile] = max(least[tile], rest[0] + 1)
            elif name in ("across", "upward") and holds:
                least[tile], most[tile] = max(least[tile], rest[0] - side + 1), min(most[tile], rest[0])
        for _ in apart:
            for first, second, distance in apart:
                least[second] = max(least[second], least[first] + distance)
                most[first] = min(most[first], most[second] - distance)
        if any(least[tile] > most[tile] for tile in tiles):
            return True
        return any(self._impossible(axis, tile, range(least[tile], most[tile] + 1), stated) for tile in tiles)

    def _impossible(self, axis: int, tile: Tile, left: range, stated: list[Statement]) -> bool:
        """Whether the remaining coordinates of a tile contradict its use, or the columns or rows it lies over."""
        of_tile = [(name, arguments[2:], holds) for name, arguments, holds in stated if arguments[:2] == tile]
        over = [(rest[0], holds) for name, rest, holds in of_tile if name in ("across", "upward")]
        if ("used", (), False) in of_tile:
            return any(holds for _, holds in over)
        if ("used", (), True) not in of_tile:
            return False
        missed = [line for line, holds in over if not holds]
        return not any(
            self.fits(tile[0], axis, at) and not any(at <= line < at + tile[0] for line in missed) for at in left
        )


def _distance(arguments: tuple[int, ...], holds: bool) -> tuple[Tile, Tile, int]:
    """Two tiles, and the least distance from the first to the second, which may be negative."""
    side, number, side2, number2 = arguments
    first, second = (side, number), (side2, number2)
    return (first, second, side) if holds else (second, first, 1 - side)


def _overlap(stated: list[Statement]) -> bool:
    """Whether two used tiles are neither left of each other nor below."""
    used = [arguments for name, arguments, holds in stated if name == "used" and holds]
    never = {(name, arguments) for name, arguments, holds in stated if name in ("left", "below") and not holds}
    return any(
        one != other and {(name, two) for name in ("left", "below") for two in (one + other, other + one)} <= never
        for one in used
        for other in used
    )


def _skipped(stated: list[Statement]) -> bool:
    """Whether a tile is used and an earlier one of its side is not."""
    uses = [(*arguments, holds) for name, arguments, holds in stated if name == "used"]
    return any(
        side == other and number > before and used and not used_before
        for side, number, used in uses
        for other, before, used_before in uses
    )
