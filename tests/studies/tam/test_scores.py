"""The scores by which G. Tam's claims are judged equal numbers computed by hand."""

import pytest

from tests.reports.conftest import BASE, CUT_OFF
from tilings.reports.data.campaign import tidy
from tilings.studies.settings import best_settings
from tilings.studies.tam.ladder import shifted_geometric_mean, table


def runs(**rows):
    """The runs of solvers on the cases 0, 1, …: seconds, None where the limit of 60 s cut one off, "-" for no run."""
    records = [
        BASE._replace(solver=solver, instance=f"i{case}", **({"wall_s": cell} if cell else CUT_OFF))
        for solver, cells in rows.items() for case, cell in enumerate(cells) if cell != "-"
    ]  # fmt: skip
    return tidy(tuple(records), {})


def test_an_unsolved_run_is_charged_twice_its_limit_by_par2_and_its_limit_by_the_mean():
    (row,) = table(runs(a=[1.0, 3.0, None])).itertuples()
    assert row.par2 == pytest.approx((1 + 3 + 120) / 3)
    assert row.mean == shifted_geometric_mean(runs(a=[1.0, 3.0, None])) == pytest.approx((2 * 4 * 61) ** (1 / 3) - 1)


def test_configurations_on_the_most_cases_come_first_of_these_the_least_par2():
    found = table(runs(a=[1.0, 3.0, None], b=[2.0, 0.5, 10.0], c=[0.1, "-", "-"]))
    assert [name.partition("/")[0] for name in found["configuration"]] == ["b", "a", "c"]
    assert (list(found["cases"]), list(found["solved"])) == ([3, 3, 1], [3, 2, 1])


def test_the_best_setting_ran_on_the_most_cases_and_solved_the_most_of_them():
    rows = {"": [1.0, None], "symmetry=x": [9.0, 9.0], "symmetry=none": [0.1, "-"]}
    records = [
        BASE._replace(options=options, instance=f"i{case}", **({"wall_s": cell} if cell else CUT_OFF))
        for options, cells in rows.items() for case, cell in enumerate(cells) if cell != "-"
    ]  # fmt: skip
    assert best_settings(tidy(tuple(records), {})) == {"gecode/cp_made [symmetry=x]"}
