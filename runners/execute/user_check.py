"""Checks the solutions of a user's own model with the user's own checker, in a process under the limits of the run.

A Python checker has a function ``check(instance, solution)`` that returns an error message, or nothing; it is called
for all solutions of the run, whose objective is ``solution["_objective"]``, MiniZinc's name. A checker model of
MiniZinc's gets the last one, with the model and its data: it prints INCORRECT, or has no solution, where the solution
is wrong. A solution that the model itself refuses is wrong as well, unless it has numbers with a point, which a solver
satisfies up to a tolerance.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tilings.models.own import dzn, fixed_values
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Solution, solution_from_json
from tilings.runners import confine
from tilings.runners.proofs.context import CheckContext
from tilings.runners.record.schema import CHECKER_FAILED
from tilings.runners.solvers.interface import minizinc

NO_SOLUTION = "UNSATISFIABLE"
_REFUSED = ("invalid", "the model refuses the values of the solution")
_SOLUTIONS = "solutions.jsonl"


def checked(
    instance: OwnInstance, solutions: Iterable[tuple[Solution, float | None]], last: Solution, context: CheckContext
) -> tuple[dict[str, Any], Solution]:
    """The columns `check` and `message`, and the solution that the checker refuses, or else the last one.

    Without a checker there are no columns.

    solutions: all solutions of the run with their objectives.
    last: the last of them.
    context: its folder has the instance's files.
    """
    if not instance.checker:
        return {}, last
    folder = context.work
    python = instance.checker.endswith(".py")
    line = _of_python(instance, solutions, folder) if python else _of_minizinc(instance, last, folder)
    objects, usage = run(line, context)
    verdict, message = (_python_verdict if python else _minizinc_verdict)(objects)
    if (verdict, message) == _REFUSED and any(fixed_values.inexact(value) for _, value in last):
        message = f"{instance.checker}: the model refuses the values of the solution, which are not whole"
        return {"check": "unchecked", "message": message}, last
    if verdict == CHECKER_FAILED:
        message = f"{instance.checker}: {failure(usage, message)}"
    refused = _refused(folder, objects[-1]["place"]) if python and verdict == "invalid" else last
    return {"check": verdict, "message": message}, refused


def run(line: list[str], context: CheckContext) -> tuple[list[dict[str, Any]], confine.Usage]:
    """The JSON objects that a checker prints, each on a line, and its usage; it runs under the limits of the run."""
    environment = os.environ | {"TMPDIR": str(context.work)}
    limits = context.begin("the solutions", context.limits)
    execution = confine.run(confine.Command(line, limits, context.log, context.work, environment), context.backend)
    objects = [parsed for _, text in execution if (parsed := _object(text))]
    return objects, execution.usage


def failure(usage: confine.Usage, message: str = "") -> str:
    """Why a checker has no result. message: its own."""
    if usage.shortage:
        return usage.shortage
    if usage.ended != "finished":
        return f"the checker passed its {usage.ended} limit"
    return message or usage.complaint or "the checker ended without output"


def _of_python(instance: OwnInstance, solutions: Iterable[tuple[Solution, float | None]], folder: Path) -> list[str]:
    files = [folder / "checked-instance.json", folder / _SOLUTIONS]
    files[0].write_text(json.dumps(_for_checkers(instance), default=sorted), encoding="utf-8")
    with files[1].open("w", encoding="utf-8") as lines:
        for solution, objective in solutions:
            known = {} if objective is None else {"_objective": objective}
            lines.write(json.dumps(dict(solution) | known) + "\n")
    command = [sys.executable, "-P", "-m", "tilings.runners.execute.checker_child", str(folder / instance.checker)]
    return [*command, *map(str, files)]


def _refused(folder: Path, number: int) -> Solution:
    """The solution of this number, from 0, of those that a Python checker was given."""
    with (folder / _SOLUTIONS).open(encoding="utf-8") as lines:
        values = json.loads(next(islice(lines, number, None)))
    return solution_from_json([item for item in values.items() if item[0] != "_objective"])


def _of_minizinc(instance: OwnInstance, solution: Solution, folder: Path) -> list[str]:
    values = folder / "solution.json"
    values.write_text(json.dumps(dict(solution)), encoding="utf-8")
    paths = [folder / name for name in (instance.model, *instance.data, instance.checker)]
    return minizinc.evaluation([*paths, values])


def _for_checkers(instance: OwnInstance) -> dict[str, Any]:
    """An instance for a checker in Python: its name, its files, and the values in its data."""
    data: dict[str, Any] = {}
    texts = dict(instance.files)
    for name in instance.data:
        data |= dzn.read(texts[name]) if name.endswith(".dzn") else _object(texts[name]) or {}
    return {"name": instance.name, "data": data, "files": texts}


def _python_verdict(objects: list[dict[str, Any]]) -> tuple[str, str]:
    last = objects[-1] if objects else {}
    if "wrong" in last:
        return "invalid", str(last["wrong"])
    return ("valid", "") if last.get("checked") else (CHECKER_FAILED, str(last.get("failed", "")))


def _minizinc_verdict(objects: list[dict[str, Any]]) -> tuple[str, str]:
    if any(message.get("status") == NO_SOLUTION for message in objects):
        return _REFUSED
    texts = [text for message in objects for text in _outputs(message)]
    if any(NO_SOLUTION in text or "INCORRECT" in text.upper() for text in texts):
        return "invalid", " ".join(" ".join(texts).split())
    wrong = next((str(message.get("message")) for message in objects if message.get("type") == "error"), "")
    return ("valid", "") if texts and not wrong else (CHECKER_FAILED, wrong)


def _outputs(message: dict[str, Any]) -> Iterator[str]:
    """The checker's output in a message of MiniZinc's."""
    if message.get("type") == "checker":
        output, parts = message.get("output"), message.get("messages")
        yield str(output.get("default", "")) if isinstance(output, dict) else ""
        for part in parts if isinstance(parts, list) else []:
            if isinstance(part, dict) and part.get("type") == "status":
                yield str(part.get("status"))


def _object(text: str) -> dict[str, Any] | None:
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None
