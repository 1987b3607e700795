"""Run in a copy of the sources: for each line on standard input, the ids of the runs of a suite as one line of JSON.

Each time in a process of its own, which reads the sources as they are at that moment; what is imported before, because
that takes long, does not tell.
"""

import json
import os
import sys

from models import registry
from runners.plan import matrix, suite_reader
from runners.plan.run import Run
from runners.solvers.interface import solver

EVERYTHING = matrix.Filter([], [], [], [], [])


def ids(suite: str) -> dict[str, str]:
    """The id of each run, by what it is: ``family/formulation solver instance goal options``, with all options."""
    return {_name(run): run.run_id for run in matrix.plan(suite_reader.load(suite), EVERYTHING)}


def _name(run: Run) -> str:
    options = [f"{key}={value}" for key, value in sorted(run.options.items())]
    return " ".join([f"{run.family}/{run.formulation.name}", run.solver, run.instance, run.goal, *options])


if __name__ == "__main__":
    for family in registry.families():
        registry.problem(family)
    for adapter in solver.adapters():
        if adapter.accepts != "dlx":
            adapter.version()  # some ask a command, whose answer they keep
    for _ in sys.stdin:
        if not os.fork():
            print(json.dumps(ids(sys.argv[1])), flush=True)
            os._exit(0)  # no modules to take down
        _, status = os.wait()
        if status:
            sys.exit("the plan failed")
