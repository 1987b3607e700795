"""The searches that certify h(n), each a unit of work for one process.

A unit asks whether the size x size board has a tiling by smaller squares with at most so many copies of a side. One
copy is refuted by exhaustive search, for large boards in disjoint parts of the tree. With two copies or more a
refutation is cheap where there is one, and hopeless where there is a tiling; random restarts of the same search are
the other way round. So they take turns, with budgets that double.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import count

from models.problem import Solution
from runners.native.skyline import VERSION, Skyline, squares

WHOLE_BELOW = 60  # smaller boards are refuted in a second
PARTS = 64
FIRST_BUDGET = 2_000  # nodes
RESTARTS = 8  # that share the budget of a turn


@dataclass(frozen=True)
class Unit:
    """Part `part` (from 0) of so many of the search for a tiling with at most so many copies of a side."""

    size: int
    copies: int
    part: int = 0
    parts: int = 1


@dataclass(frozen=True)
class Finding:
    """What became of a unit: a tiling, or (empty) none in a part that was searched to its end.

    nodes: of the search to its end, with its digest; or of all attempts at the tiling. cpu_s: CPU seconds of these.
    started_at: seconds since the epoch.
    """

    tiling: Solution
    nodes: int
    solutions: int
    digest: int
    cpu_s: float
    started_at: float


def parts(size: int, copies: int) -> int:
    """Into how many parts a search is divided: the same for all machines."""
    return PARTS if copies == 1 and size >= WHOLE_BELOW else 1


def units(size: int, copies: int) -> list[Unit]:
    """The whole search."""
    number = parts(size, copies)
    return [Unit(size, copies, part, number) for part in range(number)]


def decide(unit: Unit) -> Finding:
    """Search until a tiling is found or there is none."""
    started_at, begun = time.time(), time.process_time()
    search = _search(unit)
    if unit.copies == 1:
        found = search.advance(max_solutions=1)
        nodes, cpu_s = search.nodes, time.process_time() - begun
    else:
        found, nodes, cpu_s = _in_turns(unit, search)
    tiling = tuple(squares(found[0])) if found else ()
    return Finding(tiling, nodes, search.solutions, search.digest, cpu_s, started_at)


def exhaust(unit: Unit) -> Finding:
    """Search to the end, whatever is found."""
    started_at, begun = time.time(), time.process_time()
    search = _search(unit)
    search.advance(collect=False)
    cpu_s = time.process_time() - begun
    return Finding((), search.nodes, search.solutions, search.digest, cpu_s, started_at)


def _in_turns(unit: Unit, search: Skyline) -> tuple[list[list[int]], int, float]:
    """The exhaustive search and random restarts in turns: a tiling or none, and the nodes and CPU time it took."""
    begun = time.process_time()
    searching_s, hunted, seeds = 0.0, 0, count(1)
    for turn in count():
        budget = FIRST_BUDGET << turn
        before = time.process_time()
        found = search.advance(max_solutions=1, max_nodes=budget)
        searching_s += time.process_time() - before
        if search.finished and not found:
            return [], search.nodes, searching_s
        for _ in range(RESTARTS):
            if found:
                return found, search.nodes + hunted, time.process_time() - begun
            hunt = _search(unit, next(seeds))
            found = hunt.advance(max_solutions=1, max_nodes=budget // RESTARTS)
            hunted += hunt.nodes
    raise AssertionError("the turns do not end by themselves")


def _search(unit: Unit, seed: int = 0) -> Skyline:
    copies = [unit.copies] * (unit.size - 1)
    return Skyline(unit.size, unit.size, copies, part=unit.part, parts=unit.parts, seed=seed)


__all__ = ["VERSION", "Finding", "Unit", "decide", "exhaust", "parts", "units"]
