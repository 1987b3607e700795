"""A run's identity: a digest of all inputs that can change its answer or its time (see docs/identity.md).

It is computed from cells of the run's row; ``runners.verify`` computes it again without the sources of that time. Two
of the cells are digests of sources: `formulation_sha256`, of the problem's statement, and `adapter_sha256`, of the
solver's call. `solver_version` names the solver, or the sources that the native engines were built from.
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
    """The identity for a row's cells, 16 hexadecimal digits. The backend of the limits is not among the cells."""
    return digest.hashed(cells)[:16]


def of_record(row: RunRecord) -> str | None:
    """The identity of a recorded run; None for a row from before `adapter_sha256`, whose identity differs."""
    if not row.adapter_sha256:
        return None
    limits = Limits(row.wall_limit_s, row.cpu_limit_s, row.mem_limit_mb)
    return of_cells((
        row.family, row.instance, row.instance_sha256, row.formulation, row.formulation_sha256, row.solver,
        row.solver_version, row.adapter_sha256, row.goal, *sorted([*row.options.split(), *row.defaults.split()]),
        row.seed, row.repetition, row.threads, *limits.identity.values(), *filter(None, [row.preset]),
    ))  # fmt: skip


def adapter_sha256(formulation: Formulation, solver_name: str, goal: str, options: Mapping[str, str]) -> str:
    """The digest of the files that call the solver."""
    key = formulation.family, formulation.name, solver_name, goal, formulation.stepwise(goal, options)
    if key not in _DIGESTS:
        _DIGESTS[key] = digest.of_files(sources(formulation, solver_name, goal, options))
    return _DIGESTS[key]


def sources(formulation: Formulation, solver_name: str, goal: str, options: Mapping[str, str]) -> set[Path]:
    """The files that call a solver: its adapter's and those of the interface.

    With them the Python files of ``runners/native`` for a native engine, MiniZinc's solve item for the goal, and the
    module that finds an optimum by decisions, for a run that uses it.
    """
    stepwise = formulation.stepwise(goal, options)
    paths = solver.sources(solver_name)
    if formulation.engines:
        paths |= digest.python_files(_RUNNERS / "native")
    if stepwise:
        paths.add(_RUNNERS / "execute" / "stepwise_optimum.py")
    problem = registry.problem(formulation.family)
    if formulation.language == "cp" and not problem.files:  # a user's model has its own solve item
        paths.add(registry.solve_item("first" if stepwise else goal, problem.sense))  # each decision has goal first
    return paths
