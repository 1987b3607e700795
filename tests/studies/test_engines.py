"""The chooser is near the best engine if a user would not notice the difference."""

from __future__ import annotations

import pytest

from tilings.studies.engines import Sweep, table


@pytest.mark.parametrize(
    ("times", "best", "ratio", "near"),
    [
        ({"dlx_auto": 2.4, "dlx_bits": 2.0, "dlx_cover": 60.0}, "dlx_bits", 1.2, True),
        ({"dlx_auto": 2.6, "dlx_bits": 2.0}, "dlx_bits", 1.3, False),
        ({"dlx_auto": 0.04, "dlx_states": 0.01}, "dlx_states", 4.0, True),
        ({"dlx_bits": 2.0}, "dlx_bits", None, False),
    ],
)
def test_a_fifth_or_less_than_a_commands_start_is_near(
    times: dict[str, float], best: str, ratio: float | None, near: bool
) -> None:
    found = Sweep("x", times)
    assert (found.best, found.near) == (best, near)
    assert found.ratio == pytest.approx(ratio)


def test_the_table_has_the_instances_that_take_longer_than_a_commands_start() -> None:
    slow, quick = (Sweep("slow", {"dlx_auto": 2.0, "dlx_bits": 1.0}), Sweep("quick", {"dlx_bits": 0.01}))
    shown = table([quick, slow])
    assert shown.header == ["instance", "dlx_auto", "dlx_bits", "by best"]
    assert shown.rows == [["slow", "2.00", "1.00", "2.00"]]
