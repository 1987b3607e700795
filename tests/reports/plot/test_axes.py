"""The numbers on logarithmic axes."""

import pytest

from tilings.reports.plot.axes import log_axis, log_scale
from tilings.reports.plot.style import blank, context


def numbers(axes):
    axes.figure.draw_without_rendering()
    low, high = axes.get_xlim()
    ticks = zip(axes.get_xticks(), axes.get_xticklabels(), strict=True)
    return [label.get_text() for place, label in ticks if low <= place <= high]


@pytest.fixture
def axes():
    with context():
        yield blank(2.0).subplots()


def test_few_decades_have_numbers_between(axes):
    log_axis(axes, "x", 1, 10)
    assert numbers(axes) == ["1", "2", "5", "10"]


def test_many_decades_have_plain_numbers_at_the_powers_of_ten_alone(axes):
    log_axis(axes, "x", 0.01, 10_000)
    assert {"0.01", "1", "10,000"} <= set(numbers(axes)) and "2" not in numbers(axes)


def test_counts_are_shortened(axes):
    log_scale(axes, "x", counts=True)
    axes.set_xlim(1, 10_000_000)
    assert {"1k", "1M"} <= set(numbers(axes))
