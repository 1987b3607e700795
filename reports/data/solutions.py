"""Reads the solutions that a campaign stored and checks each again."""

import json

from models.problem import Solution, UserError, solution_from_json
from models.registry import read_text
from reports.data.campaign import Results
from runners.record.schema import RunRecord


def stored(results: Results, record: RunRecord) -> Solution | None:
    """A run's last solution; None where there is none, where it cannot be read, or where it breaks a rule."""
    problem, instance = results.instances[record.family, record.instance]
    path = results.folder / "solutions" / f"{record.run_id}.json"
    try:
        solution = solution_from_json(json.loads(read_text(path))["solution"])
    except (UserError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return None if problem.check(instance, solution, record.goal) else solution
