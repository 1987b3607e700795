"""What the shards of a campaign say of themselves: their plans and their signs of life (see runners.campaign.signs)."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from models import files
from models.problem import UserError
from runners.campaign.signs import VERSION
from runners.plan.estimate import Kind
from runners.status import told

# A shard writes every 5 s; a client of NFS may show a folder as it was a minute ago.
SILENT_S = 90.0
_TRIES = 3
_PAUSE_S = 0.05


@dataclass(frozen=True)
class Shard:
    """One shard. asked: what its plan says; plan: the kind of each of its runs; alive: its last sign, or empty."""

    name: str
    asked: dict[str, Any]
    plan: dict[str, Kind]
    alive: dict[str, Any]

    def age(self, now: float) -> float | None:
        """The seconds since its last sign."""
        return now - self.alive["at"] if self.alive else None

    def state(self, now: float, left: int) -> str:
        """``working``, ``silent``, ``stopped`` with runs left, or ``done``. left: how many runs are left."""
        age = self.age(now)
        ended = self.alive.get("state") == "ended"
        if age is not None and not ended and age <= SILENT_S:
            return "working"
        if not left:
            return "done"
        return "stopped" if ended else "silent"


@dataclass
class Division:
    """The shards of the last division that was begun.

    whole: the numbers of runs by their kind, of all shards; count: how many shards have runs at all; asked: what the
    last plan says.
    """

    begun: list[Shard] = field(default_factory=list)
    whole: dict[Kind, int] = field(default_factory=dict)
    count: int = 0
    asked: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def read(folder: Path) -> Division:
    """The plans and the last signs. Raises UserError for files of a later version."""
    found = Division()
    plans = [plan for path in sorted(folder.glob("plan-*.json")) if (plan := _json(path, told.plan, found.remarks))]
    if not plans:
        return found
    found.asked = max(plans, key=lambda plan: plan["written_at"])
    found.whole = {_kind(each): each["runs"] for each in found.asked["whole"]["kinds"]}
    found.count = found.asked["whole"]["shards"]
    for plan in plans:
        if plan["shard"][1] == found.asked["shard"][1]:
            name = "{}of{}".format(*plan["shard"])
            kinds = {run_id: kind for each in plan["kinds"] if (kind := _kind(each)) for run_id in each["run_ids"]}
            alive = _json(folder / f"alive-{name}.json", told.sign, found.remarks) or {}
            found.begun.append(Shard(name, plan, kinds, alive))
    return found


def _json(path: Path, check: Callable[[dict[str, Any]], None], remarks: list[str]) -> dict[str, Any] | None:
    """A file that is replaced now and then, on NFS from under its reader; None where there is none that passes."""
    why = ""
    for again in range(_TRIES):
        time.sleep(_PAUSE_S if again else 0)
        try:
            content: dict[str, Any] = json.loads(files.text(path))
            if content.get("version") != VERSION:
                raise UserError(f"another version of tilings wrote {path}: look with that one")
            check(content)
            return content
        except FileNotFoundError:
            return None
        except (OSError, ValueError, AttributeError, RecursionError) as error:
            why = str(error)
    remarks.append(f"{path.name} cannot be read: {why}")
    return None


def _kind(cells: dict[str, Any]) -> Kind:
    return Kind(*(cells[name] for name in Kind._fields))
