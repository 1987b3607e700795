"""Cover in clauses, with a variable for each layout and position; borders between cells carry labels.

Variables: tile(tile, row, col, orientation, mirror), whether a tile of the class that this one is the first of has its
left or upper cell there; shows(row, col, row2, col2, value), whether a tile that ends at the border between two cells
(the left or upper one first) shows the value there; covered(row, col), whether a tile covers the cell; placed(tile, n),
for goal optimum, only if at least n tiles of the class are placed.
Constraints: cover(row, col): at most one tile covers the cell, by the encoding that option conflicts names (pairs:
without auxiliary variables); copies(tile): a class is used at most as often as it has tiles, for goals first and count
exactly as often; covered(row, col): exactly if some tile covers the cell; label(row, col, row2, col2): a border shows a
value exactly if some tile shows it there; agree(row, col, row2, col2): a border shows at most one value; placed(tile,
n): as said above. A tile that crosses a border covers both of its cells, so that nothing else meets it there.
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
Source: exact cover with multiplicities and colours (D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1).

Goals: first, count, optimum
Excludes: connected
Option room: trimmed | whole
Option bound: colouring | none
Option board: lex | none | mass | piece
Option conflicts: seqcounter | pairs
"""

from collections.abc import Mapping
from itertools import product

from tilings.models.formula import Formula
from tilings.models.triominoes import clauses, placements
from tilings.models.triominoes.instance import TriominoesInstance
from tilings.models.triominoes.placements import Layout, Position

Placed = Mapping[tuple[Layout, Position], int]


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
    every = product(placements.layouts(instance), placements.positions(instance))
    atoms = {pair: placements.atom(*pair) for pair in every}
    place = {pair: formula.variable(name, *arguments) for pair, (name, arguments) in atoms.items()}
    formula.atoms = lambda true: [atoms[pair] for pair, variable in place.items() if variable in true]

    # Each class is used as often as it has tiles.
    used = placements.by_class((layout, variable) for (layout, _), variable in place.items())
    placed = clauses.use(formula, instance, goal, used, encoding, cut)
    # A cell is covered at most once.
    over = placements.over_cells((position, variable) for (_, position), variable in place.items())
    for cell, variables in over.items():
        formula.constraint("cover", *cell)
        formula.at_most(1, variables, encoding)
    covered = {cell: formula.variable("covered", *cell) for cell in placements.cells(instance)}
    for cell, variable in covered.items():
        formula.constraint("covered", *cell)
        clauses.equal_any(formula, variable, over[cell])
    _label_borders(formula, instance, place, encoding)
    at = {pair: [variable] for pair, variable in place.items()}
    clauses.bound_and_break(formula, instance, goal, covered, placed, at, {"bound": bound, "board": board}, cut)
    return formula


def _label_borders(formula: Formula, instance: TriominoesInstance, place: Placed, encoding: str) -> None:
    """A border carries the labels that tiles show there, and at most one."""
    ends = placements.ending(instance, placements.shown(place.items()))
    for edge in placements.edges(instance):
        labels = []
        formula.constraint("label", *edge[0], *edge[1])
        for value in placements.values(instance):
            labels.append(formula.variable("shows", *edge[0], *edge[1], value))
            clauses.equal_any(formula, labels[-1], ends[edge][value] + ends[edge[::-1]][value])
        formula.constraint("agree", *edge[0], *edge[1])
        formula.at_most(1, labels, encoding)
