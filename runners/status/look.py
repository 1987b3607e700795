"""Reads a campaign's folder, as a whole at each look, and says how the campaign stands."""

import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from models.problem import UserError
from runners.campaign.cross_check import CrossCheck
from runners.cluster.slurm import submissions
from runners.plan import estimate
from runners.plan.estimate import Estimator, Kind
from runners.record import attempts, rows
from runners.record.schema import GIVEN_UP, REFUTED, RETRIED_ENDINGS, RunRecord
from runners.status import shards
from runners.status.shards import Division, Shard
from runners.status.state import CoreHours, Expected, Part, Rate, Running, ShardState, State, Wrong

RECENT_S = 600.0
_AHEAD_S = 60.0  # by which clocks may differ, and rows be out of order
_UNLIKE_S = 5.0


class _Ended(NamedTuple):
    """When a run came to its end, by the clock, and how long it took."""

    at: float
    wall_s: float


def look(folder: Path) -> State:
    """How the campaign stands now. Its folder is only read; raises UserError where there is none."""
    if not folder.is_dir():
        raise UserError(f"there is no folder {folder}")
    now = time.time()
    division = shards.read(folder)
    found, odd = rows.read(folder)
    jobs = tuple(one.job for one in submissions(folder) if one.job)
    remarks = [*division.remarks, *(f"{Path(each.place).name}: {each.words}" for each in odd if each.wrong)]
    remarks += [f"{Path(each.place).name}: this row is broken (wall_s is {each.run.wall_s})" for each in found
                if not _sound(each.run)]  # fmt: skip
    remarks += _clocks(division.begun, now)
    if not (division.begun or found or odd or jobs or (folder / "cluster.json").exists()):
        raise UserError(f"{folder} holds no campaign: neither a plan nor rows (see docs/campaigns.md)")
    return _state(folder, [each for each in found if _sound(each.run)], division, jobs, remarks, now)


def _sound(run: RunRecord) -> bool:
    return math.isfinite((run.wall_s or 0.0) * run.threads)


def _state(
    folder: Path, found: list[rows.Row], division: Division, jobs: tuple[str, ...], remarks: list[str], now: float
) -> State:
    records = [row.run for row in found]
    counting = attempts.counting(records)
    plan = {run_id: kind for shard in division.begun for run_id, kind in shard.plan.items()}
    made = {run_id: row for run_id, row in counting.items() if run_id in plan} if division.begun else counting
    told = tuple(_shard(shard, made, now) for shard in division.begun)
    working = [shard for shard in told if shard.state == "working"]
    running = [run for shard in working for run in shard.running]
    planned = sum(division.whole.values()) if division.begun else None
    left = planned - len(made) if planned is not None else None
    again = sum(shard.again for shard in told)
    ends = _ends(found, now)
    check = CrossCheck([])
    spent: dict[str, float] = defaultdict(float)
    for record in records:
        spent[record.run_id] += (record.wall_s or 0.0) * record.threads
    parts = {axis: tuple(_parts(axis, list(made.values()), division, running, spent)) for axis in ("solver", "family")}
    return State(
        folder=folder,
        suite=division.asked.get("suite"),
        looked_at=now,
        state=_word(told, left, bool(jobs)),
        wrong=tuple(_wrong(row) for row in counting.values() if row.check in REFUTED),
        contradictions=tuple(
            str(clash) for row in records if row.ended not in RETRIED_ENDINGS for clash in check.against_others(row)
        ),
        planned=planned,
        made=len(made),
        running=len(running),
        left=left,
        solved=sum(row.proven for row in made.values()),
        given_up=sum(row.ended == GIVEN_UP for row in made.values()),
        disturbed=sum(row.disturbed for row in made.values()),
        to_make_again=again,
        came_to_nothing=sum(row.ended in RETRIED_ENDINGS for row in records),
        other_rows=len(counting) - len(made),
        by_solver=parts["solver"],
        by_family=parts["family"],
        rate=_rate(ends, working, now),
        expected=_expected(division, told, made, _between(ends, working, now), now) if left or again else None,
        core_hours=CoreHours(
            sum(spent.values()) / 3600,
            _at_most(_left(division.whole, plan, made)) / 3600 if division.begun else None,
            division.asked.get("budget_hours"),
        ),
        shards=told,
        shards_waiting=max(0, division.count - len(told)),
        jobs=jobs,
        remarks=tuple(remarks),
    )


def _shard(shard: Shard, made: dict[str, RunRecord], now: float) -> ShardState:
    own = [made[run_id] for run_id in shard.plan if run_id in made]
    left, again = len(shard.plan) - len(own), len(_again(shard, made))
    alive = shard.alive
    running = tuple(
        Running(
            shard.name,
            for_s=max(0.0, alive["at"] - run["seen_at"]),
            **{name: run[name] for name in Running.__annotations__ if name not in ("shard", "for_s")},
        )
        for run in alive.get("running", [])
    )
    return ShardState(
        shard.name, shard.state(now, left + again), alive.get("host"), alive.get("process"), alive.get("since"),
        alive.get("at"), alive.get("jobs"), alive.get("cores"), len(shard.plan), len(own), left, again, running,
    )  # fmt: skip


