"""The state of a campaign: the numbers that a reader wants, from its folder, which is read as a whole at each look."""

import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tilings.models.problem import UserError
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.cluster import slurm
from tilings.runners.plan.estimate import Kind
from tilings.runners.record import rows
from tilings.runners.record.schema import GIVEN_UP, REFUTED, RETRIED_ENDINGS, RunRecord
from tilings.runners.status import forecast, shards
from tilings.runners.status.forecast import Expected, Rate
from tilings.runners.status.shards import Plan, Running, Shard, Sign

VERSION = 1
_UNLIKE_S = 5.0


@dataclass(frozen=True)
class Part:
    """The runs of one solver, or of one family. planned, left: None where no plan says."""

    name: str
    planned: int | None
    made: int
    solved: int
    given_up: int
    wrong: int
    running: int
    left: int | None
    core_hours: float


@dataclass(frozen=True)
class Wrong:
    """A wrong answer, as in its row."""

    check: str
    solver: str
    formulation: str
    options: str
    family: str
    instance: str
    goal: str
    message: str
    run_id: str


@dataclass(frozen=True)
class CoreHours:
    """at_most_left: if all runs that are left use up their limits; None where no plan says."""

    used: float
    at_most_left: float | None
    budget: float | None


@dataclass(frozen=True)
class State:
    """A campaign. state: working, done, silent, stopped, waiting (in a queue) or unknown; planned, left: None where no
    plan says; rate: None where no shard is at work; expected: None where nothing is left."""

    folder: Path
    suite: str | None
    looked_at: float
    state: str
    wrong: tuple[Wrong, ...]
    contradictions: tuple[str, ...]
    planned: int | None
    made: int
    running: int
    left: int | None
    solved: int
    given_up: int
    disturbed: int
    to_make_again: int
    came_to_nothing: int
    other_rows: int
    by_solver: tuple[Part, ...]
    by_family: tuple[Part, ...]
    rate: Rate | None
    expected: Expected | None
    core_hours: CoreHours
    shards: tuple[Shard, ...]
    shards_waiting: int
    jobs: tuple[str, ...]
    remarks: tuple[str, ...]

    @property
    def json(self) -> dict[str, Any]:
        """The same as objects of JSON."""
        found = {"version": VERSION, **asdict(self)}
        for axis in ("solver", "family"):
            found[f"by_{axis}"] = [{axis: part.pop("name"), **part} for part in found[f"by_{axis}"]]
        return found


def look(folder: Path) -> State:
    """The state of a campaign now. Its folder is only read; raises UserError where there is none."""
    if not folder.is_dir():
        raise UserError(f"there is no folder {folder}")
    now = time.time()
    begun, remarks = shards.read(folder)
    recorded, odd = rows.read(folder)
    jobs = tuple(one.job for one in slurm.submissions(folder) if one.job)
    if not (begun or recorded or odd or jobs or (folder / slurm.NAME).exists()):
        raise UserError(f"{folder} holds no campaign: neither a plan nor rows (see docs/campaigns.md)")
    remarks += [f"{Path(each.place).name}: {each.words}" for each in odd if each.wrong]
    broken = [row for row in recorded if not _sound(row.run)]
    remarks += [f"{Path(row.place).name}: this row is broken (wall_s is {row.run.wall_s})" for row in broken]
    for plan, sign in begun:
        if sign and (ahead_s := sign.at - now) > _UNLIKE_S:
            remarks.append(f"the clock of {sign.host} (shard {plan.shard}) is {ahead_s:.0f} s ahead of this one")
    return _state(folder, [row for row in recorded if _sound(row.run)], begun, jobs, tuple(remarks), now)


def _sound(run: RunRecord) -> bool:
    return math.isfinite((run.wall_s or 0.0) * run.threads)


def _state(
    folder: Path,
    recorded: list[rows.Row],
    begun: list[tuple[Plan, Sign | None]],
    jobs: tuple[str, ...],
    remarks: tuple[str, ...],
    now: float,
) -> State:
    records = [row.run for row in recorded]
    counting = rows.by_run(records)
    plan = max((plan for plan, _ in begun), key=lambda plan: plan.written_at, default=None)
    ids = {run_id for plan, _ in begun for run_id in plan.runs}
    made = {run_id: row for run_id, row in counting.items() if not plan or run_id in ids}
    states = tuple(shards.state(*each, made, now) for each in begun)
    working = [shard for shard in states if shard.state == "working"]
    running = [run for shard in working for run in shard.running]
    planned = plan.whole.total() if plan else None
    left = plan.whole.total() - len(made) if plan else None
    spent: dict[str, float] = defaultdict(float)
    for record in records:
        spent[record.run_id] += (record.wall_s or 0.0) * record.threads
    check = CrossCheck([])
    parts = {
        axis: tuple(_parts(axis, list(made.values()), plan.whole if plan else None, running, spent))
        for axis in ("solver", "family")
    }
    lefts = [shards.left(each, made) for each, _ in begun]
    to_make = Counter(plan.whole if plan else {})
    for (each, _), own in zip(begun, lefts, strict=True):
        to_make.subtract(each.runs.values())
        to_make.update(own)
    ends = forecast.ends(recorded, now)
    expected = None
    if any(runs > 0 for runs in to_make.values()):
        expected = forecast.expected(to_make, zip(states, lefts, strict=True), made.values(), ends, now)
    limits_s = sum(max(0, runs) * kind.wall_limit_s * kind.threads for kind, runs in to_make.items() if kind.costs)
    return State(
        folder=folder,
        suite=plan.suite if plan else None,
        looked_at=now,
        state=_word({shard.state for shard in states}, left, bool(jobs)),
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
        to_make_again=sum(shard.again for shard in states),
        came_to_nothing=sum(row.ended in RETRIED_ENDINGS for row in records),
        other_rows=len(counting) - len(made),
        by_solver=parts["solver"],
        by_family=parts["family"],
        rate=forecast.rate(ends, working, now) if working else None,
        expected=expected,
        core_hours=CoreHours(
            sum(spent.values()) / 3600, limits_s / 3600 if plan else None, plan.budget_hours if plan else None
        ),
        shards=states,
        shards_waiting=max(0, plan.shards - len(states)) if plan else 0,
        jobs=jobs,
        remarks=remarks,
    )


def _word(states: set[str], left: int | None, submitted: bool) -> str:
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
    axis: str, made: list[RunRecord], whole: Counter[Kind] | None, running: list[Running], spent: dict[str, float]
) -> Iterator[Part]:
    """The same numbers for each solver or family. whole: the planned runs; None where no plan says."""
    planned = Counter[str]()
    for kind, runs in (whole or {}).items():
        planned[getattr(kind, axis)] += runs
    under_way = Counter(getattr(run, axis) for run in running)
    for name in sorted(planned.keys() | {getattr(row, axis) for row in made}):
        own = [row for row in made if getattr(row, axis) == name]
        yield Part(
            name,
            planned=None if whole is None else planned[name],
            made=len(own),
            solved=sum(row.proven for row in own),
            given_up=sum(row.ended == GIVEN_UP for row in own),
            wrong=sum(row.check in REFUTED for row in own),
            running=under_way[name],
            left=None if whole is None else planned[name] - len(own),
            core_hours=sum(spent[row.run_id] for row in own) / 3600,
        )
