"""The command solves models of the user's own, given as files, and instances from standard input."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.called import called
from tests.models.solving import installed
from tilings.models.terminal.command import ROOT
from tilings.runners.plan import manifest

MODEL = "int: n; array[1..n] of var 1..n: x; constraint forall(i in 2..n)(x[i-1] < x[i]); solve maximize x[1];"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "m.mzn"
    path.write_text(MODEL, encoding="utf-8")
    return path


def test_a_model_with_data_and_checker_gives_its_optimum_and_its_output_variables(model: Path) -> None:
    installed("minizinc")
    data, checker = model.with_name("d.dzn"), model.with_name("c.py")
    data.write_text("n = 3;", encoding="utf-8")
    checker.write_text("def check(instance, solution): return sorted(solution['x']) != solution['x'] and 'no order'")
    done = called("tilings.runners.solve", model, data, checker, "--solver", "gecode", "--json")
    row = json.loads(done.stdout)
    assert (row["answer"], row["objective"], row["sense"], row["check"]) == ("optimal", 1, "max", "valid")
    assert row["solution"] == [["x", [1, 2, 3]]] and done.returncode == 0


def test_a_model_that_does_not_compile_is_a_crash_with_the_place(model: Path) -> None:
    installed("minizinc")
    done = called("tilings.runners.solve", model, "--solver", "gecode", "--quiet")
    assert done.stdout.startswith("none (crash") and "(m.mzn:1)" in done.stdout


def test_the_solution_that_is_refused_is_shown_with_the_reason(model: Path) -> None:
    installed("minizinc")
    checker = model.with_name("c.py")
    checker.write_text("def check(instance, solution): return solution['x'] == 2 and 'x is not what was asked'")
    model.write_text("var 1..3: x; solve satisfy;", encoding="utf-8")
    done = called("tilings.runners.solve", model, checker, "--solver", "gecode", "--count")
    assert done.stdout.startswith("x = 2\n\nm, refused: ")
    assert "\nthe answer is wrong\nx is not what was asked\n" in done.stdout
    assert "WRONG ANSWER: x is not what was asked" in done.stderr and done.returncode == 3


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["{model}", "--solver", "clingo"], "error: clingo takes no models in mzn\n"),
        (["{model}", "--solver", "dlx"], "error: dlx takes no models in mzn\n"),
        (["{model}", "none.dzn", "--solver", "gecode"], "none.dzn: No such file or directory\n"),
        (["none.mzn", "--solver", "gecode"], "error: there is no file none.mzn, "),
        (["h05", "d.dzn", "--solver", "gecode"], "the name of a model ends in"),
    ],
)
def test_what_is_wrong_is_one_line(model: Path, words: list[str], complaint: str) -> None:
    done = called("tilings.runners.solve", *(word.format(model=model) for word in words))
    assert done.returncode == 2 and complaint in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "code", "out", "complaint"),
    [
        (manifest.entry("squares", "h05").path.read_text(encoding="utf-8"), 0, "optimal", ""),
        ("a b | x\na x\nb\n", 0, "sat", ""),
        ("a | b", 0, "unsat", "note: read as an exact cover in Knuth's format, a line of items without any options"),
        ("hello", 2, "", "error: standard input is a line of words; as an exact cover in Knuth's format it has items"),
        ("hello\nworld", 2, "", "error: standard input has an unknown format; expected a JSON object"),
        ("", 2, "", "error: standard input is empty; expected a JSON object"),
    ],
)
def test_an_instance_or_a_foreign_puzzle_comes_from_standard_input(
    text: str, code: int, out: str, complaint: str
) -> None:
    command = [sys.executable, "-m", "tilings.runners.solve", "-", "--solver", "clingo", "--quiet"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert done.returncode == code and done.stdout.startswith(out), done.stderr
    assert done.stderr.startswith(complaint) and done.stderr.count("\n") == bool(complaint)


def test_the_objective_of_a_flatzinc_model_is_the_value_of_its_variable(tmp_path: Path) -> None:
    installed("minizinc")
    path = tmp_path / "m.fzn"
    path.write_text(
        "array [1..1] of int: W = [-1];\nvar 1..9: x;\nvar 2..4: y:: output_var;\n"
        "constraint int_lin_eq([1,-1],[x,y],3);\nsolve minimize x;\n"
    )
    row = json.loads(called("tilings.runners.solve", path, "--solver", "gecode", "--json").stdout)
    assert (row["answer"], row["objective"], row["sense"]) == ("optimal", 5, "min")
    assert dict(row["solution"]) == {"x": 5, "y": 2}


def test_a_checker_that_asks_for_another_name_is_no_success_and_both_names_are_said(tmp_path: Path) -> None:
    model, checker = tmp_path / "p.lp", tmp_path / "c.py"
    model.write_text("{ p(1..3) }. #show p/1.\n", encoding="utf-8")
    checker.write_text("def check(instance, solution): solution['q']", encoding="utf-8")
    done = called("tilings.runners.solve", model, checker, "--solver", "clingo")
    assert (
        "the answer was not checked: the checker failed\nc.py: the checker asks for 'q', and the model" in done.stdout
    )
    assert done.returncode == 1


def test_an_instance_of_ones_own_may_state_what_is_expected(tmp_path: Path) -> None:
    (tmp_path / "p.lp").write_text("{ p(1..3) }. :- p(1).\n", encoding="utf-8")
    stated = tmp_path / "mine.json"
    stated.write_text('{"family": "own", "model": "p.lp", "expect": {"count": 8}}', encoding="utf-8")
    done = called("tilings.runners.solve", stated, "--solver", "clingo", "--goal", "count")
    assert "WRONG ANSWER: 4 solutions; expected: 8 solutions" in done.stderr and done.returncode == 3
