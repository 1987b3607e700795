"""What a constraint is worth: its table and matrix, what is decided, and the pairs that count nowhere."""

from dataclasses import replace

from tests.studies.test_ablation import OUT, made
from tilings.reports.data.campaign import tidy
from tilings.studies import ablation, ablation_chapter

__all__ = ["made"]


def option_effects(made, *slow):
    """The effect of symmetry on as many instances, in 1 s with it and in these seconds without."""
    pairs = [(made("", 1, f"i{n}"), made("symmetry=none", time_s, f"i{n}")) for n, time_s in enumerate(slow)]
    return ablation.option_effects(tidy(tuple(run for pair in pairs for run in pair), {}))


def test_pairs_without_a_ratio_are_counted_by_their_reason(made):
    records = (
        made("", 60, **OUT), made("symmetry=none", 60, **OUT),
        made("", 1, seed=2), made("symmetry=none", 2, seed=2, answer="none", ended="crash"),
        made("", 0.01, seed=3), made("symmetry=none", 0.02, seed=3),
    )  # fmt: skip
    found = ablation.option_effects(tidy(records, {}))
    assert ablation_chapter.table(found, "squares").rows == [
        ["symmetry: all / none", "sat", "undecided", "2.0", "1.0", "–", "1 −2"]
    ]
    said = ablation_chapter.reservations(found)
    assert said.startswith("There are 3 pairs. In 1 pair both runs reached a limit")
    assert "In 1 pair a run failed" in said
    assert "In 1 pair both runs took less than 0.1 s" in said
    undecided = ablation.option_effects(tidy(records[:2], {}))
    assert "(1 of them on instances that no run decided)" in ablation_chapter.reservations(undecided)
    assert ablation_chapter.draw(undecided).figure is None


def test_the_table_is_over_all_solvers_and_the_figure_of_each(made):
    records = [
        made(options, time_s)._replace(solver=solver)
        for solver, slow in (("cpsat", 2), ("clingo", 8))
        for options, time_s in (("", 1), ("symmetry=none", slow))
    ]
    found = ablation.option_effects(tidy(tuple(records), {}))
    assert ablation_chapter.table(found, "squares").rows == [
        ["symmetry: all / none", "sat", "undecided", "4.0", "1.0", "–", "2"]
    ]
    axes = ablation_chapter.draw(found).figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["clingo/cpsat_nooverlap", "cpsat/cpsat_nooverlap"]
    assert [text.get_text() for text in axes.texts] == ["8.0", "2.0"]


def test_a_value_pays_where_the_interval_over_instances_leaves_one_out(made):
    def found(*slow):
        return option_effects(made, *slow)

    assert ablation_chapter.finding(found(3.8, 4, 4.2)) == (
        "symmetry=all makes runs 3.5 to 4.5 times as fast as symmetry=none with cpsat/cpsat_nooverlap "
        "where there is a solution"
    )
    slower = ablation_chapter.finding(found(0.24, 0.25, 0.26))
    low, high = found(0.24, 0.25, 0.26)[0].interval("sat")
    assert slower.startswith(f"symmetry=all takes {1 / high:.1f} to {1 / low:.1f} times as long as symmetry=none with")
    two = found(3.8, 4, 4.2) + [replace(each, who="other") for each in found(3.8, 4, 4.2)]
    assert "with" not in ablation_chapter.finding(two)
    undecided = "whether any constraint pays is undecided"
    assert ablation_chapter.finding(found(0.5, 4, 8)) == ablation_chapter.finding(found(4, 4)) == undecided, (
        "two instances are too few"
    )


def test_pairs_of_one_instance_are_one_observation(made):
    pairs = [
        (made(options, time_s, instance)._replace(solver=solver))
        for instance, slow in (("a", 2), ("b", 4), ("c", 8))
        for solver in ("cpsat", "clingo", "gecode", "chuffed")
        for options, time_s in (("", 1), ("symmetry=none", slow))
    ]
    (each,) = ablation.overall(ablation.option_effects(tidy(tuple(pairs), {})))
    (alone,) = ablation.option_effects(tidy(tuple(run for run in pairs if run.solver == "cpsat"), {}))
    assert each.interval("sat") == alone.interval("sat")


def test_a_bound_decides_only_the_side_it_is_on(made):
    slow = [made("", 60, f"i{n}", **OUT) for n in range(3)] + [made("symmetry=none", 15, f"i{n}") for n in range(3)]
    (each,) = ablation.option_effects(tidy(tuple(slow), {}))
    assert (each.time("sat").bound, each.verdict("sat")) == ("≤", "costs")
    fast = [made("", 60, f"i{n}", **OUT) for n in range(3)] + [made("symmetry=none", 61, f"i{n}") for n in range(3)]
    (each,) = ablation.option_effects(tidy(tuple(fast), {}))
    assert each.time("sat").mean > 1 and each.verdict("sat") == "undecided"


def test_symmetry_breaking_comes_first_and_is_set_off(made):
    records = (made("", 1), made("symmetry=none", 4), made("cumulative=off", 2))
    found = ablation.option_effects(tidy(records, {}))
    axes = ablation_chapter.draw(found).figure.axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["symmetry: all / none", "cumulative: on / off"]
    assert [line.get_xdata()[0] for line in axes.lines] == [0.5]


def test_a_cell_is_bold_where_its_interval_leaves_one_out(made):
    def weight(*slow):
        (cell,) = ablation_chapter.draw(option_effects(made, *slow)).figure.axes[0].texts
        return cell.get_weight()

    assert (weight(3.8, 4, 4.2), weight(0.5, 4, 8)) == ("bold", "normal")


def test_rows_beyond_a_page_are_left_out_and_counted(made):
    records = [made(options, 2)._replace(formulation=f"cpsat_{n}") for n in range(42) for options in ("", "trick=on")]
    drawn = ablation_chapter.draw(ablation.option_effects(tidy(tuple(records), {})))
    assert len(drawn.figure.axes[0].get_yticklabels()) == 40
    assert drawn.sentence.endswith("2 of 42 rows are left out.")
