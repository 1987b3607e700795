"""The state of a campaign, read as a whole from its folder each time."""

import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tilings.models.problem import UserError
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.cluster import slurm
from tilings.runners.plan.estimate import Kind
from tilings.runners.record import plans, rows, same_problem, verdicts
from tilings.runners.record.schema import ASSUMED, DISAGREES, REFUTED, RETRIED_ENDINGS, RunRecord
from tilings.runners.record.verdicts import Case, ModelVerdict
from tilings.runners.status import rate, shards
from tilings.runners.status.rate import Rate, RemainingTime
from tilings.runners.status.shards import Beat, Running, Shard, ShardPlan

VERSION = 1
_CLOCKS_APART_S = 5.0
_OF_WRONG = ("check", "solver", "formulation", "options", "family", "instance", "goal", "message", "run_id")


@dataclass(frozen=True)
class Part:
    """The runs of one solver or family. planned, left: None without a plan."""

    name: str
    planned: int | None
    made: int
    solved: int
    assumed: int
    wrong: int
    running: int
    left: int | None
    core_hours: float


@dataclass(frozen=True)
class CoreHours:
    """The core-hours of a campaign.

    used: what the recorded runs took.
    at_most_left: the sum of the limits of the remaining runs; None without a plan.
    budget: what the campaign may use; None without such a limit.
    """

    used: float
    at_most_left: float | None
    budget: float | None


@dataclass(frozen=True)
class State:
    """A campaign at one time.

    state: working, done, silent, stopped, waiting (in a queue) or unknown.
    planned, left: the numbers of planned and of remaining runs; None without a plan.
    models: the verdict so far on each model of a problem.
    problems: each problem, and its known answers.
    rate: the present speed; None without an active shard.
    expected: the expected remaining time; None if nothing is left.
    """

    folder: Path
    suite: str | None
    looked_at: float
    state: str
    wrong: tuple[RunRecord, ...]
    contradictions: tuple[str, ...]
    planned: int | None
    made: int
    running: int
    left: int | None
    solved: int
    assumed: int
    disturbed: int
    to_make_again: int
    came_to_nothing: int
    other_rows: int
    by_solver: tuple[Part, ...]
    by_family: tuple[Part, ...]
    models: dict[Case, ModelVerdict]
    problems: dict[tuple[str, str], dict[str, Any]]
    rate: Rate | None
    expected: RemainingTime | None
    core_hours: CoreHours
    shards: tuple[Shard, ...]
    shards_waiting: int
    jobs: tuple[str, ...]
    remarks: tuple[str, ...]

    @property
    def json(self) -> dict[str, Any]:
        """The fields as JSON; of a wrong answer those of _OF_WRONG."""
        fields = {"version": VERSION, **asdict(self), "models": verdicts.as_json(self.models)}
        del fields["problems"]  # its keys are pairs
        for axis in ("solver", "family"):
            fields[f"by_{axis}"] = [{axis: part.pop("name"), **part} for part in fields[f"by_{axis}"]]
        fields["wrong"] = [{name: getattr(row, name) for name in _OF_WRONG} for row in self.wrong]
        return fields


def look(folder: Path) -> State:
    """The state of a campaign now; raises UserError for a folder without a campaign."""
    if not folder.is_dir():
        raise UserError(f"there is no folder {folder}")
    now = time.time()
    begun, remarks = shards.read(folder)
    recorded, odd = rows.read(folder)
    jobs = tuple(array.job for array in slurm.submissions(folder) if array.job)
    if not (begun or recorded or odd or jobs or (folder / slurm.NAME).exists()):
        raise UserError(f"{folder} holds no campaign: neither a plan nor rows (see docs/campaigns.md)")
    remarks += [f"{Path(remark.place).name}: {remark.words}" for remark in odd if remark.wrong]
    finite = []
    for row in recorded:
        if math.isfinite((row.run.wall_s or 0.0) * row.run.threads):
            finite.append(row)
        else:
            remarks.append(f"{Path(row.place).name}: this row is broken (wall_s is {row.run.wall_s})")
    for plan, last in begun:
        if last and (ahead_s := last.at - now) > _CLOCKS_APART_S:
            remarks.append(f"the clock of {last.host} (shard {plan.shard}) is {ahead_s:.0f} s ahead of this one")
    return _state(folder, finite, begun, jobs, tuple(remarks), now)


