"""The findings in plain English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING

from tilings.reports.english import count, listed, opened, some
from tilings.reports.reach import (
    finals,
    front,
    models,
    over_time,
    predicted,
    prediction,
    presets,
    reach,
    solver_by_model,
    words,
)
from tilings.reports.reach.reach import Reach, best, named
from tilings.runners.record.paired import AHEAD

if TYPE_CHECKING:
    from tilings.reports.reach.crossings import Crossing
    from tilings.reports.reach.findings import Findings
    from tilings.reports.reach.winners import Standing
    from tilings.runners.record.climbs import Climb, RecordedLadder


def sentences(found: Findings) -> list[str]:
    """All sentences, the most general first."""
    return list(_said(found))


def opening(found: Findings) -> list[str]:
    """The sentences that open the report and the page."""
    return list(islice(_said(found), front.SENTENCES))


def _said(found: Findings) -> Iterator[str]:
    """The sentences one after another: the later ones need the curves and campaigns that the opening does not."""
    made: tuple[Callable[[], Iterable[str]], ...] = (
        lambda: found.said, lambda: _first(found),
        lambda: map(_standing, found.standings), lambda: map(_crossing, found.crossings),
        lambda: [presets.sentence(found.under_presets)], lambda: [models.sentence(found.crossed)],
        lambda: [predicted.sentence(found.predictions)], lambda: [prediction.unchanged(found)],
        lambda: [_differing(found.reaches)], lambda: [_faulty(found.climbs)],
        lambda: solver_by_model.sentences(found.tasks),
    )  # fmt: skip
    return (sentence for make in made for sentence in make() if sentence)


def _first(found: Findings) -> list[str]:
    """The title, how leaders are decided, the choice, the time, the reference; then the leaders and the ladders."""
    title = front.title(found.standings)
    verdicts = {each.ladder: each.words for each in found.standings if each.duels and not each.leads}
    ladders = words.in_turn(found.reaches)
    front_page = [
        title and f"{title}.", front.rule(found.reaches, found.standings, found.imported),
        front.matters(found.reaches), over_time.tenfold(found.steps),
        front.reference(found.reaches), front.leads(found.standings),
    ]  # fmt: skip
    return [*front_page, *(_ladder(each, found.reaches[each], verdicts.get(each, "")) for each in ladders)]


def _ladder(ladder: RecordedLadder, group: Sequence[Reach], verdict: str) -> str:
    """How far each paradigm gets on a ladder, and the reference after these. verdict: empty where one leads."""
    own = sorted(best(group), key=lambda each: each.size is None)
    if not own or own[0].size is None:
        return ""
    first, *rest = own
    said = [f"{named(first)} {words.task(ladder, first.size or 0, first.climb.open)}"]
    for (size, least), part in groupby(rest, key=lambda each: (each.size, each.climb.open)):
        names = listed([named(each) for each in part])
        said.append(f"{names} {'none' if size is None else words.short(ladder, size, least)}")
    call = f" ({verdict})" if verdict else ""
    text = f"{opened(words.name(ladder))}{call}: in {ladder.limit_s:g} seconds {', '.join(said)}."
    native = [each for each in best(group, native=True) if not each.climb.ranked and each.size]
    return text + "".join(
        f" The reference, {each.climb.configuration}, outside the comparison, reaches {reach.reached(each)}."
        for each in native
    )


def _standing(each: Standing) -> str:
    """Who leads a ladder, by its pairs with each rival; of another ladder the pairs with those that it is not ahead of.

    Empty where nothing is decided and there are no pairs.
    """
    own = each.duels if each.leads else [duel for duel in each.deciding if duel.verdict.decided != AHEAD]
    if not (each.leads or any(duel.pairs for duel in own)):
        return ""
    where = words.name(each.ladder)
    decided = each.leads or each.equal
    verdict = f"{opened(each.words)} on {where}" if decided else f"Whether {each.leader.name} leads on {where} is open"
    return f"{verdict}: {'; '.join(map(finals.score, own))}."


def _crossing(each: Crossing) -> str:
    """Where the leader changes."""
    size = each.size
    instance = words.instance(each.ladder, round(size.value))
    return (
        f"On {words.name(each.ladder)}, {each.before.name} is the fastest up to {instance} "
        f"({size.low:.0f}–{size.high:.0f}), and {each.after.name} beyond."
    )


def _differing(found: dict[RecordedLadder, list[Reach]]) -> str:
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
