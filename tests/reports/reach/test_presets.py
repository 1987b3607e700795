"""Presets are chosen on some rungs of a ladder and judged on the others."""

import pytest

from tilings.reports.reach import presets
from tilings.runners.record.climbs import climbs

CP, SAT = ("gecode", "CP"), ("kissat", "SAT")


def doubling(every, start=0.01):
    return lambda size: start * 2 ** (size / every)


@pytest.fixture
def campaign(climb):
    """The climbs of contestants with their presets: (contestant, preset) -> seconds at a size."""

    def made(times):
        return climbs([run for (who, name), seconds in times.items() for run in climb({who: seconds}, preset=name)])

    return made


def test_the_preset_is_chosen_on_other_rungs_than_those_that_judge_it(campaign):
    (choice,) = presets.choices(
        campaign({(CP, ""): doubling(4), (CP, "quick"): doubling(6), (CP, "slow"): doubling(3, 0.02)})
    )
    assert choice.contestant == "gecode/gecode_made"
    assert (choice.default.climb.preset, choice.chosen.climb.preset) == ("", "quick") and choice.best == choice.chosen
    assert choice.chosen.size > choice.default.size
    judging = {rung.size for each in (choice.default, choice.chosen) for rung in each.climb.rungs}
    assert choice.rungs and not judging & set(choice.rungs)
    assert max(choice.rungs) <= max(choice.default.size, *choice.rungs) / 2 + 2


def test_a_preset_that_is_quick_on_small_rungs_alone_loses_what_the_choice_promised(campaign):
    (choice,) = presets.choices(campaign({(CP, ""): doubling(5), (CP, "early"): doubling(3.5, 0.001)}))
    assert choice.chosen.climb.preset == "early" and choice.best is choice.default
    assert choice.chosen.size < choice.default.size


def test_equal_presets_leave_the_default(campaign):
    (choice,) = presets.choices(campaign({(CP, ""): doubling(4), (CP, "same"): doubling(4)}))
    assert choice.chosen is choice.best is choice.default


def test_a_configuration_without_presets_has_no_choice(campaign):
    found = campaign({(CP, ""): doubling(4), (SAT, "plain"): doubling(4)})
    assert presets.choices(found) == [] and presets.sentence(found) == ""


def test_another_winner_is_named(campaign):
    own = {(CP, ""): doubling(8), (SAT, ""): doubling(5), (SAT, "unsat"): doubling(5)}
    said = presets.sentence(campaign(own))
    assert said == (
        "Presets chosen on smaller sizes reach further than the defaults in 0 of 1 choice, and less far in 0; "
        "on every ladder the same paradigm gets furthest."
    )
    said = presets.sentence(campaign(own | {(SAT, "unsat"): doubling(12)}))
    assert "further than the defaults in 1 of 1 choice" in said
    assert "(CP with the defaults, SAT with the presets)" in said


def test_a_cell_is_about_whichever_contestant_of_the_paradigm_gets_furthest(campaign):
    other = ("chuffed", "CP")
    found = campaign({(CP, ""): doubling(8), (other, ""): doubling(4), (other, "quick"): doubling(12)})
    bests = presets._bests(found, presets.choices(found))
    default, chosen, afterwards = own = [reach for each in bests for (reach,) in each.values()]
    text, shade = presets.cell(*own)
    assert (default.climb.solver, chosen.climb.solver) == ("gecode", "chuffed")
    assert text == f"{default.size:g} → {chosen.size:g} ({afterwards.size:g})"
    assert shade == presets._SHADES["further with the chosen preset"]
