"""The style that all figures share."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.figure import Figure

from tilings.models.formulation import NATIVE, PARADIGMS, paradigms_in_order
from tilings.reports.plot.style import adopt, colour, context, solver_colour

# From linear red, green and blue to what a reader sees without one kind of cone (Machado, Oliveira & Fernandes, IEEE
# Transactions on Visualization and Computer Graphics 15, 2009).
SEEN = {
    "all": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no red": [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]],
    "no green": [[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]],
    "no blue": [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def lab(hex_, seen):
    """Lightness and two colour axes (CIELAB) of a colour as it is seen."""
    parts = np.array([int(hex_[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    white = XYZ @ np.clip(np.array(seen) @ linear, 0, 1) / XYZ.sum(axis=1)
    x, y, z = np.where(white > 0.008856, np.cbrt(white), 7.787 * white + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("seen", SEEN)
def test_readers_tell_the_colours_of_any_two_paradigms_apart(seen):
    for one, other in combinations(PARADIGMS, 2):
        assert np.linalg.norm(lab(colour(one), SEEN[seen]) - lab(colour(other), SEEN[seen])) > 15, (one, other)


def labels(low, high):
    """The labels that Matplotlib gives a logarithmic axis of its own making, drawn outside the context."""
    axes = Figure().subplots()
    axes.semilogy([low, high])
    axes.figure.draw_without_rendering()
    return [label.get_text() for label in (*axes.get_yticklabels(), *axes.get_yticklabels(minor=True))]


def test_a_plot_of_ones_own_has_plain_numbers_on_a_logarithmic_axis():
    with context():
        with context():
            pass
        wide, narrow = labels(0.01, 20_000), labels(2, 7)
    assert {"0.01", "0.1", "1", "10,000"} <= set(wide) and {"2", "3", "4", "6"} <= set(narrow)
    assert not any("$" in text for text in wide + narrow)
    assert any("$" in text for text in labels(0.01, 20_000)), "outside the context nothing has changed"


def test_each_colour_has_the_contrast_of_text_on_white():
    """4.5 : 1, as the Web Content Accessibility Guidelines 2.2 ask of text."""
    for name in (*PARADIGMS, NATIVE):
        lightness = lab(colour(name), SEEN["all"])[0]
        luminance = ((lightness + 16) / 116) ** 3
        assert 1.05 / (luminance + 0.05) >= 4.5, name


def test_native_searches_are_grey():
    assert len({colour(NATIVE)[at : at + 2] for at in (1, 3, 5)}) == 1


def test_a_plug_in_has_its_colours_for_its_solver_and_a_paradigm_that_is_new():
    adopt({"mine": "#123456", "waiting": "#123456", "CP": "#ffffff", "odd": "red", "odder": 3})
    try:
        assert (colour("waiting"), solver_colour("mine", "CP"), solver_colour("gecode", "CP")) == (
            "#123456", "#123456", colour("CP"),
        )  # fmt: skip
        assert colour("CP") != "#ffffff" and colour("odd") == colour("odder") == colour(NATIVE)
    finally:
        adopt({})
    assert colour("waiting") == colour(NATIVE)


def test_paradigms_of_plug_ins_come_last():
    assert paradigms_in_order(["waiting", "SAT", "annealing", "CP", "SAT"]) == ["CP", "SAT", "annealing", "waiting"]
