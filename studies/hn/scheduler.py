"""Searches in worker processes and records the results: for h(n), by the plain search, and of certified parts again."""

from __future__ import annotations

import platform
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from tilings.models.problem import UserError
from tilings.models.terminal.phrases import counted
from tilings.reports import english
from tilings.runners.campaign import lock
from tilings.runners.confine.worker_pool import Workers
from tilings.runners.progress import WorkProgress
from tilings.runners.record import machine
from tilings.runners.record.csv_log import Appender
from tilings.studies.hn.certificate import Certificate, Part
from tilings.studies.hn.certified import Certified, ProofState, read_rows
from tilings.studies.hn.plain_search import PlainSearch
from tilings.studies.hn.rows import KINDS, PlainResult, Row, Shard, Tiling, text
from tilings.studies.hn.search import VERSION, SearchResult, SearchTask, decide, exhaust, tasks

ENLARGED_FROM = 64
# The cost of a task in nodes, for the progress bar.
_GROWTH = 1.15
_SEVERAL_COPIES = _GROWTH**70


class Ledger:
    """The open folder of shards-I-of-N.csv, tilings-I-of-N.csv and plain-I-of-N.csv.

    Each file has one writer, machine I of N; a row is on disk before the next is written. Raises UserError for a folder
    that cannot be written.

    rows: the shards and tilings of all machines.
    share: (i, n), machine i of n, from 1.
    kinds: the kinds of the rows that will be written.
    fresh: whether the recorded rows of these kinds are set aside first.
    """

    def __init__(
        self,
        home: Path,
        share: tuple[int, int] = (1, 1),
        fresh: bool = False,
        kinds: Sequence[type[Row]] = (Shard, Tiling),
    ) -> None:
        self.folder = home
        try:
            home.mkdir(parents=True, exist_ok=True)
            self._held = lock.lock(home, *share, alone=fresh)
            if fresh:
                lock.set_aside(home, *(f"{KINDS[kind]}-*.csv" for kind in kinds))
            self.rows = read_rows(home)
            self._files = {
                kind: Appender(home / f"{KINDS[kind]}-{share[0]}-of-{share[1]}.csv", kind.COLUMNS) for kind in kinds
            }
        except OSError as error:
            raise UserError(f"the results folder {home} cannot be written: {error.strerror}") from None

    def keep(self, row: Row) -> None:
        """Put a row on disk."""
        with lock.writing(self.folder):
            self._files[type(row)].append(tuple(getattr(row, name) for name in row.COLUMNS))

    def close(self) -> None:
        """Close the files and give up the lock."""
        for file in self._files.values():
            file.close()
        self._held.close()


def search(
    sizes: range, part_of: tuple[int, int], jobs: int, limit_s: float | None, ledger: Ledger, state: ProofState
) -> None:
    """Search until h(n) is certain for all sizes, or until the limit of wall time.

    The smallest sides come first; large ones are divided into parts so small that no process is idle for long at the
    end. part_of: (i, n), the share of the i-th of n machines, from 1.
    """
    deadline = time.monotonic() + limit_s if limit_s else None
    queue = deque(task for task in plan(sizes, part_of, state) if not settled(task, state))
    progress = _Progress(sizes, state, sum(map(_cost, queue)))
    try:
        with Workers(jobs, decide) as workers:
            while queue or workers.busy:
                enlarged = []
                while queue and workers.free:
                    task = queue.popleft()
                    if settled(task, state):
                        progress.done(task)
                    elif known := scaled_tiling(task, state):
                        enlarged.append((task, known))
                    else:
                        workers.give(task)
                for task, result in enlarged + workers.results(0 if enlarged else _left(deadline)):
                    _record(task, result, ledger, state, progress)
                    if task.copies > 1 and not result.tiling:
                        queue.appendleft(SearchTask(task.size, task.copies + 1))
                    progress.done(task, *workers.drop(lambda task: settled(task, state)))
                if deadline and time.monotonic() >= deadline:
                    return
    finally:
        progress.close()


def settled(task: SearchTask, state: ProofState) -> bool:
    """Whether a task is no longer needed: it is recorded, or its question has an answer."""
    best = state.certified.tilings.get(task.size)
    recorded = task.part in state.shards(task.size, task.copies, VERSION, task.parts)
    refuted = task.copies <= state.certified.refuted(task.size)  # with more copies, so with fewer too
    return recorded or refuted or (best is not None and best.copies <= task.copies)


