"""The matrix of what constraints are worth: its columns, its bold cells, its pages."""

from dataclasses import replace

from reports.analysis import ablation
from reports.data.campaign import tidy
from reports.figures import worth as figures
from reports.plot.style import context
from tests.reports.analysis.test_ablation import made

__all__ = ["made"]


def test_symmetry_breaking_comes_first_and_is_set_off(made):
    records = (made("", 1), made("symmetry=none", 4), made("cumulative=off", 2))
    found = ablation.worths(tidy(records, {}))
    axes = figures.draw(found).figure.axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["symmetry: all / none", "cumulative: on / off"]
    assert [line.get_xdata()[0] for line in axes.lines] == [0.5]
    words = figures.draw(found).sentence
    assert "sat, symmetry breaking: of 1, 1 are above 1.1" in words
    assert "sat, other options: of 1, 1 are above 1.1" in words


def test_a_cell_is_bold_where_all_ratios_are_on_its_side(made):
    records = [made(options, time_s, seed=seed) for seed, pair in enumerate([(1, 8), (2, 1)], 1)
               for options, time_s in zip(("", "symmetry=none"), pair, strict=True)]  # fmt: skip
    (mixed,) = [
        text
        for text in figures.draw(ablation.worths(tidy(tuple(records), {}))).figure.axes[0].texts
        if text.get_text() == "2.0"
    ]
    assert mixed.get_weight() == "normal"
    (alike,) = [
        text
        for text in figures.draw(ablation.worths(tidy(tuple(records[:2]), {}))).figure.axes[0].texts
        if text.get_text() == "8.0"
    ]
    assert alike.get_weight() == "bold"


def test_pages_have_so_many_rows_and_columns(made):
    records = [replace(made(options, 2), formulation=f"cpsat_{n}") for n in range(40) for options in ("", "trick=on")]
    split = figures.pages(ablation.worths(tidy(tuple(records), {})))
    assert [len(page) for page in split] == [36, 4]
    with context():
        assert figures.draw(split[0]).figure is not None
    records = [
        made(options, 2, instance) for instance in ("yes", "no") for options in ("", *(f"o{n}=on" for n in range(10)))
    ]
    split = figures.pages(ablation.worths(tidy(tuple(records), {})))
    assert [ablation.answers(page) for page in split] == [["sat"], ["unsat"]]
