"""When a campaign is expected to end, and what the runs that are left may cost."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from runners.campaign.signs import Kind
from runners.status.groups import Group, to_make_again
from runners.status.rows import RECENT_S, Ended
from runners.status.shards import Shards

_MANY = 20  # runs within RECENT_S
_Costs = Mapping[tuple[str, ...], float]


def _likes(kind: Kind) -> tuple[tuple[str, ...], ...]:
    """What runs of a kind are compared with, the most alike first."""
    return (kind.solver, kind.formulation, kind.family, kind.goal), (kind.solver, kind.family), (kind.solver,)


def _costs(groups: Iterable[Group]) -> _Costs:
    """The mean seconds of the runs that were made or given up, by what others are compared with."""
    sums: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for group in groups:
        if group.kind and group.kind.costs:
            for like in _likes(group.kind):
                sums[like][0] += group.wall_s
                sums[like][1] += group.runs
    return {like: seconds / count for like, (seconds, count) in sums.items()}


def between(ends: list[Ended], working: list[dict[str, Any]], now: float) -> float:
    """The mean seconds between two runs in the same place, in which the harness starts, checks and records runs.

    0 if few runs ended lately: such runs are long, and these seconds are few beside theirs.
    """
    places_s = sum(shard["jobs"] * min(RECENT_S, max(0.0, now - shard["since"])) for shard in working)
    taken_s = sum(end.wall_s for end in ends)
    taken_s += sum(min(RECENT_S, run["for_s"]) for shard in working for run in shard["running"])
    return max(0.0, places_s - taken_s) / len(ends) if len(ends) >= _MANY else 0.0


def expected(
    shards: Shards, told: list[dict[str, Any]], grouped: list[list[Group]], extra_s: float, now: float
) -> dict[str, Any] | None:
    """The time of the runs that are left, if they take as long on average as those like them, or else their limit.

    extra_s: what each takes beyond that (`between`).
    """
    if not told:
        return None
    unknown = 0
    costs = _costs(group for some in grouped for group in some)

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
            wall, core = wall + seconds + runs * extra_s, core + seconds * kind.threads
        return wall, core

    begun: Counter[Kind] = Counter()
    wall = core = longest = 0.0
    for shard, said, groups in zip(shards.begun.values(), told, grouped, strict=True):
        begun.update(shard.kinds)
        kinds = shard.kinds + to_make_again(shard, groups)
        for group in groups:
            if group.kind:
                kinds[group.kind] -= group.runs
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


def at_most(shards: Shards, groups: Iterable[Group]) -> float:
    """The core-seconds of the runs that are left, if all use up their limits."""
    left = Counter(shards.whole)
    for group in groups:
        if group.kind:
            left[group.kind] -= group.runs
    return sum(max(0, runs) * kind.wall_limit_s * kind.threads for kind, runs in left.items() if kind.costs)
