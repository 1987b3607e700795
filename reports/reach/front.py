"""The first page of a report on climbed ladders: the finding, reach over time, and boards as large as each leader's.

Every sentence is made from the results that `reports.reach.findings` also gives as data.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import median

from tilings.models import registry
from tilings.reports.chapters.chapter import Block, Boards
from tilings.reports.data.campaign import Results, stored
from tilings.reports.english import as_ratio, count, listed, opened, seconds
from tilings.reports.figures.drawing import Drawing
from tilings.reports.reach import over_time, winners, words
from tilings.reports.reach.reach import Reach, best, reached
from tilings.reports.reach.winners import Duel, Standing
from tilings.runners.record.climbs import RecordedLadder
from tilings.runners.record.paired import EQUAL

SENTENCES = 4  # of the findings, the title among them
TENFOLD = 10
FEW = 3  # climbs: fewer have no median


def title(found: Sequence[Standing]) -> str:
    """Which paradigm leads on how many ladders."""
    won, equal = winners.won(found), sum(each.equal for each in found)
    if not found:
        return ""
    if len(found) == 1:
        (one,) = found
        return f"{opened(one.words) if won or equal else 'No leader is decided'} on {words.name(one.ladder)}"
    ladders = count(len(found), "kind of puzzle", "kinds of puzzle")
    (first, most), *rest = won.most_common() or [("no paradigm", 0)]
    text = listed([f"{opened(first)} leads on {most or 'any'} of {ladders}", *(f"{name} on {n}" for name, n in rest)])
    text += f"; on {equal} the best are equal" if equal else ""
    open_ = len(found) - won.total() - equal
    return f"{text}; {open_} {'is' if open_ == 1 else 'are'} undecided" if open_ else text


def matters(found: Mapping[RecordedLadder, Sequence[Reach]]) -> str:
    """The ladders on which the reaches of the paradigms are furthest apart, and nearest."""
    apart = []
    for ladder, group in found.items():
        own = [each for each in best(group) if each.size]
        if len(own) > 1:
            apart.append(((own[0].size or 0) / (own[-1].size or 1), ladder, own[0], own[-1]))
    if not apart:
        return ""
    far, near = max(apart, key=lambda each: each[0]), min(apart, key=lambda each: each[0])
    text = f"The choice of the paradigm matters most on {_between(*far[1:])}"
    same = words.name(near[1]) == words.name(far[1])
    return f"{text}." if same else f"{text}, and least on {_between(*near[1:])}."


def _between(ladder: RecordedLadder, top: Reach, low: Reach) -> str:
    return f"{words.name(ladder)} ({top.name} reaches {reached(top)}, {low.name} {reached(low)})"


def leads(found: Sequence[Standing]) -> str:
    """Who leads or is equal on which ladders, by the pairs with the nearest rival. Of one ladder the title says it."""
    said: dict[str, list[str]] = {}
    for each in (one for one in found if one.leads or one.equal):
        own = [duel for duel in each.duels if duel.pairs and duel.verdict.decided == each.decided]
        near = min(own, key=lambda duel: duel.verdict.median_ratio, default=None)
        margin = f" ({_margin(near)})" if near else ""
        said.setdefault(each.words, []).append(f"{words.name(each.ladder)}{margin}")
    parts = [f"{who} on {listed(ladders)}" for who, ladders in said.items()]
    return f"{opened('; '.join(parts))}." if parts and len(found) > 1 else ""


def _margin(duel: Duel) -> str:
    """The part of the pairs that the leader won, and how much faster it was where that is a number."""
    ratio = duel.verdict.median_ratio
    if duel.verdict.decided == EQUAL:
        return f"{count(duel.pairs, 'pair')} with {duel.rival.name}"
    text = f"{duel.verdict.wins} of {count(duel.pairs, 'pair')} won over {duel.rival.name}"
    return text if math.isinf(ratio) else f"{text}, {as_ratio(ratio)} times as fast"


def gains(found: Mapping[RecordedLadder, Sequence[Reach]]) -> list[float]:
    """By which part the reach of each paradigm on each ladder is larger at the limit than at a tenth of it."""
    return [
        each.size / early - 1
        for ladder, group in found.items()
        for each in best(group)
        if each.size and (early := each.climb.within(ladder.limit_s / TENFOLD).reach)
    ]


def tenfold(found: Mapping[RecordedLadder, Sequence[Reach]]) -> str:
    """How much further ten times the time gets, in each ladder's own limit."""
    growth = gains(found)
    if len(growth) < FEW:
        return ""
    limit, *others = {ladder.limit_s for ladder in found}
    times = "the limit instead of a tenth of it" if others else f"{limit:g} s instead of {limit / TENFOLD:g} s"
    share = f"{median(growth):.0%}"
    gain = "no larger sizes in the median" if share == "0%" else f"sizes that are a median of {share} larger"
    pairs = f"{count(len(growth), 'pair')} of a paradigm and a kind of puzzle"
    return f"Ten times the time, {times}, lets a paradigm solve {gain} ({pairs})."


def picture(found: Mapping[RecordedLadder, Sequence[Reach]], standings: Sequence[Standing] = ()) -> Drawing:
    """Reach over time on the first ladder, those with a leader, and the first ones of each family."""
    first, *others = words.in_turn(found)
    led = [each.ladder for each in standings if each.leads]
    chosen = list(dict.fromkeys([first, *led, *others]))[: over_time.PANELS]
    return over_time.draw({ladder: group for ladder, group in found.items() if ladder in chosen})


def boards(results: Results, found: Sequence[Standing]) -> list[Drawing]:
    """For each family whose large pictures are legible the largest board that the leader of its first ladder solved."""
    drawn: dict[str, Drawing] = {}
    for standing in found:
        family = standing.ladder.family
        if family not in drawn and (board := _board(results, standing.leader)) is not None:
            drawn[family] = board
    return list(drawn.values())


def _board(results: Results, leader: Reach) -> Drawing | None:
    """The board of the first run at the leader's reach that stored one."""
    ladder = leader.climb.ladder
    if ladder.family not in registry.families() or not registry.legible_if_large(ladder.family):
        return None
    draw = registry.drawing(ladder.family)
    rung = leader.climb.rung(leader.size or 0)
    for case in rung.cases if rung else ():
        run = case.run
        if case.solved and (solution := stored(results, run)) is not None:
            _, instance = results.instances[run.family, run.instance]
            size = words.short(ladder, leader.size or 0).removeprefix("the ")
            caption = f"{opened(words.title(ladder))}, {size}: {leader.name} ({run.solver}) in {seconds(case.time_s)} s"
            return Drawing(run.instance, draw.figure(instance, solution, bare=True), caption)
    return None


def opening(
    results: Results, found: Mapping[RecordedLadder, Sequence[Reach]], standings: Sequence[Standing]
) -> list[Block]:
    """The picture over the full width, and below it the boards, as high as the page has room for."""
    return [picture(found, standings), Boards(boards(results, standings), height=0)]
