"""Langford pairs with a binary for each number and place.

Variables: pair[k, p], whether the left copy of k stands at place p, from 0.
Constraints: each number has one left copy; each place is taken once.
Objective: none.
Symmetry breaking: none.
Source: C. D. Langford, "Problem", Mathematical Gazette 42 (1958).

Goals: first
"""

import pulp

from tilings.models.langford.instance import LangfordInstance
from tilings.models.problem import Encoding


def build(instance: LangfordInstance, goal: str) -> Encoding:
    """The model and its atoms."""
    model = pulp.LpProblem("langford", pulp.LpMinimize)
    places = range(2 * instance.pairs)
    pair = {
        (k, place): pulp.LpVariable(f"pair_{k}_{place}", cat="Binary")
        for k in range(1, instance.pairs + 1)
        for place in places[: -k - 1]
    }
    model += pulp.lpSum([])
    for number in range(1, instance.pairs + 1):
        model += pulp.lpSum(var for (k, _), var in pair.items() if k == number) == 1
    for there in places:
        model += pulp.lpSum(var for (k, place), var in pair.items() if there in (place, place + k + 1)) == 1
    return Encoding.of_binaries(model, {("pair", key): var for key, var in pair.items()})
