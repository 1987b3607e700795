"""The climbs for the page: each with the run behind each size, so that the reach at any shorter limit can be shown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilings.reports.plot.style import colour
from tilings.reports.reach import words
from tilings.reports.reach.climbs import Ladder, by_rung
from tilings.reports.reach.over_time import WIDE
from tilings.reports.reach.reach import Reach

if TYPE_CHECKING:
    from pandas import DataFrame

    from tilings.reports.reach.findings import Findings


def of(runs: DataFrame, found: Findings) -> list[dict[str, Any]]:
    """The ladders in the report's order, each with its name, its measure, its limit in seconds, whether its sizes are
    drawn on a logarithmic axis, and its climbs, the furthest first.

    A climb has the configuration, its paradigm and colour, whether it is ranked, and its rungs that were tried: size,
    seconds (None where it was not solved), and the `row` of a run.
    """
    rows = by_rung(runs)
    made = []
    for ladder, group in found.reaches.items():
        sizes = [rung.size for each in group for rung in each.climb.tried if rung.held]
        if sizes:
            made.append({
                "name": words.name(ladder), "measure": words.measure(ladder), "limit": ladder.limit_s,
                "wide": max(sizes) > WIDE * min(sizes), "climbs": [_climb(each, rows) for each in group],
            })  # fmt: skip
    return made


def _climb(each: Reach, rows: Mapping[tuple[Ladder, str, float], Sequence[Any]]) -> dict[str, Any]:
    climb, rungs = each.climb, []
    for rung in climb.tried:
        time = None if math.isnan(rung.time_s) else rung.time_s
        near = climb.ladder.limit_s if time is None else time
        run = min(rows[climb.ladder, climb.configuration, rung.size], key=lambda run: abs(run.time_s - near))
        rungs.append([rung.size, time, int(run.row)])
    return {
        "configuration": climb.configuration, "paradigm": climb.paradigm, "colour": colour(climb.paradigm),
        "ranked": climb.ranked, "rungs": rungs,
    }  # fmt: skip
