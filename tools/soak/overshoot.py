"""Overshoot of limits: runs at a wall limit of 1 s, two at a time, of solvers that resist being ended.

The runs use runners.execute, as in a campaign. Each tree holds a pipe open, whose end marks the end of its last
process. The time counts from before the call of the solver, so the overshoot includes its start. BenchExec's runexec,
where it is usable, gets the same trees, one at a time, but no fork bombs: it has no limit of processes, and did not end
one of 3000 within minutes, which stopped the machine.
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
from dataclasses import dataclass
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
from tools.soak._executors import backends, no_runexec, runexec_command
from tools.soak.figure import CannotRun, Figure

LIMIT_S, AT_A_TIME, PROCESSES = 1.0, 2, 100
TARGET_S = 0.3
PATIENCE_S = 10.0
LIMITS = confine.Limits(LIMIT_S, 30.0, 1000, processes=PROCESSES)
BOMB = "fork bombs"
KINDS = tuple(_tree.kinds)
HARMLESS = tuple(kind for kind in KINDS if kind != BOMB)


@dataclass(frozen=True)
class Overshoot:
    """One run. over_s: from the limit to the end of its last process (inf: one is left); recorded_s: from the limit to
    the recorded wall time; ended: the recorded ending."""

    kind: str
    over_s: float
    recorded_s: float
    ended: str


class TreeSolver(fakes.FakeSolver):
    """Starts the tree whose kind belongs to the seed; the tree holds a pipe of the folder open."""

    def __init__(self, folder: Path, kinds: tuple[str, ...]) -> None:
        super().__init__("")
        self._folder, self._kinds = folder, kinds

    def command(self, job: solver.Job) -> list[str]:
        (self._folder / f"{job.seed}.started").write_text(str(time.monotonic()), encoding="ascii")
        return _command(self._folder, job.seed, self._kinds)


def measure(quick: bool) -> Iterator[Figure]:
    """The time from the limit until no process is left, and the processes left, for each backend and for BenchExec."""
    for number, backend in enumerate(backends().values()):
        runs = 10 if quick else 500 if number == 0 else 60 if backend.name == "procfs" else 30
        yield from _figures(
            backend.name, _measured(partial(_by_backend, backend), runs, KINDS), None if number else TARGET_S
        )
    if reason := no_runexec():
        raise CannotRun(reason)
    runs = 5 if quick else 30
    yield from _figures("BenchExec", _measured(_by_runexec, runs, HARMLESS), None)


def _figures(name: str, runs: list[Overshoot], target: float | None) -> Iterator[Figure]:
    over = sorted(run.over_s for run in runs)
    recorded = sorted(run.recorded_s for run in runs)
    what = f"{name}: {len(runs)} runs, until the last process was gone"
    yield Figure(f"{what}, median", statistics.median(over), "s")
    yield Figure(f"{what}, 99th percentile", _percentile(over, 99), "s", target)
    yield Figure(f"{what}, maximum (of {max(runs, key=lambda run: run.over_s).kind})", over[-1], "s")
    yield Figure(f"{name}: recorded wall time beyond the limit, 99th percentile", _percentile(recorded, 99), "s")
    yield Figure(f"{name}: recorded wall time beyond the limit, maximum", recorded[-1], "s")
    endings = sorted({f"{run.ended} of {run.kind}" for run in runs if not run.ended.startswith("wall")})
    beyond = sum(not run.ended.startswith("wall") for run in runs)
    yield Figure(f"{name}: ended by something else ({', '.join(endings) or 'none'})", beyond)
    yield Figure(
        f"{name}: trees of which a process is left", over.count(float("inf")), "", None if target is None else 0
    )


def _percentile(ordered: list[float], percent: int) -> float:
    """The least value that the given percentage of the values does not exceed."""
    return ordered[-(-len(ordered) * percent // 100) - 1]


def _measured(make: Callable[[Path, int, tuple[str, ...]], None], runs: int, kinds: tuple[str, ...]) -> list[Overshoot]:
    """Make runs in a child process (which may have no thread and no other children), and watch their pipes here.

    make: called with a folder, the number of runs and their kinds; writes SEED.started and SEED.record of each run.
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
            end_times = _ends(pipes, child.sentinel)
        finally:
            child.terminate()
            child.join()
            for pipe in pipes:
                os.close(pipe)
        if child.exitcode:
            raise RuntimeError(f"the process that made the runs ended with {child.exitcode}")
        return [_overshoot(folder, seed, kinds, end_times.get(seed, float("inf"))) for seed in range(1, runs + 1)]


def _ends(pipes: dict[int, int], sentinel: int) -> dict[int, float]:
    """The time at which the last process of each tree ended, if at most PATIENCE_S after the last run."""
    end_times: dict[int, float] = {}
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
                    end_times[pipes[key.fd]] = time.monotonic()
    return end_times


def _overshoot(folder: Path, seed: int, kinds: tuple[str, ...], ended_at: float) -> Overshoot:
    started = float((folder / f"{seed}.started").read_text(encoding="ascii"))
    ended, wall_s = json.loads((folder / f"{seed}.record").read_text(encoding="ascii"))
    return Overshoot(_kind(seed, kinds), ended_at - started - LIMIT_S, wall_s - LIMIT_S, ended)


def _by_backend(backend: confine.Backend, folder: Path, runs: int, kinds: tuple[str, ...]) -> None:
    """Makes the runs as in a campaign."""
    with pytest.MonkeyPatch.context() as patch:
        fakes.install(patch, "")
        sys.modules["tilings.runners.solvers.fake"].CPSAT = TreeSolver(folder, kinds)  # type: ignore[attr-defined]
        planned = [fakes.run(folder, seed=seed)._replace(limits=LIMITS) for seed in range(1, runs + 1)]
        for run, outcome in execute(planned, Session(folder, backend=backend), AT_A_TIME):
            record = outcome.record
            _note(folder, run.seed, record.ended, float("nan") if record.wall_s is None else record.wall_s)


def _by_runexec(folder: Path, runs: int, kinds: tuple[str, ...]) -> None:
    """Runs the same trees by BenchExec's command."""
    for seed in range(1, runs + 1):
        (folder / f"{seed}.started").write_text(str(time.monotonic()), encoding="ascii")
        call = runexec_command(_command(folder, seed, kinds), LIMITS, folder)
        lines = subprocess.check_output(call, text=True, stderr=subprocess.DEVNULL, timeout=60).splitlines()
        values = dict(line.partition("=")[::2] for line in lines)
        _note(folder, seed, values.get("terminationreason", "finished"), float(values["walltime"].rstrip("s")))


def _note(folder: Path, seed: int, ended: str, wall_s: float) -> None:
    (folder / f"{seed}.record").write_text(json.dumps([ended, wall_s]), encoding="ascii")


def _kind(seed: int, kinds: tuple[str, ...]) -> str:
    return kinds[seed % len(kinds)]


def _command(folder: Path, seed: int, kinds: tuple[str, ...]) -> list[str]:
    """A tree whose processes all hold the run's pipe open."""
    tree = [sys.executable, "-I", "-S", _tree.__file__, _kind(seed, kinds)]
    return ["sh", "-c", f"exec 9>{shlex.quote(str(folder / f'{seed}.pipe'))}; exec {shlex.join(tree)}"]
