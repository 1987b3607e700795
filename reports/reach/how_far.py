"""How far each paradigm gets on every ladder, beside the one that gets furthest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING

from tilings.models.formulation import NATIVE, paradigms_in_order
from tilings.reports.chapters.chapter import Chapter
from tilings.reports.english import count, listed, opened
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.axes import log_axis, name_rows, rows_down
from tilings.reports.plot.style import blank, colour, paradigm_legend
from tilings.reports.reach import words
from tilings.reports.reach.reach import Reach, best, observed, table
from tilings.reports.reach.winners import Standing
from tilings.runners.record.climbs import RecordedLadder
from tilings.runners.record.paired import AHEAD

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
    "Dot: the reach; line: up to the next size tried. Filled: a leader, and whom it is ahead of by pairs; hollow: "
    "equal, or undecided. Grey: the reference, our engines. Triangle: a share below 0.3, with its size."
)


def chapter(_: Results, found: Findings) -> Chapter:
    """The reach of every paradigm on every ladder; empty with fewer than two paradigms."""
    rows = sorted((each for each in found.standings if each.duels), key=_lead, reverse=True)
    if not rows:
        return Chapter("")
    share = median(1 / _lead(each)[1] for each in rows)
    title = f"How far? In the median of {count(len(rows), 'ladder')} the second reaches {share:.0%} of the largest size"
    return Chapter(title, [Drawing("", _figure(found.reaches, rows), _SENTENCE), table(found.reaches)], whole=True)


def _lead(each: Standing) -> tuple[bool, float]:
    """Whether a paradigm leads, and the largest reach divided by the second."""
    second, first = sorted(one.size or 0 for one in (each.leader, *each.rivals))[-2:]
    return each.leads, first / second if second else float("inf")


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
              [colour(each.leader.name) if each.leads else "#333333" for each in rows])  # fmt: skip
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
    filled = {duel.rival.name for duel in standing.duels if duel.verdict.decided == AHEAD}
    filled |= {standing.leader.name} if standing.leads else set()
    shares, far = [], []
    for each in own:
        height = row + _SPREAD * ((order.index(each.name) + 0.5) / len(order) - 0.5)
        shade, share = colour(each.name), (each.size or 0) / top
        if share < _LEAST:
            far.append(f"{each.name} {observed(each)}")
            axes.plot([0.008], [height], "<", transform=axes.get_yaxis_transform(), markersize=3.5, color=shade)
            continue
        if above := [rung.size for rung in each.climb.tried if rung.size > (each.size or 0)]:
            shares.append(min(above[0] / top, 2.0))
            axes.plot([share, shares[-1]], [height] * 2, color=shade, linewidth=3, alpha=0.35, solid_capstyle="butt",
                      zorder=2)  # fmt: skip
        fill = shade if each.name in filled else "white"
        axes.scatter([share], [height], s=15, color=fill, edgecolor=shade, linewidth=1, zorder=3)
        shares.append(share)
    lines = [", ".join(far[place : place + _IN_LINE]) for place in range(0, len(far), _IN_LINE)]
    axes.text(0.02, row, "\n".join(lines), transform=axes.get_yaxis_transform(), va="center", fontsize=7.5)
    for each in best(group, native=True):
        if not each.climb.ranked and each.size:
            axes.plot([each.size / top] * 2, [row - 0.4, row + 0.4], color=colour(NATIVE), linewidth=2, zorder=2)
            shares.append(each.size / top)
    return shares
