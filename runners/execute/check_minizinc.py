"""Checks the solutions of a user's MiniZinc or FlatZinc model: another solver gets the model with a solution's values.

The solver and MiniZinc's compiler state for each solution that the model has it, and compute its objective. For the
goals first and optimum the last solution is checked, for the goal count each one. The finder and the checker share the
compiler and the parts of MiniZinc's library that neither solver replaces.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, cast

from tilings.models.classes import digest
from tilings.models.own import fixed_values
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Solution, UserError
from tilings.runners.execute.minizinc_calls import Calls, Stopped, others
from tilings.runners.execute.second_check import Checked
from tilings.runners.proofs.context import CheckContext
from tilings.runners.solvers.interface import minizinc
from tilings.runners.solvers.interface.events import Found, SearchComplete
from tilings.runners.solvers.interface.solver import Job, Solver, find

_BATCH = 2000  # solutions in a process


@dataclass
class _Answer:
    """A solver's answer on some solutions.

    numbers: the solutions that the model has, by their numbers, from 1.
    complete: whether the model has none of the other solutions.
    objective: the last solution's objective.
    """

    numbers: set[int] = field(default_factory=set)
    complete: bool = False
    objective: float | None = None


def checked(
    job: Job, solutions: Iterable[tuple[Solution, float | None]], context: CheckContext, solver: str
) -> Checked:
    """The check of the solutions that a solver found."""
    try:
        return _Check(job, context, solver).of(solutions)
    except Stopped as limit:
        return Checked(remark=f"the solutions are not checked: their check passed its {limit} limit")


class _Check:
    """The checks of the solutions of one run, under its limits."""

    def __init__(self, job: Job, context: CheckContext, finder: str) -> None:
        self._finder = finder
        self._goal = job.goal
        self._instance = _as_minizinc(cast("OwnInstance", job.instance))
        self._flat = self._instance is not job.instance
        self._calls = Calls(job, context, "the solutions")
        self._checkers = list(others(finder))
        self._dimensions: Mapping[str, int] | None = None

    def of(self, solutions: Iterable[tuple[Solution, float | None]]) -> Checked:
        """The check of all solutions that matter for the goal."""
        wanted = _different(solutions) if self._goal == "count" else _last(solutions)
        result, number = Checked(), 0
        while batch := list(islice(wanted, _BATCH)):
            result = self._batch(batch)
            if not result.by or result.wrong:
                return result
            number += len(batch)
        return result._replace(number=number)

    def _batch(self, solutions: list[dict[str, Any]]) -> Checked:
        exact = not any(map(fixed_values.inexact, solutions))
        if self._goal == "count" and not exact:
            return Checked(remark="the solutions are not checked: a count of numbers with a point has no exact meaning")
        for checker in self._checkers:
            answer = self._ask(checker, solutions)
            missing = sorted(set(range(1, len(solutions) + 1)) - answer.numbers)
            by = f"the model with the values put back, by {checker.name}"
            if not missing:
                within = "" if exact else f", numbers with a point within {fixed_values.SLACK:g}"
                return Checked(by + within, objective=answer.objective)
            if answer.complete:
                alone = solutions[missing[0] - 1]
                refused = f"{checker.name} finds that the model does not have the solution {json.dumps(alone)}"
                if not exact or self._accepted(alone):
                    return Checked(remark=f"{refused}, but {self._finder} does")
                return Checked(by, wrong=refused)
        return Checked(remark="the solutions are not checked: no second solver of MiniZinc takes the model")

    def _accepted(self, solution: dict[str, Any]) -> bool:
        """Whether the solver that found a solution finds it again, with its values put back."""
        with suppress(UserError):
            return bool(self._ask(find(self._finder, "cp"), [solution]).numbers)
        return False

    def _ask(self, solver: Solver, solutions: list[dict[str, Any]]) -> _Answer:
        """Which of the solutions the model has, as a solver finds."""
        if self._dimensions is None:
            lists = fixed_values.lists(solutions[0])
            self._dimensions = dict.fromkeys(lists, 1) if self._flat or not lists else self._read_dimensions()
        values = self._calls.work / "values.mzn"
        values.write_text(fixed_values.text(solutions, self._dimensions), encoding="utf-8")
        goal = "first" if self._goal == "count" and len(solutions) == 1 else self._goal
        answer = _Answer()
        with closing(self._calls.events(solver, goal, values, instance=self._instance)) as events:
            for event in events:
                if isinstance(event, Found):
                    answer.numbers.add(json.loads(event.atoms[0][0])[fixed_values.NUMBER])
                    answer.objective = event.objective
                    if goal == "count" and len(answer.numbers) == len(solutions):
                        break  # the others have the same values, and differ in those that the model does not declare
                answer.complete |= isinstance(event, SearchComplete)
        return answer

    def _read_dimensions(self) -> dict[str, int]:
        """The dimensions of the arrays among the model's output variables."""
        job = self._calls.job
        assert job.problem.files is not None
        files = job.problem.files(self._instance, self._calls.work)
        for line in self._calls.lines(minizinc.interface(files)):
            message = json.loads(line)
            if message.get("type") == "interface":
                return {name: kind.get("dim", 0) for name, kind in message["output"].items()}
        return {}


def _as_minizinc(instance: OwnInstance) -> OwnInstance:
    """FlatZinc under the name of a MiniZinc model, which it is; MiniZinc adds nothing to a file of FlatZinc."""
    if instance.format != "fzn":
        return instance
    renamed = {f"{name}.mzn" if name == instance.model else name: text for name, text in instance.files}
    return instance._replace(format="mzn", model=f"{instance.model}.mzn", files=tuple(renamed.items()))


def _last(solutions: Iterable[tuple[Solution, float | None]]) -> Iterator[dict[str, Any]]:
    *_, (solution, _) = solutions
    yield dict(solution)


def _different(solutions: Iterable[tuple[Solution, float | None]]) -> Iterator[dict[str, Any]]:
    """Each solution once."""
    seen: set[bytes] = set()
    for solution, _ in solutions:
        if (known := digest(solution)) not in seen:
            seen.add(known)
            yield dict(solution)
