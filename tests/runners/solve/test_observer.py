"""The observer of a run writes its solutions, also those that would only be counted, its statistics and its film."""

import argparse
import json
from pathlib import Path

import pytest

from tests.runners.fakes import INSTANCE, TILING, install, run, says
from tilings.models import registry
from tilings.models.problem import UserError
from tilings.runners import confine
from tilings.runners.drawing import film
from tilings.runners.execute.attempt import Attempt
from tilings.runners.solve.observer import RunObserver, arguments, validate_options
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.events import Event, Found, Measured, OutOfTime, SearchComplete, Telemetry

TILED = Found(tuple(("square", (x, y, 1)) for y in (0, 1) for x in (0, 1)))
PROBLEM, BOARD = registry.parse_instance(json.dumps(INSTANCE), "here")


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    group = parser.add_argument_group()
    arguments(group, group)
    return parser.parse_args(words)


def observer_of(goal: str, *words: str) -> RunObserver:
    return RunObserver(parsed(*words), PROBLEM, BOARD, goal)


def written(path: Path) -> int:
    return len(json.loads(path.read_text(encoding="utf-8")))


def test_symmetric_solutions_are_written_once_unless_the_solver_lists_each_class_once(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    observer = observer_of("count", "--solutions", str(path))
    observer.see(0.0, [TILED, TILED])
    assert written(path) == 1
    observer.see(0.1, [Telemetry("listed", True), TILED])
    assert written(path) == 2


def test_no_more_solutions_are_written_than_requested(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    observer = observer_of("first", "--solutions", str(path), "--most", "2")
    observer.see(0.0, [TILED] * 5)
    assert written(path) == 2
    assert observer.requests.solutions == 2


def test_a_text_file_requests_all_solutions_and_pictures_only_twelve(tmp_path: Path) -> None:
    assert observer_of("count").requests.solutions is None
    assert observer_of("count", "--solutions", str(tmp_path / "s.txt")).requests.solutions == 0
    assert observer_of("count", "--solutions", str(tmp_path)).requests.solutions == 12


@pytest.mark.parametrize("ending", [SearchComplete(480), OutOfTime(480)])
def test_solutions_that_are_counted_and_not_written_are_named(ending: Event, tmp_path: Path, capsys) -> None:
    observer = observer_of("count", "--solutions", str(tmp_path / "s.json"), "--most", "2")
    observer.see(0.0, [Telemetry("listed", True), TILED, TILED, TILED, ending])
    observer.close("finished")
    assert capsys.readouterr().err.endswith("2 of 480 solutions are written: --most N writes more\n")


def test_only_the_last_statistics_are_printed_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    observer = observer_of("count", "--statistics")
    for nodes in (1, 2):
        numbers = {"seconds": 0.0, "nodes": nodes, "updates": 3, "solutions": 4}
        observer.see(0.0, [Telemetry("statistics", numbers)])
    assert capsys.readouterr().out == ""
    observer.close("finished")
    assert capsys.readouterr().out.startswith("2 nodes, 3 updates, 4 solutions\n")


def test_a_solver_without_statistics_has_its_measurements_printed(capsys: pytest.CaptureFixture[str]) -> None:
    observer = observer_of("first", "--statistics")
    sizes = {"variables": 3330, "constraints": 20, "encode_s": 0.5, "effort": 12.25, "effort_unit": "widgets"}
    observer.see(0.0, [Measured({"nodes": 1, "failures": "many"}), Measured(sizes | {"nodes": 12, "solve_s": 2.0})])
    observer.close("finished")
    assert capsys.readouterr().out.splitlines() == [
        "model: 3,330 variables, 20 constraints, 0.50 s to build it",
        "12 nodes, 12.25 widgets",
        "2.00 s of search: 6 nodes a second",
    ]


def test_an_interrupted_run_reports_how_many_solutions_were_found_or_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    observer = observer_of("count")
    progress = {"share": 0.5, "nodes": 9, "solutions": 12_345}
    observer.see(0.0, [Telemetry("listed", True), TILED, Telemetry("progress", progress)])
    observer.close("interrupted")
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "12345 solutions found so far\n"), "a count shows no solution"


@pytest.mark.parametrize("words", [(), ("--json",), ("--solutions", "-")])
def test_an_interrupted_run_shows_the_last_solution_where_standard_output_is_for_readers(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    observer = observer_of("optimum", *words)
    observer.see(0.0, [TILED])
    observer.close("interrupted")
    assert (f"{BOARD.name}, so far: 2 × 2 in 4 squares" in capsys.readouterr().out) == (not words)


def test_a_wrong_solution_of_an_interrupted_run_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    observer = observer_of("optimum")
    observer.see(0.0, [Found((("square", (0, 0, 1)),))])
    observer.close("interrupted")
    assert capsys.readouterr().out == ""


def test_an_observer_gets_all_solutions_of_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, says(TILING, TILING))
    path = tmp_path / "s.jsonl"
    Attempt(run(tmp_path)).make(observer=observer_of("first", "--solutions", str(path)))
    assert path.read_text(encoding="utf-8").count("\n") == 2


def test_an_interrupted_run_ends_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, says(TILING) + "\nsleep 30")
    stop = confine.Stop()
    stop.requested = True
    outcome = Attempt(run(tmp_path)).make(stop)
    assert (outcome.record.ended, outcome.solution) == ("interrupted", None)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--most", "3"), "--most"),
        (("--solutions", "s.txt", "--most", "-1"), "--most"),
        (("--solutions", "-", "--json"), "--json"),
        (("--film", "f.gif"), "--film follows one thread"),
    ],
)
def test_options_that_exclude_each_other_are_refused(words: tuple[str, ...], complaint: str) -> None:
    given = argparse.Namespace(**vars(parsed(*words)) | {"threads": 2})
    with pytest.raises(UserError, match=complaint):
        validate_options(given, solver.find("dlx", "dlx"), registry.formulation("polycubes", "dlx_bits"))


