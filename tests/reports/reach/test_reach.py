"""The reach of each configuration: which one stands for its paradigm, and what speaks against a number."""

from tests.reports.reach.conftest import growing
from tilings.reports.reach.reach import best, configurations, observed, reaches
from tilings.runners.record.climbs import climbs


def test_of_a_paradigm_the_configuration_of_the_largest_reach_counts_and_of_equal_ones_the_faster(climb):
    runs = climb({("a", "CP"): growing(20), ("b", "CP"): growing(30.5), ("c", "CP"): growing(31)})
    ((_, group),) = reaches(climbs(runs)).items()
    assert [each.climb.solver for each in group] == ["c", "b", "a"]
    assert [each.climb.solver for each in best(group)] == ["c"]


def test_a_reach_says_what_is_a_bound(climb):
    runs = climb({("a", "CP"): growing(30), ("b", "SAT"): growing(900), ("c", "MIP"): growing(3)})
    ((_, group),) = reaches(climbs(runs)).items()
    assert {each.name: observed(each) for each in group} == {"CP": "30", "SAT": "≥ 118", "MIP": "< 6"}


def test_a_curve_more_than_a_rung_away_from_the_observed_reach_differs(climb):
    jump = climb({("a", "CP"): lambda size: 0.05 if size < 60 else 99.0})
    ((_, (found,)),) = reaches(climbs(jump)).items()
    assert found.size == 58 and not found.differs, "a steep curve has its reach between the last and the first"
    late = climb({("a", "CP"): lambda size: 0.5 * 1.03 ** (size - 6) if size <= 42 else 99.0})
    ((_, (found,)),) = reaches(climbs(late)).items()
    assert found.size == 42 and found.differs and found.estimate.value > 46


def test_every_configuration_has_a_row_with_its_curve_and_its_faults(climb):
    runs = climb({("a", "CP"): growing(30)}, cases=3)
    runs = [run._replace(ended="crash", answer="none") if run.rung == 28 else run for run in runs]
    (row,) = configurations(reaches(climbs(runs))).rows
    assert row[3] == "30" and row[6] in ("exponential", "power") and row[7:] == ["28", "n28-0: crash; n28-1: crash"]
