"""Cover with a Boolean for each layout and position, in which borders between cells are coloured items.

Variables: place[layout, position], whether a tile of that class lies there in that direction; label[edge, value],
whether a tile that ends at the border between two cells shows the value there; placed, the number of tiles.
Constraints: a class is used at most as often as it has tiles; a cell is covered at most once; a border carries at most
one label. A tile that crosses a border covers both of its cells, so that nothing else meets it there.
Redundant (option bound): colouring: there are at most as many tiles as each colour of a diagonal colouring has cells.
Objective: maximise placed.
Symmetry breaking, tiles: classes of equal tiles and their layouts, see placements.py: each board is found once.
Symmetry breaking, board, not for goal count (option board): mass: see `outweighs` in symmetry.py; piece: see `outside`
there.
Preprocessing, not for goal count (option room): trimmed: the board is cut to a corner: see `trimmed` in placements.py.
Source: exact cover with multiplicities and colours (D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1).

Goals: first, count, optimum
Excludes: connected
Option room: trimmed | whole
Option bound: colouring | none
Option board: mass | none | piece
"""

from itertools import product
from typing import Any

from tilings.models.cpmpy_import import cp
from tilings.models.problem import Encoding
from tilings.models.triominoes import placements, symmetry
from tilings.models.triominoes.instance import TriominoesInstance
from tilings.models.triominoes.placements import Layout, Position

Placed = dict[tuple[Layout, Position], Any]


def build(
    instance: TriominoesInstance, goal: str, room: str = "trimmed", bound: str = "colouring", board: str = "mass"
) -> Encoding:
    """The model; its atoms name a class by its first tile."""
    instance = placements.in_room(instance, room, goal)
    model = cp.Model()
    every = product(placements.layouts(instance), placements.positions(instance))
    place = {pair: cp.boolvar() for pair in every}
    used = placements.by_class((layout, variable) for (layout, _), variable in place.items())
    over = placements.over_cells((position, variable) for (_, position), variable in place.items())
    ends = placements.ending(instance, placements.shown(place.items()))

    # Each class is used as often as it has tiles; for goal optimum at most so often.
    for first, copies in placements.copies(instance).items():
        times = cp.sum(used[first])
        model += times <= copies if goal == "optimum" else times == copies
    # Each cell is covered at most once.
    model += [cp.sum(over[cell]) <= 1 for cell in over]
    # Each border carries at most one label; it carries those that tiles show there.
    for edge in placements.edges(instance):
        showing = [ends[edge][value] + ends[edge[::-1]][value] for value in placements.values(instance)]
        model += cp.sum([_label(model, beside) for beside in showing if beside]) <= 1
    # Redundant: at most as many tiles as the diagonal colourings allow.
    most = placements.most_tiles(instance) if bound == "colouring" else len(instance.tiles)
    placed = cp.intvar(0, most)
    model += placed == cp.sum(list(place.values()))
    # The board is the heaviest of its images, or one tile of it lies in a fundamental region.
    if goal != "count" and board == "mass":
        for row in symmetry.outweighs(instance):
            model += cp.sum([gain * cp.sum(over[cell]) for cell, gain in row.items() if cell in over]) >= 0
    elif goal != "count" and board == "piece":
        model += [~place[pair] for pair in symmetry.outside(instance)]
    if goal == "optimum":
        model.maximize(placed)
    binaries = {placements.atom(*pair): variable for pair, variable in place.items()}
    return Encoding.of_binaries(model, binaries, goal == "optimum")


def _label(model: Any, showing: list[Any]) -> Any:
    """Whether any of these placements is made; defined by equality, so that each board is one solution of the model."""
    label = cp.boolvar()
    model += label == cp.any(showing)
    return label