def scaled_tiling(task: SearchTask, state: ProofState) -> SearchResult | None:
    """A tiling of a smaller board, enlarged by a whole factor, which has as many copies of each side.

    None for small boards, whose own tilings are found within a second or two and look better.
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


def _record(task: SearchTask, result: SearchResult, ledger: Ledger, state: ProofState, progress: _Progress) -> None:
    """Record a result, unless there is an objection to it."""
    row = _row(task, result)
    objections = state.add(row)
    if not objections:
        ledger.keep(row)
    progress.alarm(objections)


def plan(sizes: Iterable[int], part_of: tuple[int, int], state: ProofState) -> Iterator[SearchTask]:
    """The tasks of one machine: parts of one copy spread over all machines, more copies by whole sides."""
    index, machines = part_of[0] - 1, part_of[1]
    for size in sizes:
        yield from (task for task in tasks(size, 1) if (size + task.part) % machines == index)
        if size % machines == index:
            yield SearchTask(size, max(2, state.certified.refuted(size) + 1))


def repeat(stated: Certificate, parts: Iterable[int], jobs: int) -> Iterator[tuple[int, Part]]:
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


def decide_plainly(size: int) -> PlainResult:
    """h(n) of a side: a search for 1 copy of each side, for 2 copies, ..., until there is a tiling."""
    started_at = time.time()
    refuted_nodes, refuted_s = 0, 0.0
    for copies in count(1):
        begun = time.process_time()
        search = PlainSearch(size, size, [copies] * (size - 1))
        tiling = next(search.tilings(), None)
        cpu_s = time.process_time() - begun
        if tiling:
            here = _origin(f"plain, Python {platform.python_version()}", started_at)
            return PlainResult(size, copies, search.nodes, cpu_s, *here, text(tiling), refuted_nodes, refuted_s)
        refuted_nodes, refuted_s = search.nodes, cpu_s
    raise AssertionError("n * n copies of side 1 tile the board")


def search_plainly(
    sizes: Iterable[int], jobs: int, limit_s: float | None, ledger: Ledger, certified: Certified
) -> None:
    """Decide all sizes in their order by the plain search and record each, until the limit of wall time."""
    deadline = time.monotonic() + limit_s if limit_s else None
    queue = deque(sizes)
    progress = WorkProgress(len(queue))
    try:
        with Workers(jobs, decide_plainly) as workers:
            while queue or workers.busy:
                while queue and workers.free:
                    workers.give(queue.popleft())
                left_s = _left(deadline)
                for size, result in workers.results(left_s):
                    ledger.keep(result)
                    progress.say(_plain_line(result, certified))
                    progress.step(1, f"n = {size}")
                if left_s == 0:
                    return
    finally:
        progress.close()


class _Progress:
    """Prints values as they become certain, and the progress of the work."""

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
    """The certain value of a side, in words."""
    tiling, refutation = state.certified.tilings[size], state.certified.refutations.get(size)
    line = f"h({size}) = {tiling.copies}: a tiling by {len(tiling.squares)} squares"
    if refutation is None:
        return f"{line}, all different" if tiling.copies == 1 else line
    nodes = counted(refutation.nodes, "node", commas=True)
    return f"{line}; {english.copies(refutation.copies)} refuted in {nodes}, {refutation.cpu_s:.2f} s of CPU"


def _row(task: SearchTask, result: SearchResult) -> Shard | Tiling:
    common = (task.size, task.copies, result.nodes, result.cpu_s, *_origin(VERSION, result.started_at))
    if result.tiling:
        return Tiling(*common, text(tuple(sorted(result.tiling))))
    return Shard(*common, task.part, task.parts, result.solutions, f"{result.digest:016x}")


def _origin(engine: str, started_at: float) -> tuple[str, str, str, str, str]:
    """The columns of a row from `engine` on. started_at: seconds since the epoch."""
    where = machine.describe()
    stamp = datetime.fromtimestamp(started_at, UTC).isoformat(timespec="seconds")
    return engine, where["host"], where["cpu_model"], where["git_commit"], stamp


def _cost(task: SearchTask) -> float:
    return _GROWTH**task.size / task.parts if task.copies == 1 else _SEVERAL_COPIES


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def _plain_line(result: PlainResult, certified: Certified) -> str:
    """The result of the plain search for a side, and how it compares."""
    verdict = "as certified" if certified.confirmed_by(result) else "no certified value to compare with"
    if wrong := certified.contradiction(result):
        verdict = f"WRONG: {wrong}"
    found = f"h({result.size}) = {result.copies}"
    if result.copies > 1:
        found += f": copies {result.copies - 1} refuted in {result.refuted_nodes:,} nodes, {result.refuted_cpu_s:.2f} s"
    return f"{found}; a tiling after {result.nodes:,} nodes, {result.cpu_s:.2f} s; {verdict}"
