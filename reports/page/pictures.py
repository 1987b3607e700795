"""The checked solutions as data that the page draws: equal ones once, and up to a limit of number."""

import json
from collections.abc import Iterator
from typing import Any

from tilings.models import registry
from tilings.models.problem import Instance, Solution
from tilings.reports.data.campaign import Results, stored
from tilings.runners.record.schema import SOUND

MOST = 2000  # solutions that are checked and drawn; each takes about a millisecond and 200 bytes


def of(results: Results, most: int = MOST) -> dict[str, Any]:
    """The boards of at most `most` runs, by these keys:

    boards: the boards, as `board` returns them.
    of: the index of a run, and the index of its board.
    none: the indices of runs that prove that there is no solution.
    broken: the indices of runs whose stored solution cannot be read or breaks a rule.
    left_out: the indices of runs beyond the limit.

    One solution of each case is taken first.
    """
    boards: list[dict[str, Any]] = []
    place_of: dict[str, int] = {}
    shown: dict[int, int] = {}
    broken, left_out = [], []
    for number, place in enumerate(_wanted(results)):
        if number >= most:
            left_out.append(place)
            continue
        record = results.records[place]
        if (solution := stored(results, record)) is None:
            broken.append(place)
            continue
        _, instance = results.instances[record.family, record.instance]
        data = board(record.family, instance, solution)
        key = f"{record.instance} {json.dumps(data, sort_keys=True)}"
        if key not in place_of:
            place_of[key] = len(boards)
            boards.append(data)
        shown[place] = place_of[key]
    none = [place for place, record in enumerate(results.records) if record.answer == "unsat" and record.check in SOUND]
    return {"boards": boards, "of": shown, "none": none, "broken": broken, "left_out": left_out}


def board(family: str, instance: Instance, solution: Solution) -> dict[str, Any]:
    """The data from which the page draws a solution, in the colours of models/FAMILY/draw.py.

    Keys: kind (one of js/picture.js; text for a family without shapes), words (the caption), and those of the kind.
    """
    draw = registry.drawing(family)
    shapes = getattr(draw, "shapes", None)
    data = (
        shapes(instance, solution)
        if shapes
        else {"kind": "text", "text": registry.screen(family).text(instance, solution)}
    )
    return {"words": draw.words(instance, solution), **data}


def _wanted(results: Results) -> Iterator[int]:
    """Indices of the runs with a stored solution; first one of each case, a proven answer where there is one."""
    places = [
        place
        for place, record in enumerate(results.records)
        if record.run_id in results.solutions.run_ids and (record.family, record.instance) in results.instances
    ]
    places.sort(key=lambda place: not results.records[place].proven)
    cases: dict[tuple[str, str, str], int] = {}
    for place in places:
        record = results.records[place]
        cases.setdefault((record.family, record.instance, record.goal), place)
    first = set(cases.values())
    yield from cases.values()
    yield from (place for place in places if place not in first)
