"""Runs a command within a memory limit and samples it: the time of its tree, peak memory, open files."""

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
    """A sample of the command's first process. at: seconds since its start; own_mb: its memory; files: open ones;
    progress: the caller's counter."""

    at: float
    own_mb: float
    files: int
    cpu_s: float
    progress: int


@dataclass(frozen=True)
class Measured:
    """The resources of a command. peak_mb: the peak memory of its processes, shared pages counted once (PSS, sampled);
    ended: as in confine.Usage."""

    ended: str
    exit_code: int | None
    wall_s: float
    cpu_s: float
    peak_mb: float
    samples: list[Sample]


def measured(words: Sequence[str], progress: Callable[[], int] = lambda: 0) -> Measured:
    """Run a Python module with arguments, confined to MEMORY_MB by the default backend."""
    backend, peak, samples, over = confine.choose(), 0.0, list[Sample](), threading.Event()
    command = [sys.executable, "-m", *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    def sample() -> None:
        nonlocal peak
        started = time.monotonic()
        while not over.wait(_EVERY_S):
            with suppress(OSError, ValueError, StopIteration):
                tree = [child.pid for child in descendants(os.getpid()) if _is_command(child.pid, words[0])]
                peak = max(peak, sum(map(_pss_mb, tree)))
                first = min(tree, key=lambda pid: int(_stat(pid)[19]))  # the time of its start
                samples.append(_sample(first, time.monotonic() - started, progress()))

    watcher = threading.Thread(target=sample)
    with subprocess.Popen(
        [sys.executable, "-c", _CHILD, backend.name, str(_LONGEST_S), str(MEMORY_MB), *command],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        watcher.start()
        out, _ = child.communicate()
    over.set()
    watcher.join()
    ended, code, wall, cpu = out.splitlines()[-1].split()
    return Measured(ended, None if code == "None" else int(code), float(wall), float(cpu), peak, samples)


# A separate process is the child subreaper, since this one has threads and other children.
_CHILD = """
import sys
from tilings.runners.confine import Limits
from tools.soak import _executors
limits = Limits(float(sys.argv[2]), 8 * float(sys.argv[2]), int(sys.argv[3]), output_mb=4000)
usage = _executors.confined(_executors.backends()[sys.argv[1]], sys.argv[4:], limits)
print(usage.ended, usage.exit_code, usage.wall_s, usage.cpu_s)
"""


def _is_command(pid: int, module: str) -> bool:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return words[1:3] == [b"-m", module.encode()]  # also of its forks


def _pss_mb(pid: int) -> float:
    with suppress(OSError):
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        return float(text.partition("\nPss:")[2].split()[0]) * 1024 / 1e6
    return 0.0


def _sample(pid: int, at: float, progress: int) -> Sample:
    fields = _stat(pid)
    cpu_s = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    own_mb = int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return Sample(at, own_mb, len(list(Path(f"/proc/{pid}/fd").iterdir())), cpu_s, progress)


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
