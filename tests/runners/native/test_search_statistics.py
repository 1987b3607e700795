"""The forecast, progress and statistics of an engine agree with its search."""

from __future__ import annotations

import re

import pytest

from tilings.models import registry
from tilings.models.problem import Packing
from tilings.runners.native import engines, search_statistics
from tilings.runners.plan import manifest


def packing(name: str = "soma-rotations", formulation: str = "dlx_classic", **options: str) -> Packing:
    path = next(entry.path for entry in manifest.shipped() if entry.name == name)
    _, instance = registry.load_instance(path)
    stated = registry.formulation("polycubes", formulation)
    built: Packing = stated.module().build(instance, "count", **stated.settings(options))
    return built


def test_the_forecast_is_near_the_size_of_the_tree() -> None:
    text = search_statistics.forecast(packing(), 2000)
    match = re.match(r"Knuth's estimate from 2000 random descents: (\S+) ± (\S+) nodes, \S+ ± \S+ solutions", text)
    assert match
    search = engines.opened(packing())
    search.advance(collect=False)
    assert abs(float(match[1]) - search.nodes) < 5 * float(match[2])


def test_the_statistics_count_the_trials() -> None:
    search = engines.opened(packing(trials="7", stop="5"))
    search.advance(collect=False)
    assert search_statistics.statistics(search, 1.0)["trials"] == 7


@pytest.mark.parametrize(("formulation", "share"), [("dlx_classic", 1.0), ("dlx_bits", 1.0), ("dlx_states", None)])
def test_progress_ends_at_1_where_the_engine_has_a_share(formulation: str, share: float | None) -> None:
    search = engines.opened(packing("dominoes4x4", formulation))
    search.advance(collect=False)
    assert search_statistics.progress(search)["share"] == share


def test_with_listing_dlx_auto_takes_an_engine_that_finds_its_solutions() -> None:
    search = engines.opened(packing("dominoes4x4", "dlx_auto"), listing=True)
    assert len(search.advance()) == search.solutions == 36