def _state(
    folder: Path,
    recorded: list[rows.Row],
    begun: list[tuple[ShardPlan, Beat | None]],
    jobs: tuple[str, ...],
    remarks: tuple[str, ...],
    now: float,
) -> State:
    records = [row.run for row in recorded]
    selected, removed = rows.made(recorded), plans.removed(records, folder)
    found = same_problem.judged((row for row in selected.values() if row.instance_sha256 not in removed), folder)
    counting = {row.run_id: row for row in found.records}
    plan = max((plan for plan, _ in begun), key=lambda plan: plan.written_at, default=None)
    made = {
        run_id: row for run_id, row in counting.items() if not plan or any(row in part.members for part, _ in begun)
    }
    states = tuple(shards.state(shard_plan, last, made, now) for shard_plan, last in begun)
    active = [shard for shard in states if shard.state == "working"]
    running = [run for shard in active for run in shard.running]
    spent_s: dict[str, float] = defaultdict(float)
    for record in records:
        spent_s[record.run_id] += (record.wall_s or 0.0) * record.threads
    shards_left = [shards.left(*shard, made) for shard in begun]
    to_make = shards.not_begun(plan, [shard_plan for shard_plan, _ in begun]) if plan else Counter[Kind]()
    for shard_left in shards_left:
        to_make.update(shard_left)
    left = to_make.total() - sum(shard.again for shard in states) if plan else None
    ended = rate.recent_ends(recorded, now)
    expected = None
    if any(runs > 0 for runs in to_make.values()):
        active_left = [pair for pair in zip(states, shards_left, strict=True) if pair[0].state == "working"]
        expected = rate.expected(to_make, active_left, made.values(), ended, now)
    limits_s = sum(max(0, runs) * kind.wall_limit_s * kind.threads for kind, runs in to_make.items() if kind.costs)
    return State(
        folder=folder,
        suite=plan.suite if plan else None,
        looked_at=now,
        state=_word({shard.state for shard in states}, left, bool(jobs)),
        wrong=tuple(row for row in found.tasks if row.check in REFUTED),
        contradictions=(
            *map(str, CrossCheck([]).of_all(found.records)),
            *found.wrong_expected,
            *(f"{row.family}/{row.instance}: {row.message}" for row in found.records if row.check == DISAGREES),
        ),
        planned=None if left is None else len(made) + left,
        made=len(made),
        running=len(running),
        left=left,
        solved=sum(row.proven for row in made.values()),
        assumed=sum(row.ended in ASSUMED for row in made.values()),
        disturbed=sum(row.disturbed for row in made.values()),
        to_make_again=sum(shard.again for shard in states),
        came_to_nothing=sum(row.ended in RETRIED_ENDINGS for row in records),
        other_rows=len(selected) - len(made),
        by_solver=_parts("solver", made.values(), to_make if plan else None, running, spent_s),
        by_family=_parts("family", made.values(), to_make if plan else None, running, spent_s),
        models=verdicts.of(found),
        problems=found.problems,
        rate=rate.rate(ended, active, now) if active else None,
        expected=expected,
        core_hours=CoreHours(
            sum(spent_s.values()) / 3600, limits_s / 3600 if plan else None, plan.budget_hours if plan else None
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


def _parts(
    axis: str,
    made: Iterable[RunRecord],
    to_make: Counter[Kind] | None,
    running: list[Running],
    spent_s: dict[str, float],
) -> tuple[Part, ...]:
    """The numbers of each solver or family. to_make: the pending runs; None without a plan."""
    left = Counter[str]()
    for kind, runs in (to_make or {}).items():
        left[getattr(kind, axis)] += runs
    groups: dict[str, list[RunRecord]] = {name: [] for name in left}
    for row in made:
        groups.setdefault(getattr(row, axis), []).append(row)
    active = Counter(getattr(run, axis) for run in running)
    return tuple(
        Part(
            name,
            planned=None if to_make is None else left[name] + len(group),
            made=len(group),
            solved=sum(row.proven for row in group),
            assumed=sum(row.ended in ASSUMED for row in group),
            wrong=sum(row.check in REFUTED for row in group),
            running=active[name],
            left=None if to_make is None else left[name],
            core_hours=sum(spent_s[row.run_id] for row in group) / 3600,
        )
        for name, group in sorted(groups.items())
    )
