"""The checks of a run's solutions, one after the other, by the family's checker."""

from __future__ import annotations

import math
from typing import Any

from tilings.models.classes import Classes, TooManyImages
from tilings.models.problem import Atom, Problem, Solution, UserError
from tilings.runners.execute.second_check import slack
from tilings.runners.execute.transcript import Transcript


class SolutionChecks:
    """Decodes and checks the solutions of a run in turn, up to the first wrong one.

    Every solution goes through the family's checker. For goal count, solutions are counted up to the instance's
    symmetries and without repetition, whatever the solver printed.

    last: the last solution, or the first wrong one.
    wrong: the error in it.
    different: the digests of the different solutions.
    unclassified: why not all solutions were compared; else empty.
    objective, claimed, best: for goal optimum, the last solution's objective, the solver's claim about it, and the best
        objective.
    """

    def __init__(self, problem: Problem, instance: Any, goal: str) -> None:
        self.problem, self.instance, self.goal = problem, instance, goal
        self.last: Solution | None = None
        self.wrong = ""
        self.different: set[bytes] = set()
        self.unclassified = ""
        self.objective: float | None = None
        self.claimed: float | None = None
        self.best: float | None = None
        self._classes = Classes(problem.symmetries(instance) if goal == "count" else ())

    @classmethod
    def of(cls, problem: Problem, instance: Any, goal: str, said: Transcript) -> SolutionChecks:
        """The checks of all solutions of a transcript."""
        checks = cls(problem, instance, goal)
        for atoms, claimed in said.solutions():
            checks.add(atoms, claimed)
        return checks

    def add(self, atoms: tuple[Atom, ...], claimed: float | None) -> None:
        """Check a solution, given the solver's claim about its objective."""
        if self.wrong:
            return
        self.claimed = claimed
        try:
            solution = self.problem.decode(self.instance, atoms)
        except UserError as error:
            self.wrong = f"undecodable: {error}"
            return
        self.last = solution
        if broken := self.problem.check(self.instance, solution, self.goal):
            self.wrong = str(broken[0])
        elif self.goal == "count" and not self.unclassified:
            try:
                self.different.add(self._classes.of(solution))
            except TooManyImages as error:
                self.unclassified = str(error)
        elif self.goal == "optimum":
            self.wrong = self._objective_error(solution)

    def _objective_error(self, solution: Solution) -> str:
        """Store the objective of a valid solution; the error in the solver's claim about it, or empty.

        A claim may be too modest: a model's objective variable need only be a bound on the objective, except in the
        optimal solution (see RunVerdict).
        """
        computed = self.problem.objective(self.instance, solution)
        self.objective = _whole(self.claimed) if computed is None else computed
        if self.objective is None:
            return ""
        if self.best is None or self.gain(self.objective, self.best) > 0:
            self.best = self.objective
        if self.claimed is None or self.gain(self.objective, self.claimed) >= -slack(self.objective, self.claimed):
            return ""
        return self.misstated

    def gain(self, one: float, other: float) -> float:
        """By how much the first objective is better."""
        return (one - other) * (1 if self.problem.sense == "max" else -1)

    @property
    def misstated(self) -> str:
        """The error of a claim that differs from the objective."""
        return f"objective: the solver reports {self.claimed:.12g}, the solution has {self.objective:.12g}"


def _whole(value: float | None) -> float | None:
    """A number that is whole within a solver's tolerance, as an int."""
    return round(value) if value is not None and math.isfinite(value) and abs(value - round(value)) < 1e-6 else value
