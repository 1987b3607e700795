"""Reach over time: the largest size that each paradigm holds within a time, as steps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tilings.reports.reach.climbs import Climb
from tilings.reports.reach.reach import Reach


@dataclass(frozen=True)
class Steps:
    """From times[i] seconds on a paradigm holds sizes[i], by whichever of its configurations holds it first."""

    paradigm: str
    ranked: bool
    times: tuple[float, ...]
    sizes: tuple[float, ...]


def steps(group: Sequence[Reach]) -> list[Steps]:
    """The steps of each paradigm on a ladder; none of one that holds no rung that was tried."""
    held: dict[tuple[str, bool], list[tuple[float, float]]] = {}
    for each in group:
        own = held.setdefault((each.name, each.climb.ranked), [])
        own += _held(each.climb)
    return [Steps(name, ranked, *_rising(own)) for (name, ranked), own in held.items() if own]


def _held(climb: Climb) -> list[tuple[float, float]]:
    """The time and the size of each rung that was tried and held."""
    return [(rung.time_s, rung.size) for rung in climb.tried if not math.isnan(rung.time_s)]


def _rising(held: list[tuple[float, float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Of times and sizes those at which the largest size grows."""
    kept: list[tuple[float, float]] = []
    for time, size in sorted(held, key=lambda pair: (pair[0], -pair[1])):
        if not kept or size > kept[-1][1]:
            kept.append((time, size))
    return tuple(time for time, _ in kept), tuple(size for _, size in kept)
