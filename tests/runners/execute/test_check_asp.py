"""An answer set is right if the program, grounded anew, has one that shows just its terms at its cost."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.called import called
from tests.plugged import Make
from tilings.runners.execute import asp_child

CLASSICAL = "1 { p(1) ; -p(1) } 1. ok."


def checked(folder: Path, program: str, goal: str, *answer_sets: tuple[list[str], int | None]) -> dict[str, Any]:
    """The results on these answer sets, with their costs."""
    (folder / "p.lp").write_text(program, encoding="utf-8")
    lines = (json.dumps(each) + "\n" for each in answer_sets)
    (folder / "sets.jsonl").write_text("".join(lines), encoding="utf-8")
    results = asp_child.main(str(folder / "sets.jsonl"), goal, str(folder / "p.lp"))
    return {key: value for result in results for key, value in result.items()}


@pytest.mark.parametrize(
    ("program", "terms"),
    [
        (CLASSICAL, ["ok", "-p(1)"]),
        ('p("a b", -3, (1,), f(x, "\\"q")).', ['p("a b",-3,(1,),f(x,"\\"q"))']),
        ("{a(1); b}. c :- not b. #show X+1 : a(X). #show 1..2 : c. #show.", ["1", "2"]),
        ("a. {b}. #show b/0.", []),
    ],
)
def test_terms_of_any_kind_are_put_back(tmp_path: Path, program: str, terms: list[str]) -> None:
    assert checked(tmp_path, program, "first", (terms, None)) == {"number": 1}


@pytest.mark.parametrize(
    ("program", "terms", "words"),
    [
        (CLASSICAL, ["ok"], "shows exactly these terms"),
        (CLASSICAL, ["ok", "p(1)", "-p(1)"], "shows exactly these terms"),
        (CLASSICAL, ["ok", "p(2)"], "the program shows p(2) in no answer set"),
        ("{a}. b :- a.", ["a"], "shows exactly these terms"),
        ("a :- b. b :- a. {c}.", ["a", "b"], "in no answer set"),
        ("a :- b. b :- a. b :- c, d. {c}. {d} :- not c.", ["a", "b", "c"], "shows exactly these terms"),
    ],
)
def test_what_is_no_answer_set_is_refused(tmp_path: Path, program: str, terms: list[str], words: str) -> None:
    assert words in checked(tmp_path, program, "first", (terms, None))["wrong"]


def test_answer_sets_that_show_the_same_terms_are_counted_once_each(tmp_path: Path) -> None:
    shown = [(["a"], None), ([], None), (["a"], None)]
    assert checked(tmp_path, "{a; b; c}. :- a, b, c. #show a/0.", "count", *shown) == {"number": 7}
    twice = [(["a", "b"], None), (["b", "a"], None), (["a", "a"], None), (["a"], None), (["a", "a", "b"], None)]
    assert checked(tmp_path, "{a; b}. #show a.", "count", *twice) == {"number": 4}


def test_costs_are_computed_from_the_ground_program(tmp_path: Path) -> None:
    program = "{x(1..3)} = 1. {h}. :- x(1), not h. #minimize { I@2,I : x(I) ; 7@1 : h }. #show x/1."
    assert checked(tmp_path, program, "optimum", (["x(3)"], 3), (["x(1)"], 1))["costs"] == [(2, 1), (1, 7)]
    assert "at a cost of 2" in checked(tmp_path, program, "optimum", (["x(3)"], 2))["wrong"]
    large = "3 { x(1..3) }. #minimize { 2000000000,I : x(I) }."
    assert checked(tmp_path, large, "optimum", (["x(1)", "x(2)", "x(3)"], 6_000_000_000))["costs"] == [
        (0, 6_000_000_000)
    ]


def test_an_answer_set_without_a_claim_has_any_cost(tmp_path: Path) -> None:
    program = "{a} = 1. {b; c}. #minimize { 1 : b; 2@2 : c }."
    answers = checked(tmp_path, program, "optimum", (["a"], 0), (["a", "c", "b"], None), (["a", "c"], 2), (["a"], 7))
    assert answers == {"number": 4, "costs": [(2, 0), (0, 0)]}


def test_a_program_that_clingo_refuses_checks_nothing(tmp_path: Path) -> None:
    assert checked(tmp_path, "a(X) :- b.", "first", (["a"], None)).keys() == {"failed"}


LIAR = """
from tilings.runners.solvers.interface.child_process import ChildSolver, emit
from tilings.runners.solvers.interface.events import Found, SearchComplete

