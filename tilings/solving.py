"""Solves puzzles: one answer, one number, or a race of several solvers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilings.runners.solve import isolated
from tilings.runners.solve.puzzle import Given, load
from tilings.runners.solve.racing import Race
from tilings.runners.solve.solving import Answer


def solve(
    puzzle: Given,
    solver: str | None = None,
    formulation: str | None = None,
    goal: str | None = None,
    *,
    options: Mapping[str, object] | None = None,
    timeout: float = 300.0,
    memory: int = 4000,
    threads: int = 1,
    seed: int = 1,
) -> Answer:
    """Solves a puzzle within limits, checks the solution, and compares the answer with the known one.

    puzzle: as for `load`. solver: one of `solvers()`; None: the preferred one that is installed. formulation: one of
    `formulations(family)`; None: the family's preferred one that the solver takes. goal: ``first`` (a solution, or the
    proof that there is none), ``count`` (all solutions) or ``optimum`` (the best one, and the proof); None:
    ``optimum`` where there is one, else ``first``. options: of the formulation. timeout: wall seconds. memory: MB of
    10^6 bytes, of all the solver's processes. seed: of the solver, from 1.

    A run that a limit ended gives an answer with `Answer.proven` False. The run has its own process, which Ctrl-C ends.
    Raises UserError for an unknown puzzle, name, value or goal, and for a solver that is not installed; RuntimeError
    if that process dies.
    """
    return isolated.solved(
        load(puzzle), solver=solver, formulation=formulation, goal=goal, options=options, timeout=timeout,
        memory=memory, threads=threads, seed=seed,
    )  # fmt: skip


def count(
    puzzle: Given,
    solver: str | None = None,
    formulation: str | None = None,
    *,
    convention: str | None = None,
    options: Mapping[str, object] | None = None,
    timeout: float = 300.0,
    memory: int = 4000,
    threads: int = 1,
) -> int:
    """The number of solutions of a puzzle.

    convention: which solutions count as one: ``raw``, ``rotations`` or ``reflections``; of covers ``raw``,
    ``symmetries`` or ``automorphisms``; None: the puzzle's own. The rest is as in `solve`. Raises UserError as `solve`
    does, and for a puzzle without the goal ``count``; RuntimeError if a limit ended the run.
    """
    wanted = load(puzzle)
    wanted = wanted.under(convention) if convention else wanted
    answer = isolated.solved(
        wanted, solver=solver, formulation=formulation, goal="count", options=options, timeout=timeout,
        memory=memory, threads=threads,
    )  # fmt: skip
    number = answer.record.solutions
    if not answer.proven:
        raise RuntimeError(f"{wanted.family}/{wanted.name} is not counted: {answer.words.splitlines()[0]}")
    return number or 0  # unsatisfiable: none is reported


def race(
    puzzle: Given,
    solvers: str | Sequence[str] = "all",
    formulation: str | None = None,
    goal: str | None = None,
    *,
    options: Mapping[str, object] | None = None,
    timeout: float = 300.0,
    memory: int = 4000,
    threads: int = 1,
    seed: int = 1,
) -> Race:
    """Solves a puzzle with several solvers side by side, and compares their answers.

    solvers: names, each perhaps with a formulation, such as ``["clingo", "dlx/dlx_cover"]`` or ``"clingo,cpsat"``;
    ``all``: the installed ones that reach the goal. timeout, memory: of each run, which has a core of its own for
    each thread. The rest is as in `solve`. A notebook shows the table; `Race.answers` are in the order of their times,
    `Race.first` is the first of them that is proven, `Race.disagreements` are sentences. Raises the errors of `solve`.
    """
    return isolated.raced(
        load(puzzle), solvers=solvers, formulation=formulation, goal=goal, options=options, timeout=timeout,
        memory=memory, threads=threads, seed=seed,
    )  # fmt: skip
