"""Branch and bound on the scarcest cell: a search made for these boards, as a reference. It is not an exact cover.

A node branches on the cell with the fewest ways to be covered or left empty (see runners.native.budget).
Variables: what lies on each cell, a tile's part or nothing.
Constraints: a class is used at most as often as it has tiles; touching tiles show equal values; connected boards grow
from their first tile. Empty cells are bounded by budgets: of c cells, k tiles of length l leave c - l * k empty; of the
c cells of a colour of a diagonal colouring they leave c - k empty, as each tile covers one.
Objective: maximise the number of tiles placed, from a bound that the last board found raises.
Symmetry breaking, tiles: classes of equal tiles and their layouts, see placements.py: each board is found once.
Symmetry breaking, board, not for goal count (option board): mass: of all images of a board one has no more empty cells
in its upper half than in the lower, right or left one, and of these one has no more in its left half than in the right
one. As the halves share the empty cells that a board may have, this makes two budgets of one.
Preprocessing, not for goal count (option room): trimmed: the board is cut to a corner: see `trimmed` in placements.py.
Source: this project; random restarts on Luby's schedule for good boards (see the engine).

Goals: first, count, optimum
Engines: budget
Paradigm: native search
Option room: trimmed | whole
Option bound: colouring | none
Option board: mass | none
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from tilings.models.problem import EdgeMatchingModel
from tilings.models.triominoes import placements
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.symmetry import Motion, motions, move

Budget = tuple[tuple[int, ...], int, int]


def build(
    instance: TriominoesInstance, goal: str, room: str = "trimmed", bound: str = "colouring", board: str = "mass"
) -> EdgeMatchingModel:
    """The board, its tiles by class, and the budgets."""
    instance = placements.in_room(instance, room, goal)
    copies = placements.copies(instance)
    classes = {tile: number for number, tile in enumerate(copies)}
    layouts = placements.layouts(instance)
    budgets = [_budget(instance, Counter(placements.cells(instance)), instance.length)]
    if bound == "colouring":
        budgets += [_budget(instance, Counter(colour), 1) for colour in placements.colours(instance)]
    if board == "mass" and goal != "count":
        budgets += _halves(instance)
    return EdgeMatchingModel(
        rows=instance.rows,
        cols=instance.cols,
        blocked=tuple(row * instance.cols + col for row, col in instance.blocked),
        layouts=tuple((classes[layout.tile], layout.values) for layout in layouts),
        names=tuple((layout.tile, layout.mirror) for layout in layouts),
        copies=tuple(copies.values()),
        budgets=tuple(budgets),
        wanted=0 if goal == "optimum" else len(instance.tiles),
        every=goal == "count",
        connected=instance.connected,
    )


def _budget(instance: TriominoesInstance, weights: Counter[Cell], each: int) -> Budget:
    """A budget: the weight of all free cells less that of the tiles is the weight of the empty cells."""
    total = sum(weights[cell] for cell in placements.cells(instance))
    return tuple(weights[cell] for cell in product(range(instance.rows), range(instance.cols))), total, each


def _halves(instance: TriominoesInstance) -> Iterator[Budget]:
    """Budgets for halves with no more empty cells than their images: weight 2 in the half, 0 in the image."""

    def image(half: frozenset[Cell], motion: Motion) -> frozenset[Cell]:
        return frozenset(move(instance, motion, cell) for cell in half)

    kept = motions(instance)
    board = list(product(range(instance.rows), range(instance.cols)))
    upper = frozenset(cell for cell in board if cell[0] < instance.rows // 2)
    left = frozenset(cell for cell in board if cell[1] < instance.cols // 2)
    keeping = [motion for motion in kept if image(upper, motion) == upper]
    pairs = [(upper, image(upper, motion)) for motion in kept] + [(left, image(left, motion)) for motion in keeping]
    for half, other in dict.fromkeys(pairs):
        if half != other:
            yield _budget(instance, Counter(board) + Counter(half) - Counter(other), instance.length)
