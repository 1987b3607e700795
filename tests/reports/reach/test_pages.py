"""The pages of a report on climbed ladders: each answers its question with the numbers of the climbs."""

import re
from dataclasses import replace

import pandas as pd
import pytest

from tests.reports.reach.conftest import found_in, growing, met
from tilings.models.formulation import NATIVE
from tilings.reports.data.campaign import read_results
from tilings.reports.plot.style import context
from tilings.reports.reach import (
    difficulty,
    finals,
    first_round,
    front,
    growth,
    ladders,
    luck,
    models,
    over_time,
    overview,
    prediction,
    proof,
    stops,
    threads,
)  # fmt: skip
from tilings.reports.reach.findings import Findings, findings
from tilings.reports.reach.sentences import sentences
from tilings.reports.reach.words import in_turn
from tilings.runners.record.climbs import RecordedLadder, by_ladder, climbs

THREE = {("a", "CP"): growing(30), ("b", "SAT"): growing(60), ("c", "MIP"): growing(12)}


@pytest.fixture
def found(climb):
    return lambda contestants=THREE, **settings: Findings(climbs(climb(contestants, **settings)))


def drawn(chapter):
    """The number in a chapter's title, after it was drawn."""
    with context():
        (figure,) = [block for block in chapter.blocks if hasattr(block, "figure")]
    assert figure.figure is not None and chapter.whole
    assert len(figure.sentence) <= 250, "two lines"
    assert re.search(r"\d", chapter.title)
    words = [block.text for block in chapter.blocks if hasattr(block, "text")]
    assert sum(len(text.split()) for text in words) <= 120
    return chapter.title


@pytest.mark.parametrize(
    ("number", "flat", "limits", "words"),
    [
        (3, False, (60,), "60 s instead of 6 s, lets a paradigm solve sizes that are a median of 25%"),
        (3, False, (60, 5), "the limit instead of a tenth of it, lets a paradigm solve sizes that are a median of 25%"),
        (3, True, (60,), "lets a paradigm solve no larger sizes in the median (3 climbs"),
        (1, False, (60,), ""),
    ],
)  # fmt: skip
def test_what_ten_times_the_time_buys_is_said_for_the_limits_that_there_were(climb, number, flat, limits, words):
    """flat: what a paradigm solves it solves at once."""
    found = {}
    for limit in limits:
        curve = (lambda size: 0.05 if size < 60 else 999.0) if flat else growing(30, limit=limit)
        made = climbs(climb({(f"s{at}", f"P{at}"): curve for at in range(number)}, limit=float(limit)))
        found |= Findings(made).steps
    said = over_time.tenfold(found)
    assert words in said and bool(said) == bool(words)


def test_every_number_of_the_first_page_stands_in_the_table_of_results(climbed):
    results = read_results(climbed)
    made = findings(results)
    said = [
        front.title(made.standings),
        *sentences(made)[1:5],
        *(board.sentence for board in front.boards(results, made.standings)),
    ]
    known = {float(row[2]) for row in ladders.results(made).rows}
    numbers = [float(number.replace(",", "")) for text in said for number in re.findall(r"\d[\d,]*\.?\d*", text)]
    assert numbers and set(numbers) <= known


def test_the_panels_are_of_each_family_first(found):
    def ladder(family, name):
        return RecordedLadder(family, name, "first", 5.0)

    one, two, none, other = (
        ladder("squares", "x/sat"),
        ladder("squares", "y/sat"),
        ladder("squares", "z/unsat"),
        ladder("covers", "x/sat"),
    )
    assert in_turn([one, two, none, other]) == [one, other, none, two]


def test_a_board_is_as_large_as_the_leader_got(climbed):
    results = read_results(climbed)
    made = findings(results)
    (board,) = front.boards(results, made.standings)
    (standing,) = made.standings
    assert f", size {standing.leader.size:g}: CP-SAT (cpsat) in " in board.sentence


@pytest.mark.parametrize(
    ("pairs", "bold", "said"),
    [
        ({"a": "w" * 6, "c": "w" * 6}, ["SAT"], "SAT: b/b_made\n6 won of 6 pairs with CP, 2.8× as fast"),
        ({"a": "w" * 6, "c": "wl"}, [], "SAT (b) or MIP (c)\nundecided: SAT 1 won, 1 lost of 2 pairs with MIP"),
        ({"a": "t" * 9, "c": "w" * 6}, ["CP", "SAT"], "SAT (b) and CP (a)\nequal over 9 pairs with CP"),
        ({}, [], "SAT (b), CP (a) or MIP (c)\nundecided: no pairs of these were run"),
    ],
)
def test_the_table_of_reach_says_what_to_take_and_how_sure_that_is(climb, pairs, bold, said):
    runs = climb(THREE | {("dlx", NATIVE): growing(80)})
    made = overview.table(found_in(met(runs, "b", **pairs)))
    (row,) = made.rows
    assert list(made.header[1:-1]) == ["CP", "MIP", "SAT", "reference"]
    assert row == ["Squares with few copies, best solution (side)", "30", "12", "60", "80", said]
    assert sorted(made.header[column] for _, column in made.bold) == sorted(bold)
    assert [(bar.column, bar.part) for bar in made.bars] == [(1, 0.5), (2, 0.2), (3, 1.0)], "none of the reference"
    assert made.grey == [(0, 4)]


