"""The climbs of a campaign: of each configuration on each ladder the rungs that it was tried on, and whether it held.

A *ladder* has the instances of one family, class, side and goal; those of one size are a *rung*. Ladders under other
limits or on another kind of machine are other ladders: their rungs are never compared. A case is an instance of a rung;
of its seeds the median counts (`reports.scores.median_runs`). A configuration *holds* a rung if it solves more than half
of the cases it has there. A run that ended by a fault or with a wrong answer is unsolved, and is named.

Rungs that a climb jumped over are assumed to be held, those above its end not to be; neither counts as *tried*.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tilings.reports.scores import FLOOR_S, median_runs
from tilings.runners.record.faults import FAULTS
from tilings.runners.record.schema import ASSUMED, SKIPPED

if TYPE_CHECKING:
    from pandas import DataFrame

_LADDER = ["family", "ladder", "goal", "wall_limit_s", "kind"]


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
    """One configuration on one ladder. start_s: the median of its times to start and load, NaN where not recorded."""

    ladder: Ladder
    configuration: str
    solver: str
    model: str
    paradigm: str
    ranked: bool
    rungs: tuple[Rung, ...]
    start_s: float = math.nan

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


def is_climbed(runs: DataFrame) -> bool:
    """Whether a table of runs has ladders that were climbed: runs on rungs that were skipped, which only climbs do."""
    return bool((on_ladders(runs)["ended"] == SKIPPED).any())


def on_ladders(runs: DataFrame) -> DataFrame:
    """The runs on ladders that took place or were assumed, their rung as a number."""
    import pandas as pd

    runs = runs.assign(rung=pd.to_numeric(runs["rung"], errors="coerce"))
    return runs[runs["ladder"].fillna("").ne("") & runs["rung"].notna() & (runs["ran"] | runs["ended"].isin(ASSUMED))]


def climbs(runs: DataFrame) -> list[Climb]:
    """The climbs of a table of runs (`reports.data.campaign.tidy`), by ladder and configuration."""
    own = on_ladders(runs)
    found = []
    for key, part in own.groupby([*_LADDER, "configuration"], sort=True, dropna=False):
        family, name, goal, limit, kind, configuration = key
        ladder = Ladder(str(family), str(name), str(goal), float(limit), str(kind))
        first, start = part.iloc[0], _start(part)
        about = (str(first["solver"]), str(first["formulation"]), str(first["paradigm"]), bool(first["ranked"]))
        found.append(Climb(ladder, str(configuration), *about, tuple(_rungs(part)), start))
    return found


def sizes(group: list[Climb]) -> list[float]:
    """All sizes of a ladder that any of its climbs names."""
    return sorted({rung.size for climb in group for rung in climb.rungs})


def by_ladder(found: list[Climb]) -> dict[Ladder, list[Climb]]:
    ladders: dict[Ladder, list[Climb]] = {}
    for climb in found:
        ladders.setdefault(climb.ladder, []).append(climb)
    return ladders


def _rungs(runs: DataFrame) -> Iterator[Rung]:
    """The rungs of a configuration on a ladder, from the lowest."""
    for size, part in runs.groupby("rung", sort=True):
        ran = part[part["ran"]]
        assumed = part[~part["ran"]].drop_duplicates("instance")
        assumed = assumed[~assumed["instance"].isin(ran["instance"])]
        cases = tuple(_cases(ran))
        solved = sum(case.solved for case in cases) + int((assumed["ended"] == SKIPPED).sum())
        faulty = ran[ran["ended"].isin(FAULTS) | ran["outcome"].isin(["failed", "wrong"])]
        faults = tuple(
            f"{row.instance}: {'wrong answer' if row.outcome == 'wrong' else row.ended}" for row in faulty.itertuples()
        )
        held = 2 * solved > len(cases) + len(assumed)
        yield Rung(float(size), held, cases, faults, bool(ran["disturbed"].astype(bool).any()))


def _cases(runs: DataFrame) -> Iterator[Case]:
    """The cases of runs of one configuration that took place."""
    solved = runs[runs["solved"]]
    seeds = {name: tuple(_seconds(part["time_s"])) for name, part in solved.groupby("instance")}
    for row in median_runs(runs.assign(counts=True)).itertuples():
        time = row.wall_limit_s if math.isnan(row.time_s) else min(row.time_s, row.wall_limit_s)
        yield Case(row.instance, max(float(time), FLOOR_S), bool(row.solved), seeds.get(row.instance, ()))


def _seconds(times: Any) -> list[float]:
    return sorted(max(float(time), FLOOR_S) for time in times)


def _start(runs: DataFrame) -> float:
    """The median of the seconds until the solver runs and the instance is loaded; NaN where they are not recorded."""
    started = runs.loc[runs["ran"], ["startup_s", "load_s"]].astype(float).sum(axis=1, min_count=1)
    return float(started.median()) if started.notna().any() else math.nan


def _cut(rung: Rung, limit_s: float) -> Rung:
    if not rung.tried:
        return rung
    cases = tuple(
        replace(case, time_s=min(case.time_s, limit_s), solved=case.solved and case.time_s <= limit_s)
        for case in rung.cases
    )
    held = rung.held and 2 * sum(case.solved for case in cases) > len(cases)
    return replace(rung, cases=cases, held=held)
