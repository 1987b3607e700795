"""A solution of a family as a picture, checked again before it is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from models import registry
from reports.data.solutions import stored
from reports.figures.drawing import Drawing
from reports.text.english import seconds

if TYPE_CHECKING:
    from models.problem import Problem
    from reports.data.campaign import Results
    from runners.record.schema import RunRecord

_GOAL_RANK = {"optimum": 0, "first": 1, "count": 2}


def boards(results: Results, places: dict[str, float]) -> Iterator[Drawing]:
    """A board of each family, those of `places` first, at their places; of others the largest (`board`)."""
    present = set(results.runs["family"])
    order = [*(family for family in places if family in present), *sorted(present - places.keys())]
    drawn = (board(results, family, places.get(family, 1.0)) for family in order)
    return (each for each in drawn if each is not None)


def board(results: Results, family: str, place: float) -> Drawing | None:
    """The solution of the instance at this place in the order of sizes, from 0, the smallest, to 1.

    Of an instance's runs a proven one before others, then the fastest. Where a stored solution cannot be read or breaks
    a rule, the next smaller instance is drawn; None where the family has no picture or no solution is left.
    """
    if family not in registry.families():  # that of a plug-in which is not here
        return None
    draw = registry.drawing(family)
    found = _by_size(results, family)
    for record, time_s in reversed(found[: round(place * (len(found) - 1)) + 1]):
        if (solution := stored(results, record)) is not None:
            problem, instance = results.instances[family, record.instance]
            caption = _caption(problem, record, draw.words(instance, solution), time_s)
            return Drawing(record.instance, draw.figure(instance, solution, bare=True), caption)
    return None


def _by_size(results: Results, family: str) -> list[tuple[RunRecord, float]]:
    """A run with a stored solution for each instance, and its time, from small to large."""
    kept = {path.stem for path in (results.folder / "solutions").glob("*.json")}
    valid = [
        (record, time_s)
        for record, time_s in zip(results.records, results.runs["time_s"], strict=True)
        if record.family == family
        and record.check == "valid"
        and record.run_id in kept
        and record.objective != 0
        and (family, record.instance) in results.instances
    ]
    valid.sort(key=lambda each: (not each[0].proven, _GOAL_RANK.get(each[0].goal, 9), each[1]))
    best: dict[str, tuple[RunRecord, float]] = {}
    for each in valid:
        best.setdefault(each[0].instance, each)
    sizes = results.runs.drop_duplicates(["family", "instance"]).set_index(["family", "instance"])["size"]
    return [best[name] for name in sorted(best, key=lambda name: (sizes[family, name], name))]


def _caption(problem: Problem, record: RunRecord, words: str, time_s: float) -> str:
    """Instance, what is drawn, who found it, and whether that is the optimum."""
    who = f"{record.solver}/{record.formulation} in {seconds(time_s)} s"
    if record.goal != "optimum":
        return f"{record.instance}: {words}. Goal {record.goal}: {who}."
    least = "least" if problem.sense == "min" else "most"
    value = f"{record.objective}, {f'proven the {least}' if record.answer == 'optimal' else 'not proven optimal'}"
    return f"{record.instance}: {words}. Objective {value}: {who}."
