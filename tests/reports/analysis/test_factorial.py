"""The shares of solver, model and interaction: against known shares, and against the analysis of variance."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.reports.conftest import task
from tilings.reports.analysis.factorial import PARTS, Crossed, crossed, shares

KNOWN = {"solver": 4.0, "model": 1.0, "interaction": 1.0, "rest": 1.0}


def simulated(cases=60, solvers=8, models=4, within=1.0, seed=1, **variances):
    """Log times with these variances of their parts, cut off above the quantile `within`."""
    rng = np.random.default_rng(seed)
    wanted = KNOWN | variances
    solver, model = rng.normal(size=(solvers, 1)), rng.normal(size=(1, models))
    both = rng.normal(size=(solvers, models))
    both = both - both.mean(axis=0) - both.mean(axis=1, keepdims=True) + both.mean()
    parts = {"solver": solver - solver.mean(), "model": model - model.mean(), "interaction": both}
    effects = sum(part * (wanted[name] / np.mean(part**2)) ** 0.5 for name, part in parts.items())
    noise = rng.normal(0, wanted["rest"] ** 0.5, (cases, solvers, models))
    logs = rng.normal(0, 1.5, (cases, 1, 1)) + effects + noise
    limit = np.quantile(logs, within)
    return crossing(np.minimum(logs, limit), (logs < limit) | (within == 1))


def crossing(logs, solved):
    names = [tuple(f"{axis}{number}" for number in range(size)) for axis, size in zip("csm", logs.shape, strict=True)]
    cases = tuple(("squares", name, "first") for name in names[0])
    return Crossed("squares", names[1], names[2], cases, logs, solved)


@pytest.mark.parametrize(("within", "error"), [(1.0, 0.02), (0.8, 0.025), (0.5, 0.04)])
def test_known_shares_are_found_whether_or_not_times_are_cut_off(within, error):
    found = shares(simulated(within=within))
    for name in PARTS:
        assert found[name].value == pytest.approx(KNOWN[name] / 7, abs=error), name


def test_without_the_likelihood_of_what_is_cut_off_the_shares_would_be_wrong():
    part = simulated(within=0.5)
    naive = shares(replace(part, solved=np.ones_like(part.solved)))
    assert abs(naive["rest"].value - 1 / 7) > 0.04


def test_without_unsolved_runs_the_shares_are_those_of_the_analysis_of_variance():
    part = simulated(cases=7, solvers=3, models=4)
    within = part.logs - part.logs.mean(axis=(1, 2), keepdims=True)
    table = part.logs.mean(axis=0) - part.logs.mean()
    rows, columns = table.mean(axis=1, keepdims=True), table.mean(axis=0, keepdims=True)
    squares = {
        "solver": 7 * 4 * (rows**2).sum(),
        "model": 7 * 3 * (columns**2).sum(),
        "interaction": 7 * ((table - rows - columns) ** 2).sum(),
        "rest": ((within - table) ** 2).sum(),
    }
    found = shares(part)
    for name, value in squares.items():
        assert found[name].value == pytest.approx(value / (within**2).sum()), name


def test_the_shares_are_those_of_a_library_s_fit():
    stored = json.loads((Path(__file__).parent / "lifelines.json").read_text())
    logs, table = np.array(stored["logs"]), np.array(stored["pairs"])
    table = table - table.mean()
    rows, columns = table.mean(axis=1, keepdims=True), table.mean(axis=0, keepdims=True)
    squares = [(part**2).mean() for part in (rows, columns, table - rows - columns)] + [stored["sigma"] ** 2]
    found = shares(crossing(logs, logs < stored["limit"]))
    assert [found[name].value for name in PARTS] == pytest.approx(np.array(squares) / sum(squares), abs=1e-4)


def test_intervals_hold_the_shares_and_need_enough_cases():
    found = shares(simulated(cases=30, within=0.7))
    assert all(share.low <= share.value <= share.high for share in found.values())
    assert np.isnan(shares(simulated(cases=5))["solver"].low)


def test_a_pair_that_solves_nothing_counts_as_if_it_had_solved_the_easiest_case_at_the_limit():
    part = simulated(within=0.9)
    solved = part.solved.copy()
    solved[:, 0, 0] = False
    logs = np.where(solved, part.logs, np.maximum(part.logs, part.logs.max()))
    found = shares(replace(part, logs=logs, solved=solved))
    assert 0 < found["interaction"].value < 1


def test_with_too_few_solved_runs_there_are_no_shares():
    part = simulated(cases=2, solvers=2, models=2)
    assert shares(part) is None


def test_the_crossed_part_is_the_largest_of_which_every_pair_ran_on_every_case(table):
    times = {f"{solver}/cpmpy_{model}": [1, 2, 3] for solver in ("choco", "exact", "z3") for model in "ab"}
    times |= {"z3/cpmpy_a": [1, 2, "-"], "z3/cpmpy_b": [1, 2, "-"]}  # with it there is one case less
    times |= {"gecode/cp_c": [1, 1, 1], "choco/cp_c": [1, 1, 1], "gecode/cpmpy_a": [1, 1, 1]}
    (part,) = crossed(task(table(times)).median)
    assert (part.solvers, part.models) == (("choco", "exact"), ("cpmpy_a", "cpmpy_b")) or len(part.cases) == 2
    runs = len(part.solvers) * len(part.models) * len(part.cases)
    assert runs == 12


def test_one_solver_or_one_model_makes_no_crossed_part(table):
    assert crossed(task(table({"choco/cpmpy_a": [1, 2], "exact/cpmpy_a": [1, 2]})).median) == []
    assert crossed(task(table({"choco/cpmpy_a": [1, 2], "choco/cpmpy_b": [1, 2]})).median) == []


def test_of_many_models_the_most_run_ones_that_solvers_share_make_the_crossed_part(table):
    solvers = ("choco", "exact", "z3")
    times = {f"{solver}/cpmpy_m{model:02}": [1, 2, 3] for solver in solvers for model in range(25)}
    times |= {f"choco/cp_own{model}": [1, 2, 3] for model in range(25)}
    times |= {f"{solver}/cpmpy_m00": [1, 2, "-"] for solver in solvers}
    (part,) = crossed(task(table(times)).median)
    assert part.models == tuple(f"cpmpy_m{model:02}" for model in range(1, 13))
    assert (part.solvers, len(part.cases)) == (solvers, 3)
