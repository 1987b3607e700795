"""The public names of Python: each does what its docstring says, and refuses what is wrong in one line."""

from __future__ import annotations

import inspect
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import tilings
from tests.plugged import ENDLESS, Make
from tests.waiting import ended, until
from tilings.models import plugins
from tilings.models.terminal.command import ROOT

BOARD = {"family": "squares", "name": "board", "width": 4, "height": 4, "max_copies": 4}
KNUTH = "a b c\na b\nc\na\nb c\n"
DRAWN = "box 3x2\n\nLL\nL\n\nJJ\nJ\n"  # two L-trominoes, which make a rectangle in two ways
FUNCTIONS = [name for name in tilings.__all__ if name[0].islower()]


def python(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)


def test_every_public_name_is_documented_and_imported_when_it_is_used() -> None:
    loaded = python("import sys, tilings; print(*sys.modules)").stdout.split()
    assert {"tilings.models.registry", "pandas", "matplotlib"} & set(loaded) == set()
    helps = {name: inspect.getdoc(getattr(tilings, name)) or "" for name in tilings.__all__}
    assert [name for name, text in helps.items() if "docs/" not in text] == ["UserError"] and helps["UserError"]
    assert "docs/" in (tilings.__doc__ or "")
    assert set(tilings.__all__) == set(dir(tilings))
    with pytest.raises(AttributeError, match="has no attribute 'solv'") as error:
        tilings.solv  # noqa: B018
    assert (error.value.name, error.value.obj) == ("solv", tilings)  # from which Python suggests a name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_has_types(name: str) -> None:
    given = inspect.signature(getattr(tilings, name))
    assert all(each.annotation is not inspect.Parameter.empty for each in given.parameters.values())
    assert given.return_annotation is not inspect.Signature.empty


def test_a_puzzle_comes_from_a_name_a_file_a_text_or_a_json_object(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(BOARD), encoding="utf-8")
    loaded = [tilings.load(given) for given in (BOARD, json.dumps(BOARD), path, str(path))]
    assert all(each == loaded[0] for each in loaded)
    assert tilings.load(loaded[0]) is loaded[0]
    assert repr(loaded[0]) == "<Puzzle squares/board, goals: first, count>"
    assert tilings.load(loaded[0].json()) == loaded[0]
    assert tilings.load("h04").goal == "optimum"
    assert tilings.load(KNUTH).family == "covers"
    assert tilings.count(DRAWN, convention="raw") == 2


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ("nothing-like-it", "there is no file nothing-like-it, and no shipped instance of that name"),
        ("", "there is no file , and no shipped instance of that name"),
        (1000 * "x", "there is no file xxx"),
        ("\udc80\n", "cannot read the text: not UTF-8 text"),
        ({"family": "spheres"}, "the puzzle: unknown family 'spheres'"),
        ({"family": {1, 2}}, "the puzzle is not a JSON object: "),
        ('{"family": "squares"}', "the text: "),
    ],
)
def test_what_is_no_puzzle_is_refused(given: object, complaint: str) -> None:
    with pytest.raises(tilings.UserError) as error:
        tilings.load(given)  # type: ignore[arg-type]
    assert str(error.value).startswith(complaint)


def test_an_answer_is_checked_against_the_known_one_and_can_be_printed_and_kept() -> None:
    answer = tilings.solve("h04")
    assert str(answer).startswith(answer.text()) and str(answer).endswith(answer.words)
    assert (answer.proven, answer.objective, answer.record.check) == (True, 4, "valid")
    assert answer.solution is not None and tilings.check("h04", answer) == tilings.check("h04", answer.solution) == []
    kept = pickle.loads(pickle.dumps(answer))
    assert kept == answer and repr(kept).startswith("<Answer to squares/h04: ")


def test_solutions_are_counted_under_a_convention() -> None:
    assert tilings.count("soma-rotations") == 480
    assert tilings.count("soma-rotations", convention="reflections") == 240
    assert tilings.count("tetrominoes4x5") == 0


def test_a_count_that_is_cut_off_is_no_number(plug_in: Make) -> None:
    plug_in({"solvers/endless.py": ENDLESS})
    with pytest.raises(RuntimeError, match="polycubes/tetris-cube is not counted: .* the limit of 0.5 s was reached$"):
        tilings.count("tetris-cube", "endless", timeout=0.5)


