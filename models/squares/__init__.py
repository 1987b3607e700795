"""Tiling squares: cover a board by smaller integer-sided squares with few copies of each (README.md)."""

from tilings.models.problem import Problem
from tilings.models.squares import check, data, instance, symmetry

PROBLEM = Problem(
    family="squares",
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
    notes=data.notes,
    levels=data.levels,
    preferred=("cp_diffn", "asp_tiles", "cpsat_nooverlap", "mip_placement", "dlx_skyline"),
    place=1,
)
