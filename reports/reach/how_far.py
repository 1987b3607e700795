"""How far each paradigm gets on every ladder, beside the one that gets furthest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilings.models.formulation import NATIVE, paradigms_in_order
from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.english import count, listed, opened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_axis, name_rows, rows_down
from tilings.reports.plot.style import blank, colour, paradigm_legend
from tilings.reports.reach import words
from tilings.reports.reach.reach import Reach, best, observed, reached, table
from tilings.reports.reach.winners import Standing
from tilings.runners.record.climbs import RecordedLadder

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 15
_ROW = 0.4  # inches of a ladder
_IN_LINE = 3  # names at the edge
_LEAST = 0.3  # smaller shares stand at the edge
_SPREAD = 0.8  # the part of a row over which the paradigms are spread
_SENTENCE = (
    "Dot: the reach; thick line: up to the next size tried; thin line: 95 % interval of the size at which the fitted "
    "times meet the limit. Hollow: too close to call. Grey: native search. Triangle: a share below 0.3, with its size."
)


def chapter(_: Results, found: Findings) -> Chapter:
    """The reach of every paradigm on every ladder; empty with fewer than two paradigms."""
    drawing = draw(found.reaches, found.standings)
    title = f"How far? {_title(found.standings)}"
    return Chapter(
        title, [Words(_said(found.standings)), drawing, table(found.reaches)] if drawing.figure else [], whole=True
    )


def _title(found: Sequence[Standing]) -> str:
    decided = sum(each.decided for each in found)
    return f"The leader is sure on {decided} of {count(len(found), 'ladder')}"


def _said(found: Sequence[Standing]) -> str:
    """The ladders without a sure leader, each with the two that get furthest."""
    said = []
    for each in (one for one in found if not one.decided and one.duels):
        first, second = sorted((each.leader, *each.rivals), key=_size, reverse=True)[:2]
        both = f"{first.name} {reached(first)}, {second.name} {reached(second)}"
        said.append(f"{words.name(each.ladder)} ({both})")
    if not said:
        return ""
    return f"Too close to call: {'; '.join(said)}. There the intervals overlap, and the times do not decide."


def _size(each: Reach) -> float:
    return each.size or 0


def draw(found: Mapping[RecordedLadder, Sequence[Reach]], standings: Sequence[Standing]) -> Drawing:
    """A row a ladder, the clearest lead first; a dot a paradigm."""
    rows = sorted((each for each in standings if each.duels), key=_lead, reverse=True)
    return Drawing("", _figure(found, rows), _SENTENCE) if rows else NOTHING


def _lead(each: Standing) -> tuple[bool, float]:
    sizes = sorted(map(_size, (each.leader, *each.rivals)), reverse=True)
    return each.decided, sizes[0] / sizes[1] if sizes[1] else float("inf")


def _figure(found: Mapping[RecordedLadder, Sequence[Reach]], rows: Sequence[Standing]) -> Figure:
    figure = blank(_ROW * len(rows) + 0.75)
    axes = figure.subplots()
    axes.axvline(1, color="#777777", linewidth=0.8, zorder=1)
    shares = [1.0]
    for row, standing in enumerate(rows):
        if row % 2:
            axes.axhspan(row - 0.5, row + 0.5, color="#f6f6f6", zorder=0)
        shares += _row(axes, row, standing, found[standing.ladder])
    log_axis(axes, "x", max(min(shares) / 1.1, _LEAST), max(shares) * 1.1)
    axes.set_xlabel("share of the largest reach on the ladder")
    name_rows(axes, [_name(each) for each in rows],
              [colour(each.leader.name) if each.decided else "#333333" for each in rows])  # fmt: skip
    rows_down(axes, len(rows), 0.5)
    axes.tick_params(axis="y", length=0)
    names = {each.name for standing in rows for each in best(found[standing.ladder], native=True)}
    paradigm_legend(figure, names)
    return figure


def _name(each: Standing) -> str:
    alike = {rival.name for rival in each.rivals if rival.size == each.leader.size}
    names = listed([each.leader.name, *sorted(alike)])
    return f"{opened(words.name(each.ladder))}\n{names} {observed(each.leader)}"


def _row(axes: Axes, row: int, standing: Standing, group: Sequence[Reach]) -> list[float]:
    """The dots of a ladder; returns the shares drawn."""
    own = [each for each in best(group) if each.size]
    top = max(each.size or 0 for each in own)
    order = paradigms_in_order(each.name for each in own)
    sure = {id(standing.rival(duel)) for duel in standing.duels if standing.leads(duel)}
    sure |= {id(standing.leader)} if standing.decided else set()
    shares, far = [], []
    for each in own:
        height = row + _SPREAD * ((order.index(each.name) + 0.5) / len(order) - 0.5)
        shade, share = colour(each.name), (each.size or 0) / top
        if share < _LEAST:
            far.append(f"{each.name} {observed(each)}")
            axes.plot([0.008], [height], "<", transform=axes.get_yaxis_transform(), markersize=3.5, color=shade)
            continue
        if each.estimate:
            high = min(each.estimate.high / top, 2.0)
            low = max(each.estimate.low / top, _LEAST)
            axes.plot([low, high], [height] * 2, color=shade, linewidth=1, zorder=2)
            shares += [low, high]
        if above := [rung.size for rung in each.climb.tried if rung.size > (each.size or 0)]:
            axes.plot([share, min(above[0] / top, 2.0)], [height] * 2, color=shade, linewidth=3, alpha=0.35,
                      solid_capstyle="butt", zorder=2)  # fmt: skip
        fill = shade if id(each) in sure else "white"
        axes.scatter([share], [height], s=15, color=fill, edgecolor=shade, linewidth=1, zorder=3)
        shares.append(share)
    lines = [", ".join(far[place : place + _IN_LINE]) for place in range(0, len(far), _IN_LINE)]
    axes.text(0.02, row, "\n".join(lines), transform=axes.get_yaxis_transform(), va="center", fontsize=7.5)
    for each in best(group, native=True):
        if not each.climb.ranked and each.size:
            axes.plot([each.size / top] * 2, [row - 0.4, row + 0.4], color=colour(NATIVE), linewidth=2, zorder=2)
            shares.append(each.size / top)
    return shares
