"""The searches that certify h(n), each a task for one process.

A task asks whether the size x size board has a tiling by smaller squares with at most so many copies of a side. One
copy is refuted by exhaustive search, for large boards in disjoint parts of the tree. With two copies or more a
refutation is short where there is one, and hopeless where there is a tiling; with random restarts of the same search
it is the other way round. So the two take turns, with budgets that double.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from tilings.models.problem import Solution
from tilings.runners.native.skyline import VERSION, Skyline, squares

WHOLE_BELOW = 90  # smaller boards are refuted within seconds
PARTS = 16  # each makes tables of its own, for some tenths of a second
FIRST_BUDGET = 2_000  # nodes of the first turn
HUNTING = 4  # so many times the nodes of a turn of the exhaustive search
SHORTEST = 10_000  # nodes of a hunt


@dataclass(frozen=True)
class SearchTask:
    """Part `part` (from 0) of so many of the search for a tiling with at most so many copies of a side."""

    size: int
    copies: int
    part: int = 0
    parts: int = 1


@dataclass(frozen=True)
class SearchResult:
    """The result of a task: a tiling, or an empty one where a part was searched to its end without any.

    nodes: the nodes of the search to its end, or of all attempts at the tiling.
    digest: the digest of the search to its end.
    cpu_s: the CPU seconds for these nodes.
    started_at: seconds since the epoch.
    """

    tiling: Solution
    nodes: int
    solutions: int
    digest: int
    cpu_s: float
    started_at: float


def parts(size: int, copies: int) -> int:
    """The number of parts of a search, the same on all machines."""
    return PARTS if copies == 1 and size >= WHOLE_BELOW else 1


def tasks(size: int, copies: int) -> list[SearchTask]:
    """The whole search."""
    number = parts(size, copies)
    return [SearchTask(size, copies, part, number) for part in range(number)]


def decide(task: SearchTask) -> SearchResult:
    """Search until a tiling is found or there is none."""
    started_at, begun = time.time(), time.process_time()
    search = _search(task)
    if task.copies == 1:
        found = search.advance(max_solutions=1)
        nodes, cpu_s = search.nodes, time.process_time() - begun
    else:
        found, nodes, cpu_s = _in_turns(task, search)
    tiling = tuple(squares(found[0])) if found else ()
    return SearchResult(tiling, nodes, search.solutions, search.digest, cpu_s, started_at)


def exhaust(task: SearchTask) -> SearchResult:
    """Search to the end, also past solutions."""
    started_at, begun = time.time(), time.process_time()
    search = _search(task)
    search.advance(collect=False)
    cpu_s = time.process_time() - begun
    return SearchResult((), search.nodes, search.solutions, search.digest, cpu_s, started_at)


def _in_turns(task: SearchTask, search: Skyline) -> tuple[list[list[int]], int, float]:
    """Search exhaustively and by random restarts in turn: a tiling or none, and the nodes and CPU seconds spent."""
    begun = time.process_time()
    searching_s, hunted = 0.0, 0
    hunt, lengths, seeds = _search(task), _lengths(), count(1)
    for turn in count():
        budget = FIRST_BUDGET << turn
        before = time.process_time()
        found = search.advance(max_solutions=1, max_nodes=budget)
        searching_s += time.process_time() - before
        if search.finished and not found:
            return [], search.nodes, searching_s
        enough = hunted + HUNTING * budget
        while not found and hunted < enough:
            hunt.restart(next(seeds) * _SPREAD % 2**64)
            found = hunt.advance(max_solutions=1, max_nodes=next(lengths))
            hunted += hunt.nodes
        if found:
            return found, search.nodes + hunted, time.process_time() - begun
    raise AssertionError("the turns do not end by themselves")


def _lengths() -> Iterator[int]:
    """How many nodes each hunt has: 1, 1, 2, 1, 1, 2, 4, ... times the shortest, whatever the right length is.

    Source: M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993, computed as in
    D. E. Knuth, The Art of Computer Programming 4B (2022), section 7.2.2.2 ("reluctant doubling").
    """
    u = v = 1
    while True:
        yield v * SHORTEST
        u, v = (u + 1, 1) if u & -u == v else (u, 2 * v)


def _search(task: SearchTask) -> Skyline:
    copies = [task.copies] * (task.size - 1)
    return Skyline(task.size, task.size, copies, part=task.part, parts=task.parts)


_SPREAD = 0x9E3779B97F4A7C15  # spreads consecutive seeds: the engine's generator starts slowly
__all__ = ["VERSION", "SearchResult", "SearchTask", "decide", "exhaust", "parts", "tasks"]