def test_the_advice_leaves_out_who_got_less_far_than_a_beaten_rival(climb):
    runs = climb(THREE | {("d", "ASP"): growing(50)})
    (row,) = overview.table(found_in(met(runs, "b", a="w" * 6, d="w"))).rows
    assert row[-1] == "SAT (b) or ASP (d)\nundecided: SAT 1 won of 1 pair with ASP", "neither CP (a) nor MIP (c)"


def test_a_reach_that_memory_ends_is_marked_and_the_mark_explained(climb):
    runs = [run._replace(ended="memory") if run.solver == "a" and run.ended == "wall" else run for run in climb(THREE)]
    made = overview.table(found_in(runs))
    assert made.rows[0][1:4] == ["30†", "12", "60"]
    assert " †: most runs of the next size ended for want of memory." in made.caption and "‡" not in made.caption


def test_the_table_of_reach_in_a_terminal_marks_leaders_with_a_star(climb):
    head, row, advice, about = overview.lines(found_in(met(climb(THREE), "b", a="w" * 6, c="w" * 6)))
    assert head.split() == ["kind", "of", "puzzle", "(size)", "CP", "MIP", "SAT"]
    assert row.split()[-3:] == ["30", "12", "*60"] and len(row) == len(head)
    assert advice == "    SAT: b/b_made; 6 won of 6 pairs with CP, 2.8× as fast"
    assert about.startswith("The largest size solved within 5 s;") and "reference" not in about
    assert overview.lines(found_in([])) == []


def test_a_row_for_each_rival_says_what_the_pairs_decide(climb):
    runs = climb(THREE | {("d", "ASP"): growing(2), ("e", "PB"): growing(20)})
    made = finals.chapter(None, found_in(met(runs, "b", a="wwtwuwwl", c="wl")))
    assert made.title == "Who leads? 0 of 1 ladder decided, with 10 pairs"
    about, table, beside = made.blocks
    assert "1.25 times and 0.1 s faster" in about.text and "4.9 % of ladders at most" in about.text
    assert [row[1:] for row in beside.rows] == [
        ["SAT: b/b_made", "CP: a/a_made", "ahead", "8", "6", "1", "1", "0", "2.8 (1.0–∞)"],
        ["SAT: b/b_made", "MIP: c/c_made", "open (+10)", "2", "1", "1", "0", "0", "0.92"],
        ["SAT: b/b_made", "PB: e/e_made", "open (+6)", "0", "0", "0", "0", "0", "–"],
        ["SAT: b/b_made", "ASP: solves none", "ahead", "0", "0", "0", "0", "0", "–"],
    ]
    assert beside.beside and list(table.header[1:]) == ["CP", "ASP", "MIP", "SAT", "PB"]
    assert table.rows == [["Squares with few copies, best solution\nSAT: b/b_made", "6–1–1\n2.8 (1.0–∞)", "×",
                           "1–1–0\n0.92", "furthest", "not met"]]  # fmt: skip
    assert table.bold == [(0, 1), (0, 2), (0, 4)]
    assert not finals.chapter(None, found_in(runs)).blocks


def test_growth_counts_the_curves_and_the_crossings(found):
    made = found()
    assert drawn(growth.chapter(None, made)) == (
        "Size: how does the time grow with it? The last size solved takes 2.2 times as long as the one before"
    )
    (best,) = [each for group in made.reaches.values() for each in group if each.name == "SAT"]
    assert growth.last_step(best) == pytest.approx(1.5**2, rel=0.1), "a rung is two units of size"


def test_a_climb_stops_where_the_first_run_above_its_reach_was_cut_off(climbed):
    results = read_results(climbed)
    made = findings(results)
    own = {each.reach.name: each for each in stops.stops(results.runs, made)}
    assert {name: each.size for name, each in own.items()} == {
        name: min(rung.size for rung in each.reach.climb.tried if rung.size > each.reach.size)
        for name, each in own.items()
    }
    assert drawn(stops.chapter(results, made)) == "Why does each stop? 3 of 3 climbs end in the search"
    early = results.runs.assign(phase="encode")
    assert {(each.cause, each.before) for each in stops.stops(early, made)} == {("in reading and building", 1.0)}