@pytest.mark.parametrize(
    ("wishes", "complaint"),
    [
        ({"solver": "klingo"}, "unknown solver 'klingo'"),
        ({"solver": 5}, "'solver' must be a text, not 5 (int)"),
        ({"solver": "dlx,clingo"}, "'solver' is one name, not 'dlx,clingo'; for several use tilings.race"),
        ({"solver": "all"}, "'solver' is one name, not 'all'; for several use tilings.race"),
        ({"solver": ["dlx", "clingo"]}, "'solver' is one name, not ['dlx', 'clingo']; for several use tilings.race"),
        ({"options": ["board=none"]}, "'options' must map names to values, not ['board=none']"),
        ({"goal": "count"}, "this instance has no goal 'count'; its goals are optimum"),
        ({"formulation": "cp_diffn", "solver": "clingo"}, "clingo takes formulations in asp"),
        ({"options": {"board": "some"}}, "option board of dlx_skyline takes dihedral | none, not 'some'"),
        ({"timeout": -1}, "'timeout' must be seconds, above 0"),
        ({"timeout": "long"}, "'timeout' must be seconds, above 0"),
        ({"threads": 0}, "'threads' must be a whole number from 1, not 0"),
        ({"memory": "much"}, "'memory' must be a whole number from 1, not 'much'"),
        ({"seed": 0}, "'seed' must be a whole number from 1"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_line(wishes: dict[str, object], complaint: str) -> None:
    with pytest.raises(tilings.UserError) as error:
        tilings.solve("h04", **wishes)  # type: ignore[arg-type]
    assert str(error.value).startswith(complaint) and "\n" not in str(error.value)


def test_threads_and_children_of_the_program_are_left_alone() -> None:
    child = subprocess.Popen(["sleep", "60"])
    before = signal.getsignal(signal.SIGINT)
    found: list[tilings.Answer] = []
    thread = threading.Thread(target=lambda: found.append(tilings.solve("h04")))
    thread.start()
    thread.join(timeout=60)
    try:
        assert found and found[0].proven
        assert child.poll() is None
        assert signal.getsignal(signal.SIGINT) is before
    finally:
        child.kill()
        child.wait()


@contextmanager
def counting(plug_in: Make) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A program that counts for ever, and the process that solves for it."""
    plug_in({"solvers/endless.py": ENDLESS})
    heeded = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # background jobs ignore it
    script = f"{heeded}; import tilings; print('on', flush=True); tilings.count('tetris-cube', 'endless')"
    running = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None and running.stdout.readline() == "on\n"
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    assert until(lambda: bool(children.read_text()))
    solving = int(children.read_text())
    assert until(lambda: bool(Path(f"/proc/{solving}/task/{solving}/children").read_text())), "its worker"
    yield running, solving
    assert until(lambda: ended(solving))


def test_ctrl_c_ends_the_run(plug_in: Make) -> None:
    with counting(plug_in) as (running, solving):
        running.send_signal(signal.SIGINT)
        _, complaint = running.communicate(timeout=60)
        assert complaint.splitlines()[-1] == "KeyboardInterrupt"
        assert ended(solving)


def test_the_process_that_solves_ends_with_the_program(plug_in: Make) -> None:
    with counting(plug_in) as (running, _):
        running.kill()
        running.communicate(timeout=60)


def test_solvers_race_and_the_first_is_told() -> None:
    race = tilings.race("h09", ["clingo", "dlx"])
    assert {each.record.solver for each in race.answers} == {"clingo", "dlx"}
    assert race.first is not None and race.first.objective == 3 and race.disagreements == ()
    with pytest.raises(tilings.UserError, match="unknown solver 'klingo'"):
        tilings.race("h09", "clingo,klingo")


def test_a_solution_is_checked_by_the_rules_of_its_family() -> None:
    assert [broken.rule for broken in tilings.check("h04", [[0, 0, 1]])] == ["cover"]
    assert [broken.rule for broken in tilings.check("h04", "nonsense")] == ["shape"]
    with pytest.raises(tilings.UserError, match="has no goal 'count'"):
        tilings.check("h04", [], "count")


def test_a_solution_is_drawn_and_a_wrong_one_is_refused(tmp_path: Path) -> None:
    whole = [[x, y, 2] for x in (0, 2) for y in (0, 2)]
    picture = tmp_path / "board.svg"
    drawn = tilings.draw(BOARD, whole, picture)
    assert len(drawn.figure.axes) == 1 and drawn._repr_html_().startswith("<figure><img ")
    assert "<svg" in picture.read_text(encoding="utf-8")
    for given, complaint in (
        (whole[:3], "not a solution of squares/board: cover: "),
        (None, "pass an answer or a solution to draw"),
    ):
        with pytest.raises(tilings.UserError, match=complaint):
            tilings.draw(BOARD, given)
    with pytest.raises(tilings.UserError, match="a picture is a .png, .svg, .pdf file"):
        tilings.draw(BOARD, whole, tmp_path / "board.txt")


@pytest.mark.parametrize("name", ["h04", "soma-raw", "queens8", "dense-7-v8"])
def test_a_board_with_missing_items_is_drawn_but_not_one_with_an_overlap(name: str) -> None:
    solution = tilings.solve(name).solution
    assert solution is not None
    assert tilings.draw(name, solution[:1], partial=True).figure.axes
    if name != "queens8":  # an option covers its items as often as wanted
        with pytest.raises(tilings.UserError, match="overlap|tile"):
            tilings.draw(name, [solution[0], *solution], partial=True)


def test_a_model_is_written_for_other_programs(tmp_path: Path) -> None:
    with warnings.catch_warnings(action="error"):
        (path,) = tilings.export("h04", tmp_path / "h04.lp")
    assert "Minimize" in path.read_text(encoding="utf-8")
    with pytest.raises(tilings.UserError, match="a model is written as a file in .mzn, .* not '.txt'"):
        tilings.export("h04", tmp_path / "h04.txt")


def test_what_there_is_can_be_listed() -> None:
    assert {"squares", "polycubes"} <= set(tilings.families())
    assert tilings.formulations("squares")["cp_diffn"].path.exists()
    assert "h04" in tilings.instances("squares") and "h04" not in tilings.instances("covers")
    assert tilings.solvers()["dlx"]
    for function in (tilings.formulations, tilings.instances):
        with pytest.raises(tilings.UserError, match="unknown family 'spheres'"):
            function("spheres")


def test_a_suite_runs_and_its_rows_are_one_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new"
    runs = tilings.run_suite("smoke", folder, instance="dominoes4x4", solver="dlx", goal=["count"], jobs=1)
    assert set(runs["solver"]) == {"dlx"} and runs["solved"].all()
    assert f"{len(runs)} of {len(runs)} runs" in capsys.readouterr().err
    assert tilings.results(folder).equals(runs)
    with pytest.raises(tilings.UserError, match="unknown solver 'klingo'"):
        tilings.run_suite("smoke", tmp_path / "none", solver="klingo")
    with pytest.raises(tilings.UserError, match="unknown suite 'smok'.*did you mean 'smoke'"):
        tilings.run_suite("smok", tmp_path / "none")
    assert capsys.readouterr().err == ""
    with pytest.raises(tilings.UserError, match="holds no runs-"):
        tilings.results(tmp_path)


def test_modules_of_the_same_names_in_the_current_folder_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit(5)\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-P", "-c", "import tilings; print(tilings.count('dominoes4x4'))"], cwd=tmp_path,
        capture_output=True, text=True, check=False, timeout=60, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout == "36\n", done.stderr


def test_solutions_come_one_by_one_and_are_those_that_are_counted() -> None:
    found = list(tilings.solutions("soma-rotations"))
    assert len(set(found)) == 480 == tilings.count("soma-rotations")
    assert not any(tilings.check("soma-rotations", solution) for solution in found[:3])
    assert len(list(tilings.solutions("soma-rotations", "clingo", convention="reflections"))) == 240


def test_a_limit_of_solutions_ends_the_search() -> None:
    assert len(list(tilings.solutions("dominoes10x10", limit=3))) == 3
    assert list(tilings.solutions("dominoes10x10", limit=0)) == []
    with pytest.raises(tilings.UserError, match="'limit' must be a whole number from 0, not '2' \\(str\\)"):
        tilings.solutions("soma-rotations", limit="2")  # type: ignore[arg-type]


FAILS = """
from tilings.runners.solvers.interface.child_process import ChildSolver

def solve(task):
    task.encoded(variables=1, constraints=1)
    raise ValueError("out of luck")

DLX = ChildSolver("fails", "dlx", package="pytest", solve=solve)
"""


def test_the_reason_of_a_plug_in_that_fails_is_told_also_in_a_relative_folder(
    plug_in: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = plug_in({"solvers/fails.py": FAILS})
    monkeypatch.chdir(folder.parent)
    monkeypatch.setenv(plugins.VARIABLE, folder.name)
    told = f"no answer: the solver crashed; the plug-in {folder}/solvers/fails.py:6 failed: ValueError: out of luck$"
    with pytest.raises(RuntimeError, match=f"polycubes/dominoes4x4 is not counted: {told}"):
        tilings.count("dominoes4x4", "fails")
    with pytest.raises(RuntimeError, match=f"polycubes/dominoes4x4: {told}"):
        list(tilings.solutions("dominoes4x4", "fails"))


def test_solutions_that_are_not_all_end_with_an_error(plug_in: Make) -> None:
    plug_in({"solvers/endless.py": ENDLESS})
    with pytest.raises(RuntimeError, match="polycubes/soma-rotations: no answer: the limit of 1 s was reached"):
        list(tilings.solutions("soma-rotations", "endless", timeout=1.0))
    with pytest.raises(tilings.UserError, match="has no goal 'count'"):
        list(tilings.solutions("h04"))


@pytest.mark.parametrize(
    ("puzzle", "goal", "status"),
    [("h04", None, "optimal"), ("soma-rotations", "first", "sat"), ("soma-rotations", "count", "counted")],
)
def test_the_status_of_an_answer_is_a_word(puzzle: str, goal: str | None, status: str) -> None:
    assert tilings.solve(puzzle, goal=goal).status == status


def test_notes_are_warnings_of_the_callers_line_and_not_of_a_loaded_puzzle(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.warns(UserWarning, match="no solution, by parity") as noted:
        puzzle = tilings.load("tetrominoes4x5")
    assert [warning.filename for warning in noted] == [__file__]
    with pytest.warns(UserWarning, match="no solution, by parity") as noted:
        tilings.count("tetrominoes4x5")
    assert [warning.filename for warning in noted] == [__file__]
    assert tilings.solve(puzzle).status == "unsat"
    assert capfd.readouterr().err == ""
