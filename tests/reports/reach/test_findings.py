"""The sentences on reach come from one set of results, and say what the curves are."""

import math
from dataclasses import replace

import pytest

from tests.reports.reach.conftest import found_in, growing, met
from tilings.models.formulation import NATIVE
from tilings.reports.data.campaign import read_results
from tilings.reports.english import opened
from tilings.reports.plot.style import context
from tilings.reports.reach.crossings import crossings
from tilings.reports.reach.findings import Findings, findings
from tilings.reports.reach.front import matters
from tilings.reports.reach.over_time import draw
from tilings.reports.reach.predicted import judged
from tilings.reports.reach.prediction import rounds, table
from tilings.reports.reach.reach import reaches
from tilings.reports.reach.sentences import sentences
from tilings.runners.record.climbs import climbs

# The first is the faster one up to a size of 25, and meets the limit at 32; the second meets it at 45.
CROSSED = {
    ("a", "CP"): lambda size: 0.05 + 0.5 * 1.39 ** (size - 25),
    ("b", "SAT"): lambda size: 0.05 + 0.5 * 1.12 ** (size - 25),
}


@pytest.fixture
def found(climb):
    return lambda contestants, **settings: Findings(climbs(climb(contestants, **settings)))


def test_the_sentences_name_the_leader_the_sizes_the_unit_and_the_reference(climb):
    runs = climb(
        {("a", "CP"): growing(25), ("b", "SAT"): growing(40), ("c", "MIP"): growing(3), ("dlx", NATIVE): growing(50)}
    )
    first, second, outside, ladder, pairs, *_ = sentences(found_in(met(runs, "b", a="wwwwwwwlt")))
    assert first == "SAT leads on squares with few copies, best solution."
    assert second.startswith(
        "On each kind of puzzle all solvers climb from small to large, with models of this project, one thread and 5 s"
    )
    assert outside == (
        "The reference, this project's own solver `dlx`, is outside the comparison; it gets further than every "
        "paradigm on 1 of 1 kind of puzzle: on squares with few copies, best solution, `dlx/dlx_made` reaches the "
        "50 x 50."
    )
    assert ladder == (
        "Squares with few copies, best solution: in 5 seconds SAT (b) finds a best tiling of the 40 x 40 square and "
        "proves it, CP (a) the 24 x 24, MIP (c) none. The reference, dlx/dlx_made, outside the comparison, reaches the "
        "50 x 50."
    )
    assert pairs == (
        "SAT leads on squares with few copies, best solution: 7 won, 1 lost and 1 tied of 9 pairs with CP, 2.8 "
        "times as fast; MIP solves none."
    )


@pytest.mark.parametrize(
    ("letters", "title", "tag", "verdict"),
    [
        ("wlw", "No leader is decided", "undecided",
         "Whether SAT leads on {} is open: 2 won and 1 lost of 3 pairs with CP, 2.8 times as fast."),
        ("t" * 9, "SAT and CP are equal", "SAT and CP are equal",
         "SAT and CP are equal on {}: 9 tied of 9 pairs with CP, 1.0 times as fast."),
        ("", "No leader is decided", "undecided", ""),
    ],
)  # fmt: skip
def test_ladders_without_a_leader_are_called_equal_or_undecided(climb, letters, title, tag, verdict):
    runs = climb({("a", "CP"): growing(31), ("b", "SAT"): growing(31.2)})
    said = sentences(found_in(met(runs, "b", a=letters)))
    squares = "squares with few copies, best solution"
    assert said[0] == f"{title} on {squares}."
    assert any(text.startswith(f"{opened(squares)} ({tag}): in 5 seconds") for text in said)
    assert [text for text in said if " with CP" in text] == ([verdict.format(squares)] if verdict else [])


def test_the_title_names_leaders_before_numbers_and_tells_equal_from_undecided(climb):
    curves = {("a", "CP"): growing(31), ("b", "SAT"): growing(40)}
    said = []
    for letters in (["u" * 6, "w" * 6, "t" * 9, ""], ["t" * 9, "wl"]):
        runs = [run for place, own in enumerate(letters) for run in met(climb(curves, ladder=f"l{place}"), "b", a=own)]
        made = sentences(found_in([run._replace(run_id=str(number)) for number, run in enumerate(runs)]))
        said.append((made[0], next(text for text in made if "/l0" in text and "pairs" in text)))
    (title, leads), (none, equal) = said
    assert title == "SAT leads on 2 of 4 kinds of puzzle; on 1 the best are equal; 1 is undecided."
    assert leads.startswith(
        "SAT leads on squares/l0, best solution (6 of 6 pairs won over CP) and "
        "squares/l1, best solution (6 of 6 pairs won over CP, 2.8 times as fast); SAT and CP are equal on squares/l2, "
        "best solution (9 pairs with CP)"
    )
    assert none == "No paradigm leads on any of 2 kinds of puzzle; on 1 the best are equal; 1 is undecided."
    assert equal.startswith("SAT and CP are equal on squares/l0, best solution (9 pairs with CP)")


def test_the_size_at_which_the_leader_changes_is_found(found):
    made = found(CROSSED, cases=3, spread=0.05)
    (crossing,) = made.crossings
    assert (crossing.before.name, crossing.after.name) == ("CP", "SAT")
    assert crossing.size.low < 25 < crossing.size.high
    assert any("CP is the fastest up to the 2" in sentence for sentence in sentences(made))


