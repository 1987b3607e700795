"""Each copy of a piece has an orientation and coordinates in order encoding.

Variables: turned(piece, copy, cell, cell, …): this copy has the orientation that covers these cells, in ascending
order, if it lies at the origin; x(piece, copy, v), y(…), z(…): the least x (y, z) of its cells is v or less, for each
place that leaves it room in the box but the last; occupies(piece, copy, cell): the copy covers the cell, for each cell
that must be filled; first(piece, copy, cell): the copy covers the cell or one of a lesser number, for each cell that
must be filled. Pieces are numbered from 0 in the instance, fixed ones as well, and a gap after them, copies from 0;
cells in a box of X x Y x Z cells are: (x, y, z) is x + X * (y + Y * z).
Constraints: cover(cell): a cell that must be filled is covered by exactly one copy, by the encoding that option
conflicts names (pairs: without auxiliary variables); turned(piece, copy): a copy has exactly one orientation;
order(piece, copy): a coordinate that is at most v is at most v + 1; lies(piece, copy): a copy covers the cells that its
orientation and its coordinates determine, and these lie in the box and must be filled.
Redundant (option reach): reach(piece, copy): a copy of some orientation covers only cells that its extent reaches from
its coordinates.
Objective: none.
Symmetry breaking, copies: the copies of a piece are in the order of their first cells.
Symmetry breaking, orbits: for one piece the data keep one placement of each orbit under the box's symmetries, the first
by orientation and coordinates; the others are not used.
Source: order encoding (N. Tamura, A. Taga, S. Kitagawa and M. Banbara, "Compiling finite linear CSP into SAT", 2009).

Goals: first, count
Excludes: ranges
Option conflicts: seqcounter | pairs
Option reach: on | off
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise, product

from tilings.models.formula import Formula, Literal, Ordered, add_clause
from tilings.models.polycubes import clauses, geometry
from tilings.models.polycubes.clauses import Placement
from tilings.models.polycubes.instance import Cell, PolycubesInstance
from tilings.models.problem import Atom

Shape = tuple[Cell, ...]


@dataclass(frozen=True)
class Copy:
    """A copy of a piece, both by number, with the variables of its orientations, coordinates and cells."""

    piece: int
    copy: int
    turned: dict[Shape, int]
    corner: list[Ordered]
    occupies: dict[int, int]


def build(instance: PolycubesInstance, goal: str, conflicts: str = "seqcounter", reach: str = "on") -> Formula:
    """The formula; both goals have the same one."""
    del goal
    formula = Formula()
    copies = [
        _copy(formula, instance, number, copy)
        for number, piece in enumerate(instance.tiles)
        if not piece.fixed
        for copy in range(piece.copies)
    ]
    for one in copies:
        formula.constraint("turned", one.piece, one.copy)
        formula.within(1, 1, list(one.turned.values()), conflicts)
        formula.constraint("order", one.piece, one.copy)
        for coordinate in one.corner:
            coordinate.state(formula)
        _lie(formula, instance, one)
        if reach == "on":
            _reach(formula, instance, one)
    # Each cell is covered by one copy.
    for cell in clauses.numbered(instance, instance.cells):
        formula.constraint("cover", cell)
        formula.within(1, 1, [one.occupies[cell] for one in copies], conflicts)
    # One piece lies in one placement of each orbit, and copies of a piece are in order.
    left_out = clauses.left_out(instance)
    reduced = {piece for placements in left_out.values() for piece, _ in placements}
    for one in copies:
        if one.piece in reduced:
            formula.order(-turned for turned in one.turned.values())
            formula.order(-literal for coordinate in one.corner for literal in coordinate.literals)
    for one in copies:
        if one.piece not in reduced:
            formula.order(-occupied for occupied in one.occupies.values())
    for motion, placements in left_out.items():
        formula.symmetry("motion", *clauses.axes(motion))
        for one in copies:
            for shape, corner in _places(instance, one):
                if _placement(instance, one, shape, corner) in placements:
                    add_clause(formula, *_elsewhere(one, shape, corner))
    for one, other in pairwise(copies):
        if one.piece == other.piece:
            _precede(formula, one, other)
    number = {placement: at for at, placement in enumerate(clauses.every_placement(instance))}

    def atoms(true: Collection[int]) -> list[Atom]:
        found: list[Atom] = []
        for one in copies:
            shape = next(shape for shape, variable in one.turned.items() if variable in true)
            x, y, z = (coordinate.value(true) for coordinate in one.corner)
            found.append(("image", (number[_placement(instance, one, shape, (x, y, z))],)))
        return found

    formula.atoms = atoms
    return formula


def _copy(formula: Formula, instance: PolycubesInstance, number: int, copy: int) -> Copy:
    """The variables of a copy."""
    shapes = [
        shape
        for shape in geometry.orientations(instance.tiles[number], instance.box, instance.reflect)
        if all(room >= 0 for room in _room(instance, shape))
    ]
    rooms = [max(room) for room in zip((0, 0, 0), *(_room(instance, shape) for shape in shapes), strict=True)]
    return Copy(
        number,
        copy,
        {shape: formula.variable("turned", number, copy, *clauses.numbered(instance, shape)) for shape in shapes},
        [Ordered(formula, room, axis, number, copy) for axis, room in zip("xyz", rooms, strict=True)],
        {cell: formula.variable("occupies", number, copy, cell) for cell in clauses.numbered(instance, instance.cells)},
    )


def _room(instance: PolycubesInstance, shape: Shape) -> list[int]:
    """The greatest coordinates at which a shape lies in the box; below 0 where it does not fit."""
    return [size - 1 - max(axis) for size, axis in zip(instance.box, zip(*shape, strict=True), strict=True)]


def _places(instance: PolycubesInstance, one: Copy) -> Iterator[tuple[Shape, Cell]]:
    """The orientations of a copy, each with the coordinates at which it lies in the box."""
    for shape in one.turned:
        x_range, y_range, z_range = (range(room + 1) for room in _room(instance, shape))
        for corner in product(x_range, y_range, z_range):
            yield shape, corner


def _placement(instance: PolycubesInstance, one: Copy, shape: Shape, corner: Cell) -> Placement:
    """The placement of a copy with an orientation and coordinates."""
    x, y, z = corner
    return one.piece, clauses.numbered(instance, ((x + dx, y + dy, z + dz) for dx, dy, dz in shape))


def _elsewhere(one: Copy, shape: Shape, corner: Cell) -> list[Literal]:
    """Literals all of which are false exactly if the copy has this orientation and these coordinates."""
    beside = [
        literal
        for coordinate, value in zip(one.corner, corner, strict=True)
        for literal in (coordinate.above(value), coordinate.at_most(value - 1))
    ]
    return [-one.turned[shape], *beside]


def _lie(formula: Formula, instance: PolycubesInstance, one: Copy) -> None:
    """A copy lies in the box and covers the cells that it lies on, none of which is blocked."""
    formula.constraint("lies", one.piece, one.copy)
    for shape, turned in one.turned.items():
        for coordinate, room in zip(one.corner, _room(instance, shape), strict=True):
            add_clause(formula, -turned, coordinate.at_most(room))
    for shape, corner in _places(instance, one):
        elsewhere = _elsewhere(one, shape, corner)
        _, cells = _placement(instance, one, shape, corner)
        if all(cell in one.occupies for cell in cells):
            for cell in cells:
                add_clause(formula, *elsewhere, one.occupies[cell])
        else:
            add_clause(formula, *elsewhere)


def _reach(formula: Formula, instance: PolycubesInstance, one: Copy) -> None:
    """A cell that the copy covers lies within its extent."""
    formula.constraint("reach", one.piece, one.copy)
    for shape, turned in one.turned.items():
        for cell, occupied in zip(instance.cells, one.occupies.values(), strict=True):
            extents = (max(axis) + 1 for axis in zip(*shape, strict=True))
            for coordinate, value, extent in zip(one.corner, cell, extents, strict=True):
                add_clause(formula, -turned, -occupied, coordinate.at_most(value))
                add_clause(formula, -turned, -occupied, coordinate.above(value - extent))


def _precede(formula: Formula, one: Copy, other: Copy) -> None:
    """The first cell of a copy has a lesser number than that of the next copy."""
    formula.constraint("first", one.piece, one.copy)
    before: list[int] = []  # whether the copy covers a cell before this one
    preceded = []
    for cell, occupied in one.occupies.items():
        preceded.append((-other.occupies[cell], *before))
        first = formula.variable("first", one.piece, one.copy, cell)
        formula.add(-first, occupied, *before)
        for literal in (occupied, *before):
            formula.add(-literal, first)
        before = [first]
    formula.symmetry("swap", one.piece, one.copy, other.copy)
    for clause in preceded:
        formula.add(*clause)
