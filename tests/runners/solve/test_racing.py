"""Solvers race side by side on one puzzle: a table, the first marked, and their disagreements told loudly."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.called import called
from tests.plugged import ENDLESS, LIAR, Make
from tilings.models.problem import UserError
from tilings.runners.plan import manifest
from tilings.runners.plan.manifest import InstanceFile
from tilings.runners.solve import choosing, racing
from tilings.runners.solve.racing import Race
from tilings.runners.solve.solving import Answer, answers

PIECES = [{"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 3}]
BOX = {"family": "polycubes", "name": "box", "box": [3, 2, 1], "pieces": PIECES}  # three ways to lay dominoes


@pytest.fixture
def board() -> InstanceFile:
    (entry,) = manifest.shipped(name="h04")
    return manifest.read_instance(entry.path)


@pytest.fixture
def box(tmp_path: Path) -> Path:
    path = tmp_path / "box.json"
    path.write_text(json.dumps(BOX), encoding="utf-8")
    return path


raced = partial(called, "tilings.runners.solve")


def test_a_race_prints_a_row_for_each_solver_by_time_and_marks_the_first() -> None:
    done = raced("h09", "--solver", "gecode,clingo,dlx")
    table, proved = done.stdout.split("\n\n")
    heads, *rows = (line.split() for line in table.splitlines())
    said = "no tiling uses fewer than 3 copies of a side; not proved here: several solvers (clingo, dlx, gecode)\n"
    assert proved == said
    assert (done.returncode, done.stderr) == (0, "")
    assert heads == ["solver", "formulation", "answer", "objective", "time", "check"]
    assert {row[0] for row in rows} == {"gecode", "clingo", "dlx"}
    assert all(row[2:4] == ["optimal", "3"] and row[6] == "valid" for row in rows)
    assert [row[-1] == "first" for row in rows] == [True, False, False]
    assert [float(row[4]) for row in rows] == sorted(float(row[4]) for row in rows)


def test_formulations_of_one_solver_race_too() -> None:
    done = raced("soma-rotations", "--solver", "dlx/dlx_bits,dlx/dlx_cover", "--goal", "count", "--json")
    found = json.loads(done.stdout)
    assert {row["formulation"] for row in found} == {"dlx_bits", "dlx_cover"}
    assert all(row["solutions"] == 480 and row["run_id"] for row in found)


def test_what_a_limit_ended_comes_last_and_without_any_answer_the_exit_code_is_1(plug_in: Make) -> None:
    plug_in({"solvers/endless.py": ENDLESS})
    both = "endless/dlx_bits,endless/dlx_cover"
    done = raced("tetris-cube", "--solver", both, "--goal", "count", "--timeout", "3")
    assert done.returncode == 1
    assert "first" not in done.stdout and done.stdout.count("no answer (time limit)") == 2


def test_the_first_answer_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert raced("h04", "--solver", "dlx,clingo", "--draw", picture).returncode == 0
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_solvers_that_disagree_are_told_of_and_the_exit_code_is_3(plug_in: Make, box: Path) -> None:
    plug_in({"solvers/liar.py": LIAR})
    done = raced(box, "--solver", "liar,dlx", "--goal", "count")
    assert done.returncode == 3
    (told,) = done.stderr.splitlines()
    assert told.startswith("DISAGREEMENT: CONTRADICTION on polycubes/box, goal count: ")
    assert "counted 7" in told and "counted 3" in told


def test_a_claim_that_a_checked_solution_refutes_is_never_first(board: InstanceFile) -> None:
    (sound,) = Race.of(answers(racing.entered(board, ["dlx"]))).answers
    unsat = sound.record._replace(solver="liar", answer="unsat", bound=None, check="unchecked", wall_s=0.0)
    race = Race.of([sound._replace(record=unsat, solution=None), sound])
    assert race.first == sound
    assert race.disagreements == (
        "liar/dlx_skyline: no solution, but dlx/dlx_skyline has a solution of 4, which passed the check",
    )


def test_an_answer_that_is_known_to_be_wrong_is_told_of(plug_in: Make) -> None:
    plug_in({"solvers/liar.py": LIAR})
    done = raced("dominoes4x4", "--solver", "liar,dlx", "--goal", "count")
    assert done.returncode == 3
    assert "DISAGREEMENT: liar/dlx_" in done.stderr and "contradicts known" in done.stdout


def test_ctrl_c_shows_the_answers_so_far(monkeypatch: pytest.MonkeyPatch, board: InstanceFile) -> None:
    (answer,) = Race.of(answers(racing.entered(board, ["dlx"]))).answers

    def interrupted(*_: object) -> Iterator[Answer]:
        yield answer
        raise KeyboardInterrupt

    monkeypatch.setattr(racing, "answers", interrupted)
    done = raced("h04", "--solver", "dlx,clingo")
    assert (done.returncode, done.stderr) == (130, "interrupted; recorded runs are kept\n")
    assert [line.split()[0] for line in done.stdout.split("\n\n")[0].splitlines()] == ["solver", "dlx"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("h04", "--solver", "clingo,klingo"), "unknown solver 'klingo'"),
        (("h04", "--solver", "clingo,mzn-gurobi"), "mzn-gurobi is not installed; to install: "),
        (("soma-raw", "--solver", "clingo,cbc", "--goal", "count"), "cbc cannot enumerate solutions"),
        (("h04", "--solver", "clingo,dlx", "--goal", "count"), "this instance has no goal 'count'"),
        (("h04", "--solver", "clingo,", "--goal", "optimum"), "a race takes the names of solvers"),
        (("h04", "--solver", "clingo,dlx", "--formulation", "asp_tiles"), "dlx takes formulations in dlx"),
        (("h04", "--solver", "clingo,dlx", "--film", "t.gif"), "--film cannot be used with several solvers"),
    ],
)
def test_a_race_that_cannot_be_made_is_refused_in_one_line(words: tuple[str, ...], complaint: str) -> None:
    done = raced(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"error: {complaint}")


def test_all_stands_for_the_solvers_that_are_installed_and_reach_the_goal(board: InstanceFile) -> None:
    names = {run.solver for run in racing.entered(board)}
    assert {"dlx", "clingo", "cpsat"} <= names and "ganak" not in names
    with pytest.raises(UserError, match="no solver reaches the goal 'optimum' of sat_order on 2 threads"):
        racing.entered(board, formulation="sat_order", threads=2)


def test_a_pattern_stands_for_the_installed_solvers_of_such_a_name(board: InstanceFile) -> None:
    assert choosing.several("c*")
    names = [run.solver for run in racing.entered(board, "clin*,dlx,c?ingo")]
    assert names == ["clingo", "dlx"]
    with pytest.raises(UserError, match=r"unknown solver 'q\*'; there are: "):
        racing.entered(board, "q*")
