"""The rows of M. Busche's Table 2 are read as settings of the engine and can be run at every scale."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tilings.studies.busche.cases import PUZZLES, Scale, cases, rerun, scale
from tilings.studies.busche.engine import Classic

CASES = cases()


def test_all_51_rows_are_read_with_their_puzzles() -> None:
    assert len(CASES) == 51
    assert {case.instance for case in CASES.values()} == set(PUZZLES.values())


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("P-2", {"mch": "12"}),
        ("TC-12", {"order": "f=12", "mch": "11", "emch": "6", "bruijn": "4", "constrain": "auto"}),
        ("P-12", {"order": "f=12", "bruijn": "11", "constrain": "auto", "parity_trigger": "1"}),
        ("HP-9", {"order": "x=35,f=16", "constrain": "auto"}),
        ("HBD-5", {"order": "a@160=35,f=15", "parity_filter": "35", "volume_filter": "35"}),
    ],
)  # fmt: skip
def test_a_row_is_read_as_settings_of_the_engine(name: str, options: dict[str, str]) -> None:
    assert CASES[name].options == options


def test_monte_carlo_rows_state_their_sampling() -> None:
    assert (CASES["HP-1"].trials, CASES["HP-1"].stop, CASES["HP-1"].seed) == (10_000, 16, 5)
    assert CASES["TC-1"].seconds == 7 * 3600 + 21 * 60 + 31


@pytest.mark.parametrize("name", ["P-1", "OP-1", "TC-6", "HP-1", "HBD-4"])
def test_the_engine_takes_every_kind_of_row(name: str) -> None:
    case = CASES[name]
    sampling = {"trials": "1", "stop": str(case.stop)} if case.trials else {}
    engine = Classic(case.packing(**sampling))
    engine.advance(max_nodes=50)
    assert sum(engine.fits) > 0


@pytest.mark.parametrize(
    ("name", "full", "words"),
    [
        ("TC-13", False, "complete"),
        ("TC-1", False, "200000 probes"),
        ("TC-1", True, "complete"),
        ("HP-1", False, "7 trials"),
        ("HP-1", True, "10000 trials"),
    ],
)
def test_the_scale_follows_from_the_row_and_the_request(name: str, full: bool, words: str) -> None:
    assert str(scale(CASES[name], full, trials=7)) == words


def test_a_complete_case_is_counted_by_remaining_pieces_and_reports_progress() -> None:
    shares: list[float] = []
    found = rerun(CASES["OP-2"], Scale("complete"), shares.append)
    case = CASES["OP-2"]
    assert (found.attempts, found.fits, found.unique) == (case.attempts, case.fits, case.unique)
    assert sum(fits for _, fits in found.remaining) == case.fits
    assert found.errors is None
    assert shares == sorted(shares) and shares[-1] == 1


def test_probes_estimate_the_published_fits() -> None:
    case = CASES["P-13"]
    found = rerun(case, Scale("probes", 20_000))
    assert found.attempts is None and found.errors is not None
    assert abs(found.fits - case.fits) < 6 * found.errors[0]


def test_trials_are_independent_and_their_sums_have_errors() -> None:
    case = replace(CASES["P-5"], trials=100, stop=9, seed=3)
    six = rerun(case, Scale("trials", 6))
    single = [rerun(replace(case, seed=3 + number), Scale("trials", 1)).fits for number in range(6)]
    assert six.fits == sum(single)
    mean = six.fits / 6
    assert six.errors is not None
    assert six.errors[0] == pytest.approx(math.sqrt(6 * sum((fits - mean) ** 2 for fits in single) / 5))
