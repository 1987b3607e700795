"""Chooses the engine that suits a packing: bit masks, or counting by states.

The time of a search on bit masks is proportional to the nodes of its tree, which Knuth's random descents estimate in
advance. States merge equal subproblems, which may save much more than an estimate of the tree shows, or nothing. A
saving is likely if a piece has several copies. Then states run first: for FREE_S, which is less than a command takes to
start, and then for a share of the time that bit masks are expected to take. If states do not finish in this time, or
exceed their memory, the bit masks enumerate.

If no piece has several copies, the bit masks run at once. If they are not done after LOOK_S and are expected to take
longer than SLOW_S, states that can be grouped by profile get a share of that time: a small share to find the profiles,
and then a large one to count. If this fails, the bit masks continue.
"""

import time

from tilings.models.problem import Packing
from tilings.runners.native.bits import Bits
from tilings.runners.native.states import StatesExhausted, StatesSearch

FREE_S, LOOK_S, SLOW_S, LONGEST_S = 0.02, 0.3, 3.0, 600.0
STATES_SHARE, PROFILES_SHARE, GROUPED_SHARE = 0.15, 0.1, 0.5
STEP = 20_000  # nodes between two readings of the clock


class Auto:
    """A search by the engine that suits a packing, with the interface of the other searches.

    Raises UserError for invalid settings. ``engine`` names the present engine.
    """

    def __init__(self, packing: Packing, threads: int = 1) -> None:
        self._packing, self._threads = packing, threads
        self._began = time.process_time()
        self._bits: Bits | None = None
        self._grouping: StatesSearch | None = None  # the states that took over from bit masks
        self._settled = False  # whether the present engine runs to the end
        self._share = 0.0
        self._search: Bits | StatesSearch = self._first()
        self._allowed = LOOK_S if isinstance(self._search, Bits) else FREE_S

    def _first(self) -> Bits | StatesSearch:
        if any(copies > 1 for copies in self._packing.copies):
            self._share = STATES_SHARE
            return StatesSearch(self._packing, self._threads)
        return self._masks()

    def advance(self, max_solutions: int = 0, max_nodes: int = 0, collect: bool = True) -> list[list[int]]:
        """Continue the search; see Search.advance. Counting by states returns no solutions, only their number."""
        collected: list[list[int]] = []
        solutions = nodes = 0  # of this call
        while not self.finished:
            search = self._search
            solutions_before, nodes_before = search.solutions, search.nodes
            wanted = max_solutions - solutions if max_solutions else 0
            limits = [limit for limit in (max_nodes and max_nodes - nodes, 0 if self._settled else STEP) if limit]
            try:
                collected += search.advance(wanted, min(limits, default=0), collect)
            except StatesExhausted:
                self._search, self._settled = self._masks(), True
            solutions += search.solutions - solutions_before
            nodes += search.nodes - nodes_before
            if not self.finished and not self._settled and (self._failed() or self._spent() > self._allowed):
                self._choose()
            if (max_solutions and solutions >= max_solutions) or (max_nodes and nodes >= max_nodes):
                break
        return collected

    def _spent(self) -> float:
        return time.process_time() - self._began

    def _failed(self) -> bool:
        """Whether states that were to be grouped turned out to have too many profiles."""
        return self._grouping is not None and not self._grouping.counting.grouped

    def _choose(self) -> None:
        """Change to bit masks, or from them to states, or extend the time of the first engine by its share."""
        if self._grouping is not None and self._share == PROFILES_SHARE and self._grouping.counting.expanding:
            self._share = GROUPED_SHARE
        elif self._bits is not None and self._search is not self._bits:
            self._search, self._settled = self._bits, True
            return
        expected = self._masks().expected_s() / self._threads
        if self._search is self._bits:
            states = StatesSearch(self._packing, self._threads) if expected > SLOW_S else None
            if states is None or not states.counting.grouped:
                self._settled = True
                return
            self._search, self._grouping, self._share = states, states, PROFILES_SHARE
        self._allowed += self._share * min(expected, LONGEST_S)

    def _masks(self) -> Bits:
        if self._bits is None:
            self._bits = Bits(self._packing, self._threads)
        return self._bits

    @property
    def engine(self) -> str:
        """The name of the present engine."""
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
        """The number of nodes or states visited by the present engine."""
        return self._search.nodes

    @property
    def updates(self) -> int:
        """The effort of the present engine."""
        return self._search.updates
