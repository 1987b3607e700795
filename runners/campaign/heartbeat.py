"""Two files for following a campaign from elsewhere: the plan of a shard, and its heartbeat.

``plan-KofN.json`` has the shard's climbs, with the ids of their runs where these are known beforehand, and the number
of runs of each kind in the whole plan, which includes shards that have not started. ``alive-KofN.json`` has the running
runs and the open climbs, and is replaced every few seconds while the shard runs. Both are replaced as a whole, and are
read without a lock. Durations are measured by the monotonic clock, and written as times of the clock of the
day, which may be set meanwhile. The rows stay the only record: resuming does not read these files, and an error in
writing them stops no run.
"""

import contextlib
import json
import math
import os
import socket
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tilings.runners.plan import plan as plans
from tilings.runners.plan.climb import PlannedClimb
from tilings.runners.plan.estimate import Kind, kind_of, of_climb
from tilings.runners.plan.final import PlannedFinal
from tilings.runners.plan.plan import Plan
from tilings.runners.plan.run import Run
from tilings.runners.record.rows import ATTEMPTS

VERSION = 3
EVERY_S = 5.0  # without a change; a change is written at most once a second
_SOON_S = 1.0
PATTERNS = ("plan-*.json", "alive-*.json")


@dataclass(frozen=True)
class Request:
    """The options of the command.

    suite: the suite's name.
    shard: the shard's number, from 1, and the number of shards.
    jobs: the number of runs at a time.
    budget_hours: the core-hours that the campaign may use; None without such a limit.
    description: what the suite says about itself.
    """

    suite: str
    shard: tuple[int, int]
    jobs: int
    budget_hours: float | None = None
    description: str = ""


class Heartbeat:
    """The two files of one shard, in the campaign's folder.

    folder: the campaign's folder.
    request: the options of the command.
    whole: the plan of all shards.
    plan: the plan of this shard.
    open_climbs: returns the ids of the climbs that go on.
    """

    def __init__(
        self, folder: Path, request: Request, whole: Plan, plan: Plan, open_climbs: Callable[[], list[str]]
    ) -> None:
        number, count = request.shard
        self._folder, self._name, self._open_climbs = folder, f"{number}of{count}", open_climbs
        self._alive: dict[str, Any] = {
            "version": VERSION,
            "shard": self._name,
            "since": time.time(),
            "planned_at": _after_others(folder),
            "host": socket.gethostname(),
            "process": os.getpid(),
            "jobs": request.jobs,
            "cores": len(os.sched_getaffinity(0)),
        }
        self._running: dict[int, dict[str, Any]] = {}
        self._began = self._written = time.monotonic()
        numbers = sum((of_climb(climb) for climb in whole.climbs if climb.likely), Counter[Kind]())
        content = {
            "version": VERSION,
            **asdict(request),
            "attempts": max((run.attempts for run in plan.examples), default=ATTEMPTS),
            "written_at": self._alive["planned_at"],
            "whole": {
                "shards": len(plans.shards(whole, count)),
                "kinds": [kind._asdict() | {"runs": number} for kind, number in sorted(numbers.items())],
            },
            "climbs": [entry for climb in plan.climbs for entry in _listed(climb)],
        }
        self._put(f"plan-{self._name}.json", content)
        self._beat("starting")

    def working(self, runs: Iterable[Run]) -> None:
        """Write the running runs, if it is time to."""
        now = time.monotonic()
        if now - self._written < _SOON_S:
            return
        by_object = {id(run): run for run in runs}
        new = by_object.keys() != self._running.keys()
        if new or now - self._written >= EVERY_S:
            self._running = {key: self._running.get(key) or _named(run) for key, run in by_object.items()}
            self._beat("working")

    def ended(self) -> None:
        """Write that the shard has ended, or was stopped."""
        self._running = {}
        self._beat("ended")

    def _beat(self, state: str) -> None:
        self._written, at = time.monotonic(), time.time()
        running = [entry | {"seen_at": at - (self._written - entry["seen_at"])} for entry in self._running.values()]
        now = {"state": state, "at": at, "since": at - (self._written - self._began), "running": running}
        now |= {"open_climbs": self._open_climbs()}
        self._put(f"alive-{self._name}.json", self._alive | now)

    def _put(self, name: str, content: dict[str, Any]) -> None:
        """Replace a file as a whole, without waiting for the disk: it need not survive a power cut."""
        beside = self._folder / f".{name}.new"
        try:
            beside.write_text(json.dumps(content) + "\n", encoding="utf-8")
            beside.replace(self._folder / name)
        except OSError:  # a full disk, which writing the rows reports
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)


def read(path: Path) -> dict[str, Any]:
    """A file of a heartbeat; empty where it is missing or unreadable."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _listed(climb: PlannedClimb | PlannedFinal) -> Iterator[dict[str, Any]]:
    """A climb in the file of a plan; one whose runs are known by the kinds of these."""
    ids: dict[Kind, list[str]] = defaultdict(list)
    for run in climb.runs:
        ids[kind_of(run)].append(run.run_id)
    for kind, run_ids in (ids or {kind_of(climb.first): []}).items():
        yield kind._asdict() | {"climb_id": climb.planned_id, "run_ids": run_ids}


def _named(run: Run) -> dict[str, Any]:
    kind = kind_of(run)._asdict()
    return kind | {"run_id": run.run_id, "instance": run.instance, "seen_at": time.monotonic()}


def _after_others(folder: Path) -> float:
    """The time, but later than all plans in the folder: the clock may have been set back since they were written."""
    latest = 0.0
    for path in folder.glob(PATTERNS[1]):
        with contextlib.suppress(ValueError, TypeError):
            latest = max(latest, float(read(path).get("planned_at", 0.0)))
    return max(time.time(), latest + 0.001) if math.isfinite(latest) else time.time()
