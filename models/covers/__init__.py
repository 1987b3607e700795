"""Exact covers given by their items and options (README.md)."""

from tilings.models.covers import automorphisms, check, data, instance, symmetry
from tilings.models.problem import Problem

PROBLEM = Problem(
    family="covers",
    goals=instance.goals,
    sense="min",
    parse=instance.parse,
    to_json=instance.to_json,
    check=check.check,
    objective=check.objective,
    decode=data.decode,
    symmetries=symmetry.symmetries,
    parameters=data.parameters,
    facts=data.facts,
    measures=data.measures,
    notes=symmetry.notes,
    under_convention=automorphisms.under_convention,
    place=4,
)
