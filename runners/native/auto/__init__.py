"""Chooses between a search and counting by states, by counts of their steps and not by the clock.

The choice is the same on every machine and under every load: it depends on the costs of both engines, which are their
effort and nodes times the nominal seconds of each. States merge equal subproblems, which may save much more than an
estimate of the search tree shows, or nothing.

The search runs alone up to LOOK_S, as many puzzles are finished by then, or up to GLANCE_S if few of Knuth's random
descents expect it to be long. After that states may cost a share of what the search is expected to cost, or has already
cost if that is more. They run before the search continues. For bit masks the expected cost is estimated by more
descents, unless the few put it beyond doubt. For dancing links it is not, and the two engines take turns at equal cost.
Whichever ends first has the count, which therefore costs at most about twice as much as by the better engine. Where
states can be grouped by profile, the graph of the profiles is built first, for a smaller share. States that exceed
their memory, or have too many profiles, are given up.
"""

from tilings.models.problem import Choice, NotApplicable
from tilings.runners.native import bits, engines
from tilings.runners.native.dlx import Search
from tilings.runners.native.engines import EngineSearch
from tilings.runners.native.states import StatesExhausted, StatesSearch

GLANCE_S, LOOK_S = 0.002, 0.02
LONG_S, ENDLESS_S = 0.5, 100.0  # expected by few descents: states are tried early, more descents are not needed
GLANCES = (16, bits.FIRST_DESCENTS)  # few descents
SETUP_S = 0.07  # states are not set up for a share below it
PROFILES_S = 0.05  # for the graph of profiles, at least
STATES_SHARE, PROFILES_SHARE = 0.5, 0.25  # of an expected cost
TURNS_SHARE = 1.0  # where none is expected
STEP = 20_000  # nodes or states between two choices
# Nominal seconds, measured on a busy machine with AVX2 (two cores of an AMD EPYC, 2026); only their ratios matter.
UPDATE_S = {"bits": 0.8e-9, "dlx": 6e-9, "general": 8e-9, "states": 9e-9}


class Auto:
    """A count by the engine that suits the problem, with the interface of the searches.

    Solutions of the search are returned while it runs; states return none. Raises UserError for invalid settings.
    ``engine`` names the present engine.
    """

    def __init__(self, choice: Choice, threads: int = 1) -> None:
        self._choice, self._threads = choice, threads
        self._search = engines.opened(choice.search, threads)
        self._rough = self._expected = 0.0  # the cost of the search, once it is estimated by few and by more descents
        self._states: StatesSearch | None = None
        self._given_up: tuple[int, int] | None = None  # the nodes and updates of states that were given up
        self._present = self._search
        self._until = STEP  # the nodes of the present engine at which it is chosen again

    def advance(self, max_solutions: int = 0, max_nodes: int = 0, collect: bool = True) -> list[list[int]]:
        """Continue; see Search.advance. The choice of an engine does not depend on the limits."""
        collected: list[list[int]] = []
        solutions, nodes = self._search.solutions, self.nodes
        while not self.finished:
            limits = [self._until - self._present.nodes, *([max_nodes - (self.nodes - nodes)] if max_nodes else [])]
            wanted = max_solutions and max_solutions - (self._search.solutions - solutions)
            try:
                collected += self._present.advance(wanted, min(limits), collect)
            except StatesExhausted:
                self._give_up()
            if not self.finished and self._present.nodes >= self._until:
                self._choose()
            if (max_nodes and self.nodes - nodes >= max_nodes) or (
                max_solutions and self._search.solutions - solutions >= max_solutions
            ):
                break
        return collected

    def _choose(self) -> None:
        """Decide which engine takes the next step."""
        if self._states is not None and self._states.counting.ungrouped:
            self._give_up()
        self._present = self._states_if_due() or self._search
        self._until = self._present.nodes + STEP

    def _states_if_due(self) -> StatesSearch | None:
        spent = self._cost(self._search)
        if self._given_up is not None or not self._estimated(spent):
            return None
        cost = max(spent, self._expected)
        share = (STATES_SHARE if self._expected else TURNS_SHARE) * cost
        if self._states is None:
            if share < SETUP_S:
                return None
            try:
                self._states = StatesSearch(self._choice.states, self._threads)
            except NotApplicable:
                self._give_up()
                return None
        if self._expected and self._states.counting.grouped and not self._states.counting.expanding:
            share = max(PROFILES_S, PROFILES_SHARE * cost)
        return self._states if self._cost(self._states) < share else None

    def _estimated(self, spent: float) -> bool:
        """Whether it is time for states after such a cost of the search, which is estimated now if it can be."""
        if self._expected or not isinstance(self._search, bits.Bits):
            return self._expected > 0 or spent >= LOOK_S
        if not self._rough and spent >= GLANCE_S:
            for descents in GLANCES:
                self._rough = self._search.expected_s(descents) / self._threads
                if self._rough > ENDLESS_S:
                    break
        if spent >= LOOK_S or self._rough > LONG_S:
            self._expected = self._rough if self._rough > ENDLESS_S else self._search.expected_s() / self._threads
        return self._expected > 0

    def _cost(self, search: EngineSearch) -> float:
        """The nominal seconds of an engine so far."""
        name = _name(search)
        shared = name == "bits" or (isinstance(search, StatesSearch) and search.counting.grouped)
        node_s = search.node_s if isinstance(search, bits.Bits) else 0.0
        seconds = UPDATE_S[name] * search.updates + node_s * search.nodes
        return seconds / (self._threads if shared else 1)

    def _give_up(self) -> None:
        """Free the memory of the states."""
        self._given_up = self._of_states()
        self._states, self._present = None, self._search
        self._until = self._search.nodes + STEP

    @property
    def engine(self) -> str:
        """The name of the present engine, which has the count at the end."""
        return _name(self._present)

    @property
    def finished(self) -> bool:
        """Whether the search or the states are complete."""
        return self._present.finished

    @property
    def solutions(self) -> int:
        """The number of solutions, up to symmetry: those found so far, or all if they are counted by states."""
        return self._present.solutions if self.finished else self._search.solutions

    @property
    def nodes(self) -> int:
        """The number of nodes and states visited by both engines."""
        return self._search.nodes + self._of_states()[0]

    @property
    def updates(self) -> int:
        """The effort of both engines."""
        return self._search.updates + self._of_states()[1]

    def _of_states(self) -> tuple[int, int]:
        return (self._states.nodes, self._states.updates) if self._states is not None else self._given_up or (0, 0)


def _name(search: EngineSearch) -> str:
    return {bits.Bits: "bits", Search: "dlx", StatesSearch: "states"}.get(type(search), "general")
