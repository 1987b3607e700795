"""The data of the formulations: sides and copies, placements, MiniZinc data and ASP facts."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tilings.models.encoding import atom as shown
from tilings.models.problem import Atom, Encoding, Solution, UserError
from tilings.models.squares.instance import SquaresInstance
from tilings.models.squares.symmetry import Square


def copies(instance: SquaresInstance) -> dict[int, int]:
    """The largest number of copies of each side, smallest side first; for goal optimum, in a best tiling.

    Copies beyond the room on the board are left out, unless the instance has `all_copies`.
    """
    if instance.sides:
        return dict(sorted(Counter(instance.sides).items()))
    limit = most_copies(instance)
    if instance.all_copies:
        return dict.fromkeys(range(1, instance.largest + 1), limit)
    # Disjoint squares of one side each hold another of the cells (i * side - 1, j * side - 1), i, j >= 1.
    fitting = {s: (instance.width // s) * (instance.height // s) for s in range(1, instance.largest + 1)}
    return {side: min(limit, fit) for side, fit in fitting.items()}


def most_copies(instance: SquaresInstance) -> int:
    """An upper bound on the copies of one side; for goal optimum the objective's, proven by a tiling."""
    if instance.sides:
        return max(Counter(instance.sides).values())
    return instance.max_copies or _greedy_bound(instance.width, instance.height, instance.largest)


def placements(instance: SquaresInstance, strips: bool = True) -> list[Square]:
    """All (x, y, side) within the board, the largest sides first.

    strips: leave out those that no tiling holds, because the strip between the square and an edge of the
    board is longer than the squares narrow enough for it can fill (see `reach`).
    """
    return [
        (x, y, side)
        for side in sorted(copies(instance), reverse=True)
        for y in places(instance, side, instance.height, strips)
        for x in places(instance, side, instance.width, strips)
    ]


def places(instance: SquaresInstance, side: int, length: int, strips: bool = True) -> list[int]:
    """The places of a square along an edge of that length: its first columns, or rows. strips: as for `placements`."""
    far = reach(instance) if strips else {}
    starts = range(length - side + 1)
    return [start for start in starts if all(side <= far.get(gap, side) for gap in (start, length - side - start))]


def reach(instance: SquaresInstance) -> dict[int, int]:
    """The greatest length of a strip between a square and the board's edge, by its width, if that is a restriction.

    A square that meets a strip of width g has a side of at most g, so the strip's area is at most the total
    area of those squares.
    """
    far, area = {}, 0
    available = copies(instance)
    for gap in range(1, instance.largest):
        area += available.get(gap, 0) * gap * gap
        if area // gap < instance.largest:
            far[gap] = area // gap
    return far


def cover(instance: SquaresInstance, squares: Iterable[Square]) -> dict[tuple[int, int], list[Square]]:
    """The squares that cover each cell (x, y) of the board."""
    over: dict[tuple[int, int], list[Square]] = {
        (x, y): [] for y in range(instance.height) for x in range(instance.width)
    }
    for x, y, side in squares:
        for column in range(x, x + side):
            for row in range(y, y + side):
                over[column, row].append((x, y, side))
    return over


def tiles(instance: SquaresInstance) -> list[int]:
    """The side of each tile that may be used, the largest first: `copies` spelled out."""
    return [side for side, most in reversed(copies(instance).items()) for _ in range(most)]


class Tile(NamedTuple):
    """A tile that may be used: its side, and the variables for its use and for its lower left cell."""

    side: int
    used: Any
    x: Any
    y: Any


def encoding(model: Any, available: Sequence[Tile], goal: str) -> Encoding:
    """The encoding of a model with a place for each tile."""

    def atoms(value: Callable[[Any], float]) -> list[Atom]:
        used = [tile for tile in available if round(value(tile.used))]
        return [("square", (round(value(tile.x)), round(value(tile.y)), tile.side)) for tile in used]

    return Encoding(model, atoms, goal == "optimum")


def decode(instance: SquaresInstance, atoms: Iterable[Atom]) -> Solution:
    """The tiling of the atoms `square(x,y,side)`, sorted; raises UserError for any other atom."""
    squares = []
    for name, arguments in atoms:
        if name != "square" or len(arguments) != 3:
            raise UserError(f"unknown atom {shown(name, arguments)}; a formulation shows square(x,y,side) only")
        squares.append(arguments)
    return tuple(sorted(squares))


def parameters(instance: SquaresInstance) -> dict[str, Any]:
    """The MiniZinc data, declared in data.mzn."""
    return {
        "width": instance.width,
        "height": instance.height,
        "side": tiles(instance),
        "forced": bool(instance.sides),
    }


def facts(instance: SquaresInstance) -> list[Atom]:
    """The ASP data: board(width,height), most(copies), side(s,copies), and reach(width,length) of a strip."""
    return [
        ("board", (instance.width, instance.height)),
        ("most", (most_copies(instance),)),
        *(("side", pair) for pair in copies(instance).items()),
        *(("reach", pair) for pair in reach(instance).items()),
    ]


def measures(instance: SquaresInstance) -> dict[str, float | str]:
    """Sizes for the report; copies: the limit for each side, empty if it is the objective or the sides are given."""
    available = copies(instance)
    return {
        "area": instance.width * instance.height,
        "sides": len(available),
        "tiles": sum(available.values()),
        "copies": instance.max_copies or "",
    }


def levels(instance: SquaresInstance) -> Iterator[tuple[int, SquaresInstance]]:
    """Each number of copies from 1 up to the known bound, and the decision for it."""
    for most in range(1, most_copies(instance) + 1):
        yield most, instance._replace(max_copies=most)


def notes(instance: SquaresInstance) -> list[str]:
    """The proof by area that there is no tiling, if all squares together are too small."""
    area, board = sum(side**2 * most for side, most in copies(instance).items()), instance.width * instance.height
    short = f"all squares that may be used cover {area} of the board's {board} cells: there is no tiling"
    return [short] if area < board else []


@lru_cache
def _greedy_bound(width: int, height: int, largest: int) -> int:
    """The least k for which `_greedily` finishes after some first square; width * height always suffice."""
    bounds, firsts = range(1, width * height + 1), range(largest, 0, -1)
    return next(k for k in bounds if any(_greedily(width, height, k, first) for first in firsts))


def _greedily(width: int, height: int, limit: int, first: int) -> bool:
    """Whether the board is completed by filling the lowest, leftmost gap, again and again, with the largest square that
    is left and fits."""
    skyline = [0] * width
    left = dict.fromkeys(range(1, min(width, height) + 1), limit)
    side = first
    while side:
        low = min(skyline)
        x = skyline.index(low)
        skyline[x : x + side] = [low + side] * side
        left[side] -= 1
        low = min(skyline)
        if low == height:
            return True
        x = skyline.index(low)
        gap = next((i for i in range(x, width) if skyline[i] != low), width) - x
        side = next((s for s in range(min(gap, height - low), 0, -1) if left[s]), 0)
    return False
