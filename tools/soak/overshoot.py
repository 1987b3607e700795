"""Overshoot of limits: runs at a wall limit of 1 s, two at a time, of solvers that resist being ended.

Through runners.execute, as every run goes. Each tree holds a pipe of its own open, whose end tells from outside when
the last of its processes was gone; the time counts from before the solver is called, so that its start is overshoot,
too. BenchExec's runexec, where it is installed and can be used, gets the same trees, one at a time, but no fork bombs:
it has no limit of processes, and did not end one of 3000 within minutes, which stopped the machine.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.runners import fakes
from tilings.runners import confine
from tilings.runners.execute.attempt import Session
from tilings.runners.execute.scheduler import execute
from tilings.runners.solvers.interface import solver
from tools.soak import _tree
from tools.soak._ways import backends, no_runexec, runexec
from tools.soak.figure import CannotRun, Figure

LIMIT_S, AT_A_TIME, PROCESSES = 1.0, 2, 100
TARGET_S = 0.3
PATIENCE_S = 10.0
LIMITS = confine.Limits(LIMIT_S, 30.0, 1000, processes=PROCESSES)
BOMB = "fork bombs"
KINDS = tuple(_tree.kinds)
HARMLESS = tuple(kind for kind in KINDS if kind != BOMB)


@dataclass(frozen=True)
class Held:
    """One run: its kind; over_s: from the limit until its last process was gone (inf: one is left); recorded_s: from
    the limit to the recorded wall time; ended: by what, as recorded."""

    kind: str
    over_s: float
    recorded_s: float
    ended: str


class TreeSolver(fakes.FakeSolver):
    """Starts the tree of the kind that the seed stands for, which holds a pipe of the folder open."""

    def __init__(self, folder: Path, kinds: tuple[str, ...]) -> None:
        super().__init__("")
        self._folder, self._kinds = folder, kinds

    def command(self, job: solver.Job) -> list[str]:
        (self._folder / f"{job.seed}.started").write_text(str(time.monotonic()), encoding="ascii")
        return _command(self._folder, job.seed, self._kinds)


def measure(quick: bool) -> Iterator[Figure]:
    """The time from the limit until no process is left, and the processes left, for each backend and for BenchExec."""
    ours = backends()
    for number, backend in enumerate(ours.values()):
        runs = 10 if quick else 500 if number == 0 else 60 if backend.name == "procfs" else 30
        yield from _figures(backend.name, _watched(partial(_by_us, backend), runs, KINDS), None if number else TARGET_S)
    if reason := no_runexec():
        raise CannotRun(reason)
    runs = 5 if quick else 30
    yield from _figures("BenchExec", _watched(_by_runexec, runs, HARMLESS), None)


def _figures(name: str, runs: list[Held], target: float | None) -> Iterator[Figure]:
    over = sorted(run.over_s for run in runs)
    recorded = sorted(run.recorded_s for run in runs)
    what = f"{name}: {len(runs)} runs, until the last process was gone"
    yield Figure(f"{what}, median", statistics.median(over), "s")
    yield Figure(f"{what}, 99th percentile", _percentile(over, 99), "s", target)
    yield Figure(f"{what}, maximum (of {max(runs, key=lambda run: run.over_s).kind})", over[-1], "s")
    yield Figure(f"{name}: recorded wall time beyond the limit, 99th percentile", _percentile(recorded, 99), "s")
    yield Figure(f"{name}: recorded wall time beyond the limit, maximum", recorded[-1], "s")
    others = sorted({f"{run.ended} of {run.kind}" for run in runs if not run.ended.startswith("wall")})
    beyond = sum(not run.ended.startswith("wall") for run in runs)
    yield Figure(f"{name}: ended by something else ({', '.join(others) or 'none'})", beyond)
    yield Figure(
        f"{name}: trees of which a process is left", over.count(float("inf")), "", None if target is None else 0
    )


def _percentile(ordered: list[float], percent: int) -> float:
    """The least value that the given percentage of the values does not exceed."""
    return ordered[-(-len(ordered) * percent // 100) - 1]


def _watched(make: Callable[[Path, int, tuple[str, ...]], None], runs: int, kinds: tuple[str, ...]) -> list[Held]:
    """Make runs in a child process (which may have no thread and no other children), and watch their pipes here.

    make: is given a folder, in which it leaves SEED.started, the time, and SEED.record of each run; how many; kinds.
    """
    with tempfile.TemporaryDirectory(prefix="soak-") as home:
        folder = Path(home)
        pipes = {}
        for seed in range(1, runs + 1):
            os.mkfifo(folder / f"{seed}.pipe")
            pipes[os.open(folder / f"{seed}.pipe", os.O_RDONLY | os.O_NONBLOCK)] = seed
        child = get_context("fork").Process(target=make, args=(folder, runs, kinds))
        child.start()
        try:
            gone = _ends(pipes, child.sentinel)
        finally:
            child.terminate()
            child.join()
            for pipe in pipes:
                os.close(pipe)
        if child.exitcode:
            raise RuntimeError(f"the process that made the runs ended with {child.exitcode}")
        return [_held(folder, seed, kinds, gone.get(seed, float("inf"))) for seed in range(1, runs + 1)]


def _ends(pipes: dict[int, int], sentinel: int) -> dict[int, float]:
    """The time when the last process of each tree was gone, if that is within some time after the last run."""
    gone: dict[int, float] = {}
    deadline = float("inf")
    with selectors.DefaultSelector() as selector:
        for waited in (*pipes, sentinel):
            selector.register(waited, selectors.EVENT_READ)
        while selector.get_map() and time.monotonic() < deadline:
            for key, _ in selector.select(PATIENCE_S):
                selector.unregister(key.fd)
                if key.fd == sentinel:
                    deadline = time.monotonic() + PATIENCE_S
                else:
                    gone[pipes[key.fd]] = time.monotonic()
    return gone


def _held(folder: Path, seed: int, kinds: tuple[str, ...], gone: float) -> Held:
    started = float((folder / f"{seed}.started").read_text(encoding="ascii"))
    ended, wall_s = json.loads((folder / f"{seed}.record").read_text(encoding="ascii"))
    return Held(_kind(seed, kinds), gone - started - LIMIT_S, wall_s - LIMIT_S, ended)


def _by_us(backend: confine.Backend, folder: Path, runs: int, kinds: tuple[str, ...]) -> None:
    """Makes the runs as a campaign does."""
    with pytest.MonkeyPatch.context() as patch:
        fakes.install(patch, "")
        sys.modules["tilings.runners.solvers.fake"].CPSAT = TreeSolver(folder, kinds)  # type: ignore[attr-defined]
        planned = [replace(fakes.run(folder, seed=seed), limits=LIMITS) for seed in range(1, runs + 1)]
        for run, outcome in execute(planned, Session(folder, backend=backend), AT_A_TIME):
            record = outcome.record
            _note(folder, run.seed, record.ended, float("nan") if record.wall_s is None else record.wall_s)


def _by_runexec(folder: Path, runs: int, kinds: tuple[str, ...]) -> None:
    """Runs the same trees by BenchExec's command."""
    for seed in range(1, runs + 1):
        (folder / f"{seed}.started").write_text(str(time.monotonic()), encoding="ascii")
        call = runexec(_command(folder, seed, kinds), LIMITS, folder)
        shown = subprocess.check_output(call, text=True, stderr=subprocess.DEVNULL, timeout=60).splitlines()
        said = dict(line.partition("=")[::2] for line in shown)
        _note(folder, seed, said.get("terminationreason", "finished"), float(said["walltime"].rstrip("s")))


def _note(folder: Path, seed: int, ended: str, wall_s: float) -> None:
    (folder / f"{seed}.record").write_text(json.dumps([ended, wall_s]), encoding="ascii")


def _kind(seed: int, kinds: tuple[str, ...]) -> str:
    return kinds[seed % len(kinds)]


def _command(folder: Path, seed: int, kinds: tuple[str, ...]) -> list[str]:
    """A tree whose processes all hold the run's pipe open."""
    tree = [sys.executable, "-I", "-S", _tree.__file__, _kind(seed, kinds)]
    return ["sh", "-c", f"exec 9>{shlex.quote(str(folder / f'{seed}.pipe'))}; exec {shlex.join(tree)}"]
