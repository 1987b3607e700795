"""Checks the answer sets of a user's program for clingo: they are put back as assumptions, in a process of its own.

clingo grounds and solves the program, so this is independent of the adapter and of the search that found the answer
set, but not of clingo's grounder and solver, where clingo found it.
"""

import json
import sys
from collections.abc import Iterable

from tilings.models.own import asp_program
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Solution
from tilings.runners.execute import user_check
from tilings.runners.execute.second_check import Checked
from tilings.runners.proofs.context import CheckContext
from tilings.runners.solvers.interface.solver import Job

BY = "clingo, with the answer set as assumptions"


def checked(
    job: Job, solutions: Iterable[tuple[Solution, float | None]], context: CheckContext, solver: str
) -> Checked:
    """The result on all answer sets, with the cost of the last one, and the number of those that show these terms."""
    assert job.problem.files is not None and isinstance(job.instance, OwnInstance)
    if reason := asp_program.refusal(job.instance):
        return Checked(remark=f"not checked: {reason}")
    sign = -1 if job.problem.sense == "max" else 1
    folder = context.work / "answer-sets"
    file = folder / "answer-sets.jsonl"
    programs = job.problem.files(job.instance, folder)
    with file.open("w", encoding="utf-8") as lines:
        for solution, claimed in solutions:
            cost = None if claimed is None else sign * round(claimed)
            lines.write(json.dumps([[term for term, _ in solution], cost]) + "\n")
    child = [sys.executable, "-P", "-m", "tilings.runners.execute.asp_child"]
    command = [*child, str(file), job.goal, *map(str, programs)]
    objects, usage = user_check.run(command, context)
    said = {key: value for each in objects for key, value in each.items()}
    if "wrong" in said:
        return Checked(BY, said["wrong"])
    if "number" not in said:
        return Checked(remark=f"not checked: {user_check.failure(usage, said.get('failed', ''))}")
    if "costs" not in said:
        return Checked(BY, number=said["number"])
    costs = [sign * cost for _, cost in said["costs"]]
    levels = ", ".join(f"{cost}@{level}" for cost, (level, _) in zip(costs, said["costs"], strict=True))
    remark = f"costs by priority: {levels}; the objective is the first" if len(costs) > 1 else ""
    return Checked(BY, remark=remark, objective=costs[0] if costs else 0)
