"""Runs a command within a memory limit and watches it: the time of its tree, the most memory, the open files."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tilings.models.terminal.command import ROOT
from tilings.runners import confine
from tilings.runners.confine.process_table import descendants

MEMORY_MB = 4000
_LONGEST_S = 4 * 3600.0
_EVERY_S = 0.2


@dataclass(frozen=True)
class Sample:
    """A look at the command itself, its first process: seconds since its start, MB of its own memory, open files, CPU
    seconds; made: what the caller counts."""

    at: float
    own_mb: float
    files: int
    cpu_s: float
    made: int


@dataclass(frozen=True)
class Watched:
    """How a command went. peak_mb: the most that its processes had together, pages that they share counted once (PSS,
    sampled); ended: as confine.Usage."""

    ended: str
    exit_code: int | None
    wall_s: float
    cpu_s: float
    peak_mb: float
    samples: list[Sample]


def watched(words: Sequence[str], counting: Callable[[], int] = lambda: 0, every_s: float = _EVERY_S) -> Watched:
    """Run a Python module with words, at most MEMORY_MB, which is held by the best backend that is here."""
    backend, peak, samples, over = confine.choose(), 0.0, list[Sample](), threading.Event()
    command = [sys.executable, "-m", *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    def look() -> None:
        nonlocal peak
        started = time.monotonic()
        while not over.wait(every_s):
            with suppress(OSError, ValueError, StopIteration):
                tree = [found.pid for found in descendants(os.getpid()) if _is_command(found.pid, words[0])]
                peak = max(peak, sum(map(_pss_mb, tree)))
                samples.append(_sample(min(tree, key=_age), time.monotonic() - started, counting()))

    watcher = threading.Thread(target=look)
    with subprocess.Popen(
        [sys.executable, "-c", _CHILD, backend.name, str(_LONGEST_S), str(MEMORY_MB), *command],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        watcher.start()
        out, _ = child.communicate()
    over.set()
    watcher.join()
    ended, code, wall, cpu = out.splitlines()[-1].split()
    return Watched(ended, None if code == "None" else int(code), float(wall), float(cpu), peak, samples)


# A process of its own is the child subreaper, so that this one may have threads and other children.
_CHILD = """
import sys
from tilings.runners.confine import Limits
from tools.soak import _ways
limits = Limits(float(sys.argv[2]), 8 * float(sys.argv[2]), int(sys.argv[3]), output_mb=4000)
usage = _ways.confined(_ways.backends()[sys.argv[1]], sys.argv[4:], limits)
print(usage.ended, usage.exit_code, usage.wall_s, usage.cpu_s)
"""


def _is_command(pid: int, module: str) -> bool:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return words[1:3] == [b"-m", module.encode()]  # forks of it have its command line


def _pss_mb(pid: int) -> float:
    with suppress(OSError):
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        return float(text.partition("\nPss:")[2].split()[0]) * 1024 / 1e6
    return 0.0


def _age(pid: int) -> int:
    return int(_stat(pid)[19])


def _sample(pid: int, at: float, made: int) -> Sample:
    fields = _stat(pid)
    cpu_s = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    own_mb = int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return Sample(at, own_mb, len(list(Path(f"/proc/{pid}/fd").iterdir())), cpu_s, made)


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
