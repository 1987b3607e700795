"""Models of one problem: what shows an answer to be wrong, and what shows only that two answers differ."""

import hashlib
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runners.record.test_schema import record
from tilings.runners.record import same_problem, stored_solutions
from tilings.runners.record.schema import RunRecord


def row(model: str, answer: str, goal: str = "first", check: str = "unchecked", **fields: object) -> RunRecord:
    """A row of the model of problem p; the name of its file stands for its hash."""
    sense = "min" if goal == "optimum" else ""
    return record(
        family="own", instance=f"p-{model}", instance_sha256=model, answer=answer, goal=goal, check=check,
        sense=sense, run_id=f"{model} {goal} {fields.get('solver')}", **fields,
    )  # fmt: skip


def checks(*rows: RunRecord, checker: str = "check.py", **expected: object) -> dict[str, str]:
    """The checks of the models; only that of the first row is given the expected answers."""
    known = {each.instance_sha256: () for each in rows} | {rows[0].instance_sha256: tuple(expected.items())}

    def instance_of(each: RunRecord) -> SimpleNamespace:
        return SimpleNamespace(problem="p", checker=checker, expected=known[each.instance_sha256])

    found, _ = same_problem.compared(rows, instance_of)
    assert [each.run_id for each in found] == [each.run_id for each in rows]
    return {each.instance.removeprefix("p-"): each.check for each in found}


def optimum(model: str, value: int, check: str = "valid", **fields: object) -> RunRecord:
    return row(model, "optimal", "optimum", check, objective=value, bound=float(value), **fields)


def counted(model: str, number: int) -> RunRecord:
    return row(model, "counted", "count", "valid", solutions=number)


SAT, UNSAT = row("ada", "sat", check="valid"), row("ben", "unsat")
NONE = row("cleo", "counted", "count", solutions=0)
LARGEST = optimum("bob", 5)._replace(sense="max")
AIMS = [optimum("ada", 105), optimum("bob", 0)._replace(sense="max"), row("dora", "sat", check="valid")]
VALID, WRONG, DISAGREES = "valid", "contradicts_known", "disagrees"


@pytest.mark.parametrize(
    ("rows", "checker", "expected", "found"),
    [
        # A better solution that the checker accepts shows an optimum to be wrong, and so does one beyond a bound.
        ([optimum("ada", 17), optimum("dan", 20)], True, {}, {"ada": VALID, "dan": WRONG}),
        ([optimum("ada", 17), row("dan", "feasible", "optimum", "valid", objective=22, bound=18.0, ended="wall")],
         True, {}, {"ada": VALID, "dan": WRONG}),
        ([SAT, UNSAT, NONE], True, {}, {"ada": VALID, "ben": WRONG, "cleo": WRONG}),
        # One that nobody checked shows only a disagreement, and a wrong one nothing.
        ([optimum("ada", 17, "unchecked"), optimum("dan", 20, "unchecked")], False, {},
         {"ada": DISAGREES, "dan": DISAGREES}),
        ([optimum("ada", 17, "unchecked"), optimum("dan", 20)], True, {}, {"ada": DISAGREES, "dan": DISAGREES}),
        ([row("ada", "sat"), UNSAT], True, {}, {"ada": DISAGREES, "ben": DISAGREES}),
        ([optimum("ada", 17), optimum("cleo", 15, "invalid"), optimum("eva", 9, "checker_failed")], True, {},
         {"ada": VALID, "cleo": "invalid", "eva": "checker_failed"}),
        # Models with different objectives disagree, whatever their optima, unless an answer is expected.
        (AIMS, True, {}, dict.fromkeys(("ada", "bob", "dora"), DISAGREES)),
        (AIMS, True, {"optimum": 105}, {"ada": VALID, "bob": WRONG, "dora": WRONG}),
        ([counted("ada", 40), SAT, LARGEST], True, {"count": 40}, {"ada": VALID, "bob": WRONG}),
        ([SAT, LARGEST], True, {"first": "sat"}, {"ada": VALID, "bob": DISAGREES}),
        ([optimum("ada", 5), LARGEST], True, {"optimum": 5}, {"ada": VALID, "bob": VALID}),
        # Counts are compared as numbers, and the expected one decides for all models.
        ([counted("ada", 92), counted("dan", 46)], True, {}, {"ada": DISAGREES, "dan": DISAGREES}),
        ([counted("ada", 92), counted("dan", 46)], True, {"count": 92}, {"ada": VALID, "dan": WRONG}),
        # Two solvers on one model are no two models.
        ([optimum("ada", 17, "unchecked", solver="x"), optimum("ada", 20, "unchecked", solver="y")], True, {},
         {"ada": "unchecked"}),
    ],
)  # fmt: skip
def test_a_verdict_follows_from_the_answers_of_all_models_in_any_order(
    rows: list[RunRecord], checker: bool, expected: dict[str, object], found: dict[str, str]
) -> None:
    for order in (rows, rows[::-1]):
        assert checks(*order, checker="check.py" if checker else "", **expected) == found


