"""Seconds and ratios are written in few characters."""

import pytest

from tilings.reports.english import as_ratio, seconds


@pytest.mark.parametrize(
    ("time_s", "text"),
    [(0.0, "0.000"), (0.0042, "0.004"), (0.123, "0.12"), (3.44, "3.4"), (9.96, "10"), (125.4, "125")],
)  # fmt: skip
def test_seconds_are_written_to_two_digits_and_at_most_milliseconds(time_s, text):
    assert seconds(time_s) == text


@pytest.mark.parametrize(
    ("ratio", "text"),
    [(0.0512, "0.051"), (0.512, "0.51"), (0.996, "1.0"), (1.04, "1.0"), (9.94, "9.9"), (9.96, "10"), (1234.5, "1234")],
)
def test_ratios_are_written_to_two_digits_with_their_bound(ratio, text):
    assert as_ratio(ratio) == text
    assert as_ratio(ratio, "≥") == f"≥ {text}"
