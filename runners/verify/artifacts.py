"""Reads and checks the files beside the rows of a campaign: instances, solutions, machines, sessions and proofs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tilings.models import files
from tilings.models.problem import UserError, solution_from_json
from tilings.runners import confine
from tilings.runners.plan import manifest, temporary
from tilings.runners.plan.manifest import InstanceFile
from tilings.runners.proofs import checkers, keep
from tilings.runners.proofs.checkers import REFUTED, VERIFIED, CheckContext, Refutation
from tilings.runners.record import csv_log, machine
from tilings.runners.record.cells import cell
from tilings.runners.record.schema import SESSION_COLUMNS, RunRecord
from tilings.runners.record.stored_instances import StoredInstances, changed
from tilings.runners.record.stored_solutions import StoredSolutions
from tilings.runners.verify.row_rules import claims_solution

_COPY_DIFFERS = "the copy of the instance differs: its hash is not that of the row"


class ArtifactReader:
    """Reads the files of one folder. faults: sentences on lines that cannot be read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.solutions = StoredSolutions(folder)
        self._instances = StoredInstances(folder)
        self.faults = [*self.solutions.faults, *self._instances.faults]
        self._case = cache(self._read_case)
        self._machine = cache(self._read_machine)

    def case(self, run: RunRecord) -> InstanceFile | str:
        """The instance of a run, or a sentence on why it cannot be used."""
        return self._case(run.family, run.instance, run.instance_sha256)

    def solution(self, run: RunRecord, case: InstanceFile) -> Iterator[str]:
        """Faults of a run's stored solution, and contradictions between it and the row."""
        try:
            content = self.solutions.content(run.run_id)
            named = {key: content[key] for key in ("run_id", "family", "instance", "goal")}
            solution = solution_from_json(content["solution"])
        except (OSError, UserError, ValueError, KeyError, TypeError, RecursionError) as error:
            yield f"its solution cannot be read ({type(error).__name__}: {error})"
            return
        for key, value in named.items():
            if value != getattr(run, key):
                yield f"its solution belongs to {key} {value!r}"
        broken = case.problem.check(case.instance, solution, run.goal)
        if broken:
            yield f"its solution is wrong: {broken[0]}"
        elif run.objective is not None:
            actual = case.problem.objective(case.instance, solution)
            if actual not in (None, run.objective):
                yield f"its objective is {run.objective}, that of its solution {actual}"
        elif run.check != "invalid" and not claims_solution(run):
            yield (
                "its answer is that there is no solution, and it has one"
                if run.answer == "unsat"
                else f"it has the answer '{run.answer}', and a solution"
            )

    def machine(self, run: RunRecord) -> str:
        """The fault of a run's machine description; empty for a valid one."""
        described = self._machine(run.machine)
        if isinstance(described, str):
            return described
        differing = next((name for name in ("host", "cpu_model") if described.get(name) != getattr(run, name)), None)
        return f"its {differing} differs from machines/{run.machine}.json" if differing else ""

    def session(self, run: RunRecord) -> str:
        """A fault if no session was started on the run's machine from its commit; else empty."""
        try:
            started = (run.machine, run.git_commit, cell(run.dirty)) in self._sessions
        except UserError as error:
            return f"its session cannot be read ({error})"
        return "" if started else "sessions-*.csv has no session on its machine at its commit"

    def _read_case(self, family: str, name: str, sha256: str) -> InstanceFile | str:
        try:
            text = self._instances.text(family, name, sha256)
            if text is not None:
                case, differing = manifest.read_instance(temporary.file(text)[0]), _COPY_DIFFERS
            elif made := manifest.made(name, family):
                case, differing = InstanceFile(made.file, made.sha256, family), changed(name)
            else:
                return "its instance is not kept, and no rule makes it"
        except (OSError, UserError) as error:
            return f"its instance cannot be read ({error})"
        return case if (case.sha256, case.family) == (sha256, family) else differing

    def _read_machine(self, name: str) -> dict[str, Any] | str:
        path = self._folder / "machines" / f"{Path(name).name}.json"
        try:
            described: dict[str, Any] = json.loads(files.text(files.inside(self._folder, path)))
            if machine.identity(described) == name:
                return described
            return f"machines/{name}.json describes another machine: its hash differs"
        except (OSError, UserError, ValueError, AttributeError, RecursionError) as error:
            return f"its machine is not described in machines/ ({error})"

    @cached_property
    def _sessions(self) -> set[tuple[str, str, str]]:
        """(machine, commit, dirty) of every session, as cells."""
        paths = files.matching(self._folder, "sessions-*.csv")
        rows = (row for path in paths for row in csv_log.rows(path, SESSION_COLUMNS))
        return {(row["machine"], row["git_commit"], row["dirty"]) for row in rows}


class ProofFiles:
    """The proofs of one folder.

    verified: the ids of the runs whose proof was checked here.
    missing: the number of proofs that are not stored.
    faults: sentences on files that cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._proofs = keep.KeptProofs(folder)
        self.faults = self._proofs.faults
        self.verified: set[str] = set()
        self.missing = 0

    def of_run(self, run: RunRecord, instance: Path) -> Iterator[tuple[str, bool]]:
        """Sentences on a run's proof, and whether it is wrong; none for a proof that is verified or not stored."""
        kept = self._proofs.find(run.run_id)
        if kept is None:
            self.missing += 1
            return
        try:
            with TemporaryDirectory() as work, keep.opened(kept) as (formula, proof):
                if keep.digest(formula, proof) != run.proof_sha256:
                    yield "its proof and formula are not those of the row: their hash differs", True
                    return
                unreached = checkers.unreached(run.objective, run.sense)
                refutation = Refutation(formula, proof, kept.form, instance.resolve(), unreached)
                limits = confine.Limits(run.wall_limit_s, run.cpu_limit_s, run.mem_limit_mb)
                with Path(os.devnull).open("wb") as null:
                    result = checkers.check(refutation, CheckContext(limits, Path(work), null))
        except UserError as reason:  # damaged
            yield str(reason), True
            return
        if result.state == VERIFIED:
            self.verified.add(run.run_id)
        else:
            yield result.message, result.state == REFUTED