def _again(shard: Shard, made: dict[str, RunRecord]) -> list[str]:
    """The runs that were disturbed and are to be made again."""
    most = shard.asked["attempts"]
    return [run_id for run_id in shard.plan if run_id in made and attempts.again(made[run_id], most)]


def _word(told: Iterable[ShardState], left: int | None, submitted: bool) -> str:
    states = {shard.state for shard in told}
    if not states:
        return "waiting" if submitted else "unknown"
    if "working" in states:
        return "working"
    if not left and states == {"done"}:
        return "done"
    return "silent" if "silent" in states else "stopped"


def _wrong(row: RunRecord) -> Wrong:
    return Wrong(**{name: getattr(row, name) for name in Wrong.__annotations__})


def _parts(
    axis: str, made: list[RunRecord], division: Division, running: list[Running], spent: dict[str, float]
) -> Iterable[Part]:
    """The same numbers for each solver or family."""
    planned = Counter[str]()
    for kind, runs in division.whole.items():
        planned[getattr(kind, axis)] += runs
    under_way = Counter(getattr(run, axis) for run in running)
    for name in sorted(planned.keys() | {getattr(row, axis) for row in made}):
        own = [row for row in made if getattr(row, axis) == name]
        yield Part(
            name,
            planned=planned[name] if division.begun else None,
            made=len(own),
            solved=sum(row.proven for row in own),
            given_up=sum(row.ended == GIVEN_UP for row in own),
            wrong=sum(row.check in REFUTED for row in own),
            running=under_way[name],
            left=planned[name] - len(own) if division.begun else None,
            core_hours=sum(spent[row.run_id] for row in own) / 3600,
        )


def _left(whole: dict[Kind, int], plan: dict[str, Kind], made: Iterable[str]) -> Counter[Kind]:
    left = Counter(whole)
    left.subtract(plan[run_id] for run_id in made if run_id in plan)
    return left


def _at_most(left: Counter[Kind]) -> float:
    """The core-seconds of runs that all use up their limits."""
    return sum(max(0, runs) * kind.wall_limit_s * kind.threads for kind, runs in left.items() if kind.costs)


def _expected(
    division: Division, told: tuple[ShardState, ...], made: dict[str, RunRecord], between_s: float, now: float
) -> Expected | None:
    """The time of the runs that are left. between_s: what each takes beyond its own."""
    if not told:
        return None
    known = Estimator(made.values())
    everything = Counter(division.whole)
    longest = 0.0
    for shard, said in zip(division.begun, told, strict=True):
        again = [shard.plan[run_id] for run_id in _again(shard, made)]
        done = [kind for run_id, kind in shard.plan.items() if run_id in made]
        own = Counter(shard.plan.values())
        for left in (own, everything):
            left.update(again)
            left.subtract(done)
        if said.state == "working":
            work = known.of_kinds(own, between_s)
            longest = max(longest, work.wall_s / (said.jobs or 1), work.core_s / (said.cores or 1))
    work = known.of_kinds(everything, between_s)
    working = [said for said in told if said.state == "working"]
    seconds = None
    if working:
        places, cores = sum(said.jobs or 0 for said in working), sum(said.cores or 0 for said in working)
        seconds = max(longest, work.wall_s / places, work.core_s / cores)
    return Expected(work.core_s / 3600, seconds, None if seconds is None else now + seconds, work.unknown)


def _between(ends: list[_Ended], working: list[ShardState], now: float) -> float:
    places_s = sum((shard.jobs or 0) * min(RECENT_S, max(0.0, now - (shard.since or now))) for shard in working)
    taken_s = sum(end.wall_s for end in ends)
    taken_s += sum(min(RECENT_S, run.for_s) for shard in working for run in shard.running)
    return estimate.between(len(ends), taken_s, places_s)


def _ends(found: list[rows.Row], now: float) -> list[_Ended]:
    """When runs came to their end lately. The rows of a file stand in their order, so those that end later than what
    follows are of a clock that was set back since."""
    files: dict[str, list[_Ended]] = {}
    for place, run in found:
        try:
            at = datetime.fromisoformat(run.started_at).timestamp() + (run.wall_s or 0.0)
        except (ValueError, OverflowError):
            continue
        if run.wall_s is None or at <= now - RECENT_S:
            continue
        ends = files.setdefault(place.rpartition(":")[0], [])
        while ends and ends[-1].at > at + _AHEAD_S:
            ends.pop()
        ends.append(_Ended(at, run.wall_s))
    return [end for ends in files.values() for end in ends if end.at < now + _AHEAD_S]


def _rate(ends: list[_Ended], working: list[ShardState], now: float) -> Rate | None:
    if not working:
        return None
    over_s = min(RECENT_S, max(1.0, now - min(shard.since or now for shard in working)))
    runs = sum(end.at > now - over_s for end in ends)
    return Rate(runs, over_s, 60 * runs / over_s)


def _clocks(begun: Iterable[Shard], now: float) -> Iterable[str]:
    for shard in begun:
        age = shard.age(now)
        if age is not None and age < -_UNLIKE_S:
            yield f"the clock of {shard.alive['host']} (shard {shard.name}) is {-age:.0f} s ahead of this one"