def test_models_that_disagree_name_the_answer_that_most_others_have() -> None:
    answers = {"ada": 46, "ben": 92, "cleo": 92, "dan": 184, "eva": 92}
    rows = [row(name, "counted", "count", solutions=number, solver="x") for name, number in answers.items()]
    instance = SimpleNamespace(problem="p", checker="", expected=())
    said = [each.message for each in same_problem.compared(rows, lambda _: instance)[0]]
    most = "ben (x) and 2 others have 92 solutions; one of the answers is wrong"
    assert said[0] == f"46 solutions, but {most}" and said[3] == f"184 solutions, but {most}"
    assert said[1] == "92 solutions, but ada (x) has 46 solutions; one of the answers is wrong"


def wrongly_expected(*rows: RunRecord, checker: str = "check.py", **expected: object) -> list[str]:
    """What is said of the expected answers of problem p."""
    instance = SimpleNamespace(problem="p", checker=checker, expected=tuple(expected.items()))
    return same_problem.compared(rows, lambda _: instance)[1]


def test_a_checked_solution_shows_that_unsat_was_wrongly_expected_and_the_model_without_one_is_wrong() -> None:
    rows = row("ada", "sat", check="valid", solver="x"), row("ben", "unsat"), row("dan", "sat", check="valid")
    assert checks(*rows, first="unsat") == {"ada": "valid", "ben": "contradicts_known", "dan": "valid"}
    said = "p: the expected answer is wrong: no solution, but ada (x) has one, which the checker accepts"
    assert wrongly_expected(*rows, first="unsat") == [said]
    assert wrongly_expected(*rows, checker="", first="unsat") == [], "the model may lack a constraint"


def solved(model: str, solutions: int, solver: str = "x") -> RunRecord:
    return row(model, "counted", "count", "valid", solutions=solutions, solver=solver)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([solved("ada", 92), solved("ada", 92, "y")], "91 solutions, but ada (x) and ada (y) have 92"),
        ([solved("ada", 92), solved("ben", 92)], "91 solutions, but ada (x) and ben (x) have 92"),
        ([solved("ada", 92), solved("ben", 93)], ""),
        ([solved("ada", 92)], ""),
        ([solved("ada", 90), solved("ben", 90)], ""),
        ([solved("ada", 182), solved("ada", 182, "y")], ""),
        ([solved("ada", 92), solved("ben", 92), solved("cleo", 91)], ""),
    ],
    ids=["two solvers", "two models", "two counts", "one run", "fewer", "a variable too many", "as expected by one"],
)  # fmt: skip
def test_two_runs_that_agree_show_that_too_small_a_count_was_expected(rows: list[RunRecord], said: str) -> None:
    found = wrongly_expected(*rows, count=91)
    assert found == ([f"p: the expected answer is wrong: {said}, which the checker accepts"] if said else [])
    assert (checks(*rows, count=91)["ada"] == "valid") == bool(said)


def test_two_models_show_that_a_better_optimum_exists_than_the_expected_one() -> None:
    both = optimum("ada", 17, solver="x"), optimum("ben", 17, solver="x")
    (said,) = wrongly_expected(*both, optimum=18)
    assert said.endswith("the optimum 18, but ada (x) and ben (x) have 17, which the checker accepts")
    assert wrongly_expected(both[0], optimum("ada", 17, solver="y"), optimum=18) == [], "it may scale its objective"
    assert wrongly_expected(*both, optimum=16) == []


@pytest.mark.parametrize(
    ("claim", "expected", "check", "message"),
    [
        (row("a", "unsat"), {"first": "sat"}, "contradicts_known", "no solution; expected: a solution"),
        (row("a", "unsat"), {"first": "unsat"}, "valid", ""),
        (row("a", "sat"), {"first": "sat"}, "unchecked", ""),
        (row("a", "sat", check="valid"), {"count": 0}, "contradicts_known", "a solution; expected: 0 solutions"),
        (row("a", "counted", "count", solutions=1), {"first": "sat", "count": 2}, "contradicts_known",
         "1 solution; expected: 2 solutions"),
        (row("a", "counted", "count", solutions=4), {"count": 2}, "contradicts_known",
         "4 solutions; expected: 2 solutions; twice as many: does the model have a variable that is not determined by "
         "the others?"),
        (row("a", "counted", "count", solutions=9), {"count": 3}, "contradicts_known",
         "9 solutions; expected: 3 solutions; 3 times as many: does the model have a variable that is not determined "
         "by the others?"),
        (row("a", "counted", "count", solutions=5), {"count": 2}, "contradicts_known",
         "5 solutions; expected: 2 solutions"),
        (row("a", "none", "count", solutions=3, ended="wall"), {"count": 2}, "contradicts_known",
         "at least 3 solutions; expected: 2 solutions"),
        (row("a", "none", "count", solutions=1, ended="wall"), {"count": 2}, "unchecked", ""),
        (optimum("a", 20), {"optimum": 17}, "contradicts_known", "the optimum 20; expected: the optimum 17"),
        (optimum("a", 17), {"optimum": 17.0}, "valid", ""),
        (row("a", "sat", check="valid"), {"optimum": 17}, "contradicts_known",
         "the model has no objective; expected: an optimum"),
        (optimum("a", 17), {"count": 2}, "contradicts_known", "the model has an objective; expected: a count"),
        (optimum("a", 17), {"count": 2, "optimum": 17}, "valid", ""),
        (row("a", "none", ended="crash"), {"first": "sat", "optimum": 17}, "unchecked", ""),
    ],
)  # fmt: skip
def test_an_answer_is_checked_against_the_expected_one(
    claim: RunRecord, expected: dict[str, object], check: str, message: str
) -> None:
    found = same_problem.against_expected(claim, expected)
    assert (found.check, found.message) == (check, message)


