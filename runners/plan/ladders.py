"""The ladders that a suite can name: those of the generators, and those of shipped files with a class and a size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tilings.generators import ladders
from tilings.generators.ladders import Ladder, Rung
from tilings.models.problem import GOALS
from tilings.runners.plan import manifest

if TYPE_CHECKING:
    from tilings.runners.plan.manifest import Shipped
    from tilings.runners.plan.run import Run


def of(family: str) -> list[Ladder]:
    """All ladders of a family."""
    ruled = [ladder for ladder in ladders.ladders() if ladder.family == family]
    names = {ladder.name for ladder in ruled}
    entries = [entry for entry in manifest.shipped() if entry.family == family and entry.ladder_class not in names]
    return ruled + _of_files(family, entries)


def _of_files(family: str, entries: Iterable[Shipped]) -> list[Ladder]:
    rungs: dict[tuple[str, str, str], dict[float, list[str]]] = defaultdict(lambda: defaultdict(list))
    for entry in entries:
        if entry.ladder_class and entry.size is not None:
            for goal in GOALS:
                rungs[entry.ladder_class, goal, side(entry, goal)][entry.size].append(entry.name)
    return [listed(family, *key, at) for key, at in rungs.items()]


def listed(family: str, name: str, goal: str, answer: str, names: Mapping[float, Iterable[str]]) -> Ladder:
    """The ladder of instances that are listed by size; it ends."""
    rungs = [Rung(size, tuple(names[size])) for size in sorted(names)]
    return Ladder(family, name, (goal,), answer, rungs=lambda number: rungs[number] if number < len(rungs) else None)


def name(entry: Shipped, goal: str) -> str:
    """The ladder of an instance for a goal: its class, with the known answer where the goal is ``first``, or empty."""
    if not entry.on_ladder:
        return ""
    answer = side(entry, goal)
    return f"{entry.ladder_class}/{answer}" if answer else entry.ladder_class


def side(entry: Shipped, goal: str) -> str:
    """``sat`` or ``unsat`` for goal ``first`` where it is known; else empty."""
    return entry.known.get(goal, "") if goal == "first" else ""


def without_order(entries: Iterable[Shipped], runs: Iterable[Run]) -> str:
    """A warning about planned instances with a class and without a size, which are on no ladder; else empty."""
    planned = {(run.family, run.instance) for run in runs}
    unsized = [
        f"{entry.family}/{entry.name}" for entry in entries
        if entry.ladder_class and entry.size is None and (entry.family, entry.name) in planned
    ]  # fmt: skip
    others = f" and {len(unsized) - 1} others" if len(unsized) > 1 else ""
    return f"{unsized[0]}{others}: a class without a size is not a ladder" if unsized else ""
