"""Executors that run a command under limits, to be compared: our backends of confinement, and BenchExec's runexec."""

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
    """The resources that a command used, and its ending as its executor names it."""

    ended: str
    wall_s: float
    cpu_s: float
    peak_mb: float


Executor = Callable[[Sequence[str], confine.Limits], Cost]


def backends() -> dict[str, confine.Backend]:
    """The usable backends by name, the default one first."""
    usable = {}
    for name in CHOICES:
        try:
            backend = confine.choose(name)
        except UserError:
            continue
        usable.setdefault(backend.name, backend)
    return usable


def executors() -> dict[str, Executor]:
    """All usable executors by name: our backends, the default one first, and BenchExec's command."""
    usable: dict[str, Executor] = {name: by_backend(backend) for name, backend in backends().items()}
    if not no_runexec():
        usable["BenchExec"] = by_runexec
    return usable


def no_runexec() -> str:
    """The reason why BenchExec's runexec cannot be used here; empty where it can."""
    if not RUNEXEC.exists():
        return "BenchExec is not installed (make development, or pip install benchexec)"
    try:
        by_runexec(["true"], confine.Limits(5.0, 5.0, 500))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return f"BenchExec's runexec cannot be used here: {' '.join(str(error).split())}"
    return ""


def by_backend(backend: confine.Backend) -> Executor:
    """The executor that uses one of our backends."""

    def run(command: Sequence[str], limits: confine.Limits) -> Cost:
        usage = in_child(lambda: confined(backend, command, limits))
        return Cost(usage.ended, usage.wall_s, usage.cpu_s, usage.peak_mb)

    return run


def confined(backend: confine.Backend, command: Sequence[str], limits: confine.Limits) -> confine.Usage:
    """Run a command by a backend in this process, which becomes a child subreaper."""
    confine.adopt_orphans()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        return confine.run(confine.Command(command, limits, io.BytesIO(), Path(folder)), backend).finish()


def by_runexec(command: Sequence[str], limits: confine.Limits) -> Cost:
    """The executor that uses BenchExec's command; raises OSError, ValueError or SubprocessError if it fails."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        done = subprocess.run(
            runexec_command(command, limits, Path(folder)), capture_output=True, text=True, timeout=60
        )
    values = dict(re.findall(r"^(\w+)=(\S+)$", done.stdout, re.MULTILINE))
    if "walltime" not in values or "cputime" not in values:
        raise ValueError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "it prints no resources")
    return Cost(
        values.get("terminationreason", "finished"), float(values["walltime"].rstrip("s")),
        float(values["cputime"].rstrip("s")), float(values.get("memory", "nan").rstrip("B")) / 1e6,
    )  # fmt: skip


def runexec_command(command: Sequence[str], limits: confine.Limits, folder: Path) -> list[str]:
    """BenchExec's command line that runs a command under limits; its output goes into the folder."""
    return [
        str(RUNEXEC), "--no-container", "--quiet", "--output", str(folder / "output"),
        "--walltimelimit", f"{max(1, round(limits.wall_s))}s", "--timelimit", f"{max(1, round(limits.cpu_s))}s",
        "--memlimit", f"{limits.memory_bytes}B", "--", *command,
    ]  # fmt: skip


def in_child(work: Callable[[], Any]) -> Any:
    """The result of a function called in a forked process, which may become a subreaper and leave children."""
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(sender, work))
    child.start()
    sender.close()
    try:
        return receiver.recv()
    except EOFError:
        raise RuntimeError("the measuring process died") from None
    finally:
        child.join()


def _answer(pipe: Connection, work: Callable[[], Any]) -> None:
    pipe.send(work())
    pipe.close()
    os._exit(0)
