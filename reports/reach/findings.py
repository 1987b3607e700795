"""The findings on reach: one set of results, from which every sentence, the tables and the data are made."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby, islice
from typing import Any

from tilings.reports.chapters.chapter import Table
from tilings.reports.data.campaign import Results, read_results
from tilings.reports.data.rows import holds_runs
from tilings.reports.english import as_ratio, count, listed, opened, some
from tilings.reports.reach import front, models, over_time, presets, reach, threads, winners, words
from tilings.reports.reach.climbs import Climb, Ladder, climbs
from tilings.reports.reach.crossings import Crossing, crossings
from tilings.reports.reach.prediction import Prediction, predictions
from tilings.reports.reach.reach import Reach, best, reaches
from tilings.reports.reach.winners import Standing
from tilings.reports.scores import Estimate

EARLY = 10  # a campaign is predicted from its own times within this part of its limit


@dataclass(frozen=True)
class Findings:
    """What the climbs of a campaign show. short: those of a campaign under a shorter limit, for the predictions.

    every: all climbs; within: the climbs of the campaign of this name in this one's folder, read when they are needed.
    """

    every: Sequence[Climb]
    short: Sequence[Climb] = ()
    within: Callable[[str], Sequence[Climb]] = lambda _: ()

    @cached_property
    def climbs(self) -> list[Climb]:
        """Those with the solvers' defaults."""
        return [climb for climb in self.every if not climb.preset]

    @cached_property
    def under_presets(self) -> Sequence[Climb]:
        """Those of the campaign that compares presets, this one or one within; empty without such a campaign."""
        return self.every if len(self.climbs) < len(self.every) else self.within("presets")

    @cached_property
    def with_threads(self) -> Sequence[Climb]:
        """Those of the campaign that compares numbers of threads, likewise."""
        return self.every if any(threads.number(climb) > 1 for climb in self.every) else self.within("threads")

    @cached_property
    def crossed(self) -> Sequence[Climb]:
        """Those of the campaign within that gives the same models to many solvers; without it this one's."""
        return self.within("factorial") or self.climbs

    @cached_property
    def by_difficulty(self) -> Sequence[Climb]:
        """Those of the campaign within on boards that differ in one thing; without it this one's."""
        return self.within("difficulty") or self.climbs

    def origin(self, name: str, own: Sequence[Climb]) -> str:
        """Where climbs come from, as a sentence; empty for this campaign's own. name: of the campaign within."""
        if own is self.climbs or own is self.every or not own:
            return ""
        solvers = len({climb.solver for climb in own})
        return (
            f"These {count(len(own), 'climb')} by {count(solvers, 'solver')} are a campaign of their own, `{name}`, "
            "not the runs of the other pages: a reach may differ by a size. "
        )

    @cached_property
    def reaches(self) -> dict[Ladder, list[Reach]]:
        return reaches(self.climbs)

    @cached_property
    def standings(self) -> list[Standing]:
        return winners.standings(self.reaches)

    @cached_property
    def crossings(self) -> list[Crossing]:
        return crossings(self.reaches)

    @cached_property
    def predictions(self) -> list[Prediction]:
        """From the times of the short campaign, else of the paradigms' best from those within a tenth of the limit."""
        if self.short:
            limits = sorted({climb.ladder.limit_s for climb in self.short})
            return [each for limit in limits for each in predictions(self.short, self.climbs, limit)]
        found = []
        for limit in sorted({climb.ladder.limit_s for climb in self.climbs}):
            own = [each.climb for group in self.reaches.values() for each in best(group)
                   if each.climb.ladder.limit_s == limit]  # fmt: skip
            found += predictions(own, own, limit / EARLY)
        return found

    @property
    def table(self) -> Table:
        """The table of reach: ladders by paradigms."""
        return reach.table(self.reaches)

    @property
    def sentences(self) -> list[str]:
        """The findings in plain English, the most general first; none without ladders."""
        return list(self._said())

    @cached_property
    def opening(self) -> list[str]:
        """Those that open the report and the page."""
        return list(islice(self._said(), front.SENTENCES))

    def _said(self) -> Iterator[str]:
        """The sentences one after another: the later ones need the curves and campaigns that the opening does not."""
        made: tuple[Callable[[], Iterable[str]], ...] = (
            self._first, lambda: map(_standing, self.standings), lambda: map(_crossing, self.crossings),
            lambda: [presets.sentence(self.under_presets)], lambda: [models.sentence(self.crossed)],
            lambda: [_predicted(self.predictions)], lambda: [_differing(self.reaches)], lambda: [_faulty(self.climbs)],
        )  # fmt: skip
        return (sentence for make in made for sentence in make() if sentence)

    def _first(self) -> list[str]:
        """The title, the leaders, the first ladder, the time, the choice, and the other ladders."""
        title = front.title(self.standings)
        open_ = {each.ladder for each in self.standings if not each.decided and each.duels}
        ladders = words.in_turn(self.reaches)
        first, *rest = [_ladder(ladder, self.reaches[ladder], ladder in open_) for ladder in ladders] or [""]
        front_page = [title and f"{title}.", front.leads(self.standings), first, front.tenfold(self.reaches)]
        return [*front_page, front.matters(self.reaches), *rest]

    @property
    def data(self) -> dict[str, Any]:
        """The same as plain values, for JSON; None stands for an infinite end of an interval."""
        leaders = {each.ladder: each for each in self.standings}
        return {
            "sentences": self.sentences,
            "won": dict(winners.won(self.standings)),
            "ladders": [_ladder_data(ladder, group, leaders.get(ladder)) for ladder, group in self.reaches.items()],
            "crossings": [
                {"ladder": each.ladder.where, "before": each.before.name, "after": each.after.name,
                 "size": _plain(each.size)} for each in self.crossings
            ],
            "predictions": [
                {"ladder": each.climb.ladder.where, "configuration": each.climb.configuration, "from_s": each.short_s,
                 "to_s": each.climb.ladder.limit_s, "predicted": _plain(each.predicted),
                 "seen": [_finite(size) for size in each.seen], "holds": each.holds, "close": each.close}
                for each in self.predictions
            ],
        }  # fmt: skip


