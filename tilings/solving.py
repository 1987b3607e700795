"""Solves puzzles: one answer, one number, or a race of several solvers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tilings.models import fields
from tilings.models.problem import Solution
from tilings.runners.solve import isolated
from tilings.runners.solve.puzzle import Given, Puzzle, load
from tilings.runners.solve.racing import Race
from tilings.runners.solve.solving import Answer


def solve(
    puzzle: Given,
    solver: str | None = None,
    formulation: str | None = None,
    goal: str | None = None,
    *,
    convention: str | None = None,
    options: Mapping[str, object] | None = None,
    timeout: float = 300.0,
    memory: int = 4000,
    threads: int = 1,
    seed: int = 1,
) -> Answer:
    """Solves a puzzle within limits, checks the solution, and compares the answer with the known one.

    puzzle: a puzzle in any form that `load` takes.
    solver: one of `solvers()`; by default the preferred one that is installed.
    formulation: one of `formulations(family)`; by default the family's preferred one that the solver takes.
    goal: ``first`` (a solution, or the proof that there is none), ``count`` (all solutions) or ``optimum`` (the best
        solution, and the proof); by default ``optimum`` if the puzzle has that goal, else ``first``.
    convention: see `count`.
    options: the formulation's options.
    timeout: wall-clock limit in seconds, for solver and checks.
    memory: memory limit in MB (10^6 bytes), for all the solver's processes together.
    threads: solver threads.
    seed: random seed, from 1.

    A run that a limit ended gives an answer with `Answer.proven` False; `Answer.status` is the result in a word. Each
    run has its own process, which Ctrl-C ends. Raises UserError for an unknown puzzle, name, value or goal, and for a
    solver that is not installed; RuntimeError if that process dies.

    Documentation: docs/python.md
    """
    return isolated.solved(
        under(puzzle, convention), solver=solver, formulation=formulation, goal=goal, options=options, timeout=timeout,
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

    convention: the symmetric solutions that count as one: ``raw``, ``rotations`` or ``reflections``; for covers
        ``raw``, ``symmetries`` or ``automorphisms``; by default the puzzle's own convention.

    The other arguments are those of `solve`. Raises UserError as `solve` does, and for a puzzle without the goal
    ``count``; RuntimeError if a limit ended the run.

    Documentation: docs/python.md
    """
    wanted = under(puzzle, convention)
    answer = isolated.solved(
        wanted, solver=solver, formulation=formulation, goal="count", options=options, timeout=timeout,
        memory=memory, threads=threads,
    )  # fmt: skip
    number = answer.record.solutions
    if not answer.proven:
        raise RuntimeError(f"{wanted.family}/{wanted.name} is not counted: {answer.reason}")
    return number or 0  # unsatisfiable: none is reported


def solutions(
    puzzle: Given,
    solver: str | None = None,
    formulation: str | None = None,
    *,
    limit: int | None = None,
    convention: str | None = None,
    options: Mapping[str, object] | None = None,
    timeout: float = 300.0,
    memory: int = 4000,
) -> Iterator[Solution]:
    """All solutions of a puzzle, each checked, as the solver finds them.

    limit: the largest number of solutions; the search ends with the last one.

    The other arguments are those of `count`. Closing the iterator stops the search. Raises UserError as `count` does;
    RuntimeError, after the solutions found by then, if a limit of the run ended the search.

    Documentation: docs/python.md
    """
    wanted = under(puzzle, convention)
    most = None if limit is None else fields.integer(limit, "limit", 0)
    return isolated.streamed(
        wanted, most, solver=solver, formulation=formulation, goal="count", options=options, timeout=timeout,
        memory=memory,
    )  # fmt: skip


def under(puzzle: Given, convention: str | None) -> Puzzle:
    """The puzzle, under a convention of symmetry if one is given."""
    wanted = load(puzzle)
    return wanted.under(convention) if convention else wanted


def race(
    puzzle: Given,
    solvers: str | Sequence[str] = "all",
    formulation: str | None = None,
    goal: str | None = None,
    *,
    convention: str | None = None,
    options: Mapping[str, object] | None = None,
    timeout: float = 300.0,
    memory: int = 4000,
    threads: int = 1,
    seed: int = 1,
) -> Race:
    """Solves a puzzle with several solvers side by side, and compares their answers.

    solvers: names, each perhaps with a formulation, such as ``["clingo", "dlx/dlx_cover"]`` or ``"clingo,cpsat"``;
        ``all``, or a pattern such as ``c*``, stands for the installed solvers that reach the goal.
    timeout, memory: the limits of each run, which has a core of its own for each thread.

    The other arguments are those of `solve`. A notebook shows the table; `Race.answers` are in the order of their
    times, `Race.first` is the first proven answer, `Race.disagreements` are sentences. Raises the errors of `solve`.

    Documentation: docs/python.md
    """
    return isolated.raced(
        under(puzzle, convention), solvers=solvers, formulation=formulation, goal=goal, options=options,
        timeout=timeout, memory=memory, threads=threads, seed=seed,
    )  # fmt: skip
