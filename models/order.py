"""Whole numbers in order encoding: a variable for each value says that the number is no more than that.

Source: N. Tamura, A. Taga, S. Kitagawa and M. Banbara, "Compiling finite linear CSP into SAT", 2009.
"""

from collections.abc import Collection

from models.formula import Formula

Literal = int | bool  # of a variable, or what is always or never the case


class Ordered:
    """A number from 0 to greatest; its variables name(arguments..., v) with v below greatest say: at most v."""

    def __init__(self, formula: Formula, greatest: int, name: str, *arguments: int) -> None:
        self.greatest = greatest
        self._at_most = [formula.variable(name, *arguments, value) for value in range(greatest)]

    def at_most(self, value: int) -> Literal:
        """Whether the number is no more than the value."""
        return self._at_most[value] if 0 <= value < self.greatest else value >= 0

    def above(self, value: int) -> Literal:
        """Whether the number is more than the value."""
        return opposite(self.at_most(value))

    def value(self, true: Collection[int]) -> int:
        """The number in a solution, given its true variables."""
        return sum(variable not in true for variable in self._at_most)

    def state(self, formula: Formula) -> None:
        """What is at most a value is at most the next one."""
        for value in range(self.greatest - 1):
            add(formula, self.above(value), self.at_most(value + 1))


def opposite(literal: Literal) -> Literal:
    """The negation of a literal."""
    return not literal if isinstance(literal, bool) else -literal


def add(formula: Formula, *literals: Literal) -> None:
    """Add a clause whose literals may be constants."""
    if not any(literal is True for literal in literals):
        formula.add(*(literal for literal in literals if literal is not False))
