"""The rate of a campaign and the expected time of its remaining runs."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tilings.runners.plan.estimate import Estimator, Kind, between
from tilings.runners.record import rows
from tilings.runners.record.schema import RunRecord
from tilings.runners.status.shards import Shard

RECENT_S = 600.0
_AHEAD_S = 60.0  # tolerance for different clocks and for rows out of order


@dataclass(frozen=True)
class Rate:
    """The number of runs that ended in the last `over_s` seconds."""

    runs: int
    over_s: float
    per_minute: float


@dataclass(frozen=True)
class RemainingTime:
    """The expected time of the remaining runs.

    seconds, end_at: None without an active shard.
    runs_like_none: the number of runs that count with their full limit, as no similar run is known.
    """

    core_hours: float
    seconds: float | None
    end_at: float | None
    runs_like_none: int


class Ended(NamedTuple):
    """The time at which a run ended, and its duration."""

    at: float
    wall_s: float


def recent_ends(recorded: list[rows.Row], now: float) -> list[Ended]:
    """The runs that ended in the last RECENT_S seconds. Rows of a file are in order: one that ended later than those
    behind it was written before the clock was set back, and is left out."""
    ended = []
    latest: dict[str, float] = {}
    for place, run in reversed(recorded):
        try:
            at = datetime.fromisoformat(run.started_at).timestamp() + (run.wall_s or 0.0)
        except (ValueError, OverflowError):
            continue
        file = place.rpartition(":")[0]
        if run.wall_s is not None and now - RECENT_S < at < latest.get(file, now) + _AHEAD_S:
            latest[file] = min(at, latest.get(file, now))
            ended.append(Ended(at, run.wall_s))
    return ended


def rate(ended: list[Ended], active: list[Shard], now: float) -> Rate:
    """The rate of the active shards."""
    over_s = min(RECENT_S, max(1.0, now - min(shard.since or now for shard in active)))
    runs = sum(end.at > now - over_s for end in ended)
    return Rate(runs, over_s, 60 * runs / over_s)


def expected(
    left: Counter[Kind],
    active: list[tuple[Shard, Counter[Kind]]],
    made: Iterable[RunRecord],
    ended: list[Ended],
    now: float,
) -> RemainingTime:
    """The expected time of the remaining runs. active: the active shards, each with its own remaining runs."""
    estimator, shards = Estimator(made), [shard for shard, _ in active]
    places_s = sum((shard.jobs or 0) * min(RECENT_S, max(0.0, now - (shard.since or now))) for shard in shards)
    taken_s = sum(end.wall_s for end in ended)
    taken_s += sum(min(RECENT_S, run.for_s) for shard in shards for run in shard.running)
    between_s = between(len(ended), taken_s, places_s)
    work = estimator.of_kinds(left, between_s)
    seconds = None
    if active:
        together = work.seconds(sum(shard.jobs or 0 for shard in shards), sum(shard.cores or 0 for shard in shards))
        alone = (estimator.of_kinds(own, between_s).seconds(shard.jobs or 0, shard.cores or 0) for shard, own in active)
        seconds = max(together, *alone)
    return RemainingTime(work.core_s / 3600, seconds, None if seconds is None else now + seconds, work.unknown)
