"""How often verdicts by pairs err: the stored table, and that its counts are of the rule itself."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runners.record.test_paired import pairs
from tilings.models.terminal.command import ROOT
from tilings.runners.record.paired import ERROR, LOSS, MOST, OPEN, TIE, WIN, boundary, verdict
from tools.verdict_errors import (
    BOUNDS,
    HEADER,
    SPENDING,
    WORDS,
    exact,
    exact_rows,
    ladders,
    met,
    sign_test,
    sizes,
)

TABLE = ROOT / "reports" / "reach" / "verdict_errors.csv"


@pytest.fixture(scope="module")
def rows():
    return list(csv.DictReader(TABLE.open(encoding="utf-8")))


def test_the_stored_table_is_what_is_counted(rows):
    assert list(rows[0]) == HEADER
    counted = [list(map(str, row)) for row in exact_rows()]
    assert [list(row.values()) for row in rows if (row["case"], row["method"]) in {(*row[:2],) for row in counted}] == (
        counted
    )


def test_no_error_is_more_likely_than_five_in_a_hundred(rows):
    """Of 10,000 trials: five in a hundred and three standard errors."""
    ladder = [row for row in rows if row["case"] == "one rival as good" or row["win rate"] == "0.5" and row["case"]
              in ("rivals alike", "two contestants") or row["case"].endswith("drawn")]  # fmt: skip
    assert len(ladder) > 50 and max(float(row["ahead"]) for row in ladder) <= 0.0566
    assert max(float(row["ahead"]) for row in ladder if row["method"] == "exact") <= ERROR
    assert max(exact(*at)["equal"] for at in BOUNDS) <= ERROR


def test_four_rivals_are_beaten_with_a_power_of_four_fifths_where_few_pairs_tie(rows):
    power = {int(row["rivals"]): float(row["ahead"]) for row in rows if row["case"] == "rivals alike"
             and (row["win rate"], row["ties"]) == ("0.8", "0.25")}  # fmt: skip
    assert sorted(power.values(), reverse=True) == [power[rivals] for rivals in range(1, 6)]
    assert power[4] >= 0.8
    half = exact(0.8, 0.5)
    assert half["ahead"] + half["equal"] >= 0.95  # both are true there


def test_in_a_fixed_order_the_first_sizes_decide():
    assert sizes(12, drawn=False, trials=1)["ahead"] == 1
    assert sizes(12, drawn=True, trials=100)["ahead"] <= ERROR


@given(st.lists(st.sampled_from([WIN, LOSS, TIE]), min_size=3 * MOST, max_size=3 * MOST))
def test_what_is_counted_is_the_verdict_on_pairs(outcomes):
    """The same word after as many pairs, where no more of them are made than the verdict asks for. Among the last of
    these it may show that none decides."""
    outcomes += [WIN] * MOST
    found, made = verdict(()), 0
    while found.next_look:
        made += found.next_look
        found = verdict(pairs(*outcomes[:made]))
    word, counted = met(outcomes)
    assert word == found.decided and (counted == made or (word == OPEN and counted < made))


@pytest.mark.parametrize("spending", SPENDING)
def test_the_sign_test_errs_as_its_boundary_spends(spending):
    looks = boundary(spending)
    found = sign_test(looks, 0.5)
    assert found["ahead"] == pytest.approx(found["behind"]) and sum(map(found.get, WORDS)) == pytest.approx(1)
    assert found["ahead"] == pytest.approx(looks[-1].spent, abs=1e-4)  # less those that were behind before


def test_a_simulated_ladder_with_one_rival_is_as_counted():
    """Within some four standard errors."""
    (found,) = ladders([0.8], 0.25, 1000)
    counted = exact(0.8, 0.25)
    assert found["ahead"] == pytest.approx(counted["ahead"], abs=0.03)
    assert found["pairs"] == pytest.approx(counted["pairs"], rel=0.1)
    assert found[OPEN] == pytest.approx(counted[OPEN], abs=0.03)
