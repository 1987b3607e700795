"""What the rules of a family say of the variables of a formula, by the names of constraints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from runners.binding.counting import Rule
from runners.binding.dimacs import Name


class Rules(Protocol):
    """A family's rules for one instance and the variables of one formula.

    A module of a family has a class with these methods. It states what its variables mean in a solution.
    """

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        """Read the instance's JSON; raises KeyError, TypeError or ValueError where it is none.

        goal: first, count or optimum. variables: by their names.
        value: the objective that each solution spoken of reaches; None: any solution.
        """

    def rule(self, constraint: Name) -> Rule | None:
        """What a constraint says of every solution; None for one without a rule."""
