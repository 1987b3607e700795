"""The two clocks: wall, from the call to the answer, and search, which runs once the model stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame, Series

WALL, SEARCH = "wall", "search"
CLOCKS = (WALL, SEARCH)


def times(runs: DataFrame, clock: str) -> Series:
    """Seconds by a clock; by that of the search the wall time, which is no less, where a run recorded none."""
    wall = runs["time_s"].astype(float)
    return wall if clock == WALL else runs["solve_s"].astype(float).fillna(wall)