def test_times_near_the_start_and_like_curves_cross_nowhere(climb):
    late = climb(CROSSED, cases=3, spread=0.05, startup_s=1.0)
    alike = climb({("a", "CP"): growing(30), ("b", "SAT"): growing(30.1)}, cases=3, spread=0.3)
    assert [crossings(reaches(climbs(runs))) for runs in (late, alike)] == [[], []]


def test_a_prediction_from_a_tenth_of_the_limit_is_within_a_rung_of_the_truth(climb, predicted):
    curves = {("a", "CP"): growing(30, base=1.3), ("b", "SAT"): growing(40, base=1.2)}
    made = judged(predicted(climb(curves, limit=60.0, cases=3, spread=0.02, seed=5)))
    assert [(each.holds, each.close, each.same) for each in made] == [(True, True, False)] * 2
    true = {"a": 30 + math.log(12, 1.3), "b": 40 + math.log(12, 1.2)}
    for each in made:
        assert each.made.reach == pytest.approx(true[each.climb.solver], abs=2), "a rung"
    assert [row[7] for row in table(made).rows] == ["yes"] * len(made)
    assert [row[:6] for row in rounds(made).rows] == [["6 s", "60 s", "2", "2", "2", "0"]]


def test_a_curve_that_bends_later_makes_a_prediction_fail(climb, predicted):
    def bent(size):
        return 0.03 + 0.02 * 1.3 ** (size - 6) + (size > 28) * 5 ** (size - 28)

    (made,) = judged(predicted(climb({("a", "CP"): bent}, limit=60.0, cases=3, spread=0.02)))
    assert made.made.low > made.seen[1] and made.holds is False and made.close is False
    assert rounds([made]).rows[0][3:8] == ["1", "0", "1", "0", "0"], "too high"


def test_a_climb_without_an_end_judges_no_prediction_beyond_it(climb, predicted):
    (made,) = judged(predicted(climb({("a", "CP"): lambda size: 0.02 + 0.001 * size}), factor=9))
    assert (made.holds, made.close) == (None, None)
    assert table([made]).rows[0][6:] == ["≥ 118", "open", "open"]
    assert rounds([made]).rows == [["0.5 s", "5 s", "1", *"0000", *"000", "–"]]


def test_a_prediction_is_judged_by_its_own_limit_and_machine_and_once_its_round_has_begun(climb, predicted):
    results = predicted(climb({("a", "CP"): growing(30, base=1.3)}, limit=60.0, cases=3))

    def changed(**about):
        of_all = "cpu_model" in about
        runs = [run._replace(**about) if of_all or run.ended == "wall" else run for run in results.records]
        return [each.climb.ladder.limit_s for each in judged(replace(results, as_tasks=tuple(runs)))]

    assert changed(wall_limit_s=600.0, wall_s=600.0) == changed() == [60]
    assert changed(cpu_model="another") == changed(cpu_model="Example CPU", wall_limit_s=6.0) == []


def test_reach_over_time_has_what_ended_in_earlier_rounds(climb, folder_of):
    first = climb({("a", "CP"): growing(30), ("b", "CP"): growing(24)}, limit=0.5)
    last = climb({("b", "CP"): growing(24), ("c", "SAT"): growing(26)})
    made = findings(read_results(folder_of(*(run._replace(run_id=str(at)) for at, run in enumerate(first + last)))))
    ((ladder, lines),) = made.steps.items()
    (cp,) = [line for line in lines if line.paradigm == "CP"]
    (left,) = made.early
    assert (left.solver, left.ladder.limit_s) == ("a", 0.5)
    (went_on,) = [each.climb for each in made.reaches[ladder] if each.name == "CP"]
    assert cp.at(0.5) == left.reach > went_on.within(0.5).reach


def test_the_ladders_on_which_the_choice_matters_most_and_least_are_named_if_they_are_two(climb):
    ((ladder, far),) = reaches(climbs(climb({("a", "CP"): growing(30), ("b", "SAT"): growing(40)}))).items()
    ((_, near),) = reaches(climbs(climb({("a", "CP"): growing(30), ("b", "SAT"): growing(34)}))).items()
    assert matters({ladder: far, replace(ladder, limit_s=9.0): near}) == ""
    ((_, alike),) = reaches(climbs(climb({("a", "CP"): growing(30), ("b", "SAT"): growing(30)}))).items()
    assert matters({ladder: far, replace(ladder, name="cut"): alike}).endswith("(CP and SAT reach the 30 x 30).")
    assert "and least on cut squares, best solution (" in matters({ladder: far, replace(ladder, name="cut"): near})


def test_reach_over_time_rises_to_the_reach_and_is_drawn(climb):
    made = Findings(climbs(climb({("a", "CP"): growing(30), ("b", "CP"): growing(20), ("c", "SAT"): growing(26)})))
    lines = {line.paradigm: line for group in made.steps.values() for line in group}
    assert lines["CP"].sizes[-1] == 30 and lines["SAT"].sizes[-1] == 26
    assert all(list(line.times) == sorted(line.times) and list(line.sizes) == sorted(set(line.sizes))
               for line in lines.values())  # fmt: skip
    with context():
        assert draw(made.steps).figure is not None
    assert draw({}).figure is None
