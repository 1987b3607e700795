"""SAT solvers that are programs: the formula is written to a file, and a refutation leaves a proof.

For the optimum the program is called repeatedly, each time for a better objective, until that is refuted. So the last
call proves the optimum, and its proof is kept.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread, Timer
from typing import Any

from tilings.models.formula import PACKAGES, Formula
from tilings.runners.install.packages import package_version
from tilings.runners.install.programs import printed, program
from tilings.runners.solvers.interface import preprocess
from tilings.runners.solvers.interface.child_process import ChildSolver, Task, emit, fail
from tilings.runners.solvers.interface.events import Found, Measured, OutOfTime, Proof, SearchComplete
from tilings.runners.solvers.interface.presets import Preset
from tilings.runners.solvers.interface.solver import Job

PROOF_MB = 2000  # a larger proof is discarded while it is written
_CHUNK = 1 << 20
_LITERAL = re.compile(r"-?[0-9]{1,18}")
_STATISTIC = re.compile(r"c (conflicts|decisions|propagations):\s+([0-9]{1,18})\b")


class FormulaSolver(ChildSolver):
    """An adapter for a solver of formulas; the versions of the packages that write formulas count as well."""

    def __init__(
        self, name: str, package: str, solve: Callable[[Task], None], modules: Iterable[str] = (),
        paradigm: str = "SAT", enumerates: bool = False, presets: Mapping[str, Preset] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(
            name, "sat", package, solve, ("pysat.card", *modules), False, paradigm, enumerates, needs=PACKAGES,
            presets=presets,
        )  # fmt: skip

    def callers(self) -> str | None:
        """The versions of the packages that write formulas; None if one is missing."""
        sums, weighted = map(package_version, PACKAGES)
        return f"PySAT {sums}, Pindakaas {weighted}" if sums and weighted else None


class SatProgram(FormulaSolver):
    """An adapter for a SAT solver's command.

    It gets no time limit, which would be in whole seconds: at the limit it gets a signal, and prints its statistics.

    options: returns the command's options for a job; the proof is to be text.
    proof: the proof's format, drat or lrat.
    """

    install_command = "make solvers"  # PySAT, too
    proof_mb = PROOF_MB

    def __init__(
        self,
        name: str,
        options: Callable[[Job], list[str]],
        proof: str,
        presets: Mapping[str, Preset] | None = None,
    ) -> None:
        super().__init__(name, "python-sat", partial(_solve, name, options, proof), presets=presets)

    def own_version(self) -> str | None:
        """The version that the program prints."""
        path = program(self.name)
        return printed(path, "--version").strip() if path else None


@dataclass(frozen=True)
class _Reply:
    """The output of the program."""

    status: str  # SATISFIABLE, UNSATISFIABLE or another
    true: set[int]  # the true variables of the model
    statistics: dict[str, int]
    malformed: str = ""  # the first word of the model that is not a literal


def _solve(name: str, options: Callable[[Job], list[str]], proof: str, task: Task) -> None:
    """Build the formula, and call the program until the goal is reached."""
    formula, job = task.build(), task.job
    path = job.work / f"{job.path.stem}.cnf"
    path.write_text(formula.dimacs(), encoding="ascii")
    started = task.encoded(variables=formula.variables, constraints=len(formula.clauses))
    total: dict[str, int] = {}
    before, settings = preprocess.divided(job.settings)
    presolve_s = 0.0
    while True:
        began = time.monotonic()
        # BreakID refuses a formula with an empty clause, which needs no rewriting.
        read = preprocess.rewritten(before, path) if before and all(formula.clauses) else path
        called = time.monotonic()
        presolve_s += called - began
        limit_s = task.remaining_s()
        command = [program(name) or name, *options(job), *settings, str(read)]
        reply, left = _call(command, path.with_suffix(f".{proof}"), proof, limit_s)
        total = {key: total.get(key, 0) + value for key, value in reply.statistics.items()}
        measured = effort(total) | ({"presolve_s": presolve_s} if before else {})
        emit(Measured({"solve_s": time.monotonic() - started, **measured}))
        if reply.status != "SATISFIABLE":
            break
        value = report(task, formula, {true for true in _model(reply, name) if true <= formula.variables})
        if value is None:
            return
        formula.limit(value + (1 if job.problem.sense == "max" else -1))
        path.write_text(formula.dimacs(), encoding="ascii")
    if reply.status == "UNSATISFIABLE":
        if not before:
            emit(left)
        emit(SearchComplete())
    elif time.monotonic() - called >= limit_s:
        emit(OutOfTime())


def _model(reply: _Reply, name: str) -> set[int]:
    """The true variables; fails for a malformed model."""
    if reply.malformed:
        fail(f"{name} printed a model with '{reply.malformed}', which is not a literal")
    return reply.true


def report(task: Task, formula: Formula, true: set[int]) -> int | None:
    """Send the solution of a model, given its true variables; returns the objective if the goal is the optimum."""
    atoms, problem, instance = formula.atoms(true), task.job.problem, task.job.instance
    value: Any = problem.objective(instance, problem.decode(instance, atoms)) if task.optimum else None
    emit(Found(tuple(atoms), value))
    return value


def _call(command: list[str], proof: Path, proof_format: str, limit_s: float) -> tuple[_Reply, Proof]:
    """Call the program, which writes its proof into a pipe, up to the limit; returns its output and the proof."""
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [*command, f"/dev/fd/{writer}"], pass_fds=[writer], stdout=subprocess.PIPE, text=True, errors="replace"
    )
    os.close(writer)
    kept = _KeptProof(reader, proof)
    assert process.stdout is not None
    limit = Timer(limit_s, process.terminate)
    limit.start()
    reply = _reply(process.stdout)
    process.wait()
    limit.cancel()
    return reply, Proof(str(command[-1]), str(proof), proof_format, *kept.finish())


def _reply(lines: Iterable[str]) -> _Reply:
    """The program's output; all lines are read, as it would wait for a reader."""
    status, malformed, true, statistics = "", "", set[int](), dict[str, int]()
    for line in lines:
        if line.startswith("v "):
            for word in line[2:].split():
                if not _LITERAL.fullmatch(word):
                    malformed = malformed or word[:80]
                elif not word.startswith("-"):
                    true.add(int(word))
        elif line.startswith("s "):
            status = line[2:].strip()
        elif statistic := _STATISTIC.match(line):
            statistics[statistic[1]] = int(statistic[2])
    return _Reply(status, true - {0}, statistics, malformed)


