"""What solvers are given of a user's model, and what becomes of their output.

A solution has an item for each variable, its name and its value as in JSON; for a program of clingo's an item for each
shown atom, with the value true.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tilings.models import encoding
from tilings.models.own import dzn
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Atom, Solution, UserError, Violation, solution_from_json

_OBJECTIVE = re.compile(r"\bsolve\b[^;]*\b(?:minimize|maximize)\s+(\w+)\s*;")


def write(instance: OwnInstance, folder: Path) -> list[Path]:
    """Write the files into a folder; the paths of the model and of its data, which a solver is to read."""
    for name, text in instance.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_with_objective_shown(text) if path.suffix == ".fzn" else text, encoding="utf-8")
    return [folder / name for name in (instance.model, *instance.data)]


def assignment(values: Mapping[str, Any]) -> Atom:
    """The values of a solution's variables as one atom, as adapters pass them on."""
    return json.dumps(values), ()


def decode(instance: OwnInstance, atoms: Iterable[Atom]) -> Solution:
    """The solution in an adapter's atoms; raises UserError where an assignment is no JSON object."""
    values: dict[str, Any] = {}
    for name, arguments in atoms:
        if instance.format == "fzn":
            values |= dzn.read(name)
        elif name.startswith("{"):
            try:
                values |= json.loads(name)
            except ValueError as error:
                raise UserError(f"the solution is not JSON: {error}") from None
        else:
            values[encoding.atom(name, arguments)] = True
    return solution_from_json(list(values.items()))


def objective(instance: OwnInstance, solution: Solution) -> int | None:
    """The objective of a FlatZinc model, which is a variable; of any other model None, as only the solver knows it."""
    named = _OBJECTIVE.search(dict(instance.files)[instance.model]) if instance.format == "fzn" else None
    value = next((value for name, value in solution if named and name == named[1]), None)
    return value if isinstance(value, int) else None


def _with_objective_shown(text: str) -> str:
    """A FlatZinc model in which the variable that is the objective is printed."""
    named = _OBJECTIVE.search(text)
    if not named:
        return text
    declared = re.compile(rf"(\bvar\b[^;:]*:\s*{named[1]})\b(?![^;]*\boutput_var\b)")
    return declared.sub(r"\1 :: output_var", text, count=1)


def unchecked(instance: OwnInstance, solution: Solution, goal: str) -> list[Violation]:
    """Nothing is known of the rules: the user's own checker, if there is one, is called by the harness."""
    return []


def measures(instance: OwnInstance) -> dict[str, float | str]:
    """The size of the user's files, in bytes, as nothing else is known of any model."""
    return {"bytes": sum(len(text.encode()) for _, text in instance.files)}
