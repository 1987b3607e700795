"""Seconds and ratios are written in few characters."""

import pytest

from tilings.reports.english import as_ratio


@pytest.mark.parametrize(
    ("ratio", "text"),
    [(0.0512, "0.051"), (0.512, "0.51"), (0.996, "1.0"), (1.04, "1.0"), (9.94, "9.9"), (9.96, "10"), (1234.5, "1234")],
)
def test_ratios_are_written_to_two_digits_with_their_bound(ratio, text):
    assert as_ratio(ratio) == text
    assert as_ratio(ratio, "≥") == f"≥ {text}"
