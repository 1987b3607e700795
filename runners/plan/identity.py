"""A run's identity: a digest of exactly what can change its answer or its time (docs/identity.md has it in words).

It is computed from cells of the run's row, so that ``runners.verify`` can compute it again without the sources of then.
Two of the cells are digests of sources: `formulation_sha256`, of what states the problem, and `adapter_sha256`, of what
calls the solver. `solver_version` names the solver, or the sources that the native engines were built from.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tilings.models import digest, registry
from tilings.models.formulation import Formulation
from tilings.runners.confine import Limits
from tilings.runners.record.schema import RunRecord
from tilings.runners.solvers.interface import solver

_RUNNERS = solver.HOME.parent
_DIGESTS: dict[tuple[object, ...], str] = {}


def of_cells(cells: Iterable[Any]) -> str:
    """The identity that a row's cells come to, 16 hexadecimal digits.

    What holds the limits is not among them: they are the same limits, and each row says what held them.
    """
    return digest.hashed(cells)[:16]


def of_record(row: RunRecord) -> str | None:
    """The identity of a recorded run; None for a row from before `adapter_sha256`, which has another kind."""
    if not row.adapter_sha256:
        return None
    limits = Limits(row.wall_limit_s, row.cpu_limit_s, row.mem_limit_mb)
    return of_cells((
        row.family, row.instance, row.instance_sha256, row.formulation, row.formulation_sha256, row.solver,
        row.solver_version, row.adapter_sha256, row.goal, *sorted([*row.options.split(), *row.defaults.split()]),
        row.seed, row.repetition, row.threads, *limits.identity.values(),
    ))  # fmt: skip


def adapter_sha256(formulation: Formulation, solver_name: str, goal: str, options: Mapping[str, str]) -> str:
    """The digest of the files that call the solver."""
    key = formulation.family, formulation.name, solver_name, goal, formulation.stepwise(goal, options)
    if key not in _DIGESTS:
        _DIGESTS[key] = digest.of_files(sources(formulation, solver_name, goal, options))
    return _DIGESTS[key]


def sources(formulation: Formulation, solver_name: str, goal: str, options: Mapping[str, str]) -> set[Path]:
    """The files that call a solver: its adapter's and those of the interface.

    With them the Python files of ``runners/native`` for what a native engine searches, MiniZinc's solve item for the
    goal, and what finds an optimum by decisions, for a run that is to be made so.
    """
    stepwise = formulation.stepwise(goal, options)
    found = solver.sources(solver_name)
    if formulation.engines:
        found |= digest.python_files(_RUNNERS / "native")
    if stepwise:
        found.add(_RUNNERS / "execute" / "stepwise_optimum.py")
    problem = registry.problem(formulation.family)
    if formulation.language == "cp" and not problem.files:  # a user's model has its own solve item
        found.add(registry.solve_item("first" if stepwise else goal, problem.sense))  # each decision has goal first
    return found
