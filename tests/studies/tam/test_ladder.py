"""The ladder of the published report: ratios, their bounds, proofs and tables equal values computed by hand."""

import pytest

from tilings.reports.data.campaign import tidy
from tilings.studies.tam import ladder

OUT = {"answer": "none", "check": "unchecked", "ended": "wall"}


@pytest.fixture
def runs(base):
    """Runs of the ladder, from (instance, solver, formulation, seconds or None for the limit of 60 s, changes)."""

    def made(*rows):
        records = []
        for instance, solver, formulation, time_s, *rest in rows:
            spent = {"wall_s": time_s, "answer": "optimal"} if time_s is not None else OUT
            changes = {
                "family": "triominoes", "goal": "optimum", "instance": instance, "instance_sha256": instance,
                "solver": solver, "formulation": formulation,
            }  # fmt: skip
            records.append(base._replace(**(changes | spent | (rest[0] if rest else {}))))
        found = tidy(tuple(records), {})
        classes = [name.partition("-")[0] for name in found["instance"]]
        return ladder.ladder(found.assign(difficulty=classes, size=9.0, tiles=3.0))

    return made


def only(found):
    (one,) = found
    return one


def test_the_ratio_is_that_of_the_shifted_geometric_means(runs):
    # exp((ln 2 + ln 8) / 2) - 1 = 3 s by exp((ln 1.5 + ln 1.5) / 2) - 1 = 0.5 s
    found = runs(
        ("easy-1", "chuffed", "cp_pairwise", 1.0), ("easy-2", "chuffed", "cp_pairwise", 7.0),
        ("easy-1", "chuffed", "cp_cell", 0.5), ("easy-2", "chuffed", "cp_cell", 0.5),
    )  # fmt: skip
    compared = only(ladder.by_solver(found))
    assert (compared.theirs, compared.ours) == ("chuffed/cp_pairwise", "chuffed/cp_cell")
    assert compared.mean("theirs") == pytest.approx(3.0)
    assert compared.mean("ours") == pytest.approx(0.5)
    assert compared.ratio() == "6.0"
    assert (compared.ratio(["easy"]), compared.ratio(["hard"])) == ("6.0", "–")


@pytest.mark.parametrize(
    ("their_s", "our_s", "ratio"),
    [(None, 6.0, "≥ 10"), (6.0, None, "≤ 0.10"), (None, None, "≷ 1.0"), (6.0, 3.0, "2.0")],
)
def test_a_run_at_the_limit_makes_the_ratio_a_bound(runs, their_s, our_s, ratio):
    found = runs(("hard-1", "clingo", "asp_pairwise", their_s), ("hard-1", "clingo", "asp_cell", our_s))
    assert only(ladder.by_solver(found)).ratio() == ratio


@pytest.mark.parametrize("change", [{"cpu_model": "Other CPU"}, {"wall_limit_s": 10.0}, {"instance_sha256": "other"}])
def test_runs_on_different_machines_or_under_different_limits_are_not_paired(runs, change):
    found = runs(("easy-1", "clingo", "asp_pairwise", 1.0), ("easy-1", "clingo", "asp_cell", 1.0, change))
    compared = only(ladder.by_solver(found))
    assert compared.ratio() == "–"
    assert ladder.unpaired([compared]).startswith("Left out: 1 comparison of runs under other limits")


def test_each_configuration_of_the_report_is_compared_with_our_best_on_its_solver(runs):
    found = runs(
        ("easy-1", "gecode", "cp_pairwise", 9.0),
        ("easy-1", "gecode", "cp_pairwise", 5.0, {"options": "strategy=inserted"}),
        ("easy-1", "gecode", "cp_cell", 2.0), ("easy-1", "gecode", "cp_cell", 1.0, {"options": "strategy=reading"}),
        ("easy-1", "cpsat", "cpsat_cell", 0.5), ("easy-1", "clingo", "asp_pairwise", 0.5),
    )  # fmt: skip
    assert [(each.theirs, each.ours) for each in ladder.by_solver(found)] == [
        ("gecode/cp_pairwise", "gecode/cp_cell [strategy=reading]"),
        ("gecode/cp_pairwise [strategy=inserted]", "gecode/cp_cell [strategy=reading]"),
    ]
    assert ladder.by_best(found).ours == "cpsat/cpsat_cell"
    assert [(name, each.theirs, each.ours) for name, each in ladder.by_paradigm(found)] == [
        ("CP", "gecode/cp_pairwise [strategy=inserted]", "gecode/cp_cell [strategy=reading]"),
        ("CP-SAT", "clingo/asp_pairwise", "cpsat/cpsat_cell"),
    ]


def test_a_model_of_the_report_with_other_options_counts_as_ours(runs):
    found = runs(("easy-1", "clingo", "asp_pairwise", 0.5, {"options": "symmetry=equal"}))
    assert ladder.theirs(found).empty
    assert len(ladder.ours(found)) == 1


def test_the_paradigms_and_solvers_that_proved_each_instance_are_counted(runs):
    found = runs(
        ("easy-1", "gecode", "cp_pairwise", 1.0), ("easy-1", "chuffed", "cp_cell", 1.0),
        ("easy-1", "clingo", "asp_cell", 1.0),
        ("hard-1", "gecode", "cp_cell", None), ("hard-1", "clingo", "asp_cell", None),
    )  # fmt: skip
    said = ladder.proofs_sentence(found)
    assert said.endswith("0 are proved optimal by 3 or more paradigms, 1 by 3 or more solvers; by none: hard-1.")


def test_a_comparison_is_a_row_of_two_configurations(runs):
    found = runs(("easy-1", "clingo", "asp_pairwise", 3.0), ("easy-1", "clingo", "asp_cell", None))
    pairs = ladder.comparison_table([("ASP", only(ladder.by_solver(found)))]).rows
    assert pairs == [
        ["ASP", "clingo/asp_pairwise\nclingo/asp_cell", "1", "1\n0", "3.0\n60", "≤ 0.050", "≤ 0.050", "–", "–", "–"]
    ]


def test_published_and_new_times_are_relative_to_the_fastest_of_their_own_machine(runs):
    published = runs(("easy-1", "chuffed", "cp_pairwise", 3.0), ("easy-1", "clingo", "asp_pairwise", 6.0))
    here = runs(("easy-1", "clingo", "asp_pairwise", 0.1), ("extreme-1", "clingo", "asp_pairwise", None))
    assert ladder.published_table(published, here).rows == [
        ["chuffed/cp_pairwise", "1/1", "–", "–", "1.0", *"––––"],
        ["clingo/asp_pairwise", "1/1", "–", "–", "2.0", "1/1", "–", "–", "1.0"],
    ]
