"""The searches that `engines.opened` opens: their progress, and solutions if they are to be listed."""

from __future__ import annotations

import pytest

from tilings.models import registry
from tilings.models.problem import Packing
from tilings.runners.native import engines
from tilings.runners.plan import manifest


def packing(name: str, formulation: str) -> Packing:
    path = next(entry.path for entry in manifest.shipped() if entry.name == name)
    _, instance = registry.load_instance(path)
    stated = registry.formulation("polycubes", formulation)
    built: Packing = stated.module().build(instance, "count", **stated.settings({}))
    return built


@pytest.mark.parametrize(("formulation", "share"), [("dlx_bits", 1.0), ("dlx_states", None)])
def test_progress_ends_at_1_where_the_engine_has_a_share(formulation: str, share: float | None) -> None:
    search = engines.opened(packing("dominoes4x4", formulation))
    search.advance(collect=False)
    assert getattr(search, "progress", None) == share


def test_with_listing_dlx_auto_takes_an_engine_that_finds_its_solutions() -> None:
    search = engines.opened(packing("dominoes4x4", "dlx_auto"), listing=True)
    assert len(search.advance()) == search.solutions == 36
