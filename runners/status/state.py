"""From rows, plans and signs of life to the numbers that a reader wants, as one value for JSON, words and the page."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from models.problem import UserError
from runners.campaign.signs import Kind
from runners.cluster.submissions import Submissions
from runners.record import attempts
from runners.record.schema import GIVEN_UP, REFUTED
from runners.status.rows import RECENT_S, Made, Rows
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
        if not (self._shards.begun or self._rows.made or self._rows.nothing or self._rows.unread or submitted):
            raise UserError(f"{self._folder} holds no campaign: neither a plan nor rows (see docs/campaigns.md)")
        return _value(self._folder, self._rows, self._shards, now, [one.job for one in submitted if one.job])


def _value(folder: Path, rows: Rows, shards: Shards, now: float, jobs: list[str]) -> dict[str, Any]:
    plan = {run_id: kind for shard in shards.begun.values() for run_id, kind in shard.plan.items()}
    told = [_shard(shard, rows.made, now) for shard in shards.begun.values()]
    working = [shard for shard in told if shard["state"] == "working"]
    running = [run for shard in working for run in shard["running"]]
    made = {run_id: row for run_id, row in rows.made.items() if run_id in plan} if plan else rows.made
    planned = sum(shards.whole.values()) if plan else None
    left = planned - len(made) if planned is not None else None
    again = sum(shard["again"] for shard in told)
    costs = _costs(made, plan)
    asked = max((shard.asked for shard in shards.begun.values()), key=lambda each: each["written_at"], default={})
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
        "made": len(made),
        "running": len(running),
        "left": left,
        "solved": sum(each.row.proven for each in made.values()),
        "given_up": sum(each.row.ended == GIVEN_UP for each in made.values()),
        "disturbed": sum(each.row.disturbed for each in made.values()),
        "to_make_again": again,
        "came_to_nothing": sum(rows.nothing.values()),
        "other_rows": len(rows.made) - len(made),
        "by_solver": _by("solver", made, shards.whole, running),
        "by_family": _by("family", made, shards.whole, running),
        "rate": _rate(rows.ends, working, now),
        "expected": _expected(shards, told, costs, made, now) if left or again else None,
        "core_hours": {
            "used": rows.core_s / 3600,
            "at_most_left": _at_most(shards, plan, made) / 3600 if plan else None,
            "budget": asked.get("budget_hours"),
        },
        "shards": told,
        "shards_waiting": waiting,
        "jobs": jobs,
        "remarks": [*shards.remarks, *_remarks(rows, shards.begun.values(), now)],
    }


def _shard(shard: Shard, made: Mapping[str, Made], now: float) -> dict[str, Any]:
    there = [made[run_id] for run_id in shard.plan if run_id in made]
    left = len(shard.plan) - len(there)
    again = sum(attempts.again(each.row, shard.asked["attempts"]) for each in there)
    state = shard.state(now, left + again)
    names = ("host", "process", "since", "at", "jobs", "cores")
    return {
        "shard": shard.name,
        "state": state,
        **{name: shard.alive.get(name) for name in names},
        "planned": len(shard.plan),
        "made": len(there),
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
    made: Mapping[str, Made],
    whole: Mapping[Kind, int],
    running: Iterable[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """The same numbers for each solver or family."""
    planned: Counter[str] = Counter()
    for kind, runs in whole.items():
        planned[getattr(kind, axis)] += runs
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, float] = defaultdict(float)
    for each in made.values():
        name = getattr(each.row, axis)
        counts[name].update(
            made=1, solved=int(each.row.proven), given_up=int(each.row.ended == GIVEN_UP),
            wrong=int(each.row.check in REFUTED),
        )  # fmt: skip
        seconds[name] += each.wall_s * each.threads
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


def _rate(ends: list[float], working: list[dict[str, Any]], now: float) -> dict[str, Any] | None:
    """How many runs came to an end lately; None where no shard is at work."""
    if not working:
        return None
    over_s = min(RECENT_S, max(1.0, now - min(shard["since"] for shard in working)))
    runs = sum(end > now - over_s for end in ends)
    return {"runs": runs, "over_s": over_s, "per_minute": 60 * runs / over_s}


_Costs = Mapping[tuple[str, ...], float]


def _likes(kind: Kind) -> tuple[tuple[str, ...], ...]:
    """What runs of a kind are compared with, the most alike first."""
    return (kind.solver, kind.formulation, kind.family, kind.goal), (kind.solver, kind.family), (kind.solver,)


def _costs(made: Mapping[str, Made], plan: Mapping[str, Kind]) -> _Costs:
    """The mean seconds of the runs that were made or given up, by what others are compared with."""
    sums: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for run_id, each in made.items():
        kind = plan.get(run_id)
        if kind and kind.costs:
            for like in _likes(kind):
                sums[like][0] += each.wall_s
                sums[like][1] += 1
    return {like: seconds / count for like, (seconds, count) in sums.items()}


def _expected(
    shards: Shards, told: list[dict[str, Any]], costs: _Costs, made: Mapping[str, Made], now: float
) -> dict[str, Any] | None:
    """The time of the runs that are left, if they take as long on average as those like them, or else their limit."""
    if not told:
        return None
    unknown = 0

    def work(kinds: Iterable[tuple[Kind, int]]) -> tuple[float, float]:
        nonlocal unknown
        wall = core = 0.0
        for kind, runs in kinds:
            if not kind.costs:
                continue
            mean = next((costs[like] for like in _likes(kind) if like in costs), None)
            if mean is None:
                unknown += runs
            seconds = runs * (kind.wall_limit_s if mean is None else min(mean, kind.wall_limit_s))
            wall, core = wall + seconds, core + seconds * kind.threads
        return wall, core

    begun: Counter[Kind] = Counter()
    wall = core = longest = 0.0
    for shard, said in zip(shards.begun.values(), told, strict=True):
        begun.update(shard.plan.values())
        kinds = Counter(
            kind
            for run_id, kind in shard.plan.items()
            if run_id not in made or attempts.again(made[run_id].row, shard.asked["attempts"])
        )
        walls, cores = work(kinds.items())
        wall, core = wall + walls, core + cores
        if said["state"] == "working":
            longest = max(longest, walls / said["jobs"], cores / said["cores"])
    walls, cores = work((kind, runs - begun[kind]) for kind, runs in shards.whole.items() if runs > begun[kind])
    wall, core = wall + walls, core + cores
    working = [said for said in told if said["state"] == "working"]
    seconds = None
    if working:
        at_a_time, of_cores = sum(said["jobs"] for said in working), sum(said["cores"] for said in working)
        seconds = max(longest, wall / at_a_time, core / of_cores)
    return {
        "core_hours": core / 3600,
        "seconds": seconds,
        "end_at": None if seconds is None else now + seconds,
        "runs_like_none": unknown,
    }


def _at_most(shards: Shards, plan: Mapping[str, Kind], made: Mapping[str, Made]) -> float:
    """The core-seconds of the runs that are left, if all use up their limits."""
    left = Counter(shards.whole)
    left.subtract(plan[run_id] for run_id in made)
    return sum(max(0, runs) * kind.wall_limit_s * kind.threads for kind, runs in left.items() if kind.costs)


def _remarks(rows: Rows, shards: Iterable[Shard], now: float) -> Iterable[str]:
    yield from (f"{place}: {why}" for place, why in rows.unread.items())
    for shard in shards:
        age = shard.age(now)
        if age is not None and age < -_UNLIKE_S:
            yield f"the clock of {shard.alive['host']} (shard {shard.name}) is {-age:.0f} s ahead of this one"
