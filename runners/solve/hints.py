"""Hints: one more piece of one solution each time (``--hint``).

A file keeps the solution and the number of pieces shown, so that later hints belong to the same solution, whatever
solver is installed by then. It is beside the puzzle's file; for a shipped instance it is in the current folder.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.models.problem import Problem, Solution, UserError, solution_from_json

ENDING = ".hints.json"


@dataclass(frozen=True)
class Hint:
    """The pieces shown so far, the new one last, and the number of the solution's pieces."""

    shown: Solution
    of: int


@dataclass(frozen=True)
class Hints:
    """The hints to an instance."""

    problem: Problem
    instance: Any
    sha256: str  # the instance's hash: an edited puzzle has new hints
    path: Path  # the hints' file

    @classmethod
    def of(cls, given: str, problem: Problem, instance: Any, sha256: str) -> Hints:
        """The hints to the instance of a command line. Raises UserError for a model of the user's own."""
        if problem.files:
            raise UserError("--hint needs a puzzle with pieces, and this is a model of your own")
        file = Path(given.partition("#")[0])
        folder = file.parent if given and file.is_file() else Path()
        return cls(problem, instance, sha256, folder / f"{instance.name}{ENDING}")

    def next(self, found: Solution | None) -> Hint | None:
        """The next hint, remembered in the file; None without a solution.

        found: a solution for the first hint; later ones are of the solution in the file. Raises UserError if all pieces
        were shown, or the file cannot be written.
        """
        solution, number = self._read() or (self._in_order(found or ()), 0)
        if not solution:
            return None
        if number == len(solution):
            raise UserError(f"the last piece was shown; remove {self.path} to start again")
        kept = {"instance_sha256": self.sha256, "shown": number + 1, "solution": solution}
        try:
            self.path.write_text(json.dumps(kept) + "\n", encoding="utf-8")
        except OSError as error:
            raise UserError(f"--hint remembers the shown pieces in {self.path}: {error.strerror}") from None
        return Hint(solution[: number + 1], len(solution))

    def text(self, hint: Hint) -> str:
        """The board with the shown pieces alone."""
        screen = registry.screen(self.problem.family)
        return str(getattr(screen, "partial", screen.text)(self.instance, hint.shown))

    def piece(self, hint: Hint) -> str:
        """The name of the new piece; empty in a family whose pieces have none."""
        name = hint.shown[-1][0]
        return name if isinstance(name, str) and hasattr(self.instance, "pieces") else ""

    def _in_order(self, solution: Solution) -> Solution:
        """The pieces in the order of their hints, which is by their places, without pieces that the puzzle fixes."""
        movable = getattr(registry.screen(self.problem.family), "movable", lambda _, pieces: pieces)
        return tuple(sorted(movable(self.instance, solution), key=lambda item: (item[1:], item[0])))

    def _read(self) -> tuple[Solution, int] | None:
        """The solution and the number of shown pieces; None without a file of this instance."""
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            solution, number = solution_from_json(kept["solution"]), kept["shown"]
            if kept["instance_sha256"] == self.sha256 and 0 < number <= len(solution):
                return solution, number
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            pass
        return None
