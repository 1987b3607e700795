"""The choice of an engine for a packing: what runs first, and when bit masks take over."""

import pytest

from tests.runners.native.packings import shipped
from tilings.models.covers import dlx_auto
from tilings.models.covers.instance import parse
from tilings.models.problem import Packing
from tilings.runners.native import auto, engines
from tilings.runners.native.auto import Auto
from tilings.runners.native.states import Counting


@pytest.mark.parametrize(
    ("name", "engine", "count"),
    [
        ("pentominoes4x15", "bits", 368),
        ("tetrominoes5x8", "states", 3106),
        ("dominoes8x8", "states", 12988816),
        ("soma-rotations", "bits", 480),
        ("solid-pentominoes2x3x10", "bits", 12),
    ],
)
def test_many_copies_take_states_and_others_bit_masks(
    name: str, engine: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for setting in ("FREE_S", "LOOK_S"):  # so that no other engine takes over on a slow machine
        monkeypatch.setattr(auto, setting, 1e9)
    search = Auto(shipped("auto", name))
    search.advance(collect=False)
    assert (search.finished, search.solutions, search.engine) == (True, count, engine)


def test_bit_masks_take_over_where_states_are_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "tetrominoes5x8"
    expected = Auto(shipped("auto", name))
    expected.advance(collect=False)
    for setting in ("FREE_S", "STATES_SHARE"):
        monkeypatch.setattr(auto, setting, 0.0)
    monkeypatch.setattr(auto, "STEP", 10)
    search = Auto(shipped("auto", name))
    search.advance(collect=False)
    assert (search.finished, search.solutions, search.engine) == (True, expected.solutions, "bits")


def many() -> Packing:
    """The cover of a row of 24 cells by 8 different pieces of three cells, each of which fits everywhere."""
    cells = [f"c{at}" for at in range(24)]
    options = [[f"p{piece}", *cells[at : at + 3]] for piece in range(8) for at in range(22)]
    instance = parse({"name": "row", "primary": [*(f"p{piece}" for piece in range(8)), *cells], "options": options})
    found = dlx_auto.build(instance, "count")
    assert isinstance(found, Packing)
    return found


@pytest.mark.parametrize(("grouped", "engine"), [(True, "states"), (False, "bits")])
def test_states_take_over_where_bit_masks_would_take_long_and_states_can_be_grouped(
    grouped: bool, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for setting in ("LOOK_S", "SLOW_S"):
        monkeypatch.setattr(auto, setting, 0.0)
    monkeypatch.setattr(auto, "STEP", 1_000)
    for share in ("PROFILES_SHARE", "GROUPED_SHARE"):
        monkeypatch.setattr(auto, share, 1e6)
    monkeypatch.setattr(Counting, "grouped", grouped)
    search = Auto(many())
    assert search.engine == "bits"
    search.advance(collect=False)
    assert (search.finished, search.solutions, search.engine) == (True, 40320, engine)


def test_bit_masks_continue_where_states_were_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in ("LOOK_S", "SLOW_S", "PROFILES_SHARE"):
        monkeypatch.setattr(auto, setting, 0.0)
    monkeypatch.setattr(auto, "STEP", 10)
    search = Auto(many())
    found = search.advance()
    assert (search.finished, search.solutions, search.engine) == (True, 40320, "bits")
    assert len({tuple(sorted(each)) for each in found}) == 40320


def test_with_listing_an_engine_is_taken_that_finds_its_solutions() -> None:
    search = engines.opened(shipped("auto", "dominoes4x4"), listing=True)
    assert len(search.advance()) == search.solutions == 36


def test_a_slice_ends_at_the_nodes_or_the_solutions_that_were_asked_for() -> None:
    search = Auto(many())
    assert len(search.advance(max_nodes=100)) == search.solutions
    assert 100 <= search.nodes < 110  # nodes that are made together are counted together
    assert len(search.advance(max_solutions=7)) == 7
