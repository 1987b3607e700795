"""From a solver's events to a checked answer: what was proven, what the checker says, what it cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from models.problem import Problem, Solution, UserError, Violation, canonical
from runners.confine import Usage
from runners.events import Bounded, Event, Exhausted, Failed, Found, Measured, NotApplicable, Told
from runners.record import COLUMNS


@dataclass
class Answer:
    """Collects the events of one run; `columns` turns them into the record's outcome.

    Every solution goes through the family's checker. For goal count, solutions are counted up to the instance's
    symmetries and without repetition, whatever the solver printed.
    """

    problem: Problem
    instance: Any
    goal: str
    stamped: list[tuple[float, Event]] = field(default_factory=list)

    def add(self, time_s: float, events: list[Event]) -> None:
        """Take what a line of output said, and when."""
        self.stamped += [(time_s, event) for event in events if not isinstance(event, Told)]

    def columns(self, usage: Usage, soft_limit_s: float) -> dict[str, Any]:
        """The record's columns that follow from the events; `solution` (the last one, or None) comes with them."""
        result: dict[str, Any] = {}
        for _, event in self.stamped:
            if isinstance(event, Measured):
                result |= {key: value for key, value in event.values.items() if key in COLUMNS}
        if "encode_s" in result and "solve_s" not in result:
            result["solve_s"] = max(0.0, usage.wall_s - result["encode_s"])
        bounds = [event.bound for _, event in self.stamped if isinstance(event, Bounded)]
        if bounds:
            result["bound"] = bounds[-1]
        found = [(time_s, event) for time_s, event in self.stamped if isinstance(event, Found)]
        if found and not found[0][1].late:
            result |= {"first_s": found[0][0], "best_s": found[-1][0]}
        solutions, wrong = self._decoded([event for _, event in found])
        result |= self._verdict(solutions, wrong)
        ending = self._ending(usage, soft_limit_s, result["answer"])
        result |= ending if not wrong else {key: value for key, value in ending.items() if key != "message"}
        result["solution"] = solutions[-1] if solutions else None
        return result

    def trace(self) -> list[tuple[float, float | str, float | str]]:
        """(seconds, objective, bound) of every improvement, in the order in which they came."""
        rows: list[tuple[float, float | str, float | str]] = []
        for time_s, event in self.stamped:
            if isinstance(event, Found) and event.objective is not None and not event.late:
                rows.append((time_s, event.objective + 0.0, ""))  # no -0
            elif isinstance(event, Bounded) and (not rows or rows[-1][2] != event.bound):
                rows.append((time_s, "", event.bound))
        return rows

    def _decoded(self, found: list[Found]) -> tuple[list[Solution], str]:
        """The solutions that the atoms stand for, and what is wrong with the first wrong one."""
        solutions: list[Solution] = []
        exhausted = any(isinstance(event, Exhausted) for _, event in self.stamped)
        for event in found:
            try:
                solution = self.problem.decode(self.instance, event.atoms)
            except UserError as error:
                return solutions, f"undecodable: {error}"
            solutions.append(solution)
            broken = self.problem.check(self.instance, solution, self.goal)
            broken += self._misstated(event, solution, final=exhausted and event is found[-1])
            if broken:
                return solutions, str(broken[0])
        return solutions, ""

    def _misstated(self, event: Found, solution: Solution, final: bool) -> list[Violation]:
        """Whether the solution is worse than the solver says. It may be better: a model's objective variable need
        only be a bound on it, except in the optimal solution."""
        if event.objective is None or self.goal != "optimum":
            return []
        actual = self.problem.objective(self.instance, solution)
        gain = (actual - event.objective) * (1 if self.problem.sense == "max" else -1)
        if abs(gain) < 1e-6 or (gain > 0 and not final):
            return []
        return [Violation("objective", f"the solver says {event.objective:g}, the solution has {actual}")]

    def _verdict(self, solutions: list[Solution], wrong: str) -> dict[str, Any]:
        """The columns answer, check, solutions, objective and bound."""
        end = next((event for _, event in self.stamped if isinstance(event, Exhausted)), None)
        result: dict[str, Any] = {"check": "valid" if solutions else "unchecked", "message": wrong}
        if wrong:
            result["check"] = "invalid"
        if self.goal == "count":
            count = self._count(solutions) if end is None or end.count is None else end.count
            result |= {"answer": "counted" if end else "none", "solutions": count}
        elif self.goal == "optimum":
            result["sense"] = self.problem.sense
            if solutions and not wrong:
                result["objective"] = self.problem.objective(self.instance, solutions[-1])
            if solutions and end:
                result |= {"answer": "optimal", "bound": result.get("objective")}
            else:
                result["answer"] = "feasible" if solutions else "unsat" if end else "none"
        else:
            result["answer"] = "sat" if solutions else "unsat" if end else "none"
        return result

    def _count(self, solutions: list[Solution]) -> int:
        symmetries = self.problem.symmetries(self.instance)
        return len({canonical(solution, symmetries) for solution in solutions})

    def _ending(self, usage: Usage, soft_limit_s: float, answer: str) -> dict[str, Any]:
        """The columns ended, phase and message, where they say more than how the process ended."""
        refused = next((event for _, event in self.stamped if isinstance(event, NotApplicable)), None)
        if refused:
            return {"ended": "not_applicable", "message": refused.message}
        failed = next((event for _, event in self.stamped if isinstance(event, Failed)), None)
        if failed:
            return {"ended": "crash", "phase": failed.phase, "message": failed.message}
        result: dict[str, Any] = {"ended": usage.ended}
        if usage.ended == "finished" and answer in ("none", "feasible"):
            result["ended"] = "wall" if usage.wall_s >= 0.9 * soft_limit_s else "crash"
        if usage.ended == "finished" and usage.exit_code != 0 and answer in ("none", "feasible"):
            result["ended"] = "crash"
        if result["ended"] != "finished":
            encoded = any(isinstance(event, Measured) and "encode_s" in event.values for _, event in self.stamped)
            result["phase"] = "solve" if encoded else "encode"
        if result["ended"] == "crash":
            result["message"] = usage.complaint or "the solver ended without an answer"
        return result