def test_the_proof_comes_after_the_best_solution(climb, climbed):
    runs = climb({("a", "CP"): growing(20)}, objective=100)
    made = Findings(climbs(runs))
    (row,) = [run for run in runs if run.rung == 20 and run.proven]
    traces = pd.DataFrame({"run_id": [row.run_id] * 2, "t_s": [0.5, 1.0], "objective": [104, 100]})
    results = replace(read_results(climbed), traces=traces)
    (arrival,) = proof.arrivals(results, made.reaches)
    assert arrival.best_s == 1.0 and arrival.proof_s == row.wall_s
    assert drawn(proof.chapter(results, made)).startswith("How soon the best board, how soon the proof? The best comes")
    assert proof.chapter(replace(results, traces=traces[:0]), made).blocks == []


def test_threads_are_compared_with_one_thread_of_the_same_configuration(climb):
    one, two = climb({("a", "CP"): growing(20)}), climb({("a", "CP"): growing(26)})
    both = [*one, *(run._replace(threads=2) for run in two)]
    (pair,) = threads.pairs(climbs(both))
    assert (pair.one.size, pair.several.size, pair.threads) == (20, 26, 2)
    assert drawn(threads.chapter(None, Findings(climbs(both)))).startswith(
        "What do 2 threads buy? A larger reach in 1 of 1 climb"
    )
    assert threads.chapter(None, Findings(climbs(one))).blocks == []


def named(climb, *contestants, **about):
    """The runs of contestants, each a configuration with its solver, paradigm and seconds by size, on one ladder."""
    runs = []
    for configuration, paradigm, seconds in contestants:
        solver, _, model = configuration.partition("/")
        runs += [run._replace(formulation=model) for run in climb({(solver, paradigm): seconds}, **about)]
    return runs


def test_solvers_of_a_model_and_models_of_a_solver_are_put_side_by_side(climb):
    runs = named(climb, ("x/cp_one", "CP", growing(20)), ("y/cp_one", "CP", growing(22)),
                 ("x/cp_two", "CP", growing(30)), ("y/cp_two", "CP", growing(34)))  # fmt: skip
    ladders = by_ladder(climbs(runs))
    assert sorted(models.apart(ladders, models.MODEL)) == [5, 6]
    assert sorted(models.apart(ladders, models.SOLVER)) == [1, 2]
    assert drawn(models.chapter(None, Findings(climbs(runs)))) == (
        "Solver or model? Two solvers of one model end 1.5 sizes of the ladder apart on average (2 pairs), two models "
        "of one solver 5.5 (2 pairs)"
    )
    assert models.chapter(None, Findings(climbs([run for run in runs if run.formulation == "cp_one"]))).blocks == []


@pytest.fixture
def swept(base):
    """The runs of contestants, each (solver, paradigm) with its seconds by number, on the three boards of a number of a
    sweep; more than two seconds are unsolved."""

    one = base._replace(family="triominoes", ladder="filled6-v8", goal="optimum", answer="optimal", wall_limit_s=2.0)

    def made(contestants):
        runs = [
            one._replace(solver=solver, paradigm=paradigm, rung=float(number), instance=f"f{number}-{case}",
                    wall_s=min(took, 2.0), run_id=f"{solver}-{number}-{case}",
                    **({} if took < 2 else {"answer": "none", "check": "unchecked", "ended": "wall"}))
            for (solver, paradigm), seconds in contestants.items() for number, took in seconds.items()
            for case in range(3)
        ]  # fmt: skip
        return Findings([], sweeps=climbs(runs))

    return made


def test_the_hardest_number_of_a_sweep_and_who_loses_the_most_there_are_named(swept):
    peak = {("x", "CP"): {17: 0.1, 50: 1.6, 100: 0.8}, ("y", "SAT"): {17: 0.1, 50: 9.0, 100: 1.0},
            ("z", "native search"): {17: 0.01, 50: 9.0, 100: 9.0}}  # fmt: skip
    chapter = difficulty.chapter(None, swept(peak))
    assert drawn(chapter) == (
        "Difficulty: what makes a puzzle hard? Triominoes, 6 x 6: at 50 % the paradigms take 18 times as long as at "
        "17 %"
    )
    assert chapter.blocks[0].text == (
        "Triominoes, 6 x 6: the longest mean time at 50 % (3 of 6 runs solved); at 100 % 2 of 2 paradigms are "
        "faster; SAT loses the "
        "most (3 runs)."
    )
    lost = next(row for row in chapter.blocks[2].rows if row[3] == "0")
    assert lost[1].startswith("y/") and lost[2:] == ["50", "0", "3", "0.00", "0.56", "2.0"]
    rising = {("x", "CP"): {17: 0.1, 50: 0.2, 100: 0.8}, ("y", "SAT"): {17: 0.1, 50: 0.4, 100: 0.4}}
    said = "at 100 % (6 of 6 runs solved), each step towards it harder; CP slows down the most (8.0 times)."
    assert difficulty.chapter(None, swept(rising)).blocks[0].text.endswith(said)
    assert difficulty.chapter(None, swept({("x", "CP"): {17: 0.1}})).blocks == []


