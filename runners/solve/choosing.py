"""Chooses the goal, the solver and the formulation of a run of one instance, unless they are named."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from tilings.models import fields, registry, search_parts
from tilings.models.formulation import Formulation
from tilings.models.problem import UserError
from tilings.models.terminal.arguments import LARGEST_SEED, LONGEST_S
from tilings.runners.plan.manifest import InstanceFile
from tilings.runners.plan.run import Run, limits
from tilings.runners.solve.puzzle import Puzzle
from tilings.runners.solvers.interface import presets
from tilings.runners.solvers.interface import solver as solvers
from tilings.runners.solvers.interface.solver import Solver, installation

ALL = "all"  # stands for the installed solvers that reach the goal


def several(solver: str | None) -> bool:
    """Whether a text names several solvers, or a solver with its formulation, for a race (racing.entered)."""
    return solver is not None and (solver == ALL or is_pattern(solver) or any(mark in solver for mark in ",/"))


def is_pattern(name: str) -> bool:
    """Whether a name is a shell pattern."""
    return any(mark in name for mark in "*?[")


def choose(
    source: InstanceFile,
    solver: str | None = None,
    formulation: str | None = None,
    goal: str | None = None,
    *,
    options: Mapping[str, object] | None = None,
    timeout: float = 300.0,
    memory: int = 4000,
    threads: int = 1,
    seed: int = 1,
    preset: str = "",
    outputs: Collection[str] = (),
) -> Run:
    """The run that solves an instance.

    solver: by default the preferred installed solver that reaches the goal.
    formulation: by default the family's preferred formulation that the solver takes.
    goal: ``first``, ``count`` or ``optimum``; by default ``optimum`` if the puzzle has that goal, else ``first``.
    options: the formulation's options; its defaults complete them.
    timeout: the wall limit in seconds.
    memory: the memory limit in MB (10^6 bytes), for all processes of the run together.
    preset: the name of a set of solver settings.
    outputs: optional outputs that the chosen solver must have, such as ``film`` (see interface.solver.offers).

    Raises UserError for an unknown name, a solver that is not installed or cannot reach the goal, a formulation that
    does not state it, and an unknown option or value.
    """
    if type(timeout) not in (int, float) or not 0 < timeout <= LONGEST_S:
        given = timeout if type(timeout) in (int, float) else fields.typed(timeout)
        raise UserError(f"'timeout' must be seconds, above 0 and at most {LONGEST_S}, not {given}")
    if options is not None and not isinstance(options, Mapping):
        raise UserError(f"'options' must map names to values, not {fields.typed(options)}")
    for name, text in (("solver", solver), ("formulation", formulation), ("goal", goal)):
        fields.word(text, name)
    fields.integer(memory, "memory")
    fields.integer(threads, "threads")
    fields.integer(seed, "seed", 1, LARGEST_SEED)
    goal = Puzzle(source.problem.family, source.instance).chosen_goal(goal)
    if formulation:
        registry.formulation(source.problem.family, formulation)  # raises UserError for an unknown name
    if solver is None:
        solver, stated = _preferred(source, formulation, goal, threads, outputs)
    else:
        stated = _formulation(source, solver, formulation, goal, threads)
    adapter = solvers.find(solver, stated.language)
    version = solvers.version(adapter, stated)
    if not version:
        lacks = ", ".join(solvers.lacking(adapter, stated)) or solver
        raise UserError(f"{lacks} is not installed; to install: {installation(adapter, stated)}")
    if reason := solvers.refusal(adapter, goal, threads, stated):
        raise UserError(reason)
    settings = stated.settings({key: str(value) for key, value in (options or {}).items()})
    if reason := search_parts.refusal(goal, settings):
        raise UserError(reason)
    presets.settings(adapter, preset)  # raises UserError for an unknown one
    return Run(
        family=source.problem.family, instance=source.instance.name, source=source, formulation=stated,
        options=settings, solver=solver, version=version, goal=goal, seed=seed, repetition=1, threads=threads,
        limits=limits(timeout, memory, threads), preset="" if preset == presets.DEFAULT else preset,
    )  # fmt: skip


def installed(
    source: InstanceFile, goal: str | None = None, formulation: str | None = None, threads: int = 1
) -> list[str]:
    """The installed solvers that reach a goal, the preferred one first; raises UserError if there is none.

    Arguments: see `choose`.
    """
    goal = Puzzle(source.problem.family, source.instance).chosen_goal(goal)
    reaching = _reaching(source, formulation, goal, threads)
    names = [name for name, stated, adapter in reaching if solvers.version(adapter, stated)]
    return list(dict.fromkeys(names)) or [_preferred(source, formulation, goal, threads, ())[0]]


def left_out(source: InstanceFile, goal: str | None, formulation: str | None, threads: int) -> list[str]:
    """The solvers that `installed` leaves out, by the reason: a phrase for each reason."""
    goal = Puzzle(source.problem.family, source.instance).chosen_goal(goal)
    chosen = installed(source, goal, formulation, threads)
    reasons: dict[str, list[str]] = {}
    for name in solvers.in_preference():
        if name not in chosen:
            reasons.setdefault(_reason(source, name, formulation, goal, threads), []).append(name)
    return [f"{', '.join(names)} ({reason})" for reason, names in reasons.items()]


def _reason(source: InstanceFile, name: str, formulation: str | None, goal: str, threads: int) -> str:
    """Why a solver does not run in a race."""
    stating = _stating(source, name, formulation, goal, threads)
    if not stating:
        return f"no formulation states the goal {goal}"
    able = [pair for pair in stating if not solvers.refusal(pair[0], goal, threads, pair[1])]
    if able:
        return f"not installed: {installation(*able[0])}"
    refusal = solvers.refusal(stating[0][0], goal, threads, stating[0][1])
    return refusal.removeprefix(f"{name} ")


def _reaching(
    source: InstanceFile, formulation: str | None, goal: str, threads: int
) -> Iterator[tuple[str, Formulation, Solver]]:
    """The solvers that reach a goal, the preferred one first, each with the formulations that state it."""
    for name in solvers.in_preference():
        for adapter, stated in _stating(source, name, formulation, goal, threads):
            if not solvers.refusal(adapter, goal, threads, stated):
                yield name, stated, adapter


def _preferred(
    source: InstanceFile, formulation: str | None, goal: str, threads: int, outputs: Collection[str]
) -> tuple[str, Formulation]:
    """The preferred installed solver that reaches the goal and has these outputs, with its formulation."""
    missing: list[tuple[Solver, Formulation]] = []
    for name, stated, adapter in _reaching(source, formulation, goal, threads):
        if set(outputs) <= solvers.offers(adapter, stated):
            if solvers.version(adapter, stated):
                return name, stated
            missing.append((adapter, stated))
    if formulation and (unstated := _unstated(registry.formulation(source.problem.family, formulation), source, goal)):
        raise UserError(unstated)
    model = formulation or f"the family {source.problem.family}"
    if missing:
        install = installation(*missing[0])
        raise UserError(f"no solver of {model} is installed; to install {missing[0][0].name}: {install}")
    conditions = "".join(f" with --{output}" for output in outputs) + (f" on {threads} threads" if threads > 1 else "")
    raise UserError(f"no solver reaches the goal '{goal}' of {model}{conditions}")


def _unstated(stated: Formulation, source: InstanceFile, goal: str) -> str:
    """Why a formulation does not state the goal, and the goals to add instead; empty if it states it."""
    reason = stated.refusal(goal, source.instance)
    others = [other for other in source.problem.goals(source.instance) if not stated.refusal(other, source.instance)]
    remedy = f"; add --goal {' or '.join(others)}" if others else ""
    return f"{stated.name}: {reason}{remedy}" if reason else ""


def _formulation(source: InstanceFile, solver: str, named: str | None, goal: str, threads: int) -> Formulation:
    """The named formulation, or the preferred one of the solver that states the goal."""
    family, instance, languages = source.problem.family, source.instance, solvers.languages(solver)
    if stating := _stating(source, solver, named, goal, threads):
        return stating[0][1]
    if named:
        stated = registry.formulation(family, named)
        if stated.language not in languages:
            raise UserError(f"{solver} takes formulations in {' or '.join(languages)}; {named} is in {stated.language}")
        raise UserError(_untaken(solver, stated) or _unstated(stated, source, goal))
    formulations = [stated for stated in registry.formulations(family).values() if stated.language in languages]
    if source.problem.files:
        taken = next((stated for stated in formulations if stated.takes(instance)), None)
        complaint = _untaken(solver, taken) if taken else f"{solver} takes no models in {instance.format}"
        if complaint:
            raise UserError(complaint)
    raise UserError(f"{family} has no formulation for {solver} with the goal '{goal}'")


def _untaken(solver: str, stated: Formulation) -> str:
    """Why a solver does not take a formulation in its language; empty if it does."""
    adapter = solvers.find(solver, stated.language)
    if solvers.takes(adapter, stated):
        return ""
    if stated.of_files and not solvers.reads_files(adapter):
        return f"{solver} takes no models of your own: its adapter does not declare 'reads_files' (docs/plugins.md)"
    if stated.solvers and solver not in stated.solvers:
        return f"{stated.name} is in a dialect of {', '.join(stated.solvers)}, which {solver} does not know"
    return f"{solver} does not take {stated.name}, which needs an engine or a feature that it lacks"


def _stating(
    source: InstanceFile, solver: str, named: str | None, goal: str, threads: int
) -> list[tuple[Solver, Formulation]]:
    """The formulations for a solver that state the goal, in its order of preference, each with its adapter."""
    return sorted(
        (
            (adapter, stated)
            for stated in registry.formulations(source.problem.family).values()
            if stated.language in solvers.languages(solver) and named in (None, stated.name)
            if solvers.takes(adapter := solvers.find(solver, stated.language), stated)
            and not stated.refusal(goal, source.instance)
        ),
        key=lambda pair: solvers.rank(pair[0], pair[1], goal, threads, source.problem.preferred),
    )
