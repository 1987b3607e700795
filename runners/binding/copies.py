"""The copies of pieces in a box: which literals about them exclude each other.

The variables and the numbers of the cells are those of runners.binding.families.polycubes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from tilings.runners.binding.dimacs import Name

AXES = ("x", "y", "z")
OF_COPIES = ("turned", "occupies", "first", *AXES)


@dataclass(frozen=True)
class Placement:
    """A placement of a copy: its cells, their least coordinates, and its cells when moved to the origin."""

    cells: frozenset[int]
    corner: tuple[int, int, int]
    turned: tuple[int, ...]


class Orientations:
    """Sets of literals about the copies of pieces that exclude each other.

    box: the box's extents.
    placements: the cells of the placements, ascending, for each piece that is not fixed.
    copies: the number of copies of each piece that each solution uses.
    """

    def __init__(
        self,
        box: tuple[int, ...],
        placements: Mapping[int, Iterable[tuple[int, ...]]],
        copies: Mapping[int, int],
        variables: Mapping[Name, int],
    ) -> None:
        about_copies = ((name, number) for name, number in variables.items() if name[0] in OF_COPIES)
        self.box = box
        self.names = {
            number: (name, arguments)
            for (name, arguments), number in about_copies
            if len(arguments) >= 3 and arguments[0] in placements and 0 <= arguments[1] < copies[arguments[0]]
        }
        self.placements: dict[int, list[Placement]] = {}
        self.over: dict[tuple[int, int], list[Placement]] = defaultdict(list)
        self.at: dict[tuple[int, tuple[int, ...]], list[Placement]] = defaultdict(list)
        for piece, all_cells in placements.items() if self.names else ():
            self.placements[piece] = [placed(box, cells) for cells in all_cells]
            for placement in self.placements[piece]:
                self.at[piece, placement.turned].append(placement)
                for cell in placement.cells:
                    self.over[piece, cell].append(placement)

    def turned(self, piece: int) -> set[tuple[int, ...]]:
        """The orientations in which a piece has a placement, as the cells that it covers if moved to the origin."""
        return {placement.turned for placement in self.placements.get(piece, [])}

    def oriented(self, piece: int, copy: int, axis: int, true: Set[int]) -> tuple[Name | None, int]:
        """The orientation of a copy, if one of the true literals states it, and its greatest coordinate on an axis."""
        for literal in true:
            name, arguments = self.names.get(literal, ("", ()))
            if name == "turned" and arguments[:2] == (piece, copy):
                extent = max(_point(self.box, cell)[axis] for cell in arguments[2:])
                return (name, arguments), self.box[axis] - 1 - extent
        return None, 0

    def excludes(self, literals: Set[int]) -> bool:
        """Whether some copy has no placement consistent with all literals, or two copies cover the same cell."""
        stated: dict[tuple[int, ...], list[tuple[str, tuple[int, ...], bool]]] = defaultdict(list)
        covered: list[int] = []
        for literal in literals:
            if abs(literal) in self.names:
                name, arguments = self.names[abs(literal)]
                stated[arguments[:2]].append((name, arguments[2:], literal > 0))
                if name == "occupies" and literal > 0:
                    covered.append(arguments[2])
        return len(set(covered)) < len(covered) or any(
            self._has_no_placement(piece, about) for (piece, _), about in stated.items()
        )

    def _has_no_placement(self, piece: int, about: list[tuple[str, tuple[int, ...], bool]]) -> bool:
        candidates = self.placements[piece]
        for name, rest, holds in about:
            if holds and name in ("occupies", "turned"):
                fewer = self.over[piece, rest[0]] if name == "occupies" else self.at[piece, rest]
                candidates = min(candidates, fewer, key=len)
        return not any(
            all(_holds(name, rest, placement) == holds for name, rest, holds in about) for placement in candidates
        )


def _holds(name: str, rest: tuple[int, ...], placement: Placement) -> bool:
    """Whether a statement is true of a copy with this placement."""
    if name == "turned":
        return placement.turned == rest
    if name == "occupies":
        return rest[0] in placement.cells
    if name == "first":
        return min(placement.cells) <= rest[0]
    return placement.corner[AXES.index(name)] <= rest[0]


def placed(box: tuple[int, ...], cells: tuple[int, ...]) -> Placement:
    """The placement that covers these cells, ascending, in a box of these extents."""
    width, depth, _ = box
    points = [_point(box, cell) for cell in cells]
    x, y, z = (min(point[axis] for point in points) for axis in range(3))
    return Placement(frozenset(cells), (x, y, z), tuple(cell - x - width * (y + depth * z) for cell in cells))


def _point(box: tuple[int, ...], cell: int) -> tuple[int, int, int]:
    return cell % box[0], cell // box[0] % box[1], cell // box[0] // box[1]
