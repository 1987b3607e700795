"""Chooses the engine that suits a packing: enumeration on bit masks, or counting by states.

The time of enumeration is proportional to the number of nodes of its tree, which Knuth's random descents estimate in
advance. The time of counting is proportional to the number of states, which is not known in advance. So the counting
runs first, for half of the time that enumeration is expected to take, and for as much again if it is past its middle by
then. If it does not finish in this time or exceeds its memory, the bit masks enumerate. If enumeration is expected to
take less time than building the tables of states, it runs at once.
"""

import time

from models.problem import Packing
from runners.native.bits import Bits
from runners.native.states import StatesExhausted, StatesSearch

SHARE = 0.5
SHORTEST_S, LONGEST_S = 0.12, 600.0
STEP = 20_000


class Auto:
    """A search by the engine that suits a packing, with the interface of the other searches.

    Raises UserError for invalid settings. ``engine`` names the engine that runs now.
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
        """Continue the search; see Search.advance. Counting by states returns no solutions, only their number."""
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
        """The name of the engine that runs now."""
        return "states" if isinstance(self._search, StatesSearch) else "bits"

    @property
    def finished(self) -> bool:
        """Whether the search is complete."""
        return self._search.finished

    @property
    def solutions(self) -> int:
        """The number of solutions found so far, up to symmetry; 0 until the end if they are counted by states."""
        return self._search.solutions

    @property
    def nodes(self) -> int:
        """The number of nodes or states visited by the engine that runs now."""
        return self._search.nodes

    @property
    def updates(self) -> int:
        """The effort of the engine that runs now."""
        return self._search.updates
