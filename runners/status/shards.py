"""Reads and checks the plans and heartbeats that the shards of a campaign write (runners.campaign.heartbeat).

A damaged file is a remark, so that it does not end a week of --follow.
"""

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.campaign.heartbeat import VERSION
from tilings.runners.plan.estimate import EXPECTED_RUNS_PER_CLIMB, Kind, ahead
from tilings.runners.plan.plan import Members
from tilings.runners.record import rows
from tilings.runners.record.schema import ASSUMED, RunRecord

SILENT_S = 90.0  # a shard writes every 5 s, and a client of NFS may show a folder as it was a minute ago
_TRIES = 3
_PAUSE_S = 0.05
_LARGEST = {int: 10**9, float: 10**11}  # seconds up to 10**11 still have a date
_TYPES = {
    str: "a printable text", int: "a whole number from 0", float: "a number from 0", bool: "true or false",
    list: "an array", dict: "an object",
}  # fmt: skip
T = TypeVar("T")


@dataclass(frozen=True)
class ShardPlan:
    """The plan of one shard of a campaign.

    shard: the number of the shard and of all shards, as in ``1of3``.
    count: the number of shards that the campaign is divided into.
    attempts: how often a disturbed run is made at most.
    shards: the number of shards that have runs.
    whole: the number of runs of each kind in all shards; an estimate for open climbs.
    runs: the ids of this shard's known runs, and the kind of each.
    climbs: the ids of this shard's other climbs, and the kind of each.
    """

    shard: str
    suite: str
    count: int
    attempts: int
    written_at: float
    budget_hours: float | None
    shards: int
    whole: Counter[Kind]
    runs: dict[str, Kind]
    climbs: dict[str, Kind]

    @cached_property
    def members(self) -> Members:
        """Tells the rows of the shard's runs from others."""
        return Members(self.runs, self.climbs)


@dataclass(frozen=True)
class Running:
    """A run that was running at the shard's last heartbeat, for `for_s` seconds by then."""

    shard: str
    run_id: str
    family: str
    instance: str
    formulation: str
    solver: str
    goal: str
    threads: int
    wall_limit_s: float
    for_s: float


@dataclass(frozen=True)
class Beat:
    """A shard's last heartbeat.

    state: starting, working or ended.
    at: the time of the heartbeat.
    jobs: the number of runs at a time.
    """

    state: str
    at: float
    since: float
    host: str
    process: int
    jobs: int
    cores: int
    running: tuple[Running, ...]
    open_climbs: tuple[str, ...]


@dataclass(frozen=True)
class Shard:
    """A shard of a campaign.

    state: working, silent, stopped (with runs left) or done.
    again: the number of runs to be repeated.
    host to cores: what the last heartbeat says; None without a heartbeat.
    """

    shard: str
    state: str
    planned: int
    made: int
    left: int
    again: int
    running: tuple[Running, ...] = ()
    host: str | None = None
    process: int | None = None
    since: float | None = None
    at: float | None = None
    jobs: int | None = None
    cores: int | None = None


def read(folder: Path) -> tuple[list[tuple[ShardPlan, Beat | None]], list[str]]:
    """The shards of the latest division, and remarks on damaged files; raises UserError for a later version's files."""
    remarks: list[str] = []
    plans = [plan for path in files.matching(folder, "plan-*.json") if (plan := _read(path, _plan, remarks))]
    count = max(plans, key=lambda plan: plan.written_at).count if plans else 0
    plans = [plan for plan in plans if plan.count == count]
    return [(plan, _read(folder / f"alive-{plan.shard}.json", _heartbeat, remarks)) for plan in plans], remarks


def state(plan: ShardPlan, last: Beat | None, made: dict[str, RunRecord], now: float) -> Shard:
    """The state of a shard.

    last: the last heartbeat; None without one.
    made: the ids of the recorded runs, and the row that counts for each.
    """
    recorded = [row for row in made.values() if row in plan.members]
    again = sum(rows.again(row, plan.attempts) for row in recorded)
    remaining = left(plan, last, made).total() - again
    ended = last is not None and last.state == "ended"
    if last and not ended and now - last.at <= SILENT_S:
        word = "working"
    elif not (remaining or again):
        word = "done"
    else:
        word = "stopped" if ended else "silent"
    beat = {**asdict(last), "running": last.running} if last else {}
    beat.pop("open_climbs", None)
    return Shard(
        **beat | {"shard": plan.shard, "state": word},
        planned=len(recorded) + remaining,
        made=len(recorded),
        left=remaining,
        again=again,
    )


