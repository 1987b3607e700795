"""Searches for the least copies of all sides in worker processes, and searches certified parts again."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from runners.confine.worker_pool import Workers
from runners.progress import WorkProgress
from runners.record import machine
from studies.hn.certificate import Certificate, Part
from studies.hn.certified import ProofState, Row, Shard, Tiling
from studies.hn.ledger import Ledger
from studies.hn.search import VERSION, SearchResult, SearchTask, decide, exhaust, tasks

ENLARGED_FROM = 64
# What a task costs, in nodes: only the progress bar knows of it.
_GROWTH = 1.15
_SEVERAL_COPIES = _GROWTH**70


def search(
    sizes: range, part_of: tuple[int, int], jobs: int, limit_s: float | None, ledger: Ledger, state: ProofState
) -> None:
    """Search until h(n) is certain for all sizes, or until the limit of wall time.

    The smallest sides first, so that there is something to see from the start: large ones come in parts so small that
    no process is idle for long at the end. part_of: (i, n), the share of the i-th of n machines, from 1.
    """
    deadline = time.monotonic() + limit_s if limit_s else None
    queue = deque(task for task in plan(sizes, part_of, state) if not settled(task, state))
    watched = _Watched(sizes, state, sum(map(_cost, queue)))
    try:
        with Workers(jobs, decide) as workers:
            while queue or workers.busy:
                made = []
                while queue and workers.free:
                    task = queue.popleft()
                    if settled(task, state):
                        watched.done(task)
                    elif known := scaled_tiling(task, state):
                        made.append((task, known))
                    else:
                        workers.give(task)
                for task, result in made + workers.results(0 if made else _left(deadline)):
                    _take(task, result, ledger, state, watched)
                    if task.copies > 1 and not result.tiling:
                        queue.appendleft(SearchTask(task.size, task.copies + 1))
                    watched.done(task, *workers.drop(lambda task: settled(task, state)))
                if deadline and time.monotonic() >= deadline:
                    return
    finally:
        watched.close()


def settled(task: SearchTask, state: ProofState) -> bool:
    """Whether nothing is to be learnt from a task any more: it is made, or its question has an answer."""
    best = state.certified.tilings.get(task.size)
    made = task.part in state.shards(task.size, task.copies, VERSION, task.parts)
    refuted = task.copies <= state.certified.refuted(task.size)  # with more copies, so with fewer too
    return made or refuted or (best is not None and best.copies <= task.copies)


def scaled_tiling(task: SearchTask, state: ProofState) -> SearchResult | None:
    """A tiling of a smaller board, enlarged by a whole factor: it has as many copies of each side.

    None for the boards whose own tilings are found within a second or two: those are better to look at.
    """
    if task.size < ENLARGED_FROM:
        return None
    for size in range(task.size // 2, 1, -1):
        smaller = state.certified.tilings.get(size) if task.size % size == 0 else None
        if smaller and smaller.copies <= task.copies:
            factor = task.size // size
            tiling = tuple(tuple(factor * part for part in square) for square in smaller.squares)
            return SearchResult(tiling, 0, 0, 0, 0.0, time.time())
    return None


def _take(task: SearchTask, result: SearchResult, ledger: Ledger, state: ProofState, watched: _Watched) -> None:
    """Record a result, unless something speaks against it."""
    row = _row(task, result)
    objections = state.add(row)
    if not objections:
        ledger.keep(row)
    watched.alarm(objections)


def plan(sizes: Iterable[int], part_of: tuple[int, int], state: ProofState) -> Iterator[SearchTask]:
    """The tasks of one machine: parts of one copy spread over all machines, more copies by whole sides."""
    index, machines = part_of[0] - 1, part_of[1]
    for size in sizes:
        yield from (task for task in tasks(size, 1) if (size + task.part) % machines == index)
        if size % machines == index:
            yield SearchTask(size, max(2, state.certified.refuted(size) + 1))


def again(stated: Certificate, parts: Iterable[int], jobs: int) -> Iterator[tuple[int, Part]]:
    """Parts of a certified search, searched again."""
    chosen = [SearchTask(stated.size, stated.copies, part, len(stated.parts)) for part in parts]
    progress = WorkProgress(len(chosen))
    try:
        with Workers(jobs, exhaust) as workers:
            for task, found in workers.each(chosen):
                progress.step(1, "searched again")
                yield task.part, Part(found.nodes, found.solutions, f"{found.digest:016x}")
    finally:
        progress.close()


class _Watched:
    """Says what becomes certain, and how far the work is."""

    def __init__(self, sizes: range, state: ProofState, cost: float) -> None:
        self._state, self._total = state, len(sizes)
        self._open = list(sizes)
        self._progress = WorkProgress(cost)
        self.done()

    def done(self, *made: SearchTask) -> None:
        for size in [size for size in self._open if self._state.certified.value(size)]:
            self._open.remove(size)
            self._progress.say(_line(size, self._state))
        words = f"{self._total - len(self._open)} of {self._total} sides certain"
        self._progress.step(sum(map(_cost, made)), words)

    def alarm(self, objections: list[str]) -> None:
        for objection in objections:
            self._progress.say(f"WRONG: {objection}")

    def close(self) -> None:
        self._progress.close()


def _line(size: int, state: ProofState) -> str:
    """What is certain of a side."""
    tiling, refutation = state.certified.tilings[size], state.certified.refutations.get(size)
    line = f"h({size}) = {tiling.copies}: a tiling by {len(tiling.squares)} squares"
    if refutation is None:
        return f"{line}, all different" if tiling.copies == 1 else line
    copies = "1 copy" if refutation.copies == 1 else f"{refutation.copies} copies"
    nodes = f"{refutation.nodes:,} {'node' if refutation.nodes == 1 else 'nodes'}"
    return f"{line}; {copies} refuted in {nodes}, {refutation.cpu_s:.2f} s of CPU"


def _row(task: SearchTask, result: SearchResult) -> Row:
    where = machine.describe()
    stamp = datetime.fromtimestamp(result.started_at, UTC).isoformat(timespec="seconds")
    here = (VERSION, where["host"], where["cpu_model"], where["git_commit"], stamp)
    if result.tiling:
        squares = " ".join(":".join(map(str, square)) for square in sorted(result.tiling))
        return Tiling(task.size, task.copies, squares, result.nodes, result.cpu_s, *here)
    digest = f"{result.digest:016x}"
    counts = (result.nodes, result.solutions, digest, result.cpu_s)
    return Shard(task.size, task.copies, task.part, task.parts, *counts, *here)


def _cost(task: SearchTask) -> float:
    return _GROWTH**task.size / task.parts if task.copies == 1 else _SEVERAL_COPIES


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())
