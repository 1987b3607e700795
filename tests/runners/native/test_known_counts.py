"""The bit-parallel engine counts as many solutions as others have published; the catalogue names the sources."""

from __future__ import annotations

import pytest

from generators.polycubes import catalogue
from models.polycubes.packing import packing
from runners.native.bits import Bits

CATALOGUE = {entry.instance.name: entry for entry in catalogue()}
KNOWN = {
    "pentominoes6x10": 2339,
    "pentominoes6x10-raw": 4 * 2339,
    "pentominoes5x12": 1010,
    "pentominoes4x15": 368,
    "pentominoes3x20": 2,
    "pentominoes8x8-hole": 65,
    "one-sided-pentominoes3x30": 46,
    "soma-reflections": 240,
    "soma-rotations": 480,
    "soma-raw": 11520,
    "solid-pentominoes3x4x5": 3940,
    "solid-pentominoes2x5x6": 264,
    "solid-pentominoes2x3x10": 12,
    "diabolical-cube": 26,
    "diabolical-cube-reflections": 13,
    "dominoes6x6": 6728,
    "tetrominoes4x5": 0,
    "tetris-cube": 9839,
    "bedlam-cube": 19186,
}


@pytest.mark.parametrize("name", KNOWN)
def test_counts_equal_the_published_ones(name: str) -> None:
    entry = CATALOGUE[name]
    search = Bits(packing(entry.instance, "bits", {}), threads=2)
    search.advance(collect=False)
    assert search.finished
    assert search.solutions == KNOWN[name] == entry.known["count"]
