"""The rate of a campaign, and the time of its runs that are left."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tilings.runners.plan import estimate
from tilings.runners.plan.estimate import Estimator, Kind, Work
from tilings.runners.record import rows
from tilings.runners.record.schema import RunRecord
from tilings.runners.status.shards import Shard

RECENT_S = 600.0
_AHEAD_S = 60.0  # by which clocks may differ, and rows be out of order


@dataclass(frozen=True)
class Rate:
    """How many runs came to an end lately."""

    runs: int
    over_s: float
    per_minute: float


@dataclass(frozen=True)
class Expected:
    """What the runs that are left take. seconds, end_at: None while no shard is at work; runs_like_none: how many are
    taken to use up their limits."""

    core_hours: float
    seconds: float | None
    end_at: float | None
    runs_like_none: int


class Ended(NamedTuple):
    """When a run came to its end, by the clock, and how long it took."""

    at: float
    wall_s: float


def ends(recorded: list[rows.Row], now: float) -> list[Ended]:
    """The runs that ended lately. The rows of a file stand in their order: one that ended later than those behind it
    was written before the clock was set back, and is left out."""
    found = []
    latest: dict[str, float] = {}
    for place, run in reversed(recorded):
        try:
            at = datetime.fromisoformat(run.started_at).timestamp() + (run.wall_s or 0.0)
        except (ValueError, OverflowError):
            continue
        file = place.rpartition(":")[0]
        if run.wall_s is not None and now - RECENT_S < at < latest.get(file, now) + _AHEAD_S:
            latest[file] = min(at, latest.get(file, now))
            found.append(Ended(at, run.wall_s))
    return found


def rate(ended: list[Ended], working: list[Shard], now: float) -> Rate:
    """The rate of the shards at work."""
    over_s = min(RECENT_S, max(1.0, now - min(shard.since or now for shard in working)))
    runs = sum(end.at > now - over_s for end in ended)
    return Rate(runs, over_s, 60 * runs / over_s)


def expected(
    left: Counter[Kind],
    shards: Iterable[tuple[Shard, Counter[Kind]]],
    made: Iterable[RunRecord],
    ended: list[Ended],
    now: float,
) -> Expected:
    """The time of the runs that are left. shards: all that have begun, each with its own runs that are left."""
    known, working = Estimator(made), [(shard, own) for shard, own in shards if shard.state == "working"]
    between_s = _between([shard for shard, _ in working], ended, now)
    work = known.of_kinds(left, between_s)
    if not working:
        return Expected(work.core_s / 3600, None, None, work.unknown)
    seconds = max(
        _seconds(work, [shard for shard, _ in working]),
        *(_seconds(known.of_kinds(own, between_s), [shard]) for shard, own in working),
    )
    return Expected(work.core_s / 3600, seconds, now + seconds, work.unknown)


def _seconds(work: Work, shards: list[Shard]) -> float:
    """The time that these shards need for this work together."""
    jobs, cores = sum(shard.jobs or 0 for shard in shards), sum(shard.cores or 0 for shard in shards)
    return max(work.wall_s / (jobs or 1), work.core_s / (cores or 1))


def _between(working: list[Shard], ended: list[Ended], now: float) -> float:
    """The seconds between two runs in the same place."""
    places_s = sum((shard.jobs or 0) * min(RECENT_S, max(0.0, now - (shard.since or now))) for shard in working)
    taken_s = sum(end.wall_s for end in ended)
    taken_s += sum(min(RECENT_S, run.for_s) for shard in working for run in shard.running)
    return estimate.between(len(ended), taken_s, places_s)
