"""The climbs of a campaign: of each configuration on each ladder the rungs that it was tried on, and whether it held.

A *ladder* has the instances of one family, class, side and goal; those of one size are a *rung*. Ladders under other
limits or on another kind of machine are other ladders: their rungs are never compared. A case is an instance; of its
seeds the median counts. A configuration *holds* a rung if it solves more than half of the cases it has there. A
run that ended by a fault or with a wrong answer is unsolved, and is named.

Rungs that a climb jumped over are assumed to be held, those above its end not to be; neither counts as *tried*. An
assumption holds only below a rung that was tried and is held: the answers for which it was made may be refuted since.
Configurations that are not ranked (runners.record.faults) have no climb.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from tilings.reports.scores.cases import FLOOR_S
from tilings.runners.record.faults import FAULTS
from tilings.runners.record.schema import ASSUMED, SKIPPED

if TYPE_CHECKING:
    from pandas import DataFrame

TIMES_START = 10


class _Run(NamedTuple):
    """The columns of a run that a climb needs."""

    family: str
    ladder: str
    goal: str
    wall_limit_s: float
    kind: str
    configuration: str
    preset: str
    solver: str
    paradigm: str
    ranked: bool
    rung: float
    instance: str
    ran: bool
    ended: str
    outcome: str
    solved: bool
    time_s: float
    startup_s: float
    load_s: float
    disturbed: bool


@dataclass(frozen=True, order=True)
class Ladder:
    """What the rungs of a ladder have in common. name: its class, with /sat or /unsat for the goal first."""

    family: str
    name: str
    goal: str
    limit_s: float
    kind: str = ""

    @property
    def where(self) -> str:
        return f"{self.family}/{self.name}, {self.goal}"

    @property
    def unsolvable(self) -> bool:
        """Whether its instances have no solution, which is to be proven."""
        return self.goal == "first" and self.name.endswith("/unsat")

    @property
    def key(self) -> tuple[str, str, str]:
        """The ladder without limit and machine, for comparisons of several campaigns."""
        return self.family, self.name, self.goal


@dataclass(frozen=True)
class Case:
    """One case of a rung that was run: the seconds of its median run, at most the limit where it is unsolved.

    seeds: the seconds of each of its solved runs.
    """

    instance: str
    time_s: float
    solved: bool
    seeds: tuple[float, ...] = ()


@dataclass(frozen=True)
class Rung:
    """One size. cases: those that were run; none where the rung is assumed. faults: what went wrong, one a run."""

    size: float
    held: bool
    cases: tuple[Case, ...] = ()
    faults: tuple[str, ...] = ()
    disturbed: bool = False

    @property
    def tried(self) -> bool:
        return bool(self.cases)

    @property
    def time_s(self) -> float:
        """The least time within which more than half of the cases are solved; NaN where the rung is not held."""
        if not (self.held and self.tried):
            return math.nan
        return sorted(case.time_s if case.solved else math.inf for case in self.cases)[len(self.cases) // 2]


@dataclass(frozen=True)
class Climb:
    """One configuration on one ladder. start_s: the median of its times to start and load, NaN where not recorded.

    preset: of the solver's settings, a part of the configuration; empty for its defaults.
    """

    ladder: Ladder
    configuration: str
    solver: str
    paradigm: str
    ranked: bool
    rungs: tuple[Rung, ...]
    start_s: float = math.nan
    preset: str = ""

    @property
    def plain(self) -> str:
        """The configuration without its preset."""
        if not self.preset:
            return self.configuration
        word = f"preset={self.preset}"
        return self.configuration.replace(f" [{word}]", "").replace(f" {word}]", "]")

    @property
    def tried(self) -> list[Rung]:
        return [rung for rung in self.rungs if rung.tried]

    @property
    def reach(self) -> float | None:
        """The observed reach: the largest size held; None where no rung is held."""
        return max((rung.size for rung in self.rungs if rung.held), default=None)

    @property
    def open(self) -> bool:
        """Whether the reach is a lower bound: fewer than two rungs above it were tried."""
        reach = -math.inf if self.reach is None else self.reach
        return self.reach is not None and sum(rung.size > reach for rung in self.tried) < 2

    @property
    def holes(self) -> list[float]:
        """The sizes below the reach that were tried and not held."""
        return [rung.size for rung in self.tried if not rung.held and self.reach is not None and rung.size < self.reach]

    @property
    def faults(self) -> list[str]:
        return [fault for rung in self.rungs for fault in rung.faults]

    @property
    def disturbed(self) -> list[float]:
        return [rung.size for rung in self.rungs if rung.disturbed]

    @property
    def comparable_s(self) -> float:
        """Times above this reflect solving, not start-up: ten times the start.

        Where the start is not recorded, ten times the shortest time, of which it is a part.
        """
        shortest = min((case.time_s for rung in self.tried for case in rung.cases), default=math.inf)
        return TIMES_START * (shortest if math.isnan(self.start_s) else self.start_s)

    def rung(self, size: float) -> Rung | None:
        return next((rung for rung in self.rungs if rung.size == size), None)

    def within(self, limit_s: float) -> Climb:
        """The same climb as if the limit had been shorter: times above it are unsolved runs of that limit.

        Rungs that were assumed stay so. Raises ValueError for a longer limit.
        """
        if limit_s > self.ladder.limit_s:
            raise ValueError(f"{limit_s:g} s is longer than the limit of {self.ladder.limit_s:g} s")
        rungs = tuple(_cut(rung, limit_s) for rung in self.rungs)
        return replace(self, ladder=replace(self.ladder, limit_s=limit_s), rungs=rungs)


def on_ladders(runs: DataFrame) -> DataFrame:
    """The runs on ladders that took place or were assumed, of ranked configurations; rung and times of the start as
    numbers."""
    import pandas as pd

    numbers = {name: pd.to_numeric(runs[name], errors="coerce") for name in ("rung", "startup_s", "load_s")}
    runs = runs.assign(**numbers)
    made = runs["fair"] & (runs["ran"] | runs["ended"].isin(ASSUMED))
    return runs[made & runs["ladder"].fillna("").ne("") & runs["rung"].notna()]


def climbs(runs: DataFrame) -> list[Climb]:
    """The climbs of a table of runs (`reports.data.campaign.tidy`), by ladder and configuration."""
    own = on_ladders(runs)
    every: dict[tuple[Ladder, str], list[_Run]] = {}
    for run in map(_Run, *(own[name].tolist() for name in _Run._fields)):
        ladder = Ladder(run.family, run.ladder, run.goal, run.wall_limit_s, str(run.kind))
        every.setdefault((ladder, run.configuration), []).append(run)
    return [_climb(ladder, own) for (ladder, _), own in sorted(every.items(), key=itemgetter(0))]


def by_rung(runs: DataFrame) -> dict[tuple[Ladder, str, float], list[Any]]:
    """The rows of the runs on ladders that took place, by ladder, configuration and size."""
    own = on_ladders(runs)
    found: dict[tuple[Ladder, str, float], list[Any]] = {}
    for run in own[own["ran"]].itertuples():
        ladder = Ladder(run.family, run.ladder, run.goal, run.wall_limit_s, str(run.kind))
        found.setdefault((ladder, run.configuration, run.rung), []).append(run)
    return found


def sizes(group: Sequence[Climb]) -> list[float]:
    """All sizes of a ladder that any of its climbs names."""
    return sorted({rung.size for climb in group for rung in climb.rungs})


def by_ladder(found: Sequence[Climb]) -> dict[Ladder, list[Climb]]:
    ladders: dict[Ladder, list[Climb]] = {}
    for climb in found:
        ladders.setdefault(climb.ladder, []).append(climb)
    return ladders


def _climb(ladder: Ladder, runs: list[_Run]) -> Climb:
    first = runs[0]
    rungs = [_rung(size, part) for size, part in sorted(_grouped(runs, "rung").items())]
    top = max((rung.size for rung in rungs if rung.held and rung.tried), default=-math.inf)
    rungs = [replace(rung, held=rung.held and (rung.tried or rung.size < top)) for rung in rungs]
    started = [run.startup_s + run.load_s for run in runs if run.ran]
    start = median([time for time in started if not math.isnan(time)] or [math.nan])
    about = first.configuration, first.solver, first.paradigm, first.ranked
    return Climb(ladder, *about, tuple(rungs), start, first.preset)


def _rung(size: float, runs: list[_Run]) -> Rung:
    cases, assumed = [], []
    for own in _grouped(runs, "instance").values():
        if ran := [run for run in own if run.ran]:
            cases.append(_case(ran))
        else:
            assumed.append(own[0].ended == SKIPPED)
    held = 2 * sum(case.solved for case in cases) > len(cases) if cases else 2 * sum(assumed) > len(assumed)
    faults = tuple(
        f"{run.instance}: {'wrong answer' if run.outcome == 'wrong' else run.ended}"
        for run in runs
        if run.ended in FAULTS or run.outcome in ("failed", "wrong")
    )
    return Rung(size, held, tuple(cases), faults, any(run.ran and run.disturbed for run in runs))


def _case(runs: list[_Run]) -> Case:
    """The median run of a case, which took place, by the order of `reports.scores.median_runs`."""
    order = sorted(runs, key=lambda run: (not run.solved, _seconds(run)))
    middle = order[(len(order) - 1) // 2]
    return Case(middle.instance, _seconds(middle), middle.solved, tuple(_seconds(run) for run in order if run.solved))


def _seconds(run: _Run) -> float:
    """The time of a run, no less than the clock tells; at most the limit."""
    return max(FLOOR_S, run.wall_limit_s if math.isnan(run.time_s) else min(run.time_s, run.wall_limit_s))


def _grouped(runs: list[_Run], field: str) -> dict[Any, list[_Run]]:
    groups: dict[Any, list[_Run]] = {}
    for run in runs:
        groups.setdefault(getattr(run, field), []).append(run)
    return groups


def _cut(rung: Rung, limit_s: float) -> Rung:
    if not rung.tried:
        return rung
    cases = tuple(
        replace(case, time_s=min(case.time_s, limit_s), solved=case.solved and case.time_s <= limit_s)
        for case in rung.cases
    )
    held = rung.held and 2 * sum(case.solved for case in cases) > len(cases)
    return replace(rung, cases=cases, held=held)
