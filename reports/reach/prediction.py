"""Predictions of the reach at the limit from times within a tenth of it, and how many of them held.

Curves are fitted to a climb as if the limit had been the shorter one: longer times are censored there. Their reach at
the full limit, with its interval, is the prediction. It is compared with the climb. What that shows is an interval,
too: its reach lies between the largest size held and the next one tried. A prediction *holds* if both overlap; it is
*close* if the predicted reach is no more than a rung away from that interval.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Chapter, Table, Words
from tilings.reports.english import as_ratio, count
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.axes import log_axis, name_rows, rows_down
from tilings.reports.plot.style import blank, colour
from tilings.reports.reach.curves import fit
from tilings.reports.reach.reach import Reach, best, interval, middle
from tilings.reports.scores import Estimate
from tilings.runners.record.climbs import Climb, RecordedLadder, sizes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 70
EARLY = 10  # a reach is predicted from the times within this part of the limit
_LEAST, _MOST = 0.4, 3.0  # of a prediction by what was seen, as drawn
_ROW, _SPREAD = 0.42, 0.7  # inches of a paradigm, and the part of them over which its climbs are spread
_SENTENCE = "A dot is a climb of a paradigm's best solver and model on a ladder. Filled: right within a size."


@dataclass(frozen=True)
class Prediction:
    """A reach predicted from the times within a shorter limit, and the reach under the longer one.

    climb: the climb under the longer limit.
    short_s: the shorter limit.
    predicted: the predicted reach under the longer limit.
    seen: the sizes between which the reach under the longer limit lies.
    holds: whether the interval of the prediction overlaps `seen`.
    close: whether the prediction is right within a size.

    Both can be None if the climb has no end under the longer limit: a prediction beyond its last rung is not judged.
    """

    climb: Climb
    short_s: float
    predicted: Estimate
    seen: tuple[float, float]
    holds: bool | None
    close: bool | None


def predictions(found: Mapping[RecordedLadder, Sequence[Reach]]) -> list[Prediction]:
    """A prediction for each paradigm's best climb on each ladder, from the times within the limit divided by EARLY.

    A climb that solves nothing in that time has no prediction.
    """
    made = []
    for ladder, group in sorted(found.items(), key=lambda item: item[0].limit_s):
        own, short_s = [each.climb for each in best(group)], ladder.limit_s / EARLY
        for climb in own:
            early = climb.within(short_s)
            if early.reach is not None and (curves := fit(early)) is not None:
                made.append(_judged(climb, short_s, curves.reach(ladder.limit_s), sizes(own)))
    return made


def chapter(_: Results, found: Findings) -> Chapter:
    """The predictions, drawn and as a table beside the document; empty without any."""
    made = predictions(found.reaches)
    judged = [each for each in made if each.holds is not None]
    if not judged:
        return Chapter("")
    first = judged[0]
    title = (
        f"Do the first {first.short_s:g} s predict the reach in {first.climb.ladder.limit_s:g} s? Within a size in "
        f"{sum(bool(each.close) for each in judged)} of {count(len(judged), 'climb')}"
    )
    return Chapter(title, [Words(said(judged)), Drawing("", _figure(judged), _SENTENCE), table(made)], whole=True)


def said(judged: Sequence[Prediction]) -> str:
    """How often predictions are too high or too low, and how wide they are."""
    short, limit = judged[0].short_s, judged[0].climb.ladder.limit_s
    high = sum(each.predicted.value > each.seen[1] for each in judged)
    low = sum(each.predicted.value < each.seen[0] for each in judged)
    holds, width = sum(bool(each.holds) for each in judged), median(_width(each) for each in judged)
    text = (
        f"The curves were fitted to the runs up to {short:g} s alone, and predict the reach in {limit:g} s. "
        f"{count(high, 'prediction')} {'is' if high == 1 else 'are'} too high and {low} too low. The interval of "
        f"the prediction overlaps the interval from the reach to the next size in {holds}"
    )
    if not math.isfinite(width):
        return f"{text}."
    return f"{text}; in the median its upper end is {as_ratio(width)} times its lower one."


def _figure(found: Sequence[Prediction]) -> Figure:
    """A row a paradigm, in it a dot a climb: its prediction by its reach; of equal ones one stands above the other."""
    own = [each for each in found if each.seen[0]]
    order = paradigms_in_order(each.climb.paradigm for each in own)
    figure = blank(_ROW * len(order) + 0.6)
    axes = figure.subplots()
    axes.axvline(1, color="#777777", linewidth=0.8, zorder=1)
    for row, name in enumerate(order):
        group = sorted((each for each in own if each.climb.paradigm == name), key=lambda each: each.climb.ladder)
        ratios = [min(each.predicted.value / each.seen[0], _MOST) for each in group]
        heights = [row + _SPREAD * ((place + 0.5) / len(group) - 0.5) for place in range(len(group))]
        fills = [colour(name) if each.close else "white" for each in group]
        axes.scatter(ratios, heights, s=13, c=fills, edgecolor=colour(name), linewidth=0.9, zorder=3)
    log_axis(axes, "x", _LEAST, _MOST)
    name_rows(axes, order, map(colour, order))
    rows_down(axes, len(order))
    axes.set_xlabel("predicted reach divided by the reach seen (log)")
    return figure


def table(found: Iterable[Prediction]) -> Table:
    """A row a prediction."""
    rows = [
        [each.climb.ladder.where, each.climb.configuration, f"{each.short_s:g} s", f"{each.climb.ladder.limit_s:g} s",
         middle(each.predicted), interval(each.predicted), _seen(each), _said(each.holds), _said(each.close)]
        for each in found
    ]  # fmt: skip
    caption = "Each prediction and the reach seen. close: within a size of it; open: no larger size was tried."
    header = ["ladder", "configuration", "from", "to", "predicted", "interval", "reach", "holds", "close"]
    return Table(header, rows, caption, "predictions", left=2, beside=True)


def _width(each: Prediction) -> float:
    return each.predicted.high / each.predicted.low if each.predicted.low > 0 else math.inf


def _judged(climb: Climb, short_s: float, predicted: Estimate, among: list[float]) -> Prediction:
    low = climb.reach or 0.0
    tried = [rung.size for rung in climb.tried if rung.size > low]
    high = math.inf if climb.open else tried[0]
    if math.isinf(high) and predicted.value > low:
        holds = None if predicted.low > low else True
        return Prediction(climb, short_s, predicted, (low, high), holds, None)
    holds = predicted.low <= high and predicted.high >= low
    below = among[max(bisect_left(among, low) - 1, 0)]
    above = next(iter(among[bisect_right(among, high):]), math.inf)  # fmt: skip
    return Prediction(climb, short_s, predicted, (low, high), holds, below <= predicted.value <= above)


def _seen(each: Prediction) -> str:
    low, high = each.seen
    return f"≥ {low:g}" if math.isinf(high) else f"{low:g}, not {high:g}"


def _said(value: bool | None) -> str:
    return "open" if value is None else "yes" if value else "no"
