"""Strips of times show solved runs as dots, unsolved ones as crosses, quartiles as bars, and numbers at their right."""

from reports.plot.strip_plot import order, strips


def axes_of(runs):
    return strips({"": runs.assign(**{"class": ""})}, [""]).axes[0]


def bars(axes):
    """The quartiles that are drawn, as pairs."""
    return [list(line.get_xdata()) for line in axes.lines if line.get_linewidth() == 5]


def test_rows_are_in_order_of_their_medians(table):
    runs = table({"dlx/a": [5, 5, 5], "clingo/b": [1, 1, None], "gecode/c": [None, None, None]})
    assert order(runs) == ["clingo/b", "dlx/a", "gecode/c"]
    assert [text.get_text() for text in axes_of(runs).texts][:3] == ["2/3", "3/3", "0/3"]


def test_bars_join_the_quartiles_of_five_runs_or_more(table):
    assert bars(axes_of(table({"dlx/a": [1, 2, 3, 4, None]}))) == [[2, 4]]
    assert bars(axes_of(table({"dlx/a": [1, 2, 3, 4]}))) == []


def test_unsolved_runs_are_crosses_at_their_limit(table):
    dots, crosses = axes_of(table({"dlx/a": [1, None, None]})).collections
    assert dots.get_offsets()[:, 0].tolist() == [1]
    assert crosses.get_offsets()[:, 0].tolist() == [60, 60]


def test_with_many_runs_their_density_is_drawn(table):
    times = [0.1 * 1.01**number for number in range(300)]
    density, crosses = axes_of(table({"dlx/a": [*times, *[None] * 50]})).collections
    assert len(density.get_paths()) == 1
    assert len(crosses.get_offsets()) == 5, "more would lie on these"


def test_the_height_of_a_figure_with_many_rows_is_bounded(table):
    runs = table({f"dlx/{number:02}": [1, 2] for number in range(24)})
    assert strips({"": runs.assign(**{"class": ""})}, [""]).get_size_inches()[1] < 3.6
