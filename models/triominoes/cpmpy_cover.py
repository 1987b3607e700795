"""Cover with a Boolean for each layout and position, in which borders between cells are coloured items.

Variables: place[layout, position], whether a tile of that class lies there in that direction; label[edge, value],
whether a tile that ends at the border between two cells shows the value there; placed, the number of tiles.
Constraints: a class is used at most as often as it has tiles; a cell is covered at most once; a border carries at most
one label. A tile that crosses a border covers both of its cells, so that nothing else meets it there.
Redundant (option bound): colouring: there are at most as many tiles as each colour of a diagonal colouring has cells.
Objective: maximise placed.
Symmetry breaking, tiles: equal tiles (up to mirroring) are one class and palindromes have one layout, so that each
board is found once.
Symmetry breaking, board, not for goal count (option board): mass: the right half has at least as many covered cells as
the left one, the lower as the upper; on a square board the former two differ by at least as much as the latter; piece:
a tile without an equal lies in a fundamental region.
Preprocessing (option room): trimmed: if all tiles have room without touching, the board is cut down to the smallest
corner in which they have; not for goal count.
Source: exact cover with multiplicities and colours (D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1).

Goals: first, count, optimum
Excludes: connected
Option room: trimmed | whole
Option bound: colouring | none
Option board: mass | none | piece
"""

from collections import defaultdict
from itertools import product
from typing import Any

from tilings.models.cpmpy_import import cp
from tilings.models.problem import Encoding
from tilings.models.triominoes import placements, symmetry
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Edge, Layout, Position

Placed = dict[tuple[Layout, Position], Any]


def build(
    instance: TriominoesInstance, goal: str, room: str = "trimmed", bound: str = "colouring", board: str = "mass"
) -> Encoding:
    """The model; its atoms name a class by its first tile."""
    if room == "trimmed" and goal != "count":
        instance = placements.trimmed(instance)
    model = cp.Model()
    every = product(placements.layouts(instance), placements.positions(instance))
    place = {pair: cp.boolvar() for pair in every}
    used, over, beside = _sort(instance, place)

    # Each class is used as often as it has tiles; for goal optimum at most so often.
    for first, copies in placements.copies(instance).items():
        times = cp.sum(used[first])
        model += times <= copies if goal == "optimum" else times == copies
    # Each cell is covered at most once.
    model += [cp.sum(over[cell]) <= 1 for cell in over]
    # Each border carries at most one label; it carries those that tiles show there.
    for by_value in beside.values():
        model += cp.sum([_label(model, showing) for showing in by_value.values()]) <= 1
    # Redundant: at most as many tiles as the diagonal colourings allow.
    most = placements.most_tiles(instance) if bound == "colouring" else len(instance.tiles)
    placed = cp.intvar(0, most)
    model += placed == cp.sum(list(place.values()))
    if goal != "count":
        _break_board_symmetry(model, instance, place, over, board)
    if goal == "optimum":
        model.maximize(placed)
    binaries = {placements.atom(*pair): variable for pair, variable in place.items()}
    return Encoding.of_binaries(model, binaries, goal == "optimum")


def _sort(
    instance: TriominoesInstance, place: Placed
) -> tuple[dict[int, list[Any]], dict[Cell, list[Any]], dict[Edge, dict[int, list[Any]]]]:
    """The placements of each class, over each cell, and for each border and value those that show the value there."""
    borders = placements.borders(instance)
    used: dict[int, list[Any]] = defaultdict(list)
    over: dict[Cell, list[Any]] = defaultdict(list)
    beside: dict[Edge, dict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for (layout, position), variable in place.items():
        used[layout.tile].append(variable)
        for cell, value in zip(position.cells, layout.values, strict=True):
            over[cell].append(variable)
            for edge, other in borders[cell]:
                if other not in position.cells:
                    beside[edge][value].append(variable)
    return used, over, beside


def _label(model: Any, showing: list[Any]) -> Any:
    """Whether any of these placements is made; defined by equality, so that each board is one solution of the model."""
    label = cp.boolvar()
    model += label == cp.any(showing)
    return label


def _break_board_symmetry(
    model: Any, instance: TriominoesInstance, place: Placed, over: dict[Cell, list[Any]], board: str
) -> None:
    """The board is the heaviest of its images, or one tile of it lies in a fundamental region."""
    if board == "mass":
        for row in symmetry.outweighs(instance):
            model += cp.sum([gain * cp.sum(over[cell]) for cell, gain in row.items() if cell in over]) >= 0
    elif board == "piece":
        model += [~place[pair] for pair in symmetry.outside(instance)]
