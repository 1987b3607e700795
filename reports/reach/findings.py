"""The findings on reach in plain English, as a table and as data: every sentence is made from one table of results."""

from __future__ import annotations

from typing import Any

from tilings.reports.chapters.chapter import Table
from tilings.reports.data.campaign import Results
from tilings.reports.reach import reach, words
from tilings.reports.reach.climbs import Ladder, climbs
from tilings.reports.reach.reach import Reach, best, reaches


def sentences(results: Results) -> list[str]:
    """The findings, the most general first; none without ladders."""
    found = reaches(climbs(results.runs))
    return [_ladder(ladder, group) for ladder, group in found.items() if any(each.size for each in best(group))]


def table(results: Results) -> Table:
    """The table of reach: ladders by paradigms."""
    return reach.table(reaches(climbs(results.runs)))


def data(results: Results) -> dict[str, Any]:
    """The same as plain values, for JSON."""
    return {"sentences": sentences(results)}


def _ladder(ladder: Ladder, group: list[Reach]) -> str:
    """How far each paradigm gets on a ladder."""
    first, *rest = [each for each in best(group, native=True) if each.size is not None]
    said = f"In {ladder.limit_s:g} seconds {_who(first)} {words.task(ladder, first.size or 0)}"
    others = [f"{_who(each)} {words.short(ladder.family, each.size or 0)}" for each in rest]
    none = [_who(each) for each in best(group, native=True) if each.size is None]
    said = ", ".join([said, *others])
    return f"{said} ({ladder.where})." if not none else f"{said}; {', '.join(none)} none ({ladder.where})."


def _who(each: Reach) -> str:
    bound = " at least" if each.climb.open else ""
    return f"{each.name} ({each.climb.solver}){bound}"
