"""The process in which CPMpy evaluates a user's model in XCSP3: MODEL.xml SOLUTIONS.jsonl.

A line of the file is an object: the values of a solution by the names of its variables. The output is a JSON object:

- ``wrong``: a sentence on the first wrong solution; or
- ``failed``: the reason why nothing was checked; or
- ``number``: the number of different solutions, and ``objective``: the last one's objective, null without an objective.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tilings.models.own import cpmpy_file
from tilings.models.problem import UserError


def main(model: str, solutions: str) -> dict[str, Any]:
    """The result on the solutions, which are put into the model's variables one after the other."""
    try:
        stated, variables = cpmpy_file.load(Path(model), Path(model).name)
    except UserError as error:
        return {"failed": str(error)}
    different = set()
    with Path(solutions).open(encoding="utf-8") as lines:
        for line in lines:
            values = json.loads(line)
            try:
                if wrong := _wrong(stated, variables, values):
                    return {"wrong": wrong}
            except Exception as error:  # CPMpy has no evaluation of some expressions
                return {"failed": f"CPMpy cannot evaluate the model: {type(error).__name__}: {error}"}
            different.add(tuple(map(values.get, variables)))
    objective = None if stated.objective_ is None else int(stated.objective_.value())
    return {"number": len(different), "objective": objective}


def _wrong(stated: Any, variables: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """What is wrong with a solution; empty for a right one."""
    for name, variable in variables.items():
        value = values.get(name)
        if not isinstance(value, int) or not variable.lb <= value <= variable.ub:
            return f"value: {name} is {value}, not from {variable.lb} to {variable.ub}"
        variable._value = bool(value) if variable.is_bool() else value
    broken = next((each for each in stated.constraints if not each.value()), None)
    return "" if broken is None else f"constraint: {broken} does not hold"[:300]


if __name__ == "__main__":
    result = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # output of the reader goes to the log
    print(json.dumps(main(*sys.argv[1:])), file=result, flush=True)
    os._exit(0)  # PyCSP3 compiles an empty model at the end of a process
