"""By cells in clauses: what starts in each cell, and the value that it shows, in order encoding.

Variables: start(row, col, orientation), whether a tile has its left or upper cell there (orientation 0: horizontal, 1:
vertical); laid(tile, row, col, mirror), whether it is of the class that this tile is the first of, mirrored or not;
covered(row, col), whether a tile covers the cell; value(row, col, v), whether the cell shows v or less, for each value
of the tiles but the largest, and true if it is not covered; contact(row, col, row2, col2), whether two neighbouring
cells (the left or upper one first) are covered by different tiles; placed(tile, n), for goal optimum, only if at least
n tiles of the class are placed.
Constraints: cover(row, col): at most one tile covers the cell; covered(row, col): exactly if some tile covers the cell;
laid(row, col): one layout is laid exactly if a tile starts there; order(row, col): a value at most v is at most the
next one; show(row, col): the cells of a tile that starts there show the values of its layout, and a cell that is not
covered has the least value; contact(row, col, row2, col2): as said above; agree(row, col, row2, col2): cells in contact
show equal values; copies(tile): a class is used at most as often as it has tiles, for goals first and count exactly
as often; placed(tile, n): as said above.
Redundant (option bound): colouring: a tile covers one cell of each colour of a diagonal colouring, so that at least as
many cells of each colour are covered as tiles are wanted: by constraint colouring all tiles, for goals first and count.
Objective: objective(v): at least v tiles are placed (and v cells of each colour covered), for ever larger v until that
is refuted.
Symmetry breaking, tiles: classes of equal tiles and their layouts, see placements.py: each board is found once.
Symmetry breaking, board, not for goal count (option board): lex: of the images of a board, the one whose covered cells
come first in reading order; mass: see `outweighs` in symmetry.py; piece: see `outside` there.
Preprocessing (option room): trimmed: the board is cut down to a corner, where all tiles are required: see `trimmed` in
placements.py; not for goal count. Clauses that require tiles are then a symmetry breaking room, and neither bound nor
constraint placed is stated.
Connected boards: near(row, col, d), whether the cell is covered and at most d steps through covered cells away from the
first covered one in reading order; earlier(row, col), whether an earlier cell is covered. Constraints: earlier(row,
col) and near(row, col) say so, and connected(row, col) that a covered cell is near.
Source: order encoding (N. Tamura, A. Taga, S. Kitagawa and M. Banbara, "Compiling finite linear CSP into SAT", 2009).

Goals: first, count, optimum
Option room: trimmed | whole
Option bound: colouring | none
Option board: lex | none | mass | piece
Option conflicts: seqcounter | pairs
"""

from collections import defaultdict
from collections.abc import Collection
from itertools import pairwise

from tilings.models.formula import Formula
from tilings.models.problem import Atom
from tilings.models.triominoes import clauses, placements
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Layout, Position

Start = dict[Position, int]
Laid = dict[Cell, dict[Layout, int]]
AtMost = dict[Cell, dict[int, int]]


def build(
    instance: TriominoesInstance,
    goal: str,
    room: str = "trimmed",
    bound: str = "colouring",
    board: str = "lex",
    conflicts: str = "seqcounter",
) -> Formula:
    """The formula; its atoms name a class by its first tile."""
    whole = instance
    instance = placements.in_room(instance, room, goal)
    cut = instance != whole
    encoding = "pairwise" if conflicts == "pairs" else conflicts
    formula = Formula()
    start = {
        place: formula.variable("start", place.row, place.col, place.orientation)
        for place in placements.positions(instance)
    }
    laid = _lay(formula, instance, start, encoding)
    covered = _cover(formula, instance, start)
    _agree(formula, instance, start, covered, _show(formula, instance, start, laid, covered))
    # Each class is used as often as it has tiles.
    used = placements.by_class(pair for by_layout in laid.values() for pair in by_layout.items())
    placed = clauses.use(formula, instance, goal, used, encoding, cut)
    if instance.connected:
        clauses.connect(formula, instance, covered)
    placed_at = {
        (layout, position): [start[position], variable]
        for position in start
        for layout, variable in laid[position.cells[0]].items()
    }
    clauses.bound_and_break(formula, instance, goal, covered, placed, placed_at, {"bound": bound, "board": board}, cut)

    def atoms(true: Collection[int]) -> list[Atom]:
        return [placements.atom(*pair) for pair, both in placed_at.items() if all(one in true for one in both)]

    formula.atoms = atoms
    return formula


def _lay(formula: Formula, instance: TriominoesInstance, start: Start, encoding: str) -> Laid:
    """One layout for each tile that starts in a cell."""
    starts = defaultdict(list)
    for position, variable in start.items():
        starts[position.cells[0]].append(variable)
    laid = {}
    for cell, starts_here in starts.items():
        layouts = placements.layouts(instance)
        laid[cell] = {layout: formula.variable("laid", layout.tile, *cell, layout.mirror) for layout in layouts}
        literals = list(laid[cell].values())
        formula.constraint("laid", *cell)
        formula.at_most(1, literals, encoding)
        for variable in literals:
            formula.add(-variable, *starts_here)
        for variable in starts_here:
            formula.add(-variable, *literals)
    return laid


def _cover(formula: Formula, instance: TriominoesInstance, start: Start) -> dict[Cell, int]:
    """At most one tile covers a cell; whether one does."""
    over = placements.over_cells(start.items())
    covered = {cell: formula.variable("covered", *cell) for cell in placements.cells(instance)}
    for cell, variable in covered.items():
        formula.constraint("cover", *cell)
        formula.at_most(1, over[cell], "pairwise")
        formula.constraint("covered", *cell)
        clauses.equal_any(formula, variable, over[cell])
    return covered


def _show(formula: Formula, instance: TriominoesInstance, start: Start, laid: Laid, covered: dict[Cell, int]) -> AtMost:
    """Each cell shows the value that lies there; a cell that is not covered has the least one."""
    values = placements.values(instance)
    at_most = {cell: {v: formula.variable("value", *cell, v) for v in values[:-1]} for cell in covered}
    for cell, order in at_most.items():
        formula.constraint("order", *cell)
        for one, other in pairwise(order.values()):
            formula.add(-one, other)
        formula.constraint("show", *cell)
        for variable in order.values():
            formula.add(covered[cell], variable)
    before = dict(pairwise(reversed(values)))
    for position, variable in start.items():
        formula.constraint("show", *position.cells[0])
        for layout, lies in laid[position.cells[0]].items():
            for cell, shown in zip(position.cells, layout.values, strict=True):
                # The value is at most the one shown, and not at most the value before that.
                if shown != values[-1]:
                    formula.add(-variable, -lies, at_most[cell][shown])
                if shown != values[0]:
                    formula.add(-variable, -lies, -at_most[cell][before[shown]])
    return at_most


def _agree(
    formula: Formula, instance: TriominoesInstance, start: Start, covered: dict[Cell, int], at_most: AtMost
) -> None:
    """Cells in contact show equal values."""
    crossing = placements.crossing(start.items())
    for edge in placements.edges(instance):
        one, two = edge
        contact = formula.variable("contact", *one, *two)
        formula.constraint("contact", *one, *two)
        clauses.equal_any(formula, -contact, [-covered[one], -covered[two], *crossing[edge]])
        formula.constraint("agree", *one, *two)
        for v, literal in at_most[one].items():
            formula.add(-contact, -literal, at_most[two][v])
            formula.add(-contact, literal, -at_most[two][v])
