"""The climbs for the page: each with the run behind each size, so that the reach at any shorter limit can be shown."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tilings.reports.plot.style import colour
from tilings.reports.reach import words
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
    rows = _rows(runs)
    made = []
    for ladder, group in found.reaches.items():
        sizes = [rung.size for each in group for rung in each.climb.tried if rung.held]
        if sizes:
            made.append(
                {
                    "name": words.name(ladder),
                    "measure": words.measure(ladder),
                    "limit": ladder.limit_s,
                    "wide": max(sizes) > WIDE * min(sizes),
                    "climbs": [_climb(each, rows) for each in group],
                }
            )
    return made


def _climb(each: Reach, rows: dict[tuple[Any, ...], list[tuple[float, int]]]) -> dict[str, Any]:
    climb, ladder = each.climb, each.climb.ladder
    key = ladder.family, ladder.name, ladder.goal, ladder.limit_s, ladder.kind, climb.configuration
    rungs = []
    for rung in climb.tried:
        time = None if math.isnan(rung.time_s) else rung.time_s
        own = rows[(*key, rung.size)]
        row = min(own, key=lambda run: abs(run[0] - (ladder.limit_s if time is None else time)))[1]
        rungs.append([rung.size, time, row])
    return {
        "configuration": climb.configuration, "paradigm": climb.paradigm, "colour": colour(climb.paradigm),
        "ranked": climb.ranked, "rungs": rungs,
    }  # fmt: skip


def _rows(runs: DataFrame) -> dict[tuple[Any, ...], list[tuple[float, int]]]:
    """The seconds and the row of each run that took place, by ladder, configuration and size."""
    found: dict[tuple[Any, ...], list[tuple[float, int]]] = {}
    columns = ["family", "ladder", "goal", "wall_limit_s", "kind", "configuration", "rung", "ran", "time_s", "row"]
    for *key, size, ran, time, row in runs[columns].itertuples(index=False):
        if ran and size is not None:
            found.setdefault((*key, float(size)), []).append((float(time), int(row)))
    return found
