"""The bit-parallel engine counts as many solutions as others have published; the catalogue names the sources."""

from __future__ import annotations

import pytest

from generators.polycubes import catalogue
from models.polycubes.packing import packing
from runners.native.bits import Bits
from tests.runners.native.packings import KNOWN

CATALOGUE = {entry.instance.name: entry for entry in catalogue()}


@pytest.mark.parametrize("name", KNOWN)
def test_counts_equal_the_published_ones(name: str) -> None:
    entry = CATALOGUE[name]
    search = Bits(packing(entry.instance, "bits", {}), threads=2)
    search.advance(collect=False)
    assert search.finished
    assert search.solutions == KNOWN[name] == entry.known["count"]
