"""The example of a class: each student's model has the verdict that its first line announces, wherever it is told."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from tests.called import called
from tests.documents import executed
from tests.models.solving import installed
from tilings.models.terminal.command import ROOT
from tilings.reports.chapters import own_models
from tilings.reports.data.campaign import read_results
from tilings.reports.page import core
from tilings.reports.pdf.document import assemble

EXAMPLE = ROOT / "examples" / "class"
QUEENS = {"ada": "right", "ben": "wrong", "cleo": "wrong", "dan": "wrong", "eva": "not checked"}
GOLOMB = {"ada": "right", "ben": "right", "cleo": "wrong", "dan": "wrong", "eva": "failed"}


@pytest.fixture(scope="module")
def results(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the campaign, report and page that the commands of the example's page make."""
    installed("minizinc")
    return executed(EXAMPLE / "README.md", repository, tmp_path_factory.mktemp("class")) / "results" / "class"


def test_each_model_has_its_verdict_and_its_evidence(results: Path) -> None:
    found = own_models.found(read_results(results))
    for problem, expected in (("queens8", QUEENS), ("golomb-n6", GOLOMB)):
        assert {model: found["own", problem, model].state for model in expected} == expected
    words = {(problem, model): verdict.words for (_, problem, model), verdict in found.items()}
    assert words["queens8", "ben"] == "no solution; expected: a solution"
    assert words["queens8", "dan"] == "46 solutions; expected: 92 solutions"
    assert words["queens8", "eva"] == "the checker asks for 'q', and the model prints 'queen'"
    assert words["golomb-n6", "eva"].startswith("type error: no function or predicate with name `all_different'")
    assert words["golomb-n6", "dan"].startswith("the optimum 20, but ")
    shown = words["golomb-n6", "dan"].partition(" has a solution of 17, which the checker accepts: mark = ")[2]
    marks = sorted(json.loads(shown))
    assert marks[-1] == 17 and len({b - a for a, b in combinations(marks, 2)}) == 15


def test_command_and_verification_name_a_model_that_a_later_row_refutes(results: Path) -> None:
    done = called("tilings.runners.verify", results)
    assert done.returncode == 3 and "own/golomb-n6-dan chuffed/cp_file optimum: the optimum 20, but " in done.stdout
    assert "; 2 counts: all enumerated; 14 wrong" in done.stdout, "a second solver checks each counted solution"
    said = (results.parents[2] / "scripts" / "1.out").read_text(encoding="utf-8")  # the command of the campaign
    assert "\n3 wrong models (ben, cleo, dan; 14 runs)\n" in said and "WRONG ANSWER" not in said
    assert not any(word in said for word in ("ended:", "cp_file", "crash")), "a table in the words of a teacher"


def test_only_models_without_a_wrong_answer_are_ranked_on_a_problem(results: Path) -> None:
    runs = read_results(results).runs
    ranked = runs[runs["compared"]]
    assert set(ranked.loc[ranked["instance"] == "queens8", "formulation"]) == {"ada"}
    assert set(ranked.loc[ranked["instance"] == "golomb-n6", "formulation"]) == {"ada", "ben"}


def test_the_report_opens_with_the_suite_and_tells_each_error_once(results: Path, tmp_path: Path) -> None:
    content = assemble(read_results(results), tmp_path)
    assert content["subject"] == "A class of five, two problems: whose models are right" and content["flows"]
    assert [each["name"] for each in content["chapters"]] == ["experiment", "troubles"]
    wrong = [row for block in content["chapters"][-1]["blocks"] for row in block.get("rows", ())]
    assert len(wrong) == len({why for *_, why in wrong})


def test_report_and_page_are_about_models(results: Path) -> None:
    about = core.of(read_results(results), "")
    assert about["summary"]["lead"].startswith("A class of five, two problems: whose models are right. 30 planned")
    table = about["models"]
    assert table["header"] == ["model", "golomb-n6", "queens8\n(expected: sat, count 92)"]
    assert [(name, [state for state, *_ in cells]) for name, cells in table["rows"]] == [
        (name, [GOLOMB[name], QUEENS[name]]) for name in QUEENS
    ]
    first, fastest = called("tilings.reports.build", "--results", results, "--findings").stdout.splitlines()
    assert first == "5 models of 2 problems, each by its worst result: 1 right, 1 failed and 3 wrong."
    assert fastest.startswith("The fastest right models: golomb-n6, ") and "; queens8, ada (" in fastest
    title = "<title>Models of golomb-n6 and queens8: which are right, and how fast</title>"
    assert title in (results / "index.html").read_text(encoding="utf-8")
    assert (results / "report.pdf").read_bytes().startswith(b"%PDF")
