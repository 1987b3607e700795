"""A solution of a MiniZinc model is right if a solver that did not find it accepts its values in the model."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tilings.models import registry
from tilings.models.own import reader
from tilings.models.problem import solution_from_json
from tilings.runners import confine
from tilings.runners.execute import check_minizinc
from tilings.runners.execute.second_check import Checked
from tilings.runners.proofs.context import CheckContext
from tilings.runners.solvers.interface.solver import Job

KINDS = """
enum Anonymous = _(1..2);
enum Quoted = {'red x', 'if'};
enum Made = F(Quoted) ++ {z} ++ G(1..2);
var Anonymous: a; var opt Quoted: q; var Made: m; var set of Made: sm; var set of 1..9: s; var bool: 'my b';
array[Quoted, 1..2] of var opt 1..3: two;
tuple(var 1..2, var set of 1..2, tuple(var bool, var Quoted)): t;
array[1..2] of record(var 1..2: x, var Made: y): r;
var 1..2: hidden :: no_output; var 1..2: unused;
constraint card(s) = 2 /\\ z in sm /\\ occurs(q) /\\ r[1].x < r[2].x /\\ t.3.1 /\\ two['if', 2] = 3;
"""
VALUES = {
    "a": {"e": "Anonymous", "i": 2}, "q": {"e": "if"}, "m": {"c": "F", "e": {"e": "red x"}},
    "sm": {"set": [{"c": "F", "e": {"e": "if"}}, {"e": "z"}, {"c": "G", "e": 2}]}, "s": {"set": [[3, 3], [9, 9]]},
    "my b": False, "two": [[None, 1], [None, 3]], "t": [1, {"set": []}, [True, {"e": "red x"}]],
    "r": [{"x": 1, "y": {"c": "G", "e": 1}}, {"x": 2, "y": {"e": "z"}}], "hidden": 1, "unused": 2,
}  # fmt: skip


def checked(
    folder: Path,
    text: str,
    *solutions: dict[str, Any],
    goal: str = "first",
    name: str = "m.mzn",
    solver: str = "gecode",
) -> Checked:
    """The check of these solutions of a solver's."""
    (folder / name).write_text(text, encoding="utf-8")
    problem, instance = registry.parse_instance(json.dumps(reader.read([folder / name])), "x")
    formulation = registry.formulations("own")["cp_file"]
    job = Job(folder / "x", problem.of(instance), instance, formulation, {}, goal, 1, 1, 60, 500, folder)
    confine.adopt_orphans()
    found = [(solution_from_json(list(values.items())), None) for values in solutions]
    return check_minizinc.checked(job, found, CheckContext(confine.Limits(60, 60, 500), folder, io.BytesIO()), solver)


@pytest.mark.parametrize(("finder", "other"), [("gecode", "chuffed"), ("mzn-gecode", "chuffed"), ("chuffed", "gecode")])
def test_values_of_any_kind_are_put_back(tmp_path: Path, finder: str, other: str) -> None:
    result = checked(tmp_path, KINDS, VALUES, solver=finder)
    assert (result.by, result.wrong) == (f"the model with the values put back, by {other}", "")


@pytest.mark.parametrize(
    "wrong",
    [
        {"q": None}, {"s": {"set": [[3, 5]]}}, {"sm": {"set": []}}, {"two": [[None, 3], [None, None]]},
        {"t": [1, {"set": []}, [False, {"e": "red x"}]]}, {"unused": 3}, {"hidden": 0},
        {"r": [{"x": 2, "y": {"e": "z"}}, {"x": 2, "y": {"e": "z"}}]},
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    result = checked(tmp_path, KINDS, VALUES | wrong)
    assert result.wrong.startswith("chuffed finds that the model does not have the solution {")


def test_each_solution_of_a_count_is_checked_and_equal_ones_are_one(tmp_path: Path) -> None:
    text = "var 0..9: x; var set of 1..2: s; constraint x != 7 /\\ (card(s) > 0 -> x > 1);"
    right = [{"x": x, "s": {"set": members}} for x in (0, 3, 9) for members in ([], [[1, 2]]) if x > 1 or not members]
    assert checked(tmp_path, text, *right, *right, goal="count").number == len(right)
    refused = checked(make(tmp_path, "again"), text, *right, {"x": 7, "s": {"set": []}}, goal="count")
    assert refused.wrong.endswith('{"x": 7, "s": {"set": []}}')


def test_numbers_with_a_point_have_a_slack_and_are_not_counted(tmp_path: Path) -> None:
    text = "var 0.0..9.0: x; constraint 3.0 * x = 1.0;"
    close = checked(tmp_path, text, {"x": 0.33333334}, solver="chuffed")
    assert close.by == "the model with the values put back, by gecode, numbers with a point within 1e-06"
    far = checked(make(tmp_path, "far"), text, {"x": 0.334}, solver="chuffed")
    assert not far.by and far.remark.startswith("gecode finds that the model does not have the solution")
    counted = checked(make(tmp_path, "counted"), text, {"x": 0.33333334}, goal="count", solver="chuffed")
    assert not counted.by and "not checked" in counted.remark


def test_flatzinc_is_checked_as_minizinc(tmp_path: Path) -> None:
    text = """var 1..9: x;\nvar 1..3: y :: output_var;
array [1..2] of var int: xs :: output_array([1..2]) = [x, y];
constraint int_lin_eq([1, -2], xs, 0); solve minimize x;"""
    right = {"x": 4, "y": 2, "xs": [4, 2]}
    result = checked(tmp_path, text, right, goal="optimum", name="m.fzn")
    assert result.by and result.objective == 4
    assert checked(make(tmp_path, "w"), text, right | {"x": 5, "xs": [5, 2]}, goal="optimum", name="m.fzn").wrong


def test_a_model_that_no_other_solver_takes_is_not_checked(tmp_path: Path) -> None:
    text = "predicate only_here(var int: x); var 1..9: x; constraint only_here(x);"
    result = checked(tmp_path, text, {"x": 4})
    assert result == Checked(remark="the solutions are not checked: no second solver of MiniZinc takes the model")


def make(folder: Path, name: str) -> Path:
    """A new folder."""
    (folder / name).mkdir()
    return folder / name
