"""Whether the short rounds of a campaign predicted the long ones: its predictions, drawn and by round."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Block, Chapter, Heading, Table, Words
from tilings.reports.english import as_ratio, count, listed, opened
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.axes import log_axis, name_rows, rows_down
from tilings.reports.plot.style import blank, colour, label
from tilings.reports.reach import words
from tilings.reports.reach.predicted import Judged, by_round
from tilings.reports.reach.reach import interval, middle
from tilings.runners.record.climbs import RecordedLadder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 70
_LEAST, _MOST = 0.4, 3.0  # of a prediction by what was seen, as drawn
_ROW, _SPREAD = 0.42, 0.7  # inches of a paradigm, and the part of them over which its climbs are spread
_NAMED = 3  # paradigms in a cell
_SAID = (
    "Before the first run of a climb in a later round, a curve was fitted to its runs under the shorter limits, and "
    "the reach that it expects was written down. A prediction holds if its interval overlaps the interval from "
    "the reach that came to the next size tried."
)
_SENTENCE = (
    "Dot: the reach predicted for a climb; line: its interval; filled: it held. At the edge, named: beyond the "
    "axis, ∞ where the curve never meets the limit."
)


def chapter(_: Results, found: Findings) -> Chapter:
    """The predictions, drawn, by round and each in a table beside the document; empty without any."""
    made = found.predictions
    own = [each for each in made if each.holds is not None]
    if not own:
        return Chapter("")
    held = sum(bool(each.holds) for each in own)
    title = f"Did the short rounds predict the long ones? {held} of {count(len(own), 'interval')} held, of 95 % meant"
    drawn = Drawing("", _figure(own), _SENTENCE)
    by_limit: list[Block] = [
        Heading("Does a shorter limit name the same paradigms?"),
        Words(unchanged(found)),
        leaders(found),
    ]
    return Chapter(title, [Words(_SAID), drawn, rounds(made), table(made), *by_limit], whole=True)


def unchanged(found: Findings) -> str:
    """On how many ladders the same paradigms get furthest under the limits of earlier rounds; empty without rounds."""
    same: dict[float, list[bool]] = {}
    for ladder, own in _by_limit(found).items():
        for limit in own.keys() - {ladder.limit_s}:
            same.setdefault(limit, []).append(own[limit].paradigms == own[ladder.limit_s].paradigms)
    said = [f"within {limit:g} s on {sum(same[limit])} of {len(same[limit])}" for limit in sorted(same)]
    whole = "The paradigms that get furthest within the whole limit already do so"
    return f"{whole} {listed(said)} kinds of puzzle." if said else ""


def leaders(found: Findings) -> Table:
    """The paradigms that get furthest on each ladder, a row, within the limit of each round, a column.

    A cell is bold if other paradigms get furthest in the ladder's last round.
    """
    held = _by_limit(found)
    limits = sorted({limit for own in held.values() for limit in own})
    rows, bold = [], []
    for row, ladder in enumerate(words.in_turn(held)):
        own = held[ladder]
        rows.append([opened(words.name(ladder)), *(own[limit].words if limit in own else "" for limit in limits)])
        last = own[ladder.limit_s].paradigms
        bold += [(row, at) for at, limit in enumerate(limits, 1) if limit in own and own[limit].paradigms != last]
    caption = (
        "Who gets furthest within each limit, and how far, before the pairs of runs decide; bold: not the same as "
        "within the whole limit. –: no paradigm solves any size."
    )
    return Table(["kind of puzzle", *(f"{limit:g} s" for limit in limits)], rows, caption, "leaders-by-limit",
                 bold=bold, beside=False)  # fmt: skip


class _Furthest(NamedTuple):
    """The paradigms of the largest reach on a ladder, and that reach."""

    ladder: RecordedLadder
    paradigms: frozenset[str]
    size: float

    @property
    def words(self) -> str:
        names = [label(name) for name in paradigms_in_order(self.paradigms)]
        text = ", ".join(names) if len(names) <= _NAMED else f"{len(names)} paradigms"
        return f"{text}: {words.sized(self.ladder, self.size)}" if names else "–"


def _by_limit(found: Findings) -> dict[RecordedLadder, dict[float, _Furthest]]:
    """Who gets furthest on each ladder within the limit of each round; without ladders that nobody solves."""
    limits = {limit for each in found.predictions for limit in (each.made.from_limit_s, each.made.limit_s)}
    held: dict[RecordedLadder, dict[float, _Furthest]] = {}
    for ladder, every in found.steps.items():
        lines = [line for line in every if line.ranked]
        for limit in {each for each in limits if each <= ladder.limit_s} if lines else ():
            sizes = {line.paradigm: line.at(limit) for line in lines}
            top = max(sizes.values())
            first = frozenset(name for name, size in sizes.items() if size == top and top)
            held.setdefault(ladder, {})[limit] = _Furthest(ladder, first, top)
    return {ladder: own for ladder, own in held.items() if ladder.limit_s in own}


def rounds(found: Sequence[Judged]) -> Table:
    """A row a round: how many predictions were made, how many of them were judged and held, and how they failed."""
    rows = []
    for (short, limit), group in by_round(found):
        own = [each for each in group if each.holds is not None]
        failed = [each for each in own if not each.holds]
        high = sum(each.made.low > each.seen[1] for each in failed)
        width = median(_width(each) for each in own) if own else math.inf
        close, same = sum(bool(each.close) for each in own), sum(bool(each.same) for each in own)
        endless = sum(math.isinf(each.made.high) for each in own)
        numbers = (len(group), len(own), len(own) - len(failed), high, len(failed) - high, close, same, endless)
        cells = [*map(str, numbers), as_ratio(width) if math.isfinite(width) else "–"]
        rows.append([f"{short:g} s", f"{limit:g} s", *cells])
    caption = (
        "Predictions by round. judged: the climb has an end; held, or the whole interval too high or too low; within a "
        "size: of those judged, the reach predicted is at most a size outside the interval seen; same: the size held "
        "before is that close; no upper end: of the judged intervals, which cannot be too low; width: the median of an "
        "interval's upper end by its lower one."
    )
    header = ["from", "to", "predicted", "judged", "held", "too high", "too low", "within a size", "same",
              "no upper end", "width"]  # fmt: skip
    return Table(header, rows, caption, "predictions-by-round", left=2)


def _figure(found: Sequence[Judged]) -> Figure:
    """A row a paradigm, in it a dot a climb: its prediction by its reach; of equal ones one stands above the other."""
    own = [each for each in found if each.seen[0]]
    order = paradigms_in_order(each.climb.paradigm for each in own)
    figure = blank(_ROW * len(order) + 0.6)
    axes = figure.subplots()
    axes.axvline(1, color="#777777", linewidth=0.8, zorder=1)
    for row, name in enumerate(order):
        group = sorted((each for each in own if each.climb.paradigm == name), key=lambda each: each.climb.ladder)
        outside: dict[float, list[str]] = {}
        for place, each in enumerate(group):
            height = row + _SPREAD * ((place + 0.5) / len(group) - 0.5)
            ratio = each.made.reach / each.seen[0]
            drawn = min(max(ratio, _LEAST), _MOST)
            fill = colour(name) if each.holds else "white"
            ends = [min(max(end / each.seen[0], _LEAST), _MOST) for end in (each.made.low, each.made.high)]
            axes.plot(ends, [height] * 2, color=colour(name), linewidth=0.7, zorder=2)
            axes.scatter([drawn], [height], s=13, color=fill, edgecolor=colour(name), linewidth=0.9, zorder=3,
                         clip_on=False)  # fmt: skip
            if drawn != ratio:
                text = f"{words.title(each.climb.ladder)}: {'∞' if math.isinf(ratio) else as_ratio(ratio)}"
                outside.setdefault(drawn, []).append(text)
        for edge, texts in outside.items():
            side = -1 if edge == _MOST else 1
            text = "\n".join(dict.fromkeys(texts))
            axes.annotate(text, (edge, row), (6 * side, 0), textcoords="offset points", va="center",
                          ha="right" if side < 0 else "left", fontsize=7.5, color=colour(name),
                          bbox={"facecolor": "white", "linewidth": 0, "pad": 0.5})  # fmt: skip
    log_axis(axes, "x", _LEAST, _MOST)
    name_rows(axes, list(map(label, order)), map(colour, order))
    rows_down(axes, len(order))
    axes.set_xlabel("predicted reach divided by the reach seen (log)")
    return figure


def table(found: Iterable[Judged]) -> Table:
    """A row a prediction."""
    rows = [
        [each.climb.ladder.where, each.climb.configuration, f"{each.made.from_limit_s:g} s", f"{each.made.limit_s:g} s",
         middle(each.made.estimate), interval(each.made.estimate), _seen(each), _said(each.holds), _said(each.close)]
        for each in found
    ]  # fmt: skip
    caption = "Each prediction and the reach seen. close: within a size of it; open: no larger size was tried."
    header = ["ladder", "configuration", "from", "to", "predicted", "interval", "reach", "holds", "close"]
    return Table(header, rows, caption, "predictions", left=2, beside=True)


def _width(each: Judged) -> float:
    return each.made.high / each.made.low if 0 < each.made.low < math.inf else math.inf


def _seen(each: Judged) -> str:
    low, high = each.seen
    return f"≥ {low:g}" if math.isinf(high) else f"{low:g}, not {high:g}"


def _said(value: bool | None) -> str:
    return "open" if value is None else "yes" if value else "no"