def left(plan: ShardPlan, last: Beat | None, made: dict[str, RunRecord]) -> Counter[Kind]:
    """The kinds of a shard's runs that are left or to be repeated; of climbs that go on an estimate."""
    kinds = Counter(
        kind for run_id, kind in plan.runs.items() if run_id not in made or rows.again(made[run_id], plan.attempts)
    )
    in_climbs = Counter[str]()
    for row in made.values():
        if (climb := plan.members.climb(row)) and row.ended not in ASSUMED:
            in_climbs[climb] += 1
            kinds[plan.climbs[climb]] += rows.again(row, plan.attempts)
    for climb in plan.climbs if last is None else last.open_climbs:
        if climb in plan.climbs:
            kinds[plan.climbs[climb]] += ahead(in_climbs[climb])
    return kinds


def not_begun(plan: ShardPlan, begun: list[ShardPlan]) -> Counter[Kind]:
    """The kinds of the runs of shards without a plan of their own; of climbs an estimate."""
    kinds = Counter(plan.whole)
    for part in begun:
        kinds.subtract(part.runs.values())
        kinds.subtract(
            {kind: EXPECTED_RUNS_PER_CLIMB * number for kind, number in Counter(part.climbs.values()).items()}
        )
    return +kinds


def _read(path: Path, parse: Callable[[dict[str, Any]], T], remarks: list[str]) -> T | None:
    """The content of a file that may be replaced meanwhile; None where it is missing or, with a remark, damaged."""
    fault = ""
    for attempt in range(_TRIES):
        time.sleep(_PAUSE_S if attempt else 0)
        try:
            content: dict[str, Any] = json.loads(files.text(files.inside(path.parent, path)))
            if content.get("version") != VERSION:
                raise UserError(
                    f"{path} was written by another version of tilings: use that version, or continue the campaign "
                    "with this one"
                )
            return parse(content)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, AttributeError, RecursionError) as error:
            fault = str(error)
    remarks.append(f"{path.name} cannot be read: {fault}")
    return None


def _plan(content: dict[str, Any]) -> ShardPlan:
    shard = _get(content, "shard", list)
    if [type(number) for number in shard] != [int, int] or not 1 <= shard[0] <= shard[1] <= _LARGEST[int]:
        raise ValueError("'shard' is not a pair of numbers k, n")
    budget = None if content.get("budget_hours") is None else _get(content, "budget_hours", float)
    if budget == 0:
        raise ValueError("'budget_hours' is 0")
    runs: dict[str, Kind] = {}
    climbs: dict[str, Kind] = {}
    for entry in _get(content, "climbs", list):
        kind, climb_id, run_ids = Kind(**_fields(entry, Kind)), _get(entry, "climb_id", str), _texts(entry, "run_ids")
        runs |= dict.fromkeys(run_ids, kind)
        climbs |= {} if run_ids else {climb_id: kind}
    whole = _get(content, "whole", dict)
    numbers = {Kind(**_fields(entry, Kind)): _get(entry, "runs", int) for entry in _get(whole, "kinds", list)}
    return ShardPlan(
        shard="{}of{}".format(*shard),
        suite=_get(content, "suite", str),
        count=shard[1],
        attempts=_get(content, "attempts", int),
        written_at=_get(content, "written_at", float),
        budget_hours=budget,
        shards=_get(whole, "shards", int),
        whole=Counter(numbers),
        runs=runs,
        climbs=climbs,
    )


def _heartbeat(content: dict[str, Any]) -> Beat:
    fields = _fields(content, Beat, "running", "open_climbs")
    if not (fields["jobs"] and fields["cores"]):
        raise ValueError("'jobs' or 'cores' is 0")
    shard, running = _get(content, "shard", str), []
    for run in _get(content, "running", list):
        run_fields = _fields(run, Running, "shard", "for_s")
        running.append(Running(shard, for_s=max(0.0, fields["at"] - _get(run, "seen_at", float)), **run_fields))
    return Beat(**fields, running=tuple(running), open_climbs=tuple(_texts(content, "open_climbs")))


def _texts(content: Any, name: str) -> list[str]:
    texts = _get(content, name, list)
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(f"'{name}' are not texts")
    return texts


def _fields(content: Any, of: type, *without: str) -> dict[str, Any]:
    """The fields of a class, from a JSON object."""
    return {name: _get(content, name, kind) for name, kind in get_type_hints(of).items() if name not in without}


def _get(content: Any, name: str, kind: type[T]) -> T:
    """A field of an object; raises ValueError unless it has this type, is printable, and not too large."""
    value: Any = content.get(name) if isinstance(content, dict) else content
    valid = type(value) is kind or (kind is float and type(value) is int)
    if kind is str:
        valid = valid and value.isprintable()
    elif kind in _LARGEST:
        valid = valid and 0 <= value <= _LARGEST[kind]  # type: ignore[index]
    if not valid:
        raise ValueError(f"'{name}' is not {_TYPES[kind]}")
    result: T = value
    return result
