"""The files that solvers read of a user's model, and the decoding of their output.

A solution has an item (name, JSON value) for each variable; for a program for clingo an item (atom, true) for each
shown atom.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tilings.models import encoding
from tilings.models.own import check, dzn
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Atom, Solution, UserError, solution_from_json

_OBJECTIVE = re.compile(r"\bsolve\b[^;]*\b(?:minimize|maximize)\s+(\w+)\s*;")


def write(instance: OwnInstance, folder: Path) -> list[Path]:
    """Write the files into a folder; returns the paths of the model and of its data, the solver's input.

    Raises UserError for an empty model, where a solver would complain of the data.
    """
    if not dict(instance.files)[instance.model].strip():
        raise UserError(f"{instance.model} is empty: it has no model")
    for name, text in instance.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_with_objective_shown(text) if path.suffix == ".fzn" else text, encoding="utf-8")
    return [folder / name for name in (instance.model, *instance.data)]


def assignment(values: Mapping[str, Any]) -> Atom:
    """The values of a solution's variables as one atom, the form that adapters use."""
    return json.dumps(values), ()


def decode(instance: OwnInstance, atoms: Iterable[Atom]) -> Solution:
    """The solution in an adapter's atoms; raises UserError for an assignment that is not JSON."""
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


def objective(instance: OwnInstance, solution: Solution) -> int | float | None:
    """The objective of the solution: computed from the file, or a variable of a FlatZinc model; None for other models,
    where only the solver computes it."""
    if check.checker(instance):
        return check.objective(instance, solution)
    named = _OBJECTIVE.search(dict(instance.files)[instance.model]) if instance.format == "fzn" else None
    value = next((value for name, value in solution if named and name == named[1]), None)
    return value if isinstance(value, int) else None


def _with_objective_shown(text: str) -> str:
    """A FlatZinc model that prints its objective variable."""
    named = _OBJECTIVE.search(text)
    if not named:
        return text
    declared = re.compile(rf"(\bvar\b[^;:]*:\s*{named[1]})\b(?![^;]*\boutput_var\b)")
    return declared.sub(r"\1 :: output_var", text, count=1)


def measures(instance: OwnInstance) -> dict[str, float | str]:
    """The size of the user's files in bytes."""
    return {"bytes": sum(len(text.encode()) for _, text in instance.files)}
