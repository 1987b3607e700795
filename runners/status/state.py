"""From rows, plans and signs of life to the numbers that a reader wants, as one value for JSON, words and the page."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from models.problem import UserError
from runners.campaign.signs import Kind
from runners.cluster.submissions import Submissions
from runners.record.schema import GIVEN_UP, REFUTED
from runners.status.expected import at_most, between, expected
from runners.status.groups import Group, grouped, to_make_again
from runners.status.rows import RECENT_S, Ended, Rows
from runners.status.shards import Shard, Shards

_UNLIKE_S = 5.0


class Follower:
    """Looks at a campaign's folder, which is only read. Raises UserError where there is none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rows, self._shards = Rows(folder), Shards(folder)

    def look(self) -> dict[str, Any]:
        """How the campaign stands now."""
        if not self._folder.is_dir():
            raise UserError(f"there is no folder {self._folder}")
        now = time.time()
        self._shards.look()
        self._rows.look(now)
        submitted = Submissions(self._folder).all
        rows = self._rows
        if not (self._shards.begun or rows.made or rows.nothing or rows.unread or rows.unreachable or submitted):
            raise UserError(f"{self._folder} holds no campaign: neither a plan nor rows (see docs/campaigns.md)")
        return _value(self._folder, self._rows, self._shards, now, [one.job for one in submitted if one.job])


def _value(folder: Path, rows: Rows, shards: Shards, now: float, jobs: list[str]) -> dict[str, Any]:
    begun = list(shards.begun.values())
    by_shard = [grouped(rows.made, shard.plan) for shard in begun]
    groups = [group for some in by_shard for group in some] if begun else grouped(rows.made)
    told = [_shard(shard, some, now) for shard, some in zip(begun, by_shard, strict=True)]
    working = [shard for shard in told if shard["state"] == "working"]
    running = [run for shard in working for run in shard["running"]]
    made = sum(group.runs for group in groups)
    planned = sum(shards.whole.values()) if begun else None
    left = planned - made if planned is not None else None
    again = sum(shard["again"] for shard in told)
    asked = max((shard.asked for shard in begun), key=lambda each: each["written_at"], default={})
    waiting = max(0, shards.count - len(told))
    return {
        "version": 1,
        "folder": folder,
        "suite": asked.get("suite"),
        "looked_at": now,
        "state": _state(told, left, bool(jobs)),
        "wrong": [_wrong(row) for row in rows.wrong.values()],
        "contradictions": list(map(str, rows.contradictions)),
        "planned": planned,
        "made": made,
        "running": len(running),
        "left": left,
        "solved": sum(group.runs for group in groups if group.row.proven),
        "given_up": sum(group.runs for group in groups if group.row.ended == GIVEN_UP),
        "disturbed": sum(group.runs for group in groups if group.row.disturbed),
        "to_make_again": again,
        "came_to_nothing": sum(rows.nothing.values()),
        "other_rows": len(rows.made) - made,
        "by_solver": _by("solver", groups, shards.whole, running),
        "by_family": _by("family", groups, shards.whole, running),
        "rate": _rate(rows.ends, working, now),
        "expected": expected(shards, told, by_shard, between(rows.ends, working, now), now) if left or again else None,
        "core_hours": {
            "used": rows.core_s / 3600,
            "at_most_left": at_most(shards, groups) / 3600 if begun else None,
            "budget": asked.get("budget_hours"),
        },
        "shards": told,
        "shards_waiting": waiting,
        "jobs": jobs,
        "remarks": [*shards.remarks, *_remarks(rows, begun, now)],
    }


def _shard(shard: Shard, groups: list[Group], now: float) -> dict[str, Any]:
    made = sum(group.runs for group in groups)
    left = len(shard.plan) - made
    again = to_make_again(shard, groups).total()
    state = shard.state(now, left + again)
    names = ("host", "process", "since", "at", "jobs", "cores")
    return {
        "shard": shard.name,
        "state": state,
        **{name: shard.alive.get(name) for name in names},
        "planned": len(shard.plan),
        "made": made,
        "left": left,
        "again": again,
        "running": [
            run | {"shard": shard.name, "for_s": max(0.0, shard.alive["at"] - run["seen_at"])}
            for run in shard.alive.get("running", [])
        ],
    }


def _state(told: list[dict[str, Any]], left: int | None, submitted: bool) -> str:
    states = {shard["state"] for shard in told}
    if not told:
        return "waiting" if submitted else "unknown"
    if "working" in states:
        return "working"
    if not left and states == {"done"}:
        return "done"
    return "silent" if "silent" in states else "stopped"


def _wrong(row: Any) -> dict[str, Any]:
    names = ("check", "solver", "formulation", "options", "family", "instance", "goal", "message", "run_id")
    return {name: getattr(row, name) for name in names}


def _by(
    axis: str,
    groups: Iterable[Group],
    whole: Mapping[Kind, int],
    running: Iterable[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """The same numbers for each solver or family."""
    planned: Counter[str] = Counter()
    for kind, runs in whole.items():
        planned[getattr(kind, axis)] += runs
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, float] = defaultdict(float)
    for group in groups:
        name = getattr(group.row, axis)
        counts[name].update(
            made=group.runs, solved=group.runs * group.row.proven, given_up=group.runs * (group.row.ended == GIVEN_UP),
            wrong=group.runs * (group.row.check in REFUTED),
        )  # fmt: skip
        seconds[name] += group.wall_s * group.threads
    under_way = Counter(run[axis] for run in running)
    return [
        {
            axis: name,
            "planned": planned[name] if whole else None,
            **{key: counts[name][key] for key in ("made", "solved", "given_up", "wrong")},
            "running": under_way[name],
            "left": planned[name] - counts[name]["made"] if whole else None,
            "core_hours": seconds[name] / 3600,
        }
        for name in sorted(planned.keys() | counts.keys())
    ]


def _rate(ends: list[Ended], working: list[dict[str, Any]], now: float) -> dict[str, Any] | None:
    """How many runs came to an end lately; None where no shard is at work."""
    if not working:
        return None
    over_s = min(RECENT_S, max(1.0, now - min(shard["since"] for shard in working)))
    runs = sum(end.at > now - over_s for end in ends)
    return {"runs": runs, "over_s": over_s, "per_minute": 60 * runs / over_s}


def _remarks(rows: Rows, shards: Iterable[Shard], now: float) -> Iterable[str]:
    yield from (f"{place}: {why}" for place, why in (rows.unread | rows.unreachable).items())
    for shard in shards:
        age = shard.age(now)
        if age is not None and age < -_UNLIKE_S:
            yield f"the clock of {shard.alive['host']} (shard {shard.name}) is {-age:.0f} s ahead of this one"