def findings(results: Results, short: Results | None = None) -> Findings:
    """The findings on a campaign; short: one of the same configurations under a shorter limit, if there is one."""
    return Findings(climbs(results.runs), climbs(short.runs) if short else (), partial(_within, results))


def _within(results: Results, name: str) -> list[Climb]:
    """The climbs on the same kinds of machine of the campaign that lies in this one's folder under its suite's name."""
    if not (results.folder / name).is_dir() or not holds_runs(results.folder / name):
        return []
    kinds = set(results.runs["kind"].astype(str))
    return [climb for climb in climbs(read_results(results.folder / name).runs) if climb.ladder.kind in kinds]


def sentences(results: Results) -> list[str]:
    return findings(results).sentences


def table(results: Results) -> Table:
    return findings(results).table


def data(results: Results) -> dict[str, Any]:
    return findings(results).data


def _ladder(ladder: Ladder, group: Sequence[Reach], open_: bool) -> str:
    """How far each paradigm gets on a ladder, and native searches after these. open_: no leader is sure."""
    own = sorted(best(group), key=lambda each: each.size is None)
    if not own or own[0].size is None:
        return ""
    first, *rest = own
    said = [f"{_name(first)} {words.task(ladder, first.size or 0, first.climb.open)}"]
    for (size, least), part in groupby(rest, key=lambda each: (each.size, each.climb.open)):
        names = listed([_name(each) for each in part])
        said.append(f"{names} {'none' if size is None else words.short(ladder, size, least)}")
    call = " (too close to call)" * open_
    text = f"{opened(words.name(ladder))}{call}: in {ladder.limit_s:g} seconds {', '.join(said)}."
    native = [each for each in best(group, native=True) if not each.climb.ranked and each.size]
    return text + "".join(
        f" Our native search, outside the comparison, reaches {reach.reached(each)}." for each in native
    )


def _name(each: Reach) -> str:
    """The paradigm, and its solver where that has another name."""
    same = re.sub(r"\W", "", each.name).lower() == each.climb.solver
    return each.name if same else f"{each.name} ({each.climb.solver})"


def _standing(each: Standing) -> str:
    """Who wins a ladder, and by what; of an undecided one who is ahead of its nearest rival."""
    if not each.decided:
        return _ahead(each)
    by = {rule: [duel for duel in each.duels if duel.by == rule] for rule in (winners.REACH, winners.TIME)}
    said = [f"by reach over {listed([duel.second.name for duel in by[winners.REACH]])}"] if by[winners.REACH] else []
    said += [
        f"by time over {duel.second.name}, which takes {as_ratio(duel.ratio.value)} times as long "
        f"({as_ratio(duel.ratio.low)}–{as_ratio(duel.ratio.high)}) up to {words.short(each.ladder, duel.size)}"
        for duel in by[winners.TIME] if duel.ratio and duel.size
    ]  # fmt: skip
    return f"{opened(each.leader.name)} wins {words.name(each.ladder)}: {', and '.join(said)}."


