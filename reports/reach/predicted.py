"""Predictions of the reach in a round, made before its first run (`runners.record.predictions`), and what came.

What a climb shows is an interval, too: its reach lies between the largest size held and the next one tried. A
prediction *holds* if both overlap; it is *close* if the predicted reach is at most a size outside that interval, of the
sizes that the predicted climbs of the ladder tried.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tilings.reports.english import count
from tilings.runners.record import predictions
from tilings.runners.record.climbs import Climb, climbs, sizes
from tilings.runners.record.predictions import Prediction

if TYPE_CHECKING:
    from tilings.reports.data.campaign import Results


@dataclass(frozen=True)
class Judged:
    """A prediction, and what came.

    climb: the climb under the limit of the prediction.
    seen: the sizes between which its reach lies.
    holds: whether the interval of the prediction overlaps `seen`.
    close: whether the reach predicted is at most a size below or above `seen`.
    same: likewise of the size held before, the baseline.

    These three are None if the climb has no end, because its reach is not known then.
    """

    made: Prediction
    climb: Climb
    seen: tuple[float, float]
    holds: bool | None
    close: bool | None
    same: bool | None


def judged(results: Results) -> list[Judged]:
    """The predictions of a campaign whose rounds have begun, by limits and ladders.

    Raises UserError where a file of predictions is broken.
    """
    made = sorted((each for _, each in predictions.read(results.folder)), key=lambda each: (each.limit_s, each.key))
    places: dict[Any, list[int]] = defaultdict(list)
    for place, run in enumerate(results.as_tasks) if made else ():
        places[predictions.key(run)[:-1], run.cpu_model].append(place)
    columns: tuple[Any, ...] = (results.as_tasks, results.kinds, results.fair)
    came: dict[Any, list[tuple[Prediction, Climb]]] = defaultdict(list)
    for each in made:
        own = places[each.key[:-1], each.cpu_model]
        runs, kinds, fair = ([column[place] for place in own] for column in columns)
        for climb in climbs(runs, kinds, fair):
            if climb.ladder.limit_s >= each.limit_s:
                came[each.limit_s, climb.ladder.key].append((each, climb.within(each.limit_s)))
    return [
        _judged(each, climb, sizes(climb for _, climb in group)) for group in came.values() for each, climb in group
    ]


def by_round(found: Iterable[Judged]) -> list[tuple[tuple[float, float], list[Judged]]]:
    """The predictions by the limits from which and for which they were made."""

    def limits(each: Judged) -> tuple[float, float]:
        return each.made.from_limit_s, each.made.limit_s

    return [(which, list(group)) for which, group in groupby(sorted(found, key=limits), key=limits)]


def sentence(found: Sequence[Judged]) -> str:
    """How many predictions held in each round; empty without any."""
    said = []
    for (short, limit), group in by_round(found):
        held = [each.holds for each in group if each.holds is not None]
        if held:
            said.append(
                f"From runs of {short:g} seconds the reach in {limit:g} seconds was predicted beforehand, by an "
                f"interval of 95 % that held in {sum(held)} of {count(len(held), 'climb')}, and within a size in "
                f"{sum(bool(each.close) for each in group)}; the size held before is that close in "
                f"{sum(bool(each.same) for each in group)}."
            )
    return " ".join(said)


def _judged(made: Prediction, climb: Climb, among: list[float]) -> Judged:
    low = climb.reach or 0.0
    high = climb.end.size if climb.end else math.inf
    if math.isinf(high):
        return Judged(made, climb, (low, high), None, None, None)
    holds = made.low <= high and made.high >= low
    below = among[max(bisect_left(among, low) - 1, 0)]
    above = next(iter(among[bisect_right(among, high):]), math.inf)  # fmt: skip
    close, same = (below <= size <= above for size in (made.reach, made.held))
    return Judged(made, climb, (low, high), holds, close, same)