_ROWS = st.lists(
    st.builds(
        optimum, st.sampled_from("abcd"), st.integers(1, 4), st.sampled_from(["valid", "unchecked"]),
        solver=st.sampled_from("xy"),
    ),
    max_size=6, unique_by=lambda each: each.run_id,
)  # fmt: skip


@given(_ROWS, st.randoms())
def test_no_order_of_the_rows_changes_a_verdict_and_without_evidence_none_is_wrong(rows, chance) -> None:
    def judged(order: list[RunRecord], checker: str) -> dict[str, str]:
        instance = SimpleNamespace(problem="p", checker=checker, expected=())
        return {each.run_id: each.check for each in same_problem.compared(order, lambda _: instance)[0]}

    shuffled = chance.sample(rows, len(rows))
    assert judged(rows, "check.py") == judged(shuffled, "check.py")
    assert "contradicts_known" not in judged(rows, "").values()
    least = min((each.objective for each in rows if each.check == "valid"), default=None)
    wrong = {name for name, check in judged(rows, "check.py").items() if check == "contradicts_known"}
    assert wrong == {each.run_id for each in rows if least is not None and each.objective > least}


def test_a_model_that_is_wrong_with_some_data_is_ranked_with_none(tmp_path: Path) -> None:
    folder = tmp_path / "instances" / "own"
    folder.mkdir(parents=True)
    rows = []
    for model, problem, check in (
        ("ada", "p-n5", "valid"), ("ada", "p-n7", "valid"), ("dan", "p-n5", "valid"), ("dan", "p-n7", "invalid"),
        ("eva", "p-n5", "valid"), ("eva", "p-n7", "checker_failed"),
    ):  # fmt: skip
        instance = {"family": "own", "name": f"{problem}-{model}", "format": "mzn", "model": "m.mzn", "data": ["d.dzn"],
                    "problem": problem, "files": {"m.mzn": model, "d.dzn": problem}}  # fmt: skip
        content = json.dumps(instance).encode()
        (folder / f"{problem}-{model}.json").write_bytes(content)
        sha256 = hashlib.sha256(content).hexdigest()
        name = f"{problem}-{model}"
        rows.append(optimum(model, 17, check)._replace(instance=name, instance_sha256=sha256, run_id=name))
    found = same_problem.judged(rows, tmp_path)
    assert found.unsound == {"p-n5-dan": ("p-n7",), "p-n7-dan": ("p-n7",), "p-n7-eva": ()}


def test_the_solution_that_refutes_an_optimum_is_shown_and_a_long_one_is_cut_off(tmp_path: Path) -> None:
    folder = tmp_path / "instances" / "own"
    folder.mkdir(parents=True)
    rows, lines = [], b""
    for model, value in (("ada", 17), ("dan", 20)):
        instance = {"family": "own", "name": f"p-{model}", "format": "mzn", "model": "m.mzn", "problem": "p",
                    "check": "check.py", "files": {"m.mzn": model, "check.py": ""}}  # fmt: skip
        content = json.dumps(instance).encode()
        (folder / f"p-{model}.json").write_bytes(content)
        rows.append(optimum(model, value)._replace(instance_sha256=hashlib.sha256(content).hexdigest(), solver="s"))
        lines += stored_solutions.line(rows[-1], [["mark", [0, value]], ["gap", 3]])
    (tmp_path / "solutions-1of1.jsonl").write_bytes(lines)
    said = "the optimum 20, but ada (s) has a solution of 17, which the checker accepts"
    assert same_problem.judged(rows, tmp_path).records[1].message == f"{said}: mark = [0, 17], gap = 3"
    lines += stored_solutions.line(rows[0], [["mark", [17] * 100]])
    (tmp_path / "solutions-1of1.jsonl").write_bytes(lines)
    message = same_problem.judged(rows, tmp_path).records[1].message
    assert message.startswith(f"{said}: mark = [17, 17, ") and message.endswith(", 17 …") and len(message) < 300
    (tmp_path / "solutions-1of1.jsonl").unlink()
    assert same_problem.judged(rows, tmp_path).records[1].message == said


def test_rows_of_other_families_and_former_versions_stay_as_they_are(tmp_path: Path) -> None:
    rows = [record(family="squares"), optimum("ada", 17)._replace(instance_sha256="of a former version")]
    assert same_problem.compared(rows, same_problem.reader(tmp_path)) == (rows, [])
