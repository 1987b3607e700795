"""The findings on a campaign: one set of results, from which all sentences, figures and tables are made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import compress

from tilings.reports.chapters import own_models
from tilings.reports.data.campaign import Results, read_results
from tilings.reports.data.rows import holds_runs
from tilings.reports.english import count
from tilings.reports.reach import predicted, winners, words
from tilings.reports.reach.crossings import Crossing, crossings
from tilings.reports.reach.one_size import RankedTask, of_one_size, tasks
from tilings.reports.reach.predicted import Judged
from tilings.reports.reach.reach import Reach, Steps, reaches, steps
from tilings.reports.reach.winners import Standing
from tilings.runners.record.climbs import Climb, RecordedLadder, climbs, grouped
from tilings.runners.record.schema import RunRecord

_THREADS = re.compile(r" ×(\d+)$")  # at the end of a configuration


@dataclass(frozen=True)
class Findings:
    """What the runs of a campaign show.

    every: all climbs on ladders of several sizes.
    within: returns the climbs of the campaign of a name in this campaign's folder; none without such a campaign.
    tasks: the comparisons of all other runs.
    said: the sentences that come first.
    finals: the rows of each ladder's final.
    predictions: those of the rounds, with what came.
    sweeps: what each configuration solves on each sweep (tilings.generators.ladders), which has no reach.
    early: the climbs that ended in earlier rounds, each within its own longest limit.
    imported: whether the runs come from tables of other programs.
    """

    every: Sequence[Climb]
    within: Callable[[str], Sequence[Climb]] = lambda _: ()
    tasks: Sequence[RankedTask] = ()
    said: Sequence[str] = ()
    finals: Mapping[RecordedLadder, Sequence[RunRecord]] = field(default_factory=dict)
    predictions: Sequence[Judged] = ()
    sweeps: Sequence[Climb] = ()
    early: Sequence[Climb] = ()
    imported: bool = False

    @cached_property
    def climbs(self) -> list[Climb]:
        """The climbs with the solvers' default settings."""
        return [climb for climb in self.every if not climb.preset]

    @cached_property
    def under_presets(self) -> Sequence[Climb]:
        """The climbs that compare presets: this campaign, or else the campaign `presets` in its folder."""
        return self.every if len(self.climbs) < len(self.every) else self.within("presets")

    @cached_property
    def with_threads(self) -> Sequence[Climb]:
        """The climbs that compare numbers of threads: this campaign, or else the campaign `threads` in its folder."""
        return self.every if any(threads(climb) > 1 for climb in self.every) else self.within("threads")

    @cached_property
    def crossed(self) -> Sequence[Climb]:
        """The climbs of many solvers with the same models: the campaign `factorial` in the folder, or else this one.

        After rounds few models are left of each solver; `reports.reach.first_round` compares them all.
        """
        return self.within("factorial") or ([] if self.finals else self.climbs)

    def origin(self, name: str, own: Sequence[Climb]) -> str:
        """A sentence that says which campaign the climbs come from; empty for climbs of this campaign.

        name: the name of the other campaign.
        """
        if own is self.climbs or own is self.every or not own:
            return ""
        solvers = len({climb.solver for climb in own})
        return (
            f"These {count(len(own), 'climb')} by {count(solvers, 'solver')} are a campaign of their own, `{name}`, "
            "not the runs of the other pages: a reach may differ by a size. "
        )

    @cached_property
    def reaches(self) -> dict[RecordedLadder, list[Reach]]:
        return reaches(self.climbs)

    @cached_property
    def contestants(self) -> dict[RecordedLadder, list[Climb]]:
        """The climbs on each ladder: those of `reaches`, then those that ended in earlier rounds."""
        early = grouped(self.early, lambda climb: (climb.ladder.key, climb.ladder.kind))
        return {
            ladder: [*(each.climb for each in group), *early.get((ladder.key, ladder.kind), [])]
            for ladder, group in self.reaches.items()
        }

    @cached_property
    def steps(self) -> dict[RecordedLadder, list[Steps]]:
        """Reach over time on each ladder."""
        return {ladder: steps(group) for ladder, group in self.contestants.items()}

    @cached_property
    def standings(self) -> list[Standing]:
        return winners.standings(self.reaches, self.finals)

    @cached_property
    def crossings(self) -> list[Crossing]:
        return crossings(self.reaches)


def threads(climb: Climb) -> int:
    """The threads of a climb's runs."""
    found = _THREADS.search(climb.configuration)
    return int(found[1]) if found else 1


def findings(results: Results) -> Findings:
    """The findings on a campaign."""
    runs = results.runs
    if not runs["ran"].any():
        return Findings((), said=[f"None of {count(len(runs), 'planned run')} took place: nothing can be compared."])
    alone = of_one_size(runs)
    said = own_models.sentences(results) if results.problems else []
    others = tasks(runs[alone & ~results.of_models])
    far = list(~alone)
    rows, kinds, fair = [*compress(results.as_tasks, far)], [*compress(results.kinds, far)], compress(results.fair, far)
    said = said if results.own_models else said[:1]
    ranked, final = [*fair], winners.finals(rows, kinds)
    every, early = (climbs(rows, kinds, ranked, left_out=left_out) for left_out in (False, True))
    own, sweeps = ([each for each in every if words.described(each.ladder).sweep is swept] for swept in (False, True))
    early = [each for each in early if not each.preset]
    predictions, within = predicted.judged(results), partial(_within, results)
    return Findings(own, within, others, said, final, predictions, sweeps, early, results.imported)


def _within(results: Results, name: str) -> list[Climb]:
    """The climbs on the same kinds of machine of the campaign that lies in this one's folder under its suite's name."""
    if not (results.folder / name).is_dir() or not holds_runs(results.folder / name):
        return []
    return [climb for climb in read_results(results.folder / name).climbs if climb.ladder.kind in results.kinds]
