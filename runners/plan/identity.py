"""A run's identity: a digest of exactly what can change its answer or its time (docs/identity.md has it in words).

It is computed from cells of the run's row, so that ``runners.verify`` can compute it again without the sources of then.
Two of the cells are digests of sources: `formulation_sha256`, of what states the problem, and `adapter_sha256`, of what
calls the solver. `solver_version` names the solver, or the sources that the native engines were built from.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from models import closure, registry
from models.closure import EVERYTHING, Symbol
from models.formulation import SOURCES, Formulation
from runners.confine import Limits
from runners.record.schema import RunRecord
from runners.solvers.interface.solver import symbol

_NATIVE = "runners.native"
# They find formulations and files, hold limits, or tell of a search on demand: the solver is given the same.
_APART = (
    "models.terminal.command", "models.registry", "runners.confine", "runners.native.insight", "runners.record",
    "runners.solvers.interface.native_film",
)  # fmt: skip


def run_id(
    family: str, instance: str, instance_sha256: str, formulation: str, formulation_sha256: str, solver: str,
    solver_version: str, adapter_sha256: str, goal: str, options: Iterable[str], seed: int, repetition: int,
    threads: int, limits: Limits,
) -> str:  # fmt: skip
    """The identity, 16 hexadecimal digits. options: all, as ``key=value`` words.

    What holds the limits is not among it: they are the same limits, and each row says what held them.
    """
    cells = (
        family, instance, instance_sha256, formulation, formulation_sha256, solver, solver_version, adapter_sha256,
        goal, *sorted(options), seed, repetition, threads, *limits.identity.values(),
    )  # fmt: skip
    return closure.hashed(cells)[:16]


def of_record(record: RunRecord) -> str | None:
    """The identity that a row's cells come to; None for a row from before `adapter_sha256`, which has another kind."""
    if not record.adapter_sha256:
        return None
    options = [*record.options.split(), *record.defaults.split()]
    return run_id(
        record.family, record.instance, record.instance_sha256, record.formulation, record.formulation_sha256,
        record.solver, record.solver_version, record.adapter_sha256, record.goal, options, record.seed,
        record.repetition, record.threads, Limits(record.wall_limit_s, record.cpu_limit_s, record.mem_limit_mb),
    )  # fmt: skip


def adapter_sha256(formulation: Formulation, solver: str, goal: str, options: Mapping[str, str]) -> str:
    """The digest of what calls the solver: its adapter with all helpers, and the Python of the engines that search.

    With it MiniZinc's solve item for the goal, and what finds an optimum by decisions, where the options choose that.
    """
    stepwise = formulation.stepwise(goal, options)
    goal = "first" if stepwise else goal  # of each decision
    return _adapter_sha256(formulation.family, formulation.language, formulation.engines, solver, goal, stepwise)


@cache
def _adapter_sha256(
    family: str, language: str, engines: tuple[str, ...], solver: str, goal: str, stepwise: bool
) -> str:  # fmt: skip
    symbols = [symbol(solver, language)]
    symbols += [Symbol(f"{_NATIVE}.{engine}", EVERYTHING) for engine in engines]
    module = registry.package(family)
    if goal == "optimum":
        symbols.append(Symbol(module, "PROBLEM.sense"))
    if stepwise:
        symbols += [Symbol(module, "PROBLEM.levels"), Symbol(module, "PROBLEM.to_json")]
        symbols.append(Symbol("runners.execute.stepwise_optimum", "optimise"))
    packages = {path.parent.name for path in (registry.HOME.parent / "runners" / "native").glob("*/__init__.py")}
    others = (f"{_NATIVE}.{engine}" for engine in sorted(packages.difference(engines)))
    digest = SOURCES.digest(symbols, (*_APART, *others))
    problem = registry.problem(family)
    if language != "cp" or problem.files:  # a user's model has its own solve item
        return digest
    return closure.hashed([digest, closure.text(registry.solve_item(goal, problem.sense))])
