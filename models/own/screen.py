"""Solutions of the user's own models as text: variables and their values."""

import json

from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Solution
from tilings.models.terminal.phrases import counted


def text(instance: OwnInstance, solution: Solution) -> str:
    """A line for each variable and its value, or for each shown atom."""
    atoms = instance.format == "asp"
    return "\n".join(name if atoms else f"{name} = {json.dumps(value)}" for name, value in solution)


def words(instance: OwnInstance, solution: Solution) -> str:
    """The number of variables, or of shown atoms."""
    return counted(len(solution), "atom" if instance.format == "asp" else "variable")
