"""Integers in order encoding: for each value, a variable is true if the integer is at most that value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set


class OrderedNumber:
    """An integer from 0 to the last value, with further literals that determine it.

    at_most: the value that the integer does not exceed if a variable is true, by variable.
    causes: the number of literals that cause each value. The integer has the value only if one of them is true, or if
        their number is infinite.
    caused: the value that a literal causes, by literal.
    """

    def __init__(self, at_most: Mapping[int, int], causes: Sequence[float], caused: Mapping[int, int]) -> None:
        self.at_most = at_most
        self.causes = causes
        self.caused = caused

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no value is consistent with all literals."""
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
