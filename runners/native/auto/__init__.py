"""Chooses the engine that suits a packing: bit masks, first holes, or counting by states.

The time of a search on bit masks is proportional to the nodes of its tree, which Knuth's random descents estimate in
advance. The other two meet equal remainders of the puzzle and work on each once, which saves more than any estimate
of a tree tells, or nothing. So one of them runs first where it may pay: states where a piece has several copies, and
first holes where the box is flat and narrow. It may run for FREE_S, which is less than a command takes to start,
and then for a share of the time that bit masks are expected to take. If it does not finish in this time, or exceeds its
memory, the bit masks enumerate. Everywhere else they run at once.
"""

import time

from models.problem import NotApplicable, Packing
from runners.native.bits import Bits
from runners.native.holes import Holes
from runners.native.states import StatesExhausted, StatesSearch

FREE_S, LONGEST_S = 0.02, 600.0
STATES_SHARE, HOLES_SHARE = 0.15, 1.0
NARROW = 6  # cells; in wider or thicker boxes there are too many states of the first open cells
STEP = 20_000  # nodes between two looks at the clock


class Auto:
    """A search by the engine that suits a packing, with the interface of the other searches.

    Raises UserError for invalid settings. ``engine`` names the engine that runs now.
    """

    def __init__(self, packing: Packing, threads: int = 1) -> None:
        self._packing, self._threads = packing, threads
        self._began = time.process_time()
        self._allowed = FREE_S
        self._share = 0.0
        self._bits: Bits | None = None
        self._search: Bits | Holes | StatesSearch = self._first()

    def _first(self) -> Bits | Holes | StatesSearch:
        packing = self._packing
        if any(copies > 1 for copies in packing.copies):
            self._share = STATES_SHARE
            return StatesSearch(packing)
        thickness, width, _ = sorted(packing.box)
        if thickness == 1 and width <= NARROW:
            try:
                found = Holes(packing)
            except NotApplicable:
                return Bits(packing, self._threads)
            self._share = HOLES_SHARE
            return found
        return Bits(packing, self._threads)

    def advance(self, max_solutions: int = 0, max_nodes: int = 0, collect: bool = True) -> list[list[int]]:
        """Continue the search; see Search.advance. Counting by states returns no solutions, only their number."""
        while not self._search.finished and not isinstance(self._search, Bits):
            try:
                self._search.advance(max_nodes=STEP, collect=False)
            except StatesExhausted:
                self._search = self._masks()
            if not self._search.finished and time.process_time() - self._began > self._allowed:
                self._extend()
        return [] if self._search.finished else self._search.advance(max_solutions, max_nodes, collect)

    def _extend(self) -> None:
        """Allow the first engine its share of the time that bit masks would take, or turn to these."""
        if self._bits is not None:
            self._search = self._bits
            return
        expected = self._masks().expected_s() / self._threads
        self._allowed += self._share * min(expected, LONGEST_S)

    def _masks(self) -> Bits:
        if self._bits is None:
            self._bits = Bits(self._packing, self._threads)
        return self._bits

    @property
    def engine(self) -> str:
        """The name of the engine that runs now."""
        return {StatesSearch: "states", Holes: "holes"}.get(type(self._search), "bits")

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
