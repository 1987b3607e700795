"""The matrix of what constraints are worth: its columns, its bold cells, its rows."""

from dataclasses import replace

from reports.data.campaign import tidy
from studies import ablation
from studies import worth_matrix as figures
from tests.studies.test_ablation import made

__all__ = ["made"]


def test_symmetry_breaking_comes_first_and_is_set_off(made):
    records = (made("", 1), made("symmetry=none", 4), made("cumulative=off", 2))
    found = ablation.worths(tidy(records, {}))
    axes = figures.draw(found).figure.axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["symmetry: all / none", "cumulative: on / off"]
    assert [line.get_xdata()[0] for line in axes.lines] == [0.5]


def test_a_cell_is_bold_where_its_interval_leaves_one_out(made):
    def weight(*slow):
        pairs = [(made("", 1, f"i{n}"), made("symmetry=none", time_s, f"i{n}")) for n, time_s in enumerate(slow)]
        drawn = figures.draw(ablation.worths(tidy(tuple(run for pair in pairs for run in pair), {})))
        (cell,) = drawn.figure.axes[0].texts
        return cell.get_weight()

    assert (weight(3.8, 4, 4.2), weight(0.5, 4, 8)) == ("bold", "normal")


def test_rows_beyond_a_page_are_left_out_and_counted(made):
    records = [replace(made(options, 2), formulation=f"cpsat_{n}") for n in range(42) for options in ("", "trick=on")]
    drawn = figures.draw(ablation.worths(tidy(tuple(records), {})))
    assert len(drawn.figure.axes[0].get_yticklabels()) == 40
    assert drawn.sentence.endswith("2 of 42 rows are left out.")
