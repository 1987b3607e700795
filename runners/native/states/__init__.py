"""Exact counts without enumeration: dynamic programming over states, and Burnside's lemma for symmetric solutions.

The engine States counts the exact covers of any options, with the items in a given order. Counting counts the solutions
of a packing up to its symmetries, and chooses the order of the cells itself.

>>> dominoes_in_a_square = [[0, 1], [2, 3], [0, 2], [1, 3]]
>>> states = States(4, [], dominoes_in_a_square)
>>> states.advance()
>>> states.count
2
"""

from collections.abc import Sequence

from tilings.models.problem import NotApplicable, Packing
from tilings.runners.native._engine import States, StatesExhausted
from tilings.runners.native.states.covers import Permutation, ordered, restricted, simplest, with_pieces

__all__ = ["Counting", "States", "StatesExhausted", "StatesSearch"]

MEMORY_MB = 3000


class Counting:
    """Counts the solutions of a packing, resumable in slices; solutions that a symmetry maps to one another count once.

    By Burnside's lemma their number is the mean, over the group of symmetries, of the number of solutions that a
    symmetry fixes. The solutions that a symmetry fixes are the exact covers by the orbits of placements under its
    powers, which is a smaller problem of the same kind. Conjugate symmetries fix equally many solutions.

    The solutions that the identity fixes are all solutions. To count them, one piece is restricted to a placement of
    each orbit under the symmetries, and each solution counts as often as this orbit has placements. This led to between
    1.6 and 4.3 times fewer states on the pentominoes, solid pentominoes and the Soma cube.

    In one order, states of different pieces are grouped by profile (see states/profile_graph.hpp and profiles.hpp).

    choice: ``order`` to cover the cells in one order, ``fewest`` if each state chooses the cell or piece which fewest
        placements can still cover. The second is for thick boxes of different pieces, where few states are reached in
        several ways: it led to fewer states there, and to more states where there are many solutions.
    memory_mb: the most memory, in units of 10**6 bytes, that the tables of states may take. If they need more,
        ``advance`` raises StatesExhausted with the number of items covered so far.
    threads: the number of threads; they count only in one order, and if pieces differ.
    """

    def __init__(self, packing: Packing, memory_mb: int = MEMORY_MB, choice: str = "order", threads: int = 1) -> None:
        self._memory, self._threads = memory_mb * 10**6, threads
        self._packing, self._choice = simplest(packing), choice
        group = sorted(set(self._packing.symmetries))
        self._order = len(group)
        self._classes = conjugacy_classes(group)
        self._counts: list[int] = []
        self._done_states = self._done_effort = 0
        self._states = self._next()
        self._grouping = self._states.grouped

    def advance(self, max_states: int = 0) -> None:
        """Continue until so many further states are expanded, or all (0: no limit); see States.advance."""
        if max_states < 0:
            raise ValueError("max_states is negative")
        end = self.states + max_states
        while not self.finished and (max_states == 0 or self.states < end):
            self._states.advance(end - self.states if max_states else 0)
            if self._states.finished:
                self._counts.append(self._states.count)
                if not self.finished:
                    self._done_states += self._states.states
                    self._done_effort += self._states.effort
                    self._states = self._next()
                    self._grouping = self._states.grouped

    @property
    def finished(self) -> bool:
        """Whether the count is known."""
        return len(self._counts) == len(self._classes)

    @property
    def count(self) -> int:
        """The number of solutions. Raises RuntimeError before the end."""
        if not self.finished:
            raise RuntimeError("the count is known only when the counting is finished")
        fixed = sum(size * number for (_, size), number in zip(self._classes, self._counts, strict=True))
        return fixed // self._order

    @property
    def states(self) -> int:
        """The number of states expanded so far."""
        return self._done_states + self._states.states

    @property
    def effort(self) -> int:
        """The effort so far; see States."""
        return self._done_effort + self._states.effort

    @property
    def grouped(self) -> bool:
        """Whether states are grouped; see States."""
        return self._states.grouped

    @property
    def ungrouped(self) -> bool:
        """Whether grouping states turned out to be impossible, or to need too many profiles."""
        return self._grouping and not self._states.grouped

    @property
    def expanding(self) -> bool:
        """Whether states are expanded, and not only the profiles of groups found."""
        return self._states.level > 0 or bool(self._counts)

    def _next(self) -> States:
        """The states of the next class, whose problem is stated only now, as counting may be given up before."""
        covers = ordered(self._packing, self._classes[len(self._counts)][0])
        if not self._counts:
            covers = restricted(self._packing, covers, self._choice)
        covers = with_pieces(self._packing, covers, self._choice == "order")
        pieces = sum(self._packing.once)  # the number of pieces that are primary items, behind the cells
        return States(
            covers.primary, covers.capacities, covers.options,
            self._memory, covers.ordered, pieces, self._threads, covers.least,
        )  # fmt: skip


class StatesSearch:
    """A Counting with the interface of the searches: it returns no solutions, and their number at its end."""

    engine = "states"

    def __init__(self, packing: Packing, threads: int = 1) -> None:
        """Raises UserError for invalid settings, NotApplicable if a state has too many bits."""
        memory, choice = int(packing.settings.get("memory", MEMORY_MB)), packing.settings.get("choice", "order")
        try:
            self.counting = Counting(packing, memory, choice, threads)
        except ValueError as error:
            raise NotApplicable(f"counting by states does not suit this puzzle: {error}") from None

    def advance(self, max_solutions: int = 0, max_nodes: int = 0, collect: bool = True) -> list[list[int]]:
        """Continue until so many further states are expanded, or all; the list is always empty."""
        del max_solutions, collect
        self.counting.advance(max_nodes)
        return []

    @property
    def finished(self) -> bool:
        """Whether the count is known."""
        return self.counting.finished

    @property
    def solutions(self) -> int:
        """The count, or 0 before it is known."""
        return self.counting.count if self.finished else 0

    @property
    def nodes(self) -> int:
        """The number of states expanded so far."""
        return self.counting.states

    @property
    def updates(self) -> int:
        """The effort; see States."""
        return self.counting.effort


def conjugacy_classes(group: Sequence[Permutation]) -> list[tuple[Permutation, int]]:
    """A member and the size of each class, the identity's class first. group: all its elements."""
    classes = []
    seen: set[Permutation] = set()
    for symmetry in sorted(group, key=lambda symmetry: symmetry != tuple(range(len(symmetry)))):
        if symmetry in seen:
            continue
        conjugates = {_conjugate(symmetry, by) for by in group}
        seen |= conjugates
        classes.append((symmetry, len(conjugates)))
    return classes


def _conjugate(symmetry: Permutation, by: Permutation) -> Permutation:
    image = [0] * len(symmetry)
    for i, target in enumerate(symmetry):
        image[by[i]] = by[target]
    return tuple(image)
