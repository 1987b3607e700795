"""Which literals cannot be true together on a board whose covered cells are connected.

earlier(row,col): a cell before this one in reading order is covered.
near(row,col,d): the cell is covered, and d steps or fewer through covered cells lead to it from the first covered one.
"""

from __future__ import annotations

from collections.abc import Set
from itertools import pairwise
from math import inf

from runners.binding.board import Board, Cell
from runners.binding.dimacs import Name


class Connection:
    """How far covered cells lie from the first covered one."""

    def __init__(self, board: Board) -> None:
        self.names = board.names
        self.before: dict[Cell, Cell] = {later: cell for cell, later in pairwise(board.free)}
        self.free = set(board.free)
        most = min(len(board.free), board.length * len(board.tiles))  # as many cells can be covered
        self.farthest = most - 1 if board.connected and board.complete else inf

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no board makes all of the literals true."""
        true = {self.names[literal] for literal in literals if literal in self.names}
        false = {self.names[-literal] for literal in literals if -literal in self.names}
        return any(self._never(name, true, false) for name in true) or any(
            self._always(name, true, false) for name in false
        )

    def _never(self, name: Name, true: Set[Name], false: Set[Name]) -> bool:
        """Whether a statement cannot be true with the others."""
        match name:
            case "earlier", (row, col) if (row, col) in self.free:
                before = self.before.get((row, col))
                return before is None or {("covered", before), ("earlier", before)} <= false
            case "near", (row, col, 0):
                return ("covered", (row, col)) in false or ("earlier", (row, col)) in true
            case "near", (row, col, steps) if steps > 0:
                nearer = {("near", (*cell, steps - 1)) for cell in self._around((row, col))}
                return ("covered", (row, col)) in false or nearer <= false
        return False

    def _always(self, name: Name, true: Set[Name], false: Set[Name]) -> bool:
        """Whether a statement cannot be false with the others."""
        match name:
            case "earlier", (row, col) if (row, col) in self.before:
                before = self.before[row, col]
                return ("covered", before) in true or ("earlier", before) in true
            case "near", (row, col, steps) if steps >= 0 and ("covered", (row, col)) in true:
                nearer = {("near", (*cell, steps - 1)) for cell in self._around((row, col)) if steps > 0}
                return steps >= self.farthest or ("earlier", (row, col)) in false or not true.isdisjoint(nearer)
        return False

    def _around(self, cell: Cell) -> list[Cell]:
        """The cell and its neighbours that can be covered."""
        row, col = cell
        return [
            one for one in (cell, (row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)) if one in self.free
        ]
