"""Whether queens, each in the row of its column, attack each other."""

from itertools import combinations


def check(instance, solution):
    """The fault of a solution, as a sentence; empty for a right one."""
    for (i, row), (j, other) in combinations(enumerate(solution["q"], 1), 2):
        if row == other or abs(row - other) == j - i:
            return f"the queens of columns {i} and {j} attack each other"
    return ""
