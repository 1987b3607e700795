"""A user's own instance: a model in a language that solvers read, its data, and optionally a checker.

Its JSON object holds the content of all these files, so that the instance's hash covers the solver's whole input and
results can be read without the files. ``models.own.reader`` makes the object from paths.
"""

import math
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from tilings.models import fields
from tilings.models.problem import GOALS, UserError
from tilings.models.terminal.phrases import instead

# Each format, and the module that checks its solutions: one of this package reads the file itself, one of
# runners.execute calls a second program.
FORMATS = {
    "mzn": "check_minizinc", "fzn": "check_minizinc", "asp": "check_asp", "mps": "linear.check", "lp": "linear.check",
    "cnf": "check_clauses", "wcnf": "check_clauses", "opb": "check_sums", "xml": "check_xcsp3",
}  # fmt: skip
SENSES = ("min", "max")
# The fields that a user may write.
STATED = {"name", "format", "model", "data", "check", "goal", "sense", "problem", "expect"}


class OwnInstance(NamedTuple):
    """A user's model.

    format: a key of FORMATS. ``asp`` is a program for clingo, and ``lp`` is CPLEX's LP format.
    model, data, checker: the names of files. ``checker`` is empty without a checker.
    goal: the only goal; ``optimum`` for a model with an objective, empty if any solution is wanted.
    sense: ``min`` or ``max`` for goal ``optimum``, else empty.
    files: the names and contents of these files and of the files that they include.
    problem: the name that all models of one problem share, so that their answers are compared; empty for a model alone.
    expected: the known answers by goal.
    """

    name: str
    format: str
    model: str
    data: tuple[str, ...]
    checker: str
    goal: str
    sense: str
    files: tuple[tuple[str, str], ...]
    problem: str = ""
    expected: tuple[tuple[str, str | int | float], ...] = ()
    presentation: int = 0


def goals(instance: OwnInstance) -> tuple[str, ...]:
    return (instance.goal,) if instance.goal else ("first", "count")


def parse(data: Mapping[str, Any]) -> OwnInstance:
    """The instance in a JSON object that holds its files; raises UserError that names the field."""
    fields.no_others(data, STATED | {"files"})
    if "files" not in data:
        raise UserError(
            "'files', the contents, is missing: a suite and runners.solve add them to a JSON file with paths"
        )
    files = _files(data["files"])
    instance = OwnInstance(
        name=fields.name(fields.need(data, "name")),
        format=fields.choice(fields.need(data, "format"), "format", FORMATS),
        model=_file(fields.need(data, "model"), "model", files),
        data=tuple(_file(name, "data", files) for name in fields.array(data.get("data", []), "data")),
        checker=_file(data["check"], "check", files) if data.get("check") else "",
        goal=fields.choice(data.get("goal", ""), "goal", ("", *GOALS)),
        sense=fields.choice(data.get("sense", ""), "sense", ("", *SENSES)),
        files=tuple(files.items()),
        problem=fields.name(data["problem"], "problem") if data.get("problem") else "",
        expected=tuple(expected(data.get("expect", {})).items()),
    )
    if (instance.goal == "optimum") != bool(instance.sense):
        raise UserError("'sense' is min or max with the goal optimum, and must be absent with any other goal")
    return instance


def to_json(instance: OwnInstance) -> dict[str, Any]:
    """The JSON object that ``parse`` reads back."""
    required = {"name": instance.name, "format": instance.format, "model": instance.model, "data": list(instance.data)}
    optional: dict[str, Any] = {"check": instance.checker, "goal": instance.goal, "sense": instance.sense}
    optional |= {"problem": instance.problem, "expect": dict(instance.expected)}
    return required | {key: value for key, value in optional.items() if value} | {"files": dict(instance.files)}


def expected(value: Any) -> dict[str, str | int | float]:
    """Known answers by goal; raises UserError."""
    if not isinstance(value, dict):
        raise UserError(f"'expect' must be an object with {', '.join(GOALS)}, not {fields.shown(value)}")
    if strange := sorted(value.keys() - {*GOALS}, key=lambda name: isinstance(value[name], dict)):
        raise UserError(f"unknown key '{strange[0]}' in 'expect'; {instead(strange[0], GOALS)}")
    for goal, answer in value.items():
        if goal == "first":
            fields.choice(answer, "first", ("sat", "unsat"))
        elif type(answer) is not int and (goal == "count" or type(answer) is not float or not math.isfinite(answer)):
            raise UserError(f"'{goal}' in 'expect' must be a number, not {fields.shown(answer)}")
    if value.get("count", 0) < 0:
        raise UserError(f"'count' in 'expect' cannot be {value['count']}")
    return value


def _files(value: Any) -> dict[str, str]:
    """Names and contents. The files are written into a folder, so a name must not lead out of it."""
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise UserError(f"'files' must be an object of names and texts, not {fields.shown(value)}")
    for name in value:
        path = PurePosixPath(name)
        if not name or path.is_absolute() or ".." in path.parts or "\0" in name:
            raise UserError(f"'files' must have relative paths as names, not {fields.shown(name)}")
    return value


def _file(value: Any, field: str, files: Mapping[str, str]) -> str:
    if not isinstance(value, str) or value not in files:
        raise UserError(f"'{field}' must name one of 'files', not {fields.shown(value)}")
    return value