def test_a_sweep_has_no_reach(folder_of, swept, climb):
    runs = [*climb({("a", "CP"): growing(30)}), *(case.run for each in swept({("x", "CP"): {17: 0.1, 50: 0.2}}).sweeps
            for rung in each.rungs for case in rung.cases)]  # fmt: skip
    made = findings(read_results(folder_of(*runs)))
    assert [each.ladder.name for each in made.climbs] == ["hn"]
    assert [each.ladder.name for each in made.sweeps] == ["filled6-v8"] and not made.tasks


def test_predictions_are_counted(climb, predicted):
    made = findings(predicted(climb({("a", "CP"): growing(30), ("b", "SAT"): growing(60)}, cases=3, spread=0.05)))
    title = "Did the short rounds predict the long ones? 2 of 2 intervals held, of 95 % meant"
    assert drawn(prediction.chapter(None, made)) == title
    said = (
        "From runs of 0.5 seconds the reach in 5 seconds was predicted beforehand, by an interval of 95 % that held in "
        "2 of 2 climbs, and within a size in 2; the size held before is that close in 0."
    )
    assert said in sentences(made)
    assert prediction.chapter(None, Findings([])).blocks == []


def test_a_shorter_limit_can_name_another_paradigm(climb, predicted):
    late = {("early", "CP"): growing(30), ("late", "SAT"): growing(60, base=1.08, floor=0.4)}
    made = findings(predicted(climb(late)))
    table = prediction.leaders(made)
    assert list(table.header) == ["kind of puzzle", "0.5 s", "5 s"]
    assert [row[1:] for row in table.rows] == [["CP: 24", "SAT: 60"]] and list(table.bold) == [(0, 1)]
    assert "the whole limit already do so within 0.5 s on 0 of 1 kinds of puzzle" in prediction.unchanged(made)
    alike = findings(predicted(climb({("a", "CP"): growing(30), ("b", "SAT"): growing(60)})))
    assert not prediction.leaders(alike).bold and "0.5 s on 1 of 1" in prediction.unchanged(alike)
    (first, *_) = made.predictions
    begun = replace(made, predictions=[*made.predictions, replace(first, made=replace(first.made, limit_s=50.0))])
    assert prediction.leaders(begun) == table, "of a round that is under way nothing is said"
    assert not prediction.unchanged(Findings([])) and not prediction.leaders(Findings([])).rows


def test_without_seeds_there_is_nothing_on_luck(climbed):
    results = read_results(climbed)
    assert luck.chapter(results, findings(results)).blocks == []


def test_after_rounds_a_table_has_all_solvers_within_the_first_limit(climb, folder_of):
    short = climb({("a", "CP"): growing(30), ("b", "CP"): growing(20), ("c", "SAT"): growing(10)}, limit=0.5)
    solved = {(run.solver, run.instance) for run in short if run.ended == "finished"}
    long = climb({("a", "CP"): growing(30), ("c", "SAT"): growing(10)})
    long = [run for run in long if (run.solver, run.instance) not in solved]
    rows = [run._replace(run_id=f"{number}") for number, run in enumerate([*short, *long])]
    results = read_results(folder_of(*rows))
    made = first_round.chapter(results, Findings(results.climbs))
    assert drawn(made) == "Solvers: how far does each of 3 get in 0.5 s?"
    text, _ = made.blocks
    (table,) = first_round.tables(results, Findings(results.climbs))
    assert text.text.endswith(
        "In sizes, as a median: the best solver of a paradigm gets 1.7 times as far as the last (1 comparison)."
    )
    assert list(table.header) == ["ladder", "a", "b", "c"]
    ((_, *sizes),) = table.rows
    assert sizes == ["24", "14", "< 6"] and {column for _, column in table.bold} == {1, 3}
    assert table.caption.endswith("it went on with one of them. <: not even this size is solved.")
    assert not first_round.chapter(read_results(folder_of(*climb(THREE))), Findings(climbs(climb(THREE)))).title