def solve(task):
    task.encoded()
    emit(Found((("a", ()),), OBJECTIVE), SearchComplete(COUNT))

ASP = ChildSolver("liar", "asp", "pytest", solve=solve, reads_files=True)
"""


@pytest.mark.parametrize(
    ("program", "claim", "columns"),
    [
        ("{a; b}. #show a/0.", {"COUNT": 1}, ("invalid", "told", "count: the solver reports 1, the check of its sol")),
        ("{a; b}. #show a/0.", {"COUNT": 2}, ("valid", "enumerated", "")),
        ("{a; b}. #show a/0.", {"COUNT": 4}, ("valid", "told", "")),
        ("b. {c}. #show a/0.", {"COUNT": 2}, ("invalid", "told", "the program shows a in no answer set")),
        ("{a} = 1.\n#minimize { 3 : a }.", {"OBJECTIVE": 3}, ("valid", "", "")),
        ("{a} = 1.\n#minimize { 3 : a }.", {"OBJECTIVE": 2}, ("invalid", "", "no answer set of the program shows")),
        ("{a} = 1.\n#minimize { 3 : a }.", {"OBJECTIVE": 4}, ("invalid", "", "objective: the solver reports 4")),
        ("{a} = 1.\n#maximize { 3 : a }.", {"OBJECTIVE": 4}, ("invalid", "", "no answer set of the program shows")),
    ],
)
def test_a_false_claim_of_a_solver_is_found(
    tmp_path: Path, plug_in: Make, program: str, claim: dict[str, int], columns: tuple[str, str, str]
) -> None:
    source = LIAR
    for name in ("COUNT", "OBJECTIVE"):
        source = source.replace(name, str(claim.get(name)))
    plug_in({"solvers/liar.py": source})
    (tmp_path / "p.lp").write_text(program, encoding="utf-8")
    words = ["--count"] if "COUNT" in claim else []
    done = called("tilings.runners.solve", tmp_path / "p.lp", "--solver", "liar", "--json", *words)
    row = json.loads(done.stdout)
    assert (row["check"], row["count_check"]) == columns[:2] and row["message"].startswith(columns[2]), row["message"]
    assert done.returncode == (3 if columns[0] == "invalid" else 0)


@pytest.mark.parametrize(
    ("text", "words", "columns"),
    [
        (CLASSICAL, ["--count"], {"answer": "counted", "solutions": 2, "count_check": "enumerated"}),
        ("{a; b}. #show a/0.", ["--count"], {"answer": "counted", "solutions": 4, "count_check": "enumerated"}),
        ("3 { x(1..3) }.\n#minimize { 2000000000,I : x(I) }.", [], {"answer": "optimal", "objective": 6_000_000_000}),
        (":- not b. {b; c}.\n#maximize { 2@1 : b; 3@1 : c; 5 : b }.", [],
         {"objective": 5, "message": "costs by priority: 5@1, 5@0; the objective is the first"}),
        ("{a}.\n#minimize { 1 : b }.", [], {"answer": "optimal", "objective": 0}),
    ],
)  # fmt: skip
def test_the_row_names_who_checked(tmp_path: Path, text: str, words: list[str], columns: dict[str, Any]) -> None:
    (tmp_path / "p.lp").write_text(text, encoding="utf-8")
    row = json.loads(called("tilings.runners.solve", tmp_path / "p.lp", "--solver", "clingo", "--json", *words).stdout)
    assert {key: row[key] for key in columns} == columns
    assert (row["check"], row["checked_by"]) == ("valid", "clingo, with the answer set as assumptions")
