"""Rules about several rows: assumptions follow from the rows of climbs; the table of counts has a verdict each."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.runners import fakes
from tests.runners.plan.ladder_runs import LIMIT_S, climb, row
from tests.runners.record.test_schema import record
from tilings.runners.plan.run import Run
from tilings.runners.record import predictions
from tilings.runners.record.assumed import MOST, above, below
from tilings.runners.record.csv_log import Appender
from tilings.runners.record.predictions import Prediction
from tilings.runners.record.results import Result, result
from tilings.runners.record.schema import RunRecord
from tilings.runners.verify.findings import CountsTable, LadderRules, Row, prediction_faults


def faults(*records: RunRecord) -> list[str]:
    rules = LadderRules()
    for each in records:
        rules.add(Row("here", each))
    return [finding.words for finding in rules.faults()]


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Run]:
    """A run on each of the rungs 6 to 9."""
    fakes.install(monkeypatch, "")
    return climb(tmp_path, (6, 7, 8, 9)).lowest(4)


def climbed(ladder: list[Run], *outcomes: str, reason: str, ended: str = "given_up") -> list[RunRecord]:
    """The rows of the lower rungs, and the assumption on the last one. An outcome ``soon`` is solved at once."""
    rows = [
        row(run, "solved", wall_s=0.001) if outcome == "soon" else row(run, outcome)
        for run, outcome in zip(ladder, outcomes, strict=False)
    ]
    return [*rows, assumed(ladder[3], ended, reason)]


def assumed(run: Run, ended: str, reason: str) -> RunRecord:
    return row(run, ended, None)._replace(message=reason, wall_s=None)


NOT_HELD = above(8).reason
# Of climbs that ended after two rungs that were not held, and leapt over rungs after one that was solved soon.
OLD = "assumed unsolved: not held at sizes 7 and 8"
SOON = "assumed solved: size 8 is solved soon"


@pytest.mark.parametrize(
    ("outcomes", "reason", "ended", "words"),
    [
        (["solved", "wall", "memory"], NOT_HELD, "given_up", []),
        (["solved", "wall", "memory"], OLD, "given_up", []),
        (["wall", "wall", "solved"], NOT_HELD, "given_up", ["it was assumed unsolved, unlike the runs at size 8"]),
        (["wall", "wall", "not_applicable"], NOT_HELD, "given_up",
         ["its reason names runs at size 8, but none is recorded there"]),
        (["wall", "wall"], NOT_HELD, "given_up", ["its reason names runs at size 8, but none is recorded there"]),
        (["wall", "wall", "soon"], SOON, "skipped", []),
        (["soon", "soon", "solved"], SOON, "skipped", ["it was assumed solved, but size 8 took long"]),
        (["soon", "soon", "wall"], SOON, "skipped", ["it was assumed solved, unlike the runs at size 8"]),
        (["wall", "wall", "wall"], NOT_HELD, "skipped",
         ["it ended skipped, and its reason is: assumed unsolved: not held at size 8",
          "it was assumed solved, unlike the runs at size 8"]),
        (["wall", "wall", "wall"], above(10).reason, "given_up",
         ["its reason names rungs that are not below its own"]),
        (["wall", "wall", "wall"], "too late", "given_up", ["not the reason of a run that was not made: 'too late'"]),
    ],
)  # fmt: skip
def test_an_assumption_follows_from_rows_below_it(
    ladder: list[Run], outcomes: list[str], reason: str, ended: str, words: list[str]
) -> None:
    found = faults(*climbed(ladder, *outcomes, reason=reason, ended=ended))
    assert len(found) == len(words) and all(map(str.endswith, found, words)), found


@pytest.mark.parametrize(
    ("outcome", "size", "words"),
    [
        ("solved", 8, []),
        ("wall", 8, ["it was assumed solved, unlike the runs at size 8"]),
        ("solved", 6, ["its reason names rungs that are not above its own"]),
    ],
)
def test_a_rung_is_assumed_to_be_solved_because_of_a_larger_one(
    ladder: list[Run], outcome: str, size: float, words: list[str]
) -> None:
    rows = [row(ladder[0], "solved"), assumed(ladder[1], *below(size)), row(ladder[2], outcome)]
    found = faults(*rows)
    assert len(found) == len(words) and all(map(str.endswith, found, words)), found


def test_a_run_that_was_solved_under_a_shorter_limit_is_a_reason(ladder: list[Run]) -> None:
    short = row(ladder[2], "solved", wall_s=0.3)._replace(wall_limit_s=0.5)
    assert faults(assumed(ladder[1], *below(8)), short) == []
    assert len(faults(assumed(ladder[3], *above(8)), short._replace(answer="none", ended="wall"))) == 1


def test_rows_of_another_configuration_are_no_reason(ladder: list[Run]) -> None:
    rows = climbed(ladder, "wall", "wall", "wall", reason=NOT_HELD)
    assert len(faults(*(record._replace(threads=2) for record in rows[:3]), rows[3])) == 1


@pytest.mark.parametrize(
    ("outcome", "ended", "word"), [("solved", "skipped", "solved"), ("wall", "given_up", "unsolved")]
)
def test_a_case_is_assumed_as_most_cases_of_its_rung(
    tmp_path: Path, ladder: list[Run], outcome: str, ended: str, word: str
) -> None:
    rung = climb(tmp_path, (6,), cases=3).rung(0)
    assert rung is not None
    first, second, third = (case[0] for case in rung.cases)
    last = assumed(third, ended, f"assumed {word}: {MOST}")
    assert faults(row(first, outcome), row(second, outcome), last) == []
    other = {"solved": "wall", "wall": "solved"}[outcome]
    assert len(faults(row(first, other), row(second, other), last)) == 1


def test_a_divided_search_is_solved_when_all_of_its_parts_are(ladder: list[Run]) -> None:
    parts = [ladder[2]._replace(options=ladder[2].options | {"part": f"{number}/3"}) for number in (1, 2, 3)]
    rows = [
        row(ladder[1], "wall"),
        *map(row, parts, ("solved", "solved", "wall")),
        assumed(ladder[3], "given_up", NOT_HELD),
    ]
    assert faults(*rows) == []


def test_a_prediction_is_written_once_and_before_the_first_run_that_it_predicts(
    tmp_path: Path, ladder: list[Run]
) -> None:
    run = row(ladder[0], "wall")
    started = run.started_at
    soon = Prediction(started, *predictions.key(run)[:-1], "a processor", 0.5, run.wall_limit_s, 6, 7, 6, math.inf)
    late = replace(soon, predicted_at=f"9{started[1:]}", configuration="another")
    file = Appender(tmp_path / "predictions-1of1.csv", predictions.COLUMNS)
    file.append(soon.cells, soon.cells, late.cells, replace(late, configuration=soon.configuration).cells)
    file.close()
    found = [finding.words for finding in prediction_faults(tmp_path, [run])]
    assert len(found) == 3 and found[2].startswith(f"written at {late.predicted_at}, after the first run")
    assert all(words.startswith("this reach is predicted already: ") for words in found[:2])
    assert not list(prediction_faults(tmp_path / "none", [run]))
    with (tmp_path / "predictions-1of1.csv").open("a", encoding="utf-8") as torn:
        torn.write("soon,squares,hn,first,a,b,0.5,5,far,,,\n")
    (broken,) = prediction_faults(tmp_path, [run])
    assert broken.place.endswith("predictions-1of1.csv:6") and "not a prediction" in broken.words


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from([0.001, 0.04, 0.06, 1.0, 5.0]), min_size=1, max_size=60),
    st.integers(1, 4),
    st.integers(1, 3),
)
def test_nothing_is_wrong_with_the_assumptions_of_a_climb(
    tmp_path: Path, ladder: list[Run], times: list[float], cases: int, seeds: int
) -> None:
    """However long each run takes; it is solved unless that is the limit."""
    climbing = climb(tmp_path, tuple(range(8)), cases, seeds=seeds)
    results: dict[str, Result] = {}
    rows = []
    while due := climbing.decide(results).due:
        for run in due:
            wall_s = times[len(rows) % len(times)]
            rows.append(row(run, "solved" if wall_s < LIMIT_S else "wall", wall_s=wall_s))
            results[run.run_id] = result(rows[-1])
    decided = climbing.decide(results).assumed.values()
    assert faults(*rows, *(assumed(run, *word) for run, word in decided)) == []


def counted(instance: str, formulation: str, solutions: int | None, **fields: object) -> RunRecord:
    answer, ended = ("none", "wall") if solutions is None else ("counted", "finished")
    usual = {"goal": "count", "answer": answer, "ended": ended, "solutions": solutions}
    return record(**usual | {"instance": instance, "formulation": formulation} | fields)


def verdicts(*runs: RunRecord) -> dict[str, str]:
    table = CountsTable()
    for run in runs:
        table.add(run)
    return {row["instance"]: row["verdict"] for row in table.rows()}


def test_two_formulations_agree_or_disagree_and_one_says_nothing() -> None:
    both = [counted("both", "dlx_bits", 8), counted("both", "dlx_states", 8), counted("both", "dlx_cover", None)]
    differ = [counted("differ", "dlx_bits", 8), counted("differ", "dlx_states", 9)]
    alone = [counted("alone", "dlx_bits", 8), counted("alone", "dlx_states", None)]
    late = [counted("late", "dlx_bits", None)]
    expected = {"alone": "one only", "both": "agree", "differ": "DISAGREE", "late": "unfinished"}
    assert verdicts(*both, *differ, *alone, *late) == expected


def test_the_chooser_counts_as_no_engine_of_its_own() -> None:
    assert verdicts(counted("x", "dlx_auto", 8), counted("x", "dlx_bits", 8)) == {"x": "one only"}


def test_refuted_counts_and_other_goals_are_left_out() -> None:
    wrong = counted("x", "dlx_states", 7, check="contradicts_known")
    assert verdicts(counted("x", "dlx_bits", 8), wrong) == {"x": "one only"}
    assert verdicts(counted("x", "dlx_bits", 8, goal="first")) == {}