def test_the_last_film_that_a_search_reports_is_written(tmp_path: Path) -> None:
    path = tmp_path / "f.json"
    observer = RunObserver(parsed("--film", str(path)), PROBLEM, BOARD, "first", "dlx/dlx_cover")
    assert observer.requests.film
    corner = [["square", [0, 0, 1]]]
    for nodes in (1, 2):
        payload = {"first": [[0, []]], "between": [], "last": [[nodes, corner]], "solved": False}
        observer.see(0.0, [Telemetry("film", payload)])
    assert not path.exists()
    observer.close("wall")
    told = film.read(path)
    assert (told.family, told.instance, told.what) == ("squares", INSTANCE["name"], "goal first, dlx/dlx_cover")
    assert told.last == (film.Frame(2, ((0, 0, 1),)),)


def test_a_film_that_cannot_be_written_is_refused_before_the_search(tmp_path: Path) -> None:
    (tmp_path / "f.gif").mkdir()
    with pytest.raises(UserError, match=r"--film cannot write .*f.gif: Is a directory"):
        RunObserver(parsed("--film", str(tmp_path / "f.gif")), PROBLEM, BOARD, "first")
    RunObserver(parsed("--film", str(tmp_path / "new.gif")), PROBLEM, BOARD, "first")
    assert not (tmp_path / "new.gif").exists(), "what was tried leaves no file"


@pytest.mark.parametrize(
    ("name", "formulation", "option", "complaint"),
    [
        ("dlx", "dlx_states", "solutions", "--solutions needs --formulation dlx_auto or "),
        ("clingo", "asp_cover", "film", "--film needs --solver dlx --formulation dlx_auto or dlx_bits or dlx_cover"),
    ],
)
def test_an_option_that_a_solver_lacks_is_refused_with_those_that_have_it(
    name: str, formulation: str, option: str, complaint: str
) -> None:
    with pytest.raises(UserError, match=complaint):
        found = registry.formulation("polycubes", formulation)
        solver.require(solver.find(name, found.language), found, option)
