"""A user's own checker decides about solutions; one that raises, hangs or is none fails, which is no success."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.models.solving import installed
from tilings.models import registry
from tilings.models.own import reader
from tilings.models.problem import Solution
from tilings.runners import confine
from tilings.runners.execute import user_check
from tilings.runners.proofs.context import CheckContext

MODEL = "int: n; array[1..n] of var 1..n: x; constraint x[1] < x[n]; solve satisfy;"
CHECKER = 'int: n; array[1..n] of int: x; output [if x[1] == 1 then "CORRECT" else "INCORRECT: x[1]" endif];'


def checked(
    folder: Path, name: str, text: str, *solutions: Solution, data: str = "n = 2;", objective: float | None = None
) -> tuple[dict[str, Any], Solution]:
    """What a checker says of these solutions of the model, and of which."""
    files = {"m.mzn": MODEL, "d.dzn": data, name: text}
    for file, content in files.items():
        (folder / file).write_text(content, encoding="utf-8")
    given = reader.read([folder / file for file in files])
    _, instance = registry.parse_instance(json.dumps(given), "x")
    confine.adopt_orphans()
    limit_s = 2 if "while True" in text else 60
    return user_check.checked(
        instance, [(solution, objective) for solution in solutions], solutions[-1],
        CheckContext(confine.Limits(limit_s, limit_s, 500), folder, io.BytesIO()),
    )  # fmt: skip


def check(*given: Any, **more: Any) -> dict[str, Any]:
    """What a checker says of these solutions of the model."""
    return checked(*given, **more)[0]


def test_a_function_sees_the_data_and_every_solution(tmp_path: Path) -> None:
    text = """def check(instance, solution):
    print("hello")
    return "" if len(solution["x"]) == instance["data"]["n"] else "too long"
"""
    good, bad = (("x", (1, 2)),), (("x", (1, 2, 3)),)
    assert check(tmp_path, "c.py", text, good, good) == {"check": "valid", "message": ""}
    refused = {"check": "invalid", "message": "too long"}, bad
    assert checked(tmp_path, "c.py", text, good, bad, good, objective=1) == refused, "not the last one"


def test_a_function_sees_the_objective_of_the_solver(tmp_path: Path) -> None:
    text = "def check(instance, solution): return solution['_objective'] != len(solution['x']) and 'it is scaled'"
    assert check(tmp_path, "c.py", text, (("x", (1, 2)),), objective=2)["check"] == "valid"
    assert check(tmp_path, "c.py", text, (("x", (1, 2)),), objective=20)["message"] == "it is scaled"
    found = check(tmp_path, "c.py", text, (("x", (1, 2)),))
    assert found["message"] == "c.py: the checker asks for '_objective', and the model prints 'x'"
    renamed = check(tmp_path, "c.py", "def check(instance, solution): solution['q']", (("x", (1, 2)),), objective=2)
    assert renamed["message"] == "c.py: the checker asks for 'q', and the model prints 'x'"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import nothing_of_that_name", "c.py: ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("def check(instance, solution): raise KeyError(1)", "c.py: KeyError: 1"),
        ("def check(instance, solution): solution['q']", "c.py: the checker asks for 'q', and the model prints 'x'"),
        ("x = 1", "c.py: it has no function check(instance, solution)"),
        ("def check(instance, solution):\n  while True: pass", "c.py: the checker passed its"),
        ("import os\ndef check(instance, solution): os._exit(0)", "c.py: the checker ended without output"),
        ("import sys\ndef check(instance, solution): sys.exit('no')", "c.py: SystemExit: no"),
    ],
)
def test_a_checker_that_is_of_no_use_has_failed(tmp_path: Path, text: str, words: str) -> None:
    found = check(tmp_path, "c.py", text, (("x", (1, 2)),))
    assert found["check"] == "checker_failed" and found["message"].startswith(words)


def test_a_checker_may_ask_whether_a_name_is_printed(tmp_path: Path) -> None:
    text = "def check(instance, solution): return solution.get('q', '') or ('q' in solution and 'no')"
    assert check(tmp_path, "c.py", text, (("x", (1, 2)),)) == {"check": "valid", "message": ""}


@pytest.mark.parametrize(("values", "expected"), [((1, 2), "valid"), ((2, 3), "invalid"), ((2, 1), "invalid")])
def test_a_checker_model_is_given_the_last_solution_and_the_model_must_allow_it(
    tmp_path: Path, values: tuple[int, ...], expected: str
) -> None:
    installed("minizinc")
    assert check(tmp_path, "c.mzc.mzn", CHECKER, (("x", (1, 1)),), (("x", values),))["check"] == expected


def test_a_checker_model_that_does_not_compile_has_failed(tmp_path: Path) -> None:
    installed("minizinc")
    found = check(tmp_path, "c.mzc.mzn", "int: n; output [show(y)];", (("x", (1, 2)),))
    assert found["check"] == "checker_failed" and "undefined identifier" in found["message"]


@pytest.mark.parametrize("fields", [{"messages": [""]}, {"messages": 3}, {"output": ""}, {"messages": [{"status": 1}]}])
def test_a_message_of_a_checker_that_is_none_of_minizincs_says_nothing(fields: dict[str, object]) -> None:
    assert user_check._minizinc_verdict([{"type": "checker"} | fields])[0] in ("valid", "checker_failed")
