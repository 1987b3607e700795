"""Checks the solutions of a user's model in XCSP3: CPMpy evaluates the model for their values, in a process of its own.

The check uses neither the search nor the rewriting of the model for the solver. It shares CPMpy's reader of XCSP3 with
all solvers.
"""

import json
import sys
from collections.abc import Iterable
from typing import cast

from tilings.models.own.data import write
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Solution
from tilings.runners.execute import user_check
from tilings.runners.execute.second_check import Checked
from tilings.runners.proofs.context import CheckContext
from tilings.runners.solvers.interface.solver import Job

BY = "CPMpy's evaluation of the model"


def checked(
    job: Job, solutions: Iterable[tuple[Solution, float | None]], context: CheckContext, solver: str
) -> Checked:
    """The result on all solutions, with the objective of the last one, and their number without repetitions."""
    folder = context.work / "evaluated"
    model, *_ = write(cast("OwnInstance", job.instance), folder)
    file = folder / "solutions.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps(dict(solution)) + "\n" for solution, _ in solutions)
    command = [sys.executable, "-m", "tilings.runners.execute.xcsp3_child", str(model), str(file)]
    objects, usage = user_check.run(command, context)
    said = objects[-1] if objects else {}
    if "wrong" in said:
        return Checked(BY, str(said["wrong"]))
    if "number" not in said:
        return Checked(remark=f"not checked: {user_check.failure(usage, str(said.get('failed', '')))}")
    return Checked(BY, number=said["number"], objective=said["objective"])
