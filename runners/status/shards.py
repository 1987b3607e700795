"""What the shards of a campaign say of themselves: their plans and their signs of life (see runners.campaign.signs)."""

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from models import files
from models.problem import UserError
from runners.campaign.signs import VERSION, Kind
from runners.status import told

# A shard writes every 5 s; a client of NFS may show a folder as it was a minute ago.
SILENT_S = 90.0
_TRIES = 3
_PAUSE_S = 0.05


@dataclass
class Shard:
    """One shard. plan: of each of its runs the kind, and how many have each; alive: its last sign, or empty."""

    name: str
    asked: dict[str, Any]
    plan: dict[str, Kind] = field(default_factory=dict)
    kinds: Counter[Kind] = field(default_factory=Counter)
    alive: dict[str, Any] = field(default_factory=dict)

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


class Shards:
    """The shards of the last division that was begun; ``look`` reads what has changed.

    whole: the numbers of runs by their kind, of all shards; count: how many shards have runs at all.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._plans: dict[Path, tuple[tuple[int, int, int], Shard]] = {}
        self.begun: dict[str, Shard] = {}
        self.whole: dict[Kind, int] = {}
        self.count = 0
        self.remarks: list[str] = []

    def look(self) -> None:
        """Read the plans that are new and the last signs. Raises UserError for files of a later version."""
        self.remarks = []
        for path in sorted(self._folder.glob("plan-*.json")):
            self._read_plan(path)
        every = [shard for _, shard in self._plans.values()]
        last = max(every, key=lambda shard: shard.asked["written_at"], default=None)
        if last is None:
            return
        of = last.asked["shard"][1]
        self.begun = {shard.name: shard for shard in every if shard.asked["shard"][1] == of}
        self.whole = {_kind(each): each["runs"] for each in last.asked["whole"]["kinds"]}
        self.count = last.asked["whole"]["shards"]
        for shard in self.begun.values():
            shard.alive = self._json(self._folder / f"alive-{shard.name}.json", told.sign) or shard.alive

    def _read_plan(self, path: Path) -> None:
        try:
            state = path.stat()
        except OSError:
            return
        stamp = (state.st_ino, state.st_mtime_ns, state.st_size)
        if path in self._plans and self._plans[path][0] == stamp:
            return
        content = self._json(path, told.plan)
        if content is None:
            return
        kinds = content.pop("kinds")
        plan = {run_id: kind for each in kinds if (kind := _kind(each)) for run_id in each["run_ids"]}
        numbers = Counter({_kind(each): len(each["run_ids"]) for each in kinds})
        self._plans[path] = stamp, Shard("{}of{}".format(*content["shard"]), content, plan, numbers)

    def _json(self, path: Path, check: Callable[[dict[str, Any]], None]) -> dict[str, Any] | None:
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
        self.remarks.append(f"{path.name} cannot be read: {why}")
        return None


def _kind(cells: dict[str, Any]) -> Kind:
    return Kind(*(cells[name] for name in Kind._fields))
