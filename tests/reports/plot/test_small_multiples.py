"""Small multiples: how instances are grouped, quartiles, and the drawing of both."""

import pytest

from reports.plot.small_multiples import against, binned, growth, trend


def test_quartiles_need_five_runs(table):
    runs = table({"dlx/a": [1, 2, 3, 4, 5, 10, 20, 30, 40]}, sizes=[4] * 5 + [9] * 4)
    found = trend(binned(runs, "size"))
    assert found.loc[4].tolist() == [2, 3, 4]
    assert found.loc[9].isna().tolist() == [True, False, True] and found.loc[9, "middle"] == 25


def test_an_unsolved_run_counts_as_its_time_limit(table):
    runs = table({"dlx/a": [1, 2, None, None, None]}, sizes=[4] * 5)
    assert trend(binned(runs, "size")).loc[4].tolist() == [2, 60, 60]


@pytest.mark.parametrize(
    ("instances", "values", "at"), [(24, 24, 24), (120, 10, 10), (120, 120, 12)], ids=["few", "few sizes", "many sizes"]
)
def test_many_instances_of_many_sizes_are_grouped_by_size(table, instances, values, at):
    runs = binned(table({"dlx/a": [1] * instances}, sizes=[number % values for number in range(instances)]), "size")
    assert runs["at"].nunique() == at
    assert runs.groupby("at").size().min() == instances / at
    assert (runs["at"] == runs["size"]).all() == (at == values)


def test_a_panel_shows_its_own_solver_in_front_of_the_others(table):
    figure = against(table({"dlx/a": [1, 2], "clingo/b": [3, None]}, sizes=[4, 9]), "size", "cells")
    clingo, _ = figure.axes
    own = [line for line in clingo.lines if line.get_label() == "b"]
    assert [list(line.get_ydata()) for line in own] == [[3, 60]]
    solved, hollow = clingo.collections
    assert (solved.get_offsets().tolist(), hollow.get_offsets().tolist()) == ([[4, 3]], [[9, 60]])
    assert hollow.get_facecolor().tolist() == [[1, 1, 1, 1]]
    assert [list(line.get_ydata()) for line in clingo.lines if line.get_color() == "#dddddd"] == [[1, 2]]


def test_bands_are_explained_where_they_are_drawn(table):
    few = against(table({"dlx/a": [1, 2]}, sizes=[4, 9]), "size", "cells")
    many = against(table({"dlx/a": [1, 2, 3, 4, 5, 6]}, sizes=[4] * 5 + [9]), "size", "cells")
    assert "bands" not in few.get_supxlabel()
    assert many.get_supxlabel() == (
        "cells; dotted: the limit of 60 s; lines join medians; bands: quartiles; hollow: not solved"
    )


def test_with_many_instances_bands_replace_dots(table):
    figure = against(table({"dlx/a": [1, 2] * 50}, sizes=range(100)), "size", "cells")
    band, solved, hollow = figure.axes[0].collections
    assert len(solved.get_offsets()) == len(hollow.get_offsets()) == 0
    assert len(band.get_paths()) == 1
    assert "medians of like instances" in figure.get_supxlabel()


@pytest.mark.parametrize(("sizes", "scale"), [([4, 9, 25], "linear"), ([4, 40, 400], "log")])
def test_sizes_that_span_decades_have_a_logarithmic_axis(table, sizes, scale):
    assert against(table({"dlx/a": [1, 2, 3]}, sizes=sizes), "size", "cells").axes[0].get_xscale() == scale


@pytest.mark.parametrize(
    ("seconds", "sizes", "why"),
    [
        ([1, 2], [4, 4], "all have 4 cells"),
        ([1, 2], [], "their number of cells is not known"),
        ([None, None], [4, 9], "no run was solved"),
    ],
)
def test_without_sizes_or_solved_runs_there_is_a_reason_and_no_figure(table, seconds, sizes, why):
    runs = table({"dlx/a": seconds}, sizes=sizes)
    assert against(runs, "size", "cells") is None
    assert growth(runs, "size", "cells") == f"No figure of time against the number of cells: {why}."
