"""Triominoes: place as many tiles of three values as possible so that touching tiles agree."""

from tilings.models.problem import Problem
from tilings.models.triominoes.check import check, objective
from tilings.models.triominoes.data import decode, facts, measures, parameters
from tilings.models.triominoes.instance import parse, to_json
from tilings.models.triominoes.symmetry import symmetries

PROBLEM = Problem(
    family="triominoes",
    goals=lambda _: ("first", "count", "optimum"),
    sense="max",
    parse=parse,
    to_json=to_json,
    check=check,
    objective=objective,
    decode=decode,
    symmetries=symmetries,
    parameters=parameters,
    facts=facts,
    measures=measures,
    preferred=("cp_cell", "asp_cell", "cpsat_cell", "mip_placement", "sat_cell", "dlx_budget"),
    place=2,
)
