"""Gap curves over time: how the gap is defined, which instances are chosen, and the value that it refers to."""

from dataclasses import replace

import pytest

from reports.analysis.gap_curves import anytime
from reports.data.campaign import read_results


@pytest.fixture
def campaign(folder_of, base):
    """Loads optimum runs given as (changes, [(seconds, objective, bound)]), minimising."""

    def make(*rows):
        records, traces = [], ["run_id,t_s,objective,bound"]
        for number, (changes, points) in enumerate(rows):
            given = {"goal": "optimum", "answer": "optimal", "sense": "min", "objective": 3, "wall_s": 9.0}
            records.append(replace(base, run_id=str(number), **(given | changes)))
            traces += [f"{number},{time_s},{objective},{bound}" for time_s, objective, bound in points]
        folder = folder_of(*records)
        (folder / "trace-1of1.csv").write_text("\n".join(traces) + "\n")
        return read_results(folder)

    return make


def test_a_curve_holds_the_gaps_to_the_optimum_over_time(campaign):
    other = {"solver": "clingo"}
    found = anytime(campaign(({}, [(1, 6, ""), (2, "", 1), (5, 3, "")]), (other, [(1, 4, "")]))).cases[0]
    assert (found.best, found.proven) == (3, True)
    (curve,) = [curve for curve in found.curves if curve.configuration == "gecode/cp_made"]
    assert curve.solutions == [(1, 0.5), (5, 0.0)]
    assert curve.bounds == [(2, pytest.approx(2 / 3))]
    assert (curve.span_s, curve.end_s) == (4, 9)


def test_without_a_proof_the_gap_refers_to_the_best_value_found(campaign):
    out = {"answer": "feasible", "ended": "wall"}
    steps = [(1, 6, ""), (5, 5, "")]
    (found,) = anytime(campaign((out | {"objective": 5}, steps), (out | {"solver": "clingo"}, [(2, 3, "")]))).cases
    assert (found.best, found.proven) == (3, False)
    assert not any(curve.proven for curve in found.curves)


def test_an_instance_with_one_run_or_without_an_improvement_is_left_out(campaign):
    assert not anytime(campaign(({}, [(1, 6, ""), (5, 3, "")]))).cases
    assert not anytime(campaign(({}, [(1, 3, "")]), ({"solver": "clingo"}, [(1, 3, "")]))).cases


def test_a_refuted_answer_is_not_the_best_value(campaign):
    wrong = {"solver": "dlx", "objective": 1, "check": "contradicts_known"}
    steps = [(1, 6, ""), (5, 3, "")]
    (found,) = anytime(campaign(({}, steps), ({"solver": "clingo"}, steps), (wrong, [(1, 1, "")]))).cases
    assert found.best == 3 and len(found.curves) == 2


def test_solvers_that_report_no_intermediate_solution_are_named(campaign):
    assert anytime(campaign(({}, [(1, 6, "")]), ({"solver": "highs"}, [(1, "", 2)]))).silent == ["highs"]
