"""Which literals about the copies of a piece cannot be true together in a packing.

The copies of a piece are numbered from 0 in any order. Cells are numbered as in `polycubes`.
turned(piece,copy,cell,...): moved to the origin, the copy covers just these cells, in ascending order.
x(piece,copy,v), y(…), z(…): the least x, y or z of its cells is v or less.
occupies(piece,copy,cell): the copy covers the cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from runners.binding.dimacs import Name

AXES = ("x", "y", "z")


@dataclass(frozen=True)
class Placement:
    """Where a copy may lie: its cells, the least of their coordinates, and its cells when moved to the origin."""

    cells: frozenset[int]
    corner: tuple[int, int, int]
    turned: tuple[int, ...]


class Orientations:
    """How the copies of pieces can lie.

    box: its extents. placements: for each piece that is not fixed, the cells of all ways of placing it, ascending.
    copies: the number of copies of each piece.
    """

    def __init__(
        self,
        box: tuple[int, ...],
        placements: Mapping[int, Iterable[tuple[int, ...]]],
        copies: Mapping[int, int],
        variables: Mapping[Name, int],
    ) -> None:
        spoken = ((name, number) for name, number in variables.items() if name[0] in ("turned", "occupies", *AXES))
        self.names = {
            number: (name, arguments)
            for (name, arguments), number in spoken
            if len(arguments) >= 3 and arguments[0] in placements and 0 <= arguments[1] < copies[arguments[0]]
        }
        self.placements: dict[int, list[Placement]] = {}
        self.over: dict[tuple[int, int], list[Placement]] = defaultdict(list)
        self.at: dict[tuple[int, tuple[int, ...]], list[Placement]] = defaultdict(list)
        for piece, every in placements.items() if self.names else ():
            self.placements[piece] = [_placement(box, cells) for cells in every]
            for one in self.placements[piece]:
                self.at[piece, one.turned].append(one)
                for cell in one.cells:
                    self.over[piece, cell].append(one)

    def turned(self, piece: int) -> set[tuple[int, ...]]:
        """The orientations in which a piece has a placement, as the cells that it covers if moved to the origin."""
        return {placement.turned for placement in self.placements.get(piece, [])}

    def excludes(self, literals: Set[int]) -> bool:
        """Whether some copy has no placement that agrees with all of the literals."""
        stated: dict[tuple[int, ...], list[tuple[str, tuple[int, ...], bool]]] = defaultdict(list)
        for literal in literals:
            if abs(literal) in self.names:
                name, arguments = self.names[abs(literal)]
                stated[arguments[:2]].append((name, arguments[2:], literal > 0))
        return any(self._nowhere(piece, about) for (piece, _), about in stated.items())

    def _nowhere(self, piece: int, about: list[tuple[str, tuple[int, ...], bool]]) -> bool:
        candidates = self.placements[piece]
        for name, rest, holds in about:
            if holds and name in ("occupies", "turned"):
                fewer = self.over[piece, rest[0]] if name == "occupies" else self.at[piece, rest]
                candidates = min(candidates, fewer, key=len)
        return not any(all(_is_so(name, rest, one) == holds for name, rest, holds in about) for one in candidates)


def _is_so(name: str, rest: tuple[int, ...], placement: Placement) -> bool:
    """Whether a copy that lies so is as stated."""
    if name == "turned":
        return placement.turned == rest
    if name == "occupies":
        return rest[0] in placement.cells
    return placement.corner[AXES.index(name)] <= rest[0]


def _placement(box: tuple[int, ...], cells: tuple[int, ...]) -> Placement:
    width, depth, _ = box
    points = [(cell % width, cell // width % depth, cell // width // depth) for cell in cells]
    x, y, z = (min(point[axis] for point in points) for axis in range(3))
    return Placement(frozenset(cells), (x, y, z), tuple(cell - x - width * (y + depth * z) for cell in cells))
