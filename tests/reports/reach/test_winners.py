"""Who wins a ladder: by reach where intervals are apart, else by time, else undecided."""

import pytest

from tests.reports.reach.conftest import growing
from tilings.models.formulation import NATIVE
from tilings.reports.reach.reach import reaches
from tilings.reports.reach.winners import REACH, TIME, standings, won
from tilings.runners.record.climbs import climbs


@pytest.fixture
def standing(climb):
    """The standing of the one ladder of contestants."""

    def made(contestants, **settings):
        (found,) = standings(reaches(climbs(climb(contestants, **settings))))
        return found

    return made


def ends(*contestants):
    return dict(zip((("a", "CP"), ("b", "SAT"), ("c", "ASP")), contestants, strict=False))


def test_the_larger_reach_wins_where_the_intervals_are_apart(standing):
    found = standing(ends(growing(24), growing(40)), cases=3, spread=0.1)
    assert (found.leader.name, found.decided, [duel.by for duel in found.duels]) == ("SAT", True, [REACH])
    assert won([found]) == {"SAT": 1}


def test_of_overlapping_reaches_the_one_that_is_surely_faster_wins(standing):
    found = standing(ends(growing(31), growing(30.2, base=1.5)), cases=3, spread=0.1)
    (duel,) = found.duels
    assert (found.leader.name, duel.by, duel.size) == ("CP", TIME, 30)
    assert duel.ratio.low > 1 and duel.ratio.value == pytest.approx(1.5**0.8, rel=0.2)


def test_alike_contestants_are_undecided(standing):
    found = standing(ends(growing(31), growing(31.2)), cases=3, spread=0.3)
    assert not found.decided and won([found]) == {}


def test_a_ladder_is_won_only_over_every_other_paradigm(standing):
    found = standing(ends(growing(24), growing(41), growing(41)), cases=3, spread=0.3, seed=4)
    assert not found.decided and found.leader.name in ("SAT", "ASP")
    assert {duel.by for duel in found.duels if "CP" in (duel.first.name, duel.second.name)} == {REACH}


def test_a_contestant_that_solves_nothing_is_beaten_by_reach(standing):
    found = standing(ends(growing(2), growing(30)))
    assert found.decided and found.leader.name == "SAT"


def test_times_near_the_start_decide_nothing(standing):
    quick = ends(lambda _: 0.05, lambda _: 0.1)
    assert not standing(quick, cases=3, startup_s=0.02).decided
    assert standing(quick, cases=3, startup_s=0.001).decided


def test_native_searches_never_win_and_one_paradigm_alone_wins_nothing(standing):
    found = standing({("a", "CP"): growing(20), ("dlx", NATIVE): growing(50)})
    assert (found.leader.name, found.duels, found.decided) == ("CP", (), False)


def test_a_ladder_of_which_nobody_solves_a_rung_has_no_standing(climb):
    assert standings(reaches(climbs(climb(ends(growing(2), growing(2)))))) == []
