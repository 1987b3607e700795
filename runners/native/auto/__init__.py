"""The engine that suits a packing, found out by itself: enumeration on bit masks, or counting by states.

Enumeration costs time in proportion to the nodes of its tree, which Knuth's random descents estimate beforehand;
counting by states costs time in proportion to the states, which nobody knows beforehand. So states get half of the
time that enumeration is expected to take, and as much again if they are past their middle by then. If they come to
their end, or to their memory's, that decides; else the bit masks enumerate. Where enumeration is expected to take less
than the building of tables, there is nothing to choose.
"""

from __future__ import annotations

import time

from models.problem import Packing
from runners.native.bits import Bits
from runners.native.states import StatesExhausted, StatesSearch

SHARE = 0.5
SHORTEST_S, LONGEST_S = 0.12, 600.0
STEP = 20_000


class Auto:
    """A search of the engine that suits a packing; its interface is that of the other searches.

    Raises UserError for settings that make no sense. ``engine`` names the one that runs now.
    """

    def __init__(self, packing: Packing, threads: int = 1) -> None:
        self._bits = Bits(packing, threads)
        self._search: Bits | StatesSearch = self._bits
        expected = self._bits.expected_s() / threads
        if expected > SHORTEST_S:
            self._search = StatesSearch(packing)
        self._budget = SHARE * min(expected, LONGEST_S)
        self._ends = time.process_time() + self._budget

    def advance(self, max_solutions: int = 0, max_nodes: int = 0, collect: bool = True) -> list[list[int]]:
        """Search on; see Search.advance. Counting by states, it finds no solution, and the number at its end."""
        while isinstance(self._search, StatesSearch) and not self._search.finished:
            try:
                self._search.advance(max_nodes=STEP)
            except StatesExhausted:
                self._search = self._bits
                break
            if time.process_time() > self._ends and not self._search.finished:
                if self._search.counting.past_half and self._budget > 0:
                    self._ends, self._budget = self._ends + self._budget, 0.0
                else:
                    self._search = self._bits
        return [] if self._search.finished else self._search.advance(max_solutions, max_nodes, collect)

    @property
    def engine(self) -> str:
        """Which engine runs now."""
        return "states" if isinstance(self._search, StatesSearch) else "bits"

    @property
    def finished(self) -> bool:
        """Whether all is found."""
        return self._search.finished

    @property
    def solutions(self) -> int:
        """The solutions found so far, up to symmetry; all at once where they are counted by states."""
        return self._search.solutions

    @property
    def nodes(self) -> int:
        """The nodes or states visited by the engine that runs now."""
        return self._search.nodes

    @property
    def updates(self) -> int:
        """The effort of the engine that runs now."""
        return self._search.updates
