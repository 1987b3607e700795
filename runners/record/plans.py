"""The plans in a campaign's folder (runners.campaign.heartbeat), for readers of its rows: the suite's description, and
the user's models that are no longer planned.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tilings.models import files
from tilings.models.problem import UserError
from tilings.models.registry import read_text
from tilings.runners.record import same_problem
from tilings.runners.record.schema import RunRecord


@dataclass(frozen=True)
class Planned:
    """The plan of one of `count` shards, of which `shards` have runs."""

    description: str
    count: int
    shards: int
    written_at: float
    run_ids: frozenset[str]


def latest(folder: Path) -> list[Planned]:
    """The readable plans of the latest division into shards."""
    plans = []
    for path in sorted(folder.glob("plan-*.json")):
        with suppress(OSError, UserError, ValueError, LookupError, TypeError, OverflowError, RecursionError):
            content = json.loads(read_text(files.inside(folder, path)))
            listed = content.get("climbs", content.get("kinds"))  # the latter by former versions
            run_ids = frozenset(run_id for part in listed for run_id in part["run_ids"])
            count, shards = int(content["shard"][1]), int(content["whole"]["shards"])
            written_at = float(content["written_at"])
            plans.append(Planned(str(content.get("description", "")), count, shards, written_at, run_ids))
    count = max(plans, key=lambda plan: plan.written_at).count if plans else 0
    return [plan for plan in plans if plan.count == count]


def removed(records: Iterable[RunRecord], folder: Path) -> set[str]:
    """The hashes of instances that are models of a problem, or former versions, and are not in the latest plan.

    None are removed where a shard has not begun. A planned model keeps its rows by solvers that are not in the plan.
    """
    own = [row for row in records if same_problem.of_models(row.family)]
    plans = latest(folder) if own else []
    if not plans or len(plans) < plans[0].shards:
        return set()
    planned = {row.instance_sha256 for row in own if any(row.run_id in plan.run_ids for plan in plans)}
    instance_of = same_problem.reader(folder)
    others = [row for row in own if row.instance_sha256 not in planned]
    return {row.instance_sha256 for row in others if getattr(instance_of(row), "problem", None) != ""}
