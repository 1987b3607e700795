"""The climbs for the page: each with the run behind each size, so that the reach at any shorter limit can be shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tilings.reports.plot.style import colour, label
from tilings.reports.reach import words
from tilings.reports.reach.over_time import WIDE
from tilings.reports.reach.reach import Reach

if TYPE_CHECKING:
    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings


def of(results: Results, found: Findings) -> list[dict[str, Any]]:
    """The ladders in the report's order, each with its name, the verdict on its leader, its measure, its limit in
    seconds, whether its sizes are drawn on a logarithmic axis, and its climbs, the furthest first.

    A climb has the configuration, its paradigm and colour, whether it is ranked, and its rungs that were tried: size,
    seconds (None where it was not solved), and the number of a run among the records.
    """
    rows = {record.run_id: number for number, record in enumerate(results.records)}
    verdicts = {each.ladder: each.words for each in found.standings}
    made = []
    for ladder, group in found.reaches.items():
        sizes = [rung.size for each in group for rung in each.climb.tried if rung.held]
        if sizes:
            made.append({
                "name": words.name(ladder), "verdict": verdicts.get(ladder, ""), "measure": words.measure(ladder),
                "limit": ladder.limit_s, "wide": max(sizes) > WIDE * min(sizes),
                "climbs": [_climb(each, rows) for each in group],
            })  # fmt: skip
    return made


def _climb(each: Reach, rows: Mapping[str, int]) -> dict[str, Any]:
    climb, rungs = each.climb, []
    for rung in climb.tried:
        time = None if math.isnan(rung.time_s) else rung.time_s
        near = climb.ladder.limit_s if time is None else time
        case = min(rung.cases, key=lambda case: abs(case.time_s - near))
        rungs.append([rung.size, time, rows[case.run.run_id]])
    return {
        "configuration": climb.configuration, "paradigm": label(climb.paradigm), "colour": colour(climb.paradigm),
        "ranked": climb.ranked, "rungs": rungs,
    }  # fmt: skip
