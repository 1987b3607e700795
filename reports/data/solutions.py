"""Reads the solutions that a campaign stored and checks each again."""

import json
from typing import Any

from models.problem import Solution, UserError, solution_from_json
from models.registry import read_text
from reports.data.campaign import Results


def stored(results: Results, run: Any) -> Solution | None:
    """A run's last solution; None where there is none, where it cannot be read, or where it breaks a rule.

    run: its record, or a row of the table of runs.
    """
    problem, instance = results.instances[run.family, run.instance]
    path = results.folder / "solutions" / f"{run.run_id}.json"
    try:
        solution = solution_from_json(json.loads(read_text(path))["solution"])
    except (UserError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return None if problem.check(instance, solution, run.goal) else solution
