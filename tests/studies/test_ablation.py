"""What a constraint is worth: which runs are a pair, and what a cut-off run does to a ratio."""

import pytest

from tilings.reports.data.campaign import tidy
from tilings.studies import ablation

OUT = {"answer": "none", "check": "unchecked", "ended": "wall"}


@pytest.fixture
def made(base):
    """A run of a formulation with options symmetry (all | none | x | xy | lower) and cumulative (on | off)."""

    def run(options, time_s, instance="yes", **changes):
        given = {"answer": "unsat" if instance == "no" else "sat", "wall_s": time_s} | changes
        return base._replace(formulation="cpsat_nooverlap", solver="cpsat", instance=instance, options=options, **given)

    return run


def effects(*records):
    return {(each.option, each.value): each for each in ablation.option_effects(tidy(records, {}))}


def test_a_pair_differs_in_one_option_alone(made):
    found = effects(made("", 1), made("symmetry=none", 4), made("symmetry=none cumulative=off", 9))
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
    assert not effects(made("", 1), made("symmetry=none", 4)._replace(**changes))


def test_ratios_of_finding_and_of_refuting_are_separate(made):
    found = effects(
        *(made("", 1, instance) for instance in ("yes", "no")),
        made("symmetry=none", 2, "yes"),
        made("symmetry=none", 8, "no"),
    )["symmetry", "all"]
    assert (str(found.time("sat")), str(found.time("unsat"))) == ("2.0", "8.0")
    assert found.time("optimal") is None


def test_the_mean_is_geometric_and_its_range_is_given(made):
    runs = [made(options, time_s, seed=seed) for seed, pair in enumerate([(1, 2), (1, 8)], 1)
            for options, time_s in zip(("", "symmetry=none"), pair, strict=True)]  # fmt: skip
    assert str(effects(*runs)["symmetry", "all"].time("sat")) == "4.0 (2.0–8.0)"


@pytest.mark.parametrize(
    ("with_it", "without", "factor"),
    [({}, OUT, "≥ 30"), (OUT, {}, "≤ 0.033"), ({}, OUT | {"ended": "memory"}, "≥ 30")],
    ids=["without it", "with it", "memory"],
)
def test_a_run_that_a_limit_ended_gives_a_bound(made, with_it, without, factor):
    times = [60 if changes else 2 for changes in (with_it, without)]
    found = effects(made("", times[0], **with_it), made("symmetry=none", times[1], **without))
    assert str(found["symmetry", "all"].time("sat")) == factor


def test_a_mean_over_bounds_of_both_kinds_is_no_bound(made):
    found = effects(
        made("", 1, seed=1), made("symmetry=none", 60, seed=1, **OUT),
        made("", 60, seed=2, **OUT), made("symmetry=none", 15, seed=2),
    )  # fmt: skip
    assert str(found["symmetry", "all"].time("sat")) == "≷ 3.9 (≤ 0.25–≥ 60)"


def test_nodes_are_compared_where_both_are_known(made):
    records = (
        made("", 1, nodes=0), made("symmetry=none", 1, nodes=50),
        made("", 1, seed=2, nodes=10), made("symmetry=none", 1, seed=2),
        made("", 1, seed=3, nodes=10), made("symmetry=none", 60, seed=3, nodes=99, **OUT),
    )  # fmt: skip
    assert str(effects(*records)["symmetry", "all"].nodes("sat")) == "50", "a search without branching is one node"


def test_options_that_this_version_does_not_know(base):
    records = (base._replace(wall_s=1.0), base._replace(options="trick=on", wall_s=4.0))
    assert str(effects(*records)["trick", "on"].time("sat")) == "0.25"