def _ahead(each: Standing) -> str:
    """The leader of an undecided ladder, with its reach and that of the first rival that it does not clearly lead."""
    other = next((each.rival(duel) for duel in each.duels if not each.leads(duel)), None)
    if other is None:
        return ""
    own, its = ("none" if one.size is None else reach.reached(one) for one in (each.leader, other))
    ahead = f"{_name(each.leader)} is ahead of {_name(other)}"
    sizes = f"both reach {own}" if own == its else f"it reaches {own}, {other.name} {its}"
    return f"Too close to call on {words.name(each.ladder)}: {ahead}: {sizes}."


def _crossing(each: Crossing) -> str:
    """Where the leader changes."""
    size = each.size
    instance = words.instance(each.ladder, round(size.value))
    return (
        f"On {words.name(each.ladder)}, {each.before.name} is the fastest up to {instance} "
        f"({size.low:.0f}–{size.high:.0f}), and {each.after.name} beyond."
    )


def _predicted(found: Sequence[Prediction]) -> str:
    """How many predictions held."""
    said = []
    for (short, limit), part in groupby(
        sorted(found, key=lambda each: (each.short_s, each.climb.ladder.limit_s)),
        key=lambda each: (each.short_s, each.climb.ladder.limit_s),
    ):
        own = list(part)
        judged = [each for each in own if each.holds is not None]
        near = [each for each in own if each.close is not None]
        if judged:
            text = (
                f"From times within {short:g} seconds the reach in {limit:g} seconds is predicted by an interval that "
                f"holds in {sum(bool(each.holds) for each in judged)} of {count(len(judged), 'climb')}"
            )
            said.append(f"{text}, and within a size in {sum(bool(each.close) for each in near)} of {len(near)}.")
    return " ".join(said)


def _differing(found: dict[Ladder, list[Reach]]) -> str:
    """The climbs whose curve is not that of their times."""
    names = [f"{each.climb.configuration} on {words.name(each.climb.ladder)}"
             for group in found.values() for each in group if each.differs]  # fmt: skip
    if not names:
        return ""
    number = count(len(names), "climb")
    return f"The fitted reach is more than a size away from the observed one in {number}: {some(names)}."


def _faulty(found: Sequence[Climb]) -> str:
    """The runs that count as not solved because of a fault or a wrong answer."""
    faults = Counter(f"{climb.configuration} on {words.name(climb.ladder)}" for climb in found for _ in climb.faults)
    if not faults:
        return ""
    number = count(faults.total(), "run")
    verb = "counts" if faults.total() == 1 else "count"
    return f"{number} ended by a fault or with a wrong answer and {verb} as unsolved: {some(list(faults))}."


def _ladder_data(ladder: Ladder, group: Sequence[Reach], standing: Standing | None) -> dict[str, Any]:
    return {
        "family": ladder.family, "ladder": ladder.name, "goal": ladder.goal, "limit_s": ladder.limit_s,
        "kind": ladder.kind, "measure": words.measure(ladder),
        "leader": standing.leader.name if standing else None,
        "decided": bool(standing and standing.decided),
        "configurations": [
            {"configuration": each.climb.configuration, "paradigm": each.name, "ranked": each.climb.ranked,
             "best": each.best, "reach": each.size, "open": each.climb.open, "holes": each.climb.holes,
             "fitted": _plain(each.estimate) if each.estimate else None, "curve": each.fit.kind if each.fit else None,
             "differs": each.differs, "faults": each.climb.faults, "disturbed": each.climb.disturbed}
            for each in group
        ],
        "steps": [
            {"paradigm": each.paradigm, "ranked": each.ranked, "times": list(each.times), "sizes": list(each.sizes)}
            for each in over_time.steps(group)
        ],
    }  # fmt: skip


def _plain(estimate: Estimate) -> dict[str, float | None]:
    return {"value": _finite(estimate.value), "low": _finite(estimate.low), "high": _finite(estimate.high)}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
