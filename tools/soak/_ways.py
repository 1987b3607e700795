"""The ways of running one command under limits that are measured side by side: ours, and BenchExec's runexec."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tilings.models.problem import UserError
from tilings.runners import confine
from tilings.runners.confine.choice import CHOICES

RUNEXEC = Path(sys.executable).parent / "runexec"


@dataclass(frozen=True)
class Cost:
    """How a command ended, in the words of the way that ran it, and the resources that it used."""

    ended: str
    wall_s: float
    cpu_s: float
    peak_mb: float


Way = Callable[[Sequence[str], confine.Limits], Cost]


def backends() -> dict[str, confine.Backend]:
    """Our backends that can be used here, by name; the one that runs take by themselves is the first."""
    found = {}
    for name in CHOICES:
        try:
            backend = confine.choose(name)
        except UserError:
            continue
        found.setdefault(backend.name, backend)
    return found


def own() -> str:
    """The name of the default backend, which has to meet the targets."""
    return confine.choose().name


def ways() -> dict[str, Way]:
    """All ways that can be used here: our backends, and BenchExec's command where it works."""
    found: dict[str, Way] = {name: ours(backend) for name, backend in backends().items()}
    if not no_runexec():
        found["BenchExec"] = by_command
    return found


def no_runexec() -> str:
    """The reason why BenchExec's runexec cannot be used here; empty where it can."""
    if not RUNEXEC.exists():
        return "BenchExec is not installed (make setup, or pip install benchexec)"
    try:
        by_command(["true"], confine.Limits(5.0, 5.0, 500))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return f"BenchExec's runexec cannot be used here: {' '.join(str(error).split())}"
    return ""


def ours(backend: confine.Backend) -> Way:
    """The way of one of our backends."""

    def run(command: Sequence[str], limits: confine.Limits) -> Cost:
        usage = in_child(lambda: confined(backend, command, limits))
        return Cost(usage.ended, usage.wall_s, usage.cpu_s, usage.peak_mb)

    return run


def confined(backend: confine.Backend, command: Sequence[str], limits: confine.Limits) -> confine.Usage:
    """Run a command by one of our backends, in this process, which becomes a subreaper."""
    confine.adopt_orphans()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        return confine.run(confine.Command(command, limits, io.BytesIO(), Path(folder)), backend).finish()


def by_command(command: Sequence[str], limits: confine.Limits) -> Cost:
    """The way of BenchExec's command; raises an OSError, ValueError or SubprocessError where it does not work."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        done = subprocess.run(runexec(command, limits, Path(folder)), capture_output=True, text=True, timeout=60)
    said = dict(re.findall(r"^(\w+)=(\S+)$", done.stdout, re.MULTILINE))
    if "walltime" not in said or "cputime" not in said:
        raise ValueError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "it prints no costs")
    return Cost(
        said.get("terminationreason", "finished"), float(said["walltime"].rstrip("s")),
        float(said["cputime"].rstrip("s")), float(said.get("memory", "nan").rstrip("B")) / 1e6,
    )  # fmt: skip


def runexec(command: Sequence[str], limits: confine.Limits, folder: Path) -> list[str]:
    """BenchExec's command line that runs a command under limits; its output goes into the folder."""
    return [
        str(RUNEXEC), "--no-container", "--quiet", "--output", str(folder / "output"),
        "--walltimelimit", f"{max(1, round(limits.wall_s))}s", "--timelimit", f"{max(1, round(limits.cpu_s))}s",
        "--memlimit", f"{limits.memory_bytes}B", "--", *command,
    ]  # fmt: skip


def in_child(work: Callable[[], Any]) -> Any:
    """The result of a function called in a forked process, which may become a subreaper and leave children."""
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(theirs, work))
    child.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        raise RuntimeError("a process that measured has died") from None
    finally:
        child.join()


def _answer(pipe: Connection, work: Callable[[], Any]) -> None:
    pipe.send(work())
    pipe.close()
    os._exit(0)
