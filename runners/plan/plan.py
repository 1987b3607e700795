"""The plan of a campaign, a tuple of climbs and finals: its recorded and its due runs, its shards, its lowest rungs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tilings.generators.ladders import Ladder
from tilings.runners.plan import ladders
from tilings.runners.plan.climb import PlannedClimb, Tries, planned_id
from tilings.runners.plan.final import PlannedFinal
from tilings.runners.plan.rounds import Contest
from tilings.runners.plan.run import Run
from tilings.runners.record import rows
from tilings.runners.record.results import Result, climb_id, result
from tilings.runners.record.rows import Recorded
from tilings.runners.record.schema import ASSUMED, RunRecord


@dataclass(frozen=True)
class Plan:
    """The climbs of a campaign (runners.plan.climb), and the finals of its ladders (runners.plan.final)."""

    climbs: tuple[PlannedClimb | PlannedFinal, ...]

    @property
    def runs(self) -> list[Run]:
        """The runs that are known beforehand."""
        return [run for climb in self.climbs for run in climb.runs]

    @property
    def open(self) -> list[PlannedClimb | PlannedFinal]:
        """The climbs and finals, whose runs depend on the results."""
        return [climb for climb in self.climbs if not climb.runs]

    @property
    def ladders(self) -> list[PlannedClimb]:
        """All climbs."""
        return [climb for climb in self.climbs if isinstance(climb, PlannedClimb)]

    @property
    def finals(self) -> list[PlannedFinal]:
        """All finals."""
        return [climb for climb in self.climbs if isinstance(climb, PlannedFinal)]

    @property
    def examples(self) -> list[Run]:
        """The runs that are known beforehand, and the first one of each other climb."""
        return [*self.runs, *(climb.first for climb in self.open)]

    def known(self, recorded: Recorded) -> list[Run]:
        """The runs with a result that is still used."""
        made = results(recorded)
        self.begin(recorded.values())
        return [run for climb in self.climbs for run in climb.decide(made).made]

    def due(self, recorded: Recorded) -> list[Run]:
        """The runs to be repeated, and the next ones of each climb."""
        made = results(recorded)
        self.begin(recorded.values())
        decisions = [climb.decide(made) for climb in self.climbs]
        used = (run for decision in decisions for run in decision.made)
        again = [run for run in used if rows.again(recorded[run.run_id], run.attempts)]
        return again + [run for decision in decisions for run in decision.due]

    def begin(self, rows: Iterable[RunRecord]) -> None:
        """Tell the rounds which climbs have begun, by the rows of their runs."""
        begun = {planned_id(row) for row in rows if row.ladder and row.ended not in ASSUMED}
        for climb in self.ladders:
            if climb.contest and climb.planned_id in begun:
                climb.contest.begun.add(climb.planned_id)

    def __bool__(self) -> bool:
        return bool(self.climbs)


class Members:
    """Tells the rows of a plan from others.

    run_ids: the ids of the runs known beforehand.
    climb_ids: the ids of the other climbs.
    """

    def __init__(self, run_ids: Iterable[str], climb_ids: Iterable[str]) -> None:
        self._run_ids, self._climb_ids = frozenset(run_ids), frozenset(climb_ids)

    def climb(self, row: RunRecord) -> str:
        """The id of the climb that a row belongs to; empty for the row of a run known beforehand, and for others."""
        own = planned_id(row) if row.ladder and row.run_id not in self._run_ids else ""
        return own if own in self._climb_ids else ""

    def __contains__(self, row: RunRecord) -> bool:
        return row.run_id in self._run_ids or bool(self.climb(row))


def results(recorded: Recorded) -> dict[str, Result]:
    """The results of the runs that were made, by their ids."""
    return {run_id: result(row) for run_id, row in recorded.items() if row.ended not in ASSUMED}


def of(runs: Iterable[Run], climbs: Iterable[PlannedClimb] = ()) -> Plan:
    """The plan of runs that are all made, whatever the results, of other climbs, and of the finals after rounds."""
    listed = [*_listed(runs), *climbs]
    on_ladder: dict[str, list[PlannedClimb]] = defaultdict(list)
    for climb in listed:
        if climb.rounds:
            on_ladder[climb.group(climb.first)].append(climb)
    every: list[PlannedClimb | PlannedFinal] = [*listed]
    for own in on_ladder.values():
        contest = Contest(own)
        if len({climb.first.paradigm for climb in contest.last}) > 1:
            every.append(PlannedFinal(contest.last))
        for climb in own:
            climb.contest = contest
    return Plan(tuple(sorted(every, key=lambda climb: (climb.group(climb.first), climb.planned_id))))


def _listed(runs: Iterable[Run]) -> Iterator[PlannedClimb]:
    """The climbs of known runs: one for each configuration on each ladder; runs on no ladder have one for each goal."""
    sizes: dict[tuple[str, str, str], dict[float, set[str]]] = defaultdict(lambda: defaultdict(set))
    cases: dict[Hashable, dict[str, list[Run]]] = defaultdict(lambda: defaultdict(list))
    for run in sorted(runs, key=lambda run: (run.seed, run.repetition, run.run_id)):
        sizes[run.family, run.goal, run.ladder][run.rung or 0.0].add(run.instance)
        cases[climb_id(run), run.limits][run.instance].append(run)
    for own in cases.values():
        first = next(iter(own.values()))[0]
        of_size = sizes[first.family, first.goal, first.ladder]
        names = {size: sorted(of_size[size]) for size in of_size}
        ladder = ladders.listed(first.family, first.ladder, first.goal, "", names)
        yield _every(ladder, own)


def _every(ladder: Ladder, runs: Mapping[str, list[Run]]) -> PlannedClimb:
    """The climb that makes all runs of these instances."""
    return PlannedClimb(ladder, lambda name, _: runs.get(name, []), Tries.RUNS)


def lowest(plan: Plan, rungs: int) -> Plan:
    """One search of each configuration on each of the lowest rungs of its ladders: the first case, the first seed.

    Instances on no ladder are together one rung. Of rounds it is the last one.
    """
    last = [climb for climb in plan.ladders if not (climb.contest and climb.contest.next_to(climb))]
    return of(run for climb in last for run in climb.lowest(rungs))


def shard(plan: Plan, number: int, count: int) -> Plan:
    """Part `number`, from 1, of `count` (`shards`); empty beyond the last one with runs."""
    parts = shards(plan, count)
    return parts[number - 1] if number <= len(parts) else Plan(())


def shards(plan: Plan, count: int) -> list[Plan]:
    """The plan in so many parts, without empty ones at the end; the same wherever they are computed.

    Runs whose times are compared are in one part. The groups of such runs are dealt out in a shuffled order.
    """
    runs: dict[str, list[Run]] = defaultdict(list)
    climbs: dict[str, list[PlannedClimb]] = defaultdict(list)
    for climb in plan.ladders:
        for run in climb.runs:
            runs[climb.group(run)].append(run)
        if not climb.runs:
            climbs[climb.group(climb.first)].append(climb)
    order = sorted(runs.keys() | climbs.keys())
    dealt = [order[number::count] for number in range(min(count, len(order)))]
    return [
        of((run for key in keys for run in runs.get(key, [])), (each for key in keys for each in climbs.get(key, [])))
        for keys in dealt
    ]
