"""Langford pairs: two copies of each of 1 to n in a row, and between the copies of k stand just k numbers."""

from tilings.models.langford import check, data, instance
from tilings.models.problem import Problem

PROBLEM = Problem(
    family="langford",
    goals=lambda _: ("first", "count"),
    sense="",
    parse=instance.parse,
    to_json=instance.to_json,
    check=check.check,
    objective=lambda _, solution: len(solution),
    decode=data.decode,
    symmetries=data.symmetries,
    parameters=data.parameters,
    facts=data.facts,
    measures=data.measures,
    preferred=("cp_places",),
)
