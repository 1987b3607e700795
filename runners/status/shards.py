"""The plans and signs of life that the shards of a campaign write (see runners.campaign.heartbeat), read and checked.

Users other than the writer follow a folder, and for a week: no file in it may end that, so a damaged one is a remark.
"""

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.campaign.heartbeat import VERSION
from tilings.runners.plan.estimate import Kind
from tilings.runners.record import rows
from tilings.runners.record.schema import RunRecord

# A shard writes every 5 s; a client of NFS may show a folder as it was a minute ago.
SILENT_S = 90.0
_TRIES = 3
_PAUSE_S = 0.05
_MOST = {int: 10**9, float: 10**11}  # counts; seconds, of which a clock set wrongly still gives a year with a name
_WORDS = {
    str: "a printable text", int: "a whole number from 0", float: "a number from 0", bool: "true or false",
    list: "an array", dict: "an object",
}  # fmt: skip
T = TypeVar("T")


@dataclass(frozen=True)
class Plan:
    """The plan of shard `shard` (``1of3``) of `count`.

    whole: the numbers of runs of all shards by their kind; shards: how many shards have runs at all; runs: the kinds of
    the shard's runs by their ids; attempts: the most of a disturbed run.
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


@dataclass(frozen=True)
class Running:
    """A run that was under way when its shard gave its last sign. for_s: for how long it had been."""

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
class Sign:
    """A shard's last sign of life, at the time `at`; its state is starting, working or ended. jobs: runs at a time."""

    state: str
    at: float
    since: float
    host: str
    process: int
    jobs: int
    cores: int
    running: tuple[Running, ...]


@dataclass(frozen=True)
class Shard:
    """A shard. state: working, silent, stopped with runs left, or done; host to cores: of its last sign, if any;
    again: runs to be made again."""

    shard: str
    state: str
    host: str | None
    process: int | None
    since: float | None
    at: float | None
    jobs: int | None
    cores: int | None
    planned: int
    made: int
    left: int
    again: int
    running: tuple[Running, ...]


_SIGN = {name: kind for name, kind in get_type_hints(Sign).items() if name != "running"}
_RUNNING = {name: kind for name, kind in get_type_hints(Running).items() if name not in ("shard", "for_s")}


def read(folder: Path) -> tuple[list[tuple[Plan, Sign | None]], list[str]]:
    """The shards of the last division that was begun, and remarks on damaged files; raises UserError for a later
    version's files."""
    remarks: list[str] = []
    plans = [plan for path in sorted(folder.glob("plan-*.json")) if (plan := _read(path, _plan, remarks))]
    last = max(plans, key=lambda plan: plan.written_at, default=None)
    ours = [plan for plan in plans if last and plan.count == last.count]
    return [(plan, _read(folder / f"alive-{plan.shard}.json", _sign, remarks)) for plan in ours], remarks


def state(plan: Plan, sign: Sign | None, made: dict[str, RunRecord], now: float) -> Shard:
    """The state of a shard. made: the row that counts of each run, by its id."""
    own = [made[run_id] for run_id in plan.runs if run_id in made]
    missing, again = len(plan.runs) - len(own), sum(rows.again(row, plan.attempts) for row in own)
    signed = {name: getattr(sign, name, None) for name in ("host", "process", "since", "at", "jobs", "cores")}
    ended = sign is not None and sign.state == "ended"
    if sign and not ended and now - sign.at <= SILENT_S:
        word = "working"
    elif not (missing or again):
        word = "done"
    else:
        word = "stopped" if ended else "silent"
    return Shard(
        shard=plan.shard, state=word, planned=len(plan.runs), made=len(own), left=missing, again=again,
        running=sign.running if sign else (), **signed,
    )  # fmt: skip


def left(plan: Plan, made: dict[str, RunRecord]) -> Counter[Kind]:
    """The kinds of a shard's runs that are left, or were disturbed and are to be made again."""
    due = (run_id not in made or rows.again(made[run_id], plan.attempts) for run_id in plan.runs)
    return Counter(kind for kind, is_due in zip(plan.runs.values(), due, strict=True) if is_due)


def _read(path: Path, parse: Callable[[dict[str, Any]], T], remarks: list[str]) -> T | None:
    """A file that is replaced now and then, on NFS from under its reader; None where there is none or it is damaged."""
    why = ""
    for again in range(_TRIES):
        time.sleep(_PAUSE_S if again else 0)
        try:
            content: dict[str, Any] = json.loads(files.text(path))
            if content.get("version") != VERSION:
                raise UserError(f"another version of tilings wrote {path}: look with that one")
            return parse(content)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, AttributeError, RecursionError) as error:
            why = str(error)
    remarks.append(f"{path.name} cannot be read: {why}")
    return None


def _plan(content: dict[str, Any]) -> Plan:
    shard = _get(content, "shard", list)
    if [type(each) for each in shard] != [int, int] or not 1 <= shard[0] <= shard[1] <= _MOST[int]:
        raise ValueError("'shard' is not a pair of numbers k, n")
    budget = None if content.get("budget_hours") is None else _get(content, "budget_hours", float)
    if budget == 0:
        raise ValueError("'budget_hours' is 0")
    runs: dict[str, Kind] = {}
    for cells in _get(content, "kinds", list):
        kind, ids = _kind(cells), _get(cells, "run_ids", list)
        if not all(isinstance(run_id, str) for run_id in ids):
            raise ValueError("'run_ids' are not texts")
        runs |= dict.fromkeys(ids, kind)
    whole = _get(content, "whole", dict)
    return Plan(
        shard="{}of{}".format(*shard),
        suite=_get(content, "suite", str),
        count=shard[1],
        attempts=_get(content, "attempts", int),
        written_at=_get(content, "written_at", float),
        budget_hours=budget,
        shards=_get(whole, "shards", int),
        whole=Counter({_kind(cells): _get(cells, "runs", int) for cells in _get(whole, "kinds", list)}),
        runs=runs,
    )


def _sign(content: dict[str, Any]) -> Sign:
    cells = {name: _get(content, name, kind) for name, kind in _SIGN.items()}
    if not (cells["jobs"] and cells["cores"]):
        raise ValueError("'jobs' or 'cores' is 0")
    running = tuple(_running(run, content) for run in _get(content, "running", list))
    return Sign(**cells, running=running)


def _running(run: Any, sign: dict[str, Any]) -> Running:
    cells = {name: _get(run, name, kind) for name, kind in _RUNNING.items()}
    return Running(_get(sign, "shard", str), for_s=max(0.0, sign["at"] - _get(run, "seen_at", float)), **cells)


def _kind(cells: Any) -> Kind:
    return Kind(**{name: _get(cells, name, kind) for name, kind in get_type_hints(Kind).items()})


def _get(content: Any, name: str, kind: type[T]) -> T:
    """A field of an object; raises ValueError unless it is of this type, printable, and not too large."""
    value: Any = content.get(name) if isinstance(content, dict) else content
    right = type(value) is kind or (kind is float and type(value) is int)
    if kind is str:
        right = right and value.isprintable()
    elif kind in _MOST:
        right = right and 0 <= value <= _MOST[kind]  # type: ignore[index]
    if not right:
        raise ValueError(f"'{name}' is not {_WORDS[kind]}")
    result: T = value
    return result
