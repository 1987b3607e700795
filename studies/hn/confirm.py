"""Decides h(n) by the plain search, in worker processes, and compares with what is certified."""

import platform
import time
from collections import deque
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import count

from runners.confine.worker_pool import Workers
from runners.progress import WorkProgress
from runners.record import machine
from studies.hn.certified import Certified
from studies.hn.ledger import Ledger
from studies.hn.plain import PlainResult
from studies.hn.plain_search import PlainSearch


def decide(size: int) -> PlainResult:
    """h(n) of a side: a search for 1 copy of each side, for 2 copies, ..., until there is a tiling."""
    started_at = datetime.now(UTC).isoformat(timespec="seconds")
    refuted_nodes, refuted_s = 0, 0.0
    for copies in count(1):
        begun = time.process_time()
        search = PlainSearch(size, size, [copies] * (size - 1))
        tiling = next(search.tilings(), None)
        cpu_s = time.process_time() - begun
        if tiling:
            where = machine.describe()
            here = (where["host"], where["cpu_model"], where["git_commit"], started_at)
            squares = " ".join(":".join(map(str, square)) for square in tiling)
            engine = f"plain, Python {platform.python_version()}"
            return PlainResult(size, copies, squares, search.nodes, cpu_s, engine, *here, refuted_nodes, refuted_s)
        refuted_nodes, refuted_s = search.nodes, cpu_s
    raise AssertionError("n * n copies of side 1 tile the board")


def search(sizes: Iterable[int], jobs: int, limit_s: float | None, ledger: Ledger, certified: Certified) -> None:
    """Decide all sizes in their order and record each, until the limit of wall time."""
    deadline = time.monotonic() + limit_s if limit_s else None
    queue = deque(sizes)
    progress = WorkProgress(len(queue))
    try:
        with Workers(jobs, decide) as workers:
            while queue or workers.busy:
                while queue and workers.free:
                    workers.give(queue.popleft())
                left_s = None if deadline is None else max(0.0, deadline - time.monotonic())
                for size, result in workers.results(left_s):
                    ledger.keep(result)
                    progress.say(line(result, certified))
                    progress.step(1, f"n = {size}")
                if left_s == 0:
                    return
    finally:
        progress.close()


def line(result: PlainResult, certified: Certified) -> str:
    """What the plain search found of a side, and how it compares."""
    verdict = "as certified" if result.confirms(certified) else "no certified value to compare with"
    if wrong := result.contradiction(certified):
        verdict = f"WRONG: {wrong}"
    found = f"h({result.size}) = {result.copies}"
    if result.copies > 1:
        found += f": copies {result.copies - 1} refuted in {result.refuted_nodes:,} nodes, {result.refuted_cpu_s:.2f} s"
    return f"{found}; a tiling after {result.nodes:,} nodes, {result.cpu_s:.2f} s; {verdict}"
