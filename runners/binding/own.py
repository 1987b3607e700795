"""The rules of a user's own formula in DIMACS: its clauses.

x(n): the variable n of the file. The clauses of the constraint ``file`` are those of the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from tilings.runners.binding.counting import Rule
from tilings.runners.binding.dimacs import Name


class Rules:
    """The clauses of the file. Raises ValueError for a word that is not a number."""

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        del goal, value  # the file has no objective
        lines = [line for line in data["files"][data["model"]].splitlines() if not line.startswith(("c", "p"))]
        number = {name[1][0]: variable for name, variable in variables.items() if name[0] == "x"}
        self._denied: set[frozenset[int]] = set()  # the negated literals of each clause
        clause: set[int] = set()
        for word in " ".join(lines).partition("%")[0].split():
            if literal := int(word):
                clause.add(-number[literal] if literal > 0 else number[-literal])
            else:
                self._denied.add(frozenset(clause))
                clause = set()

    def rule(self, constraint: Name) -> Rule | None:
        """The clauses of the file for the constraint ``file``; None for any other."""
        return Rule(excludes=self._excludes) if constraint == ("file", ()) else None

    def _excludes(self, true: Set[int]) -> bool:
        return frozenset(true) in self._denied
