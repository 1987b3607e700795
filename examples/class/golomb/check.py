"""Whether a ruler has two pairs of marks that are equally far apart."""

from itertools import combinations


def check(instance, solution):
    """The fault of a solution, as a sentence; empty for a right one."""
    pairs = {}
    for pair in combinations(solution["mark"], 2):
        other = pairs.setdefault(pair[1] - pair[0], pair)
        if other != pair:
            return f"the marks {other[0]} and {other[1]} are as far apart as {pair[0]} and {pair[1]}"
    return ""
