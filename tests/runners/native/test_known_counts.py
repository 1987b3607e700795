"""The bit-parallel engine counts as many solutions as others have published; the catalogue names the sources."""

import pytest

from tests.generators.shipped import entries
from tests.runners.native.packings import KNOWN
from tilings.models.polycubes.packing import packing
from tilings.runners.native.bits import Bits

CATALOGUE = entries("polycubes")


@pytest.mark.parametrize("name", KNOWN)
def test_counts_equal_the_published_ones(name: str) -> None:
    entry = CATALOGUE[name]
    search = Bits(packing(entry.instance, "bits", {}), threads=2)
    search.advance(collect=False)
    assert search.finished
    assert search.solutions == KNOWN[name] == entry.known["count"]
