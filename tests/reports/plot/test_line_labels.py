"""Names at the ends of lines are placed apart, within the axes and in the order of the lines."""

import pytest

from tilings.reports.plot import line_labels
from tilings.reports.plot.line_labels import Label, spread
from tilings.reports.plot.style import blank, context


@pytest.mark.parametrize(
    "wanted", [[1.0] * 17, [0.0] * 9, [1.0, 0.9, 0.5, 0.49, 0.48, 0.0], [0.3], [0.5] * 300], ids=len
)
def test_names_are_placed_apart_and_within_the_axes_in_their_order(wanted):
    gap = min(0.04, 1 / max(len(wanted) - 1, 1))
    places = spread(wanted, 0.04)
    assert len(places) == len(wanted)
    assert all(high - low >= gap - 1e-9 for high, low in zip(places, places[1:], strict=False))
    assert min(places) >= -1e-9 and max(places) <= 1 + 1e-9


def test_names_with_enough_room_are_placed_at_the_ends_of_their_lines():
    assert spread([0.9, 0.5, 0.1], 0.1) == pytest.approx([0.9, 0.5, 0.1])


def test_without_names_there_are_no_positions():
    assert spread([], 0.1) == []


def test_names_of_lines_that_end_together_share_one_bracket():
    with context():
        axes = blank(2).subplots()
        line_labels.beside(axes, [Label(0.5, "a", "red"), Label(0.5, "b", "blue"), Label(0.1, "c", "black")], 1.5)
    brackets = [line for line in axes.lines if list(line.get_xdata()) == [1, 1]]
    samples = [line.get_color() for line in axes.lines if line not in brackets]
    assert len(brackets) == 1
    assert samples == ["red", "blue", "black"]
