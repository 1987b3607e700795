"""The first page of a report on climbed ladders: the finding, the table of reach, and boards as large as each leader's.

Every sentence is made from the results that `reports.reach.findings` also gives as data.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilings.models import registry
from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Block, Boards
from tilings.reports.data.campaign import Results, stored
from tilings.reports.english import as_ratio, count, listed, opened, seconds
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.line_labels import SMALLEST
from tilings.reports.reach import overview, winners, words
from tilings.reports.reach.reach import Reach, best, reached
from tilings.reports.reach.winners import Duel, Standing
from tilings.runners.record.climbs import RecordedLadder
from tilings.runners.record.paired import EQUAL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tilings.reports.reach.findings import Findings

SENTENCES = 5  # of the findings, the title among them
_BOARD_WIDTH = 2.1  # inches of one of three boards


def title(found: Sequence[Standing]) -> str:
    """Which paradigm leads on how many ladders."""
    won, equal = winners.won(found), sum(each.equal for each in found)
    if not found:
        return ""
    if len(found) == 1:
        (one,) = found
        return f"{opened(one.words) if won or equal else 'No leader is decided'} on {words.name(one.ladder)}"
    ladders = count(len(found), "kind of puzzle", "kinds of puzzle")
    alike: dict[int, list[str]] = {}
    for name in paradigms_in_order(won):
        alike.setdefault(won[name], []).append(name)
    parts = [
        (listed(names), f"on {number}", " each" * (len(names) > 1)) for number, names in sorted(alike.items())[::-1]
    ]
    if parts:
        (names, place, each), *rest = parts
        first = f"{names} {'lead' if each else 'leads'} {place} of {ladders}{each}"
        text = opened(", ".join([first, *(f"{own} {at}{apiece}" for own, at, apiece in rest)]))
    else:
        text = f"No paradigm leads on any of {ladders}"
    text += f"; on {equal} the best are equal" if equal else ""
    open_ = len(found) - won.total() - equal
    return f"{text}; {open_} {'is' if open_ == 1 else 'are'} undecided" if open_ else text


def rule(found: Mapping[RecordedLadder, Sequence[Reach]], standings: Sequence[Standing], imported: bool) -> str:
    """How it is decided who leads."""
    if not any(duel.pairs for each in standings for duel in each.duels):
        return ""
    spared = any(len(each.deciding) < len(each.duels) for each in standings)
    exception = " One that got less far than a beaten rival needs no pairs." if spared else ""
    if imported:
        return (
            f"The one that gets furthest within {words.limits(found)} seconds leads if it then beats every other on "
            f"instances that were kept apart, in pairs of runs.{exception}"
        )
    return (
        f"On each kind of puzzle all solvers climb from small to large, with models of this project, one thread and "
        f"{words.limits(found)} seconds a run; the one that gets furthest leads if it then beats the best of "
        f"every other paradigm on new instances, in pairs of runs.{exception}"
    )


def matters(found: Mapping[RecordedLadder, Sequence[Reach]]) -> str:
    """The ladders on which the reaches of the paradigms are furthest apart, and nearest."""
    apart = []
    for ladder, group in found.items():
        own = [each for each in best(group) if each.size]
        if len(own) > 1:
            top = [each for each in own if each.size == own[0].size]
            apart.append(((own[0].size or 0) / (own[-1].size or 1), ladder, top, own[-1]))
    if len({words.name(ladder) for _, ladder, *_ in apart}) < 2:
        return ""  # nothing to compare with
    far, near = max(apart, key=lambda each: each[0]), min(apart, key=lambda each: each[0])
    return f"In size, the choice of paradigm matters most on {_between(*far[1:])} and least on {_between(*near[1:])}."


def _between(ladder: RecordedLadder, top: Sequence[Reach], low: Reach) -> str:
    names = listed([each.name for each in top])
    verb = "reaches" if len(top) == 1 else "reach"
    least = f", {low.name} {reached(low)}" if low not in top else ""
    return f"{words.name(ladder)} ({names} {verb} {reached(top[0])}{least})"


def reference(found: Mapping[RecordedLadder, Sequence[Reach]]) -> str:
    """The reference, and on how many ladders it gets further than every paradigm; the first one of these."""
    further, every = [], 0
    for ladder in words.in_turn(found):
        own = next((each for each in best(found[ladder], native=True) if not each.climb.ranked and each.size), None)
        if own is not None:
            every += 1
            ranked = best(found[ladder])
            if not ranked or (own.size or 0) > (ranked[0].size or 0):
                further.append(own)
    if not every:
        return ""
    text = "The reference, this project's own solver `dlx`, is outside the comparison"
    if not further:
        return f"{text}; on none of {count(every, 'kind of puzzle', 'kinds of puzzle')} does it get further."
    first = further[0]
    return (
        f"{text}; it gets further than every paradigm on {len(further)} of "
        f"{count(every, 'kind of puzzle', 'kinds of puzzle')}: on {words.name(first.climb.ladder)}, "
        f"`{first.climb.configuration}` reaches {reached(first)}."
    )


def leads(found: Sequence[Standing]) -> str:
    """Who leads or is equal on which ladders, by the pairs with the nearest rival. Of one ladder the title says it."""
    said: dict[str, list[str]] = {}
    for each in (one for one in found if one.leads or one.equal):
        near = overview.nearest(each)
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
            return Drawing(run.instance, _legible(draw.figure(instance, solution, bare=True)), caption)
    return None


def _legible(board: Figure) -> Figure:
    """The board without the labels that would be too small to read beside two others on a page."""
    from matplotlib.text import Text

    scale = min(1.0, _BOARD_WIDTH / board.get_figwidth())
    for text in board.findobj(Text):
        text.set_visible(scale * float(text.get_fontsize()) >= SMALLEST)
    return board


def opening(results: Results, found: Findings) -> list[Block]:
    """The table of reach, and below it the boards, as high as the page has room for."""
    return [overview.table(found), Boards(boards(results, found.standings), height=0)]
