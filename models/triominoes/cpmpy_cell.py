"""For every cell, the part of a tile that it carries and the value that it shows.

Variables: role[cell], 0 for a free cell, 1 to length for the parts of a horizontal tile, then those of a vertical one;
value[cell], the number of the value shown, the last number if none is; laid[cell], the layout of the tile that starts
there, or 0; placed, the number of tiles. A layout is a class of equal tiles (up to mirroring) in one of its two
directions; palindromes have one.
Constraints: parts follow each other along a tile; a start shows its layout's values; neighbouring cells that are
covered and not parts of one tile show equal values; a class is used at most as often as it has tiles.
Redundant (option bound): colouring: every colour of a diagonal colouring has as many covered cells as there are tiles.
Objective: maximise placed.
Symmetry breaking, tiles: classes of equal tiles and their layouts, see placements.py: each board is found once.
Symmetry breaking, board, not for goal count (option board): mass: see `outweighs` in symmetry.py; piece: see `outside`
there.
Preprocessing, not for goal count (option room): trimmed: the board is cut to a corner: see `trimmed` in placements.py.
Connected boards: every covered cell has its distance from the first covered one within the covered cells.
Source: this project; the report's problem by cells instead of pairs of tiles, channeled.

Goals: first, count, optimum
Option room: trimmed | whole
Option bound: colouring | none
Option board: mass | none | piece
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from tilings.models.cpmpy_import import cp
from tilings.models.problem import Atom, Encoding
from tilings.models.triominoes import placements, symmetry
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Layout, Position

Variables = dict[Cell, Any]


def build(
    instance: TriominoesInstance, goal: str, room: str = "trimmed", bound: str = "colouring", board: str = "mass"
) -> Encoding:
    """The model; its atoms name a class by its first tile."""
    instance = placements.in_room(instance, room, goal)
    model = cp.Model()
    cells, layouts = placements.cells(instance), placements.layouts(instance)
    free = len(placements.values(instance))
    role = {cell: cp.intvar(0, 2 * instance.length) for cell in cells}
    value = {cell: cp.intvar(0, free) for cell in cells}
    laid = {cell: cp.intvar(0, len(layouts)) for cell in cells}
    covered = {cell: cp.boolvar() for cell in cells}

    # A covered cell has a part, shows a value, and is laid out exactly if the part is a first one.
    for cell in cells:
        model += [covered[cell] == (role[cell] > 0), covered[cell] == (value[cell] != free)]
        model += (laid[cell] > 0) == ((role[cell] == 1) | (role[cell] == instance.length + 1))
    _follow(model, instance, role)
    _show(model, instance, layouts, role, value, laid)
    _agree(model, instance, role, value)

    # Each class is used as often as it has tiles; for goal optimum at most so often.
    for first, copies in placements.copies(instance).items():
        own = [number for number, layout in enumerate(layouts, start=1) if layout.tile == first]
        times = cp.sum([laid[cell] == number for cell in cells for number in own])
        model += times <= copies if goal == "optimum" else times == copies
    # Redundant: every tile covers one cell of each colour.
    placed = cp.intvar(0, len(instance.tiles))
    model += placed == cp.sum([laid[cell] > 0 for cell in cells])
    if bound == "colouring":
        model += [cp.sum([covered[cell] for cell in colour]) == placed for colour in placements.colours(instance)]
    if instance.connected:
        _connect(model, instance, covered)
    # The board is the heaviest of its images, or one tile of it lies in a fundamental region.
    if goal != "count" and board == "mass":
        for row in symmetry.outweighs(instance):
            model += cp.sum([gain * covered[cell] for cell, gain in row.items()]) >= 0
    elif goal != "count" and board == "piece":
        number = {layout: at for at, layout in enumerate(layouts, start=1)}
        for layout, position in symmetry.outside(instance):
            start, (first, _) = position.cells[0], _starts(instance)[position.orientation]
            model += (laid[start] != number[layout]) | (role[start] != first)
    if goal == "optimum":
        model.maximize(placed)

    def atoms(chosen: Callable[[Any], float]) -> list[Atom]:
        starts = [(cell, layouts[int(chosen(laid[cell])) - 1]) for cell in cells if chosen(laid[cell])]
        return [
            placements.atom(layout, Position(int(chosen(role[cell]) > 1), *cell, instance.length))
            for cell, layout in starts
        ]

    return Encoding(model, atoms, goal == "optimum")


def _starts(instance: TriominoesInstance) -> tuple[tuple[int, Cell], ...]:
    """The role of a horizontal and of a vertical tile's first part, each with the step to the next cell."""
    return (1, (0, 1)), (instance.length + 1, (1, 0))


def _beyond(cell: Cell, step: Cell, steps: int = 1) -> Cell:
    """The cell so many steps further."""
    return cell[0] + steps * step[0], cell[1] + steps * step[1]


def _follow(model: Any, instance: TriominoesInstance, role: Variables) -> None:
    """Parts follow each other along a tile, and no part hangs over the border or a blocked cell."""
    for first, step in _starts(instance):
        for cell in role:
            after, before = _beyond(cell, step), _beyond(cell, step, -1)
            for part in range(first, first + instance.length - 1):
                if after in role:
                    model += (role[cell] == part) == (role[after] == part + 1)
                else:
                    model += role[cell] != part
                if before not in role:
                    model += role[cell] != part + 1


def _show(
    model: Any, instance: TriominoesInstance, layouts: list[Layout], role: Variables, value: Variables, laid: Variables
) -> None:
    """The cells of a tile show the values of the layout at its start."""
    number = {shown: at for at, shown in enumerate(placements.values(instance))}
    for part in range(instance.length):
        column = [len(number), *(number[layout.values[part]] for layout in layouts)]
        for cell in role:
            shown = cp.Element(column, laid[cell])
            for first, step in _starts(instance):
                if (target := _beyond(cell, step, part)) in role:
                    model += (role[cell] == first).implies(value[target] == shown)


def _agree(model: Any, instance: TriominoesInstance, role: Variables, value: Variables) -> None:
    """Neighbouring cells, both covered and not parts of one tile, show equal values."""
    for one, two in placements.edges(instance):
        first = 1 if one[0] == two[0] else instance.length + 1
        crossed = [role[one] == part for part in range(first, first + instance.length - 1)]
        model += cp.any([*crossed, role[one] == 0, role[two] == 0, value[one] == value[two]])


def _connect(model: Any, instance: TriominoesInstance, covered: Variables) -> None:
    """Distances within the covered cells from the first of them: they exist if the cells are connected."""
    distance = {cell: cp.intvar(0, max(len(covered) - 1, 0)) for cell in covered}
    nearer = defaultdict(list)
    for one, two in placements.edges(instance):
        both = covered[one] & covered[two]
        # Covered neighbours differ by one step at most, which makes the distances unique.
        model += both.implies(distance[one] - distance[two] <= 1)
        model += both.implies(distance[two] - distance[one] <= 1)
        nearer[one].append(covered[two] & (distance[two] + 1 == distance[one]))
        nearer[two].append(covered[one] & (distance[one] + 1 == distance[two]))
    earlier: list[Any] = []
    for cell, variable in covered.items():
        # The first covered cell and those that are not covered have distance 0, each other one a nearer neighbour.
        model += variable.implies(cp.any([*earlier, distance[cell] == 0]))
        model += (~variable).implies(distance[cell] == 0)
        model += cp.any([~variable, cp.all([~other for other in earlier]), *nearer[cell]])
        earlier.append(variable)
