"""The files that solvers read of a user's model, and the decoding of their output.

A solution has an item (name, JSON value) for each variable; for a program for clingo an item (atom, true) for each
shown atom.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from tilings.models import encoding
from tilings.models.own import check, dzn, lexis
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Atom, Encoding, Solution, UserError, solution_from_json

_OUTPUT = re.compile(r"::\s*(?:add_to_output|no_output)\b")
_VARIABLE = re.compile(r"(?:^|(?<=;))\s*var\b[^;:]*:\s*(?P<name>\w+)\b(?=(?P<rest>[^;]*))", re.MULTILINE)
_INTRODUCED = re.compile(r"\b(?:var_is_introduced|is_defined_var)\b")
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
        path.write_text(_SHOWING.get(path.suffix, str)(text), encoding="utf-8")
    return [folder / name for name in (instance.model, *instance.data)]


def assignment(values: Mapping[str, Any]) -> Atom:
    """The values of a solution's variables as one atom, the form that adapters use."""
    return json.dumps(values), ()


def encoding_of(model: Any, variables: Mapping[str, Any], goal: str) -> Encoding:
    """The encoding of a model with whole numbers as variables, by their names in the file."""

    def atoms(value: Callable[[Any], float]) -> list[Atom]:
        return [assignment({name: int(value(variable)) for name, variable in variables.items()})]

    return Encoding(model, atoms, goal == "optimum", tuple(variables.values()))


def decode(instance: OwnInstance, atoms: Iterable[Atom]) -> Solution:
    """The solution in an adapter's atoms; raises UserError for an assignment that is not JSON."""
    values: dict[str, Any] = {}
    for name, arguments in atoms:
        if instance.format == "fzn":
            values |= {variable: _as_json(value) for variable, value in dzn.read(name).items()}
        elif name.startswith("{"):
            try:
                values |= json.loads(name)
            except ValueError as error:
                raise UserError(f"the solution is not JSON: {error}") from None
        else:
            values[encoding.atom(name, arguments)] = True
    return solution_from_json(list(values.items()))


def objective(instance: OwnInstance, solution: Solution) -> int | float | None:
    """The objective of the solution: computed from the file, or the value of a variable of a FlatZinc model; None for
    other models, whose objective only the solver computes."""
    if check.checker(instance):
        return check.objective(instance, solution)
    named = _objective_variable(dict(instance.files)[instance.model]) if instance.format == "fzn" else ""
    value = next((value for name, value in solution if name == named), None)
    return value if isinstance(value, int) else None


def _objective_variable(text: str) -> str:
    """The name of the variable that a FlatZinc model minimises or maximises; empty without one."""
    named = _OBJECTIVE.search(lexis.bare("fzn", text))
    return named[1] if named else ""


def _as_json(value: Any) -> Any:
    """A value of a data file in the form of MiniZinc's JSON, where a set is an object."""
    if isinstance(value, list):
        return list(map(_as_json, value))
    return {"set": sorted(value)} if isinstance(value, set) else value


def _with_all_output(text: str) -> str:
    """A MiniZinc model without annotations that leave variables out of its JSON output; all places stay."""
    return _OUTPUT.sub(lambda found: " " * len(found[0]), text)


def _with_all_shown(text: str) -> str:
    """A FlatZinc model that prints its objective and each variable that MiniZinc has not introduced."""
    named = _objective_variable(text)

    def shown(declared: re.Match[str]) -> str:
        kept = _INTRODUCED.search(declared["rest"]) and declared["name"] != named
        return declared[0] if kept or "output_var" in declared["rest"] else f"{declared[0]} :: output_var"

    return _VARIABLE.sub(shown, text)


_SHOWING = {".mzn": _with_all_output, ".fzn": _with_all_shown}


def measures(instance: OwnInstance) -> dict[str, float | str]:
    """The size of the user's files in bytes."""
    return {"bytes": sum(len(text.encode()) for _, text in instance.files)}
