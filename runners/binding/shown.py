"""Which literals about the values that cells show cannot be true together.

value(row,col,v): the cell shows the value v or less, or no known tile covers it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from math import inf

from runners.binding.board import Board, Cell, neighbours


class Shown:
    """The values that cells show."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.names = board.names

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no board makes all of the literals true, as some cell would have no value left that it can show."""
        least: dict[Cell, float] = defaultdict(lambda: -inf)
        most: dict[Cell, float] = defaultdict(lambda: inf)
        starts, laid, contacts = [], [], []
        for literal in literals:
            match (*self.names.get(abs(literal), ("", ())), literal > 0):
                case "value", (row, col, value), True:
                    most[row, col] = min(most[row, col], value)
                case "value", (row, col, value), False:
                    least[row, col] = max(least[row, col], value + 1)
                case "covered", (row, col), False:
                    most[row, col] = -inf  # it shows no value, so that all statements `value` are true
                case "start", start, True:
                    starts.append(start)
                case "laid", layout, True:
                    laid.append(layout)
                case "contact", (row, col, row2, col2), True if neighbours((row, col), (row2, col2)):
                    contacts.append(((row, col), (row2, col2)))
        for row, col, down in starts:
            for tile, row2, col2, mirror in laid:
                if (row, col) == (row2, col2) and (tile, row, col, down, mirror) in self.board.placements:
                    for cell, value in self.board.shown((tile, row, col, down, mirror)).items():
                        least[cell], most[cell] = max(least[cell], value), min(most[cell], value)
        for cells in contacts:
            low, high = max(least[cell] for cell in cells), min(most[cell] for cell in cells)
            for cell in cells:
                least[cell], most[cell] = low, high
        return any(low > most[cell] for cell, low in list(least.items()))
