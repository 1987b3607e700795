"""The readers of the output of programs (SAT solvers, CBC, proof checkers, Slurm) and of cgroups' files."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout, suppress
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

from tilings.models import registry
from tilings.models.formula import Formula
from tilings.models.problem import UserError
from tilings.runners.cluster import slurm
from tilings.runners.confine import Limits, Usage, cgroup
from tilings.runners.execute.judge import RunVerdict
from tilings.runners.execute.solution_checks import SolutionChecks
from tilings.runners.execute.transcript import Transcript, parsed
from tilings.runners.plan import manifest
from tilings.runners.proofs import checkers
from tilings.runners.solvers import cbc, kissat
from tilings.runners.solvers.interface import child_process, sat
from tilings.runners.solvers.interface.child_process import emit
from tilings.runners.solvers.interface.events import Event, Measured
from tools.fuzz.reader import Reader

_DONE = Usage(ended="finished", exit_code=0, signal=None, wall_s=1.0, cpu_s=1.0, peak_mb=1.0, complaint="")
_LIMITS = Limits(10.0, 10.0, 1000)


def recorded(lines: Iterable[list[Event]], problem: Any, instance: Any, goal: str) -> None:
    """The events of each line of an output, up to the columns of the record."""
    transcript = Transcript()
    for events in lines:
        transcript.add(0.5, events)
    RunVerdict(SolutionChecks.of(problem, instance, goal, transcript), transcript).columns(_DONE, 10.0)


def _sat(path: Path) -> None:
    """The output of a SAT program, from its lines to the columns of the record, as in the child."""
    problem, instance, formula = _stated()
    job = SimpleNamespace(problem=problem, instance=instance, goal="optimum")
    task = cast("child_process.Task", SimpleNamespace(job=job, optimum=True))
    with redirect_stdout(io.StringIO()) as events, suppress(SystemExit), child_process._reported():
        with path.open(encoding="utf-8", errors="replace") as lines:
            reply = sat._reply(lines)
        emit(Measured(sat.effort(reply.statistics)))
        if reply.status == "SATISFIABLE":
            sat.report(task, formula, sat._model(reply, "kissat"))
    recorded((parsed(kissat.SAT, line) for line in events.getvalue().splitlines()), problem, instance, "first")


@cache
def _stated() -> tuple[Any, Any, Formula]:
    problem, instance = registry.load_instance(manifest.entry("squares", "h05").path)
    name = next(name for name in registry.formulations("squares") if name.startswith("sat_"))
    formulation = registry.formulation("squares", name)
    return problem, instance, formulation.module().build(instance, "first", **formulation.own(formulation.settings({})))


def _printed() -> list[bytes]:
    formula = _stated()[2]
    model = " ".join(str(variable if variable % 3 else -variable) for variable in range(1, formula.variables + 1))
    counts = "c conflicts:                12      3.4 per second\nc decisions: 40 8\nc propagations: 500 9\n"
    return [
        f"c kissat\n{counts}s SATISFIABLE\nv {model}\nv 0\n".encode(),
        f"c kissat\ns UNSATISFIABLE\n{counts}".encode(),
        b"c 4.0.1\ns UNKNOWN\n",
    ]


def _cbc(path: Path) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    ending = cbc._ending(text, text.rpartition("\n")[2])
    assert ending.nodes is not None and ending.nodes >= 0


def _checker(path: Path) -> None:
    """The output of a proof checker, replaced by ``cat``, which prints the empty formula and the proof."""
    empty = path.with_name("empty.cnf")
    empty.touch()
    place = checkers.CheckContext(_LIMITS, path.parent, io.BytesIO())
    with patch.object(checkers, "program", lambda _: "/bin/cat"):
        result = checkers._check_proof(checkers.Refutation(empty, path, "lrat", path), place)
    if result.message:
        raise UserError(result.message)


def _slurm(path: Path) -> None:
    """The output of squeue and the error messages of Slurm."""
    text = path.read_text(encoding="utf-8", errors="replace")
    slurm._complaint(text)
    with patch.object(slurm.subprocess, "run", lambda *_, **__: CompletedProcess((), 0, text, "")):
        try:
            slurm.queued()
        except slurm.NotResponding as error:
            raise UserError(str(error)) from None


_SLURM = (
    b"tilings-1|0|RUNNING|None\ntilings-1|1|PENDING|Resources\nother|N/A|PENDING|(Priority)\n",
    b"sbatch: error: invalid partition\nTry \"sbatch --help\"\n",
)  # fmt: skip
_CBC = (
    b"Welcome to the CBC MILP Solver\nVersion: 2.10.8\n\nResult - Optimal solution found\n\n"
    b"Objective value:                12.00000000\nEnumerated nodes:               34\n"
    b"Total iterations:               560\nTime (CPU seconds):             0.10\n",
    b"Result - Stopped on time limit\n\nObjective value: 9\nLower bound: 7.5\nEnumerated nodes: 3\n"
    b"Total iterations: 5\n",
)
_CHECKS = (
    b"c Added clauses 12\ns VERIFIED\n",
    b"c allocated 3 MB\nc VERIFIED\nc verification time: 0.2 s\n",
    b"c parsing\nc FAILED: multiple literals unassigned in hint\ns NOT VERIFIED\n",
)
_MOUNTS = (
    b"24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
    b"29 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
    b"99 24 8:2 / /mnt/a\\040b\xc3\xbc rw - ext4 /dev/sdb rw\n",
    b"33 24 0:30 /docker/a1 /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    b"34 24 0:31 / /sys/fs/cgroup/cpu,cpuacct rw master:17 - cgroup cgroup rw,cpu,cpuacct\n",
)
_GROUPS = (
    b"0::/user.slice/user-1000.slice/app\\x2d1.scope\n",
    b"12:memory:/docker/a1/b\n3:cpu,cpuacct:/x:y\n1:name=systemd:/init.scope\n0::/\n",
)
_EVENTS = (b"low 0\nhigh 0\nmax 12\noom 1\noom_kill 1\n", b"max 3\n")


def _cgroups(mounts: bool) -> Callable[[Path], None]:
    def read(path: Path) -> None:
        other = path.with_name("other")
        other.write_bytes(_GROUPS[0] if mounts else _MOUNTS[0])
        with (
            patch.object(cgroup, "MOUNTS", path if mounts else other),
            patch.object(cgroup, "OWN", other if mounts else path),
        ):
            for folder in cgroup.own().values():
                assert folder.is_absolute() or mounts

    return read


READERS = (
    Reader("kissat.out", _sat, _printed, stream=True),
    Reader("cbc.log", _cbc, lambda: _CBC, stream=True),
    Reader("checker.out", _checker, lambda: _CHECKS, stream=True),
    Reader("squeue.out", _slurm, lambda: _SLURM, stream=True),
    Reader("mountinfo", _cgroups(mounts=True), lambda: _MOUNTS, stream=True),
    Reader("proc-cgroup", _cgroups(mounts=False), lambda: _GROUPS, stream=True),
    Reader("group.events", lambda path: cgroup.entries(path), lambda: _EVENTS, stream=True),
)
