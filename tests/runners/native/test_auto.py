"""The choice of an engine for a packing: what runs first, and when bit masks take over."""

from __future__ import annotations

from pathlib import Path

import pytest

from models import registry
from models.polycubes.instance import PolycubesInstance
from models.polycubes.packing import packing
from models.problem import Packing
from runners.native import auto
from runners.native.auto import Auto


def shipped(name: str) -> Packing:
    _, found = registry.load_instance(Path("instances/polycubes") / f"{name}.json")
    assert isinstance(found, PolycubesInstance)
    return packing(found, "auto", {})


@pytest.mark.parametrize(
    ("name", "engine", "count"),
    [
        ("pentominoes3x20", "holes", 2),
        ("pentominoes4x15", "holes", 368),
        ("tetrominoes5x8", "states", 3106),
        ("dominoes8x8", "states", 12988816),
        ("soma-rotations", "bits", 480),
        ("solid-pentominoes2x3x10", "bits", 12),
    ],
)
def test_flat_boxes_take_first_holes_many_copies_states_and_others_bit_masks(
    name: str, engine: str, count: int
) -> None:
    search = Auto(shipped(name))
    search.advance(collect=False)
    assert (search.finished, search.solutions, search.engine) == (True, count, engine)


@pytest.mark.parametrize("name", ["pentominoes4x15", "tetrominoes5x8"])
def test_bit_masks_take_over_where_the_first_engine_is_too_slow(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = Auto(shipped(name))
    expected.advance(collect=False)
    for setting in ("FREE_S", "STATES_SHARE", "HOLES_SHARE"):
        monkeypatch.setattr(auto, setting, 0.0)
    monkeypatch.setattr(auto, "STEP", 10)
    search = Auto(shipped(name))
    search.advance(collect=False)
    assert (search.finished, search.solutions, search.engine) == (True, expected.solutions, "bits")
