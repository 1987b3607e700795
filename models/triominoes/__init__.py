"""Triominoes: place as many tiles of three values as possible so that touching tiles agree."""

from models.problem import Problem
from models.triominoes.check import check, objective
from models.triominoes.data import decode, facts, measures, parameters
from models.triominoes.instance import TriominoesInstance, parse, to_json
from models.triominoes.symmetry import symmetries


def _goals(instance: TriominoesInstance) -> tuple[str, ...]:
    return ("first", "count", "optimum")


PROBLEM = Problem(
    family="triominoes",
    goals=_goals,
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
    preferred=("cp_cell", "asp_cell", "cpsat_cell", "mip_placement", "dlx_budget"),
)
