"""Who leads a ladder: whom the pairs of its final put ahead of every other paradigm."""

import pytest

from tests.reports.reach.conftest import found_in, growing, met
from tests.runners.plan.test_final import REACHES, by_reach, plan
from tests.runners.plan.test_rounds import install, made
from tilings.models.formulation import NATIVE
from tilings.reports.reach.reach import reaches
from tilings.reports.reach.winners import finals, standings, won
from tilings.runners.record.climbs import climbs

THREE = {("a", "CP"): growing(30), ("b", "SAT"): growing(40), ("c", "MIP"): growing(2)}


@pytest.fixture
def standing(climb):
    """The standing of the one ladder of contestants. rivals: as in `met`; without any there is no final."""

    def made(contestants=THREE, leader="b", **rivals):
        runs = climb(contestants)
        (found,) = found_in(met(runs, leader, **rivals) if rivals else runs).standings
        return found

    return made


def verdicts(found):
    return {duel.rival.name: (duel.verdict.decided, duel.pairs) for duel in found.duels}


def test_a_leader_is_ahead_of_each_rival_by_pairs_and_of_who_solves_nothing_without(standing):
    found = standing(a="wwwwuw")
    assert (found.leader.name, found.decided, found.words) == ("SAT", "ahead", "SAT leads")
    assert verdicts(found) == {"CP": ("ahead", 6), "MIP": ("ahead", 0)} and won([found]) == {"SAT": 1}


@pytest.mark.parametrize(
    ("rivals", "decided", "words"),
    [
        ({"a": "www"}, "open", "undecided"), ({"a": "wlwlwl"}, "open", "undecided"),
        ({"a": "t" * 9}, "equal", "SAT and CP are equal"), ({"a": "l" * 6}, "behind", "undecided"),
    ],
)  # fmt: skip
def test_without_a_verdict_nobody_leads_and_equal_is_one(standing, rivals, decided, words):
    found = standing(**rivals)
    assert (found.decided, found.words, won([found])) == (decided, words, {})


def test_one_duel_that_is_open_or_lost_leaves_the_ladder_open_and_one_equal_rival_shares_it(standing):
    three = THREE | {("c", "MIP"): growing(30)}
    assert standing(three, a="w" * 6).decided == "open", "MIP holds a rung and was not met"
    assert standing(three, a="w" * 6, c="w" * 6).decided == "ahead"
    assert standing(three, a="w" * 9, c="t" * 9).words == "SAT and MIP are equal"
    assert standing(three, a="l" * 6, c="w" * 9).words == "undecided"


def test_who_got_less_far_than_a_beaten_rival_and_was_hardly_met_leaves_nothing_open(standing):
    three = THREE | {("c", "MIP"): growing(20)}
    found = standing(three, a="w" * 6)
    assert found.leads and verdicts(found)["MIP"] == ("open", 0)
    assert standing(three, a="w" * 6, c="wu").leads
    assert not standing(three, a="w" * 6, c="wl").leads and not standing(three, a="w" * 6, c="wt").leads
    assert not standing(three, a="w" * 5).leads and not standing(three, c="w" * 6).leads


def test_without_a_final_the_largest_reach_is_named_and_nothing_is_decided(standing):
    found = standing()
    assert (found.leader.name, found.decided, verdicts(found)["CP"]) == ("SAT", "open", ("open", 0))
    alone = standing({("a", "CP"): growing(20), ("dlx", NATIVE): growing(50)})
    assert (alone.leader.name, alone.duels, alone.leads) == ("CP", (), False)


def test_who_fails_too_often_is_not_met(climb):
    runs = met(climb(THREE), "b", a="w" * 6)
    broken = [run._replace(ended="crash", answer="none") if run.solver == "a" and run.pair else run for run in runs]
    (found,) = found_in(broken).standings
    assert verdicts(found) == {"MIP": ("ahead", 0)}


def test_pairs_under_another_limit_or_on_another_machine_decide_nothing(climb):
    runs = met(climb(THREE), "b", a="w" * 6)
    for change in ({"wall_limit_s": 9.0}, {"cpu_model": "other"}, {"goal": "first"}):
        (found,) = found_in([run._replace(**change) if run.pair else run for run in runs]).standings
        assert found.decided == "open"


def test_a_ladder_of_which_nobody_solves_a_rung_has_no_standing(climb):
    assert found_in(climb({("a", "CP"): growing(2), ("b", "SAT"): growing(2)})).standings == []


def test_the_leader_and_its_rivals_are_those_of_the_harness(monkeypatch, tmp_path):
    install(monkeypatch, REACHES)
    rows = [by_reach(run) for run in made(plan(tmp_path), outcome=by_reach)]
    (found,) = standings(reaches(climbs(rows)), finals(rows))
    assert (found.words, verdicts(found)) == (
        "cp leads", {"sat": ("ahead", 6), "mip": ("ahead", 6), "asp": ("ahead", 0)}
    )  # fmt: skip
