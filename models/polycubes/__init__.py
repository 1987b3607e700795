"""Polyomino and polycube boxes: fill every open cell of a box with the given pieces (README.md)."""

from tilings.models.polycubes import check, data, instance, notes, symmetry
from tilings.models.problem import Problem

PROBLEM = Problem(
    family="polycubes",
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
    notes=notes.notes,
    keep=instance.keep,
    place=3,
)
