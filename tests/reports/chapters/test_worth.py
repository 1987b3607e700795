"""What a constraint is worth: which runs are a pair, what a cut-off run does to a ratio, what is said of the rest."""

import doctest
import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from reports.analysis import ablation
from reports.build import build
from reports.chapters import worth
from reports.data.load import tidy
from reports.figures import worth as figures
from reports.plot.style import context

OUT = {"answer": "none", "check": "unchecked", "ended": "wall"}


@pytest.fixture
def made(base):
    """A run of a formulation with options symmetry (all | none | x | xy | lower) and cumulative (on | off)."""

    def run(options, time_s, instance="yes", **changes):
        given = {"answer": "unsat" if instance == "no" else "sat", "encode_s": 0.0, "solve_s": time_s} | changes
        return replace(base, formulation="cpsat_nooverlap", solver="cpsat", instance=instance, options=options, **given)

    return run


def worths(*records):
    return {(each.option, each.value): each for each in ablation.worths(tidy(records, {}))}


def test_a_pair_differs_in_one_option_alone(made):
    found = worths(made("", 1), made("symmetry=none", 4), made("symmetry=none cumulative=off", 9))
    assert list(found) == [("cumulative", "on"), ("symmetry", "all")]
    assert str(found["symmetry", "all"].time("sat")) == "4.0"
    assert str(found["cumulative", "on"].time("sat")) == "2.2", "at symmetry=none, where both were run"


@pytest.mark.parametrize(
    "changes",
    [{"seed": 2}, {"repetition": 2}, {"threads": 2}, {"wall_limit_s": 10.0}, {"instance": "other"},
     {"goal": "count"}, {"cpu_model": "another"}, {"formulation_sha256": "2" * 64}, {"ended": "not_installed"}],
    ids=lambda changes: next(iter(changes)),
)  # fmt: skip
def test_runs_that_differ_in_anything_else_are_no_pair(made, changes):
    assert not worths(made("", 1), replace(made("symmetry=none", 4), **changes))


def test_found_and_refuted_stand_apart(made):
    found = worths(
        *(made("", 1, instance) for instance in ("yes", "no")),
        made("symmetry=none", 2, "yes"),
        made("symmetry=none", 8, "no"),
    )["symmetry", "all"]
    assert (str(found.time("sat")), str(found.time("unsat"))) == ("2.0", "8.0")
    assert found.time("optimal") is None


def test_the_mean_is_geometric_and_its_range_is_told(made):
    runs = [made(options, time_s, seed=seed) for seed, pair in enumerate([(1, 2), (1, 8)], 1)
            for options, time_s in zip(("", "symmetry=none"), pair, strict=True)]  # fmt: skip
    assert str(worths(*runs)["symmetry", "all"].time("sat")) == "4.0 (2.0–8.0)"


@pytest.mark.parametrize(
    ("with_it", "without", "factor"),
    [({}, OUT, "≥ 30"), (OUT, {}, "≤ 0.033"), ({}, OUT | {"ended": "memory"}, "≥ 30")],
    ids=["without it", "with it", "memory"],
)
def test_a_run_that_a_limit_ended_gives_a_bound(made, with_it, without, factor):
    times = [60 if changes else 2 for changes in (with_it, without)]
    found = worths(made("", times[0], **with_it), made("symmetry=none", times[1], **without))
    assert str(found["symmetry", "all"].time("sat")) == factor


def test_a_mean_over_bounds_of_both_kinds_is_no_bound(made):
    found = worths(
        made("", 1, seed=1), made("symmetry=none", 60, seed=1, **OUT),
        made("", 60, seed=2, **OUT), made("symmetry=none", 15, seed=2),
    )  # fmt: skip
    assert str(found["symmetry", "all"].time("sat")) == "≷ 3.9 (≤ 0.25–≥ 60)"


def test_pairs_that_say_nothing_are_counted_and_told(made):
    records = (
        made("", 60, **OUT), made("symmetry=none", 60, **OUT),
        made("", 1, seed=2), made("symmetry=none", 2, seed=2, answer="none", ended="crash"),
        made("", 0.01, seed=3), made("symmetry=none", 0.02, seed=3),
    )  # fmt: skip
    found = ablation.worths(tidy(records, {}))
    assert worth.table(found)["rows"][0][3:] == ["2.0", "1 −2", "–"]
    said = worth.reservations(found)
    assert said.startswith("There are 3 pairs. In 1 pair both runs reached a limit")
    assert "In 1 pair a run failed" in said
    assert "In 1 pair both runs took less than 0.1 s" in said


def test_a_limit_reached_by_both_on_an_instance_that_none_decided(made):
    found = ablation.worths(tidy((made("", 60, **OUT), made("symmetry=none", 60, **OUT)), {}))
    assert "(1 of them on instances that no run decided)" in worth.reservations(found)
    assert figures.draw(found).figure is None
    assert figures.draw(found).sentence


def test_nodes_are_compared_where_both_are_known(made):
    records = (
        made("", 1, nodes=0), made("symmetry=none", 1, nodes=50),
        made("", 1, seed=2, nodes=10), made("symmetry=none", 1, seed=2),
        made("", 1, seed=3, nodes=10), made("symmetry=none", 60, seed=3, nodes=99, **OUT),
    )  # fmt: skip
    assert str(worths(*records)["symmetry", "all"].nodes("sat")) == "50", "a search without branching is one node"


def test_options_that_this_version_does_not_know(base):
    records = (replace(base, solve_s=1.0, encode_s=0.0), replace(base, options="trick=on", solve_s=4.0, encode_s=0.0))
    assert str(worths(*records)["trick", "on"].time("sat")) == "0.25"


def test_the_table_is_over_all_solvers_and_the_figure_of_each(made):
    records = [
        replace(made(options, time_s), solver=solver)
        for solver, slow in (("cpsat", 2), ("clingo", 8))
        for options, time_s in (("", 1), ("symmetry=none", slow))
    ]
    found = ablation.worths(tidy(tuple(records), {}))
    assert worth.table(found)["rows"] == [["symmetry", "all", "none", "4.0 (2.0–8.0)", "2", "–"]]
    axes = figures.draw(found).figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "clingo/cpsat_nooverlap",
        "cpsat/cpsat_nooverlap",
    ]
    assert [text.get_text() for text in axes.texts] == ["8.0", "2.0", "symmetry"]


def test_symmetry_breaking_stands_first_and_apart(made):
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


@pytest.mark.usefixtures("undrawn")
def test_the_report_has_the_chapter(folder_of, made, tmp_path):
    pages = PdfReader(io.BytesIO(build(folder_of(made("", 1), made("symmetry=none", 3)), tmp_path))).pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert "What a constraint is worth" in text
    assert "symmetry all none 3.0 1" in text


def test_examples():
    assert doctest.testmod(worth).failed == 0
