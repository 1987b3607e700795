"""Searches for the least copies of all sides in worker processes, and searches certified parts again."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from runners.certify.certificate import Certificate, Part
from runners.certify.ledger import Ledger, Row, Shard, Tiling
from runners.certify.proof_state import Evidence
from runners.certify.search import VERSION, Finding, Unit, decide, exhaust, units
from runners.confine.worker_pool import Workers
from runners.progress import WorkProgress
from runners.record import machine

ENLARGED_FROM = 64
# What a unit costs, in nodes: only the progress bar knows of it.
_GROWTH = 1.15
_SEVERAL_COPIES = _GROWTH**70


def search(
    sizes: range, part_of: tuple[int, int], jobs: int, limit_s: float | None, ledger: Ledger, evidence: Evidence
) -> None:
    """Search until h(n) is certain for all sizes, or until the limit of wall time.

    The smallest sides first, so that there is something to see from the start: large ones come in parts so small that
    no process is idle for long at the end. part_of: (i, n), the share of the i-th of n machines, from 1.
    """
    deadline = time.monotonic() + limit_s if limit_s else None
    queue = deque(unit for unit in plan(sizes, part_of, evidence) if not evidence.settled(unit))
    watched = _Watched(sizes, evidence, sum(map(_cost, queue)))
    try:
        with Workers(jobs, decide) as workers:
            while queue or workers.busy:
                made = []
                while queue and workers.free:
                    unit = queue.popleft()
                    if evidence.settled(unit):
                        watched.done(unit)
                    elif known := scaled_tiling(unit, evidence):
                        made.append((unit, known))
                    else:
                        workers.give(unit)
                for unit, finding in made + workers.results(0 if made else _left(deadline)):
                    _take(unit, finding, ledger, evidence, watched)
                    if unit.copies > 1 and not finding.tiling:
                        queue.appendleft(Unit(unit.size, unit.copies + 1))
                    watched.done(unit, *workers.drop(evidence.settled))
                if deadline and time.monotonic() >= deadline:
                    return
    finally:
        watched.close()


def scaled_tiling(unit: Unit, evidence: Evidence) -> Finding | None:
    """A tiling of a smaller board, enlarged by a whole factor: it has as many copies of each side.

    None for the boards whose own tilings are found within a second or two: those are better to look at.
    """
    if unit.size < ENLARGED_FROM:
        return None
    for size in range(unit.size // 2, 1, -1):
        smaller = evidence.tiling(size) if unit.size % size == 0 else None
        if smaller and smaller.copies <= unit.copies:
            factor = unit.size // size
            tiling = tuple(tuple(factor * part for part in square) for square in smaller.squares)
            return Finding(tiling, 0, 0, 0, 0.0, time.time())
    return None


def _take(unit: Unit, finding: Finding, ledger: Ledger, evidence: Evidence, watched: _Watched) -> None:
    """Record a finding, unless something speaks against it."""
    row = _row(unit, finding)
    objections = evidence.add(row)
    if not objections:
        ledger.keep(row)
    watched.alarm(objections)


def plan(sizes: Iterable[int], part_of: tuple[int, int], evidence: Evidence) -> Iterator[Unit]:
    """The units of one machine: parts of one copy spread over all machines, more copies by whole sides."""
    index, machines = part_of[0] - 1, part_of[1]
    for size in sizes:
        yield from (unit for unit in units(size, 1) if (size + unit.part) % machines == index)
        if size % machines == index:
            yield Unit(size, max(2, evidence.refuted(size) + 1))


def again(stated: Certificate, parts: Iterable[int], jobs: int) -> Iterator[tuple[int, Part]]:
    """Parts of a certified search, searched again."""
    chosen = [Unit(stated.size, stated.copies, part, len(stated.parts)) for part in parts]
    progress = WorkProgress(len(chosen))
    try:
        with Workers(jobs, exhaust) as workers:
            for unit, found in workers.each(chosen):
                progress.step(1, "searched again")
                yield unit.part, Part(found.nodes, found.solutions, f"{found.digest:016x}")
    finally:
        progress.close()


class _Watched:
    """Says what becomes certain, and how far the work is."""

    def __init__(self, sizes: range, evidence: Evidence, cost: float) -> None:
        self._evidence, self._total = evidence, len(sizes)
        self._open = list(sizes)
        self._progress = WorkProgress(cost)
        self.done()

    def done(self, *made: Unit) -> None:
        for size in [size for size in self._open if self._evidence.certain(size)]:
            self._open.remove(size)
            self._progress.say(_line(size, self._evidence))
        words = f"{self._total - len(self._open)} of {self._total} sides certain"
        self._progress.step(sum(map(_cost, made)), words)

    def alarm(self, objections: list[str]) -> None:
        for objection in objections:
            self._progress.say(f"WRONG: {objection}")

    def close(self) -> None:
        self._progress.close()


def _line(size: int, evidence: Evidence) -> str:
    """What is certain of a side."""
    tiling = evidence.tiling(size)
    assert tiling is not None
    line = f"h({size}) = {tiling.copies}: a tiling by {len(tiling.squares)} squares"
    shards = evidence.shards(size, tiling.copies - 1)
    if not shards:
        return f"{line}, all different" if tiling.copies == 1 else line
    nodes, cpu_s = sum(shard.nodes for shard in shards), sum(shard.cpu_s for shard in shards)
    copies = "1 copy" if tiling.copies == 2 else f"{tiling.copies - 1} copies"
    return f"{line}; {copies} refuted in {nodes:,} {'node' if nodes == 1 else 'nodes'}, {cpu_s:.2f} s of CPU"


def _row(unit: Unit, finding: Finding) -> Row:
    where = machine.describe()
    stamp = datetime.fromtimestamp(finding.started_at, UTC).isoformat(timespec="seconds")
    here = (VERSION, where["host"], where["cpu_model"], where["git_commit"], stamp)
    if finding.tiling:
        squares = " ".join(":".join(map(str, square)) for square in sorted(finding.tiling))
        return Tiling(unit.size, unit.copies, squares, finding.nodes, finding.cpu_s, *here)
    digest = f"{finding.digest:016x}"
    counts = (finding.nodes, finding.solutions, digest, finding.cpu_s)
    return Shard(unit.size, unit.copies, unit.part, unit.parts, *counts, *here)


def _cost(unit: Unit) -> float:
    return _GROWTH**unit.size / unit.parts if unit.copies == 1 else _SEVERAL_COPIES


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())
