"""Whole numbers in order encoding: a variable for each value says that the number is no more than that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set


class Ordered:
    """A number from 0 to the last value, and what else says which it is.

    at_most: for variables the value that the number does not exceed if they are true.
    causes: for each value, how many literals could cause it; it is taken only if one of them is true, or if their
    number is infinite. caused: the value that the number has if a variable, such a literal, is true.
    """

    def __init__(self, at_most: Mapping[int, int], causes: Sequence[float], caused: Mapping[int, int]) -> None:
        self.at_most = at_most
        self.causes = causes
        self.caused = caused

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no value agrees with all of the literals."""
        least, most = 0, len(self.causes) - 1
        false: Counter[int] = Counter()
        for literal in literals:
            variable = abs(literal)
            if variable in self.at_most:
                if literal > 0:
                    most = min(most, self.at_most[variable])
                else:
                    least = max(least, self.at_most[variable] + 1)
            elif literal in self.caused:
                least, most = max(least, self.caused[literal]), min(most, self.caused[literal])
            elif variable in self.caused:
                false[self.caused[variable]] += 1
        return all(false[value] >= self.causes[value] for value in range(least, most + 1))
