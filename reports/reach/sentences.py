"""The findings in plain English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING

from tilings.reports.english import as_ratio, count, listed, opened, some
from tilings.reports.reach import front, models, presets, reach, solver_by_model, winners, words
from tilings.reports.reach.prediction import Prediction, predictions
from tilings.reports.reach.reach import Reach, best

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
        lambda: [_predicted(predictions(found.reaches))], lambda: [_differing(found.reaches)],
        lambda: [_faulty(found.climbs)], lambda: solver_by_model.sentences(found.tasks),
    )  # fmt: skip
    return (sentence for make in made for sentence in make() if sentence)


def _first(found: Findings) -> list[str]:
    """The title, the leaders, the first ladder, the time, the choice, and the other ladders."""
    title = front.title(found.standings)
    open_ = {each.ladder for each in found.standings if not each.decided and each.duels}
    ladders = words.in_turn(found.reaches)
    first, *rest = [_ladder(ladder, found.reaches[ladder], ladder in open_) for ladder in ladders] or [""]
    front_page = [title and f"{title}.", front.leads(found.standings), first, front.tenfold(found.reaches)]
    return [*front_page, front.matters(found.reaches), *rest]


def _ladder(ladder: RecordedLadder, group: Sequence[Reach], open_: bool) -> str:
    """How far each paradigm gets on a ladder, and native searches after these. open_: no leader is sure."""
    own = sorted(best(group), key=lambda each: each.size is None)
    if not own or own[0].size is None:
        return ""
    first, *rest = own
    said = [f"{_name(first)} {words.task(ladder, first.size or 0, first.climb.open)}"]
    for (size, least), part in groupby(rest, key=lambda each: (each.size, each.climb.open)):
        names = listed([_name(each) for each in part])
        said.append(f"{names} {'none' if size is None else words.short(ladder, size, least)}")
    call = " (too close to call)" if open_ else ""
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
            close = sum(bool(each.close) for each in near)
            said.append(f"{text}, and within a size in {close} of {len(near)}." if near else f"{text}.")
    return " ".join(said)


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