class _KeptProof:
    """Copies a proof from a pipe into a file while it is written.

    A proof that is too large or cannot be written is discarded; the solver can write on.
    """

    def __init__(self, pipe: int, path: Path) -> None:
        self._pipe, self._path, self._size, self._whole = pipe, path, 0, False
        self._thread = Thread(target=self._copy)
        self._thread.start()

    def finish(self) -> tuple[int, bool]:
        """Wait for the end of the proof; its size, and whether all of it is in the file."""
        self._thread.join()
        os.close(self._pipe)
        return self._size, self._whole

    def _copy(self) -> None:
        with suppress(OSError), self._path.open("wb") as file:
            for chunk in self._chunks():
                if self._size > PROOF_MB * 1_000_000:
                    file.truncate(0)
                    break
                file.write(chunk)
            else:
                file.flush()
                self._whole = True
        for _ in self._chunks():
            pass

    def _chunks(self) -> Iterator[bytes]:
        while chunk := os.read(self._pipe, _CHUNK):
            self._size += len(chunk)
            yield chunk


def effort(statistics: Mapping[str, int]) -> dict[str, Any]:
    """The record's columns for a SAT solver's own counts."""
    named = {"nodes": "decisions", "failures": "conflicts", "effort": "conflicts"}
    columns: dict[str, Any] = {column: statistics[name] for column, name in named.items() if name in statistics}
    if "effort" in columns:
        columns["effort_unit"] = "conflicts"
    return columns
