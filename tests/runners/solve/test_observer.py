"""What is shown of a run, seen from the run: every solution, also one that would only be counted."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from models import film, registry
from models.problem import UserError
from runners import confine
from runners.execute.run_once import run_once
from runners.solve.observer import RunObserver, arguments, validate_options
from runners.solvers.interface import solver
from runners.solvers.interface.events import Found, Measured, Telemetry
from tests.runners.fakes import INSTANCE, TILING, install, run, says

TILED = Found(tuple(("square", (x, y, 1)) for y in (0, 1) for x in (0, 1)))
PROBLEM, BOARD = registry.parse_instance(json.dumps(INSTANCE), "here")


def given(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    arguments(parser)
    return parser.parse_args(words)


def showing(goal: str, *words: str) -> RunObserver:
    return RunObserver(given(*words), PROBLEM, BOARD, goal)


def written(path: Path) -> int:
    return len(json.loads(path.read_text(encoding="utf-8")))


def test_solutions_that_are_symmetric_are_written_once_unless_the_solver_sees_to_it(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    observer = showing("count", "--solutions", str(path))
    observer.see(0.0, [TILED, TILED])
    assert written(path) == 1
    observer.see(0.1, [Telemetry("listed", True), TILED])
    assert written(path) == 2


def test_at_most_so_many_solutions_are_written(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    observer = showing("first", "--solutions", str(path), "--most", "2")
    observer.see(0.0, [TILED] * 5)
    assert written(path) == 2
    assert observer.requests.solutions == 2


def test_all_solutions_are_asked_for_but_only_a_few_pictures(tmp_path: Path) -> None:
    assert showing("count").requests.solutions is None
    assert showing("count", "--solutions", str(tmp_path / "s.txt")).requests.solutions == 0
    assert showing("count", "--solutions", str(tmp_path)).requests.solutions == 12


def test_the_last_statistics_are_printed_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    observer = showing("count", "--statistics")
    for nodes in (1, 2):
        numbers = {"seconds": 1.0, "nodes": nodes, "updates": 3, "solutions": 4}
        observer.see(0.0, [Telemetry("statistics", numbers)])
    assert capsys.readouterr().out == ""
    observer.close("finished")
    assert capsys.readouterr().out.startswith("2 nodes, 3 updates, 4 solutions\n")


def test_what_was_measured_is_the_statistics_of_a_solver_that_sends_none(capsys: pytest.CaptureFixture[str]) -> None:
    observer = showing("first", "--statistics")
    observer.see(0.0, [Measured({"nodes": 1, "failures": "many"}), Measured({"nodes": 12, "solve_s": 2.0})])
    observer.close("finished")
    assert capsys.readouterr().out == "12 nodes\n2.00 s of search: 6 nodes a second\n"


def test_an_interrupted_run_says_how_many_were_found_counted_ones_included(capsys: pytest.CaptureFixture[str]) -> None:
    observer = showing("count")
    progress = {"share": 0.5, "nodes": 9, "solutions": 12_345}
    observer.see(0.0, [Telemetry("listed", True), TILED, Telemetry("progress", progress)])
    observer.close("interrupted")
    assert capsys.readouterr().err == "12345 solutions found so far\n"


def test_an_observer_sees_a_run_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, says(TILING, TILING))
    path = tmp_path / "s.jsonl"
    run_once(run(tmp_path), tmp_path / "log", observer=showing("first", "--solutions", str(path)))
    assert path.read_text(encoding="utf-8").count("\n") == 2


def test_an_interrupted_run_is_over_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, says(TILING) + "\nsleep 30")
    stop = confine.Stop()
    stop.requested = True
    outcome = run_once(run(tmp_path), tmp_path / "log", stop=stop)
    assert (outcome.record.ended, outcome.solution) == ("interrupted", None)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--most", "3"), "--most"),
        (("--solutions", "s.txt", "--most", "-1"), "--most"),
        (("--trace-from", "3"), "go with --trace"),
        (("--trace", "t.txt", "--trace-from", "3", "--trace-to", "4"), "from the larger to the smaller"),
        (("--solutions", "-", "--json"), "--json"),
    ],
)
def test_options_that_do_not_go_together(words: tuple[str, ...], complaint: str) -> None:
    engine = solver.find("dlx")
    with pytest.raises(UserError, match=complaint):
        validate_options(given(*words), engine, registry.formulation("polycubes", "dlx_classic"))


def test_the_last_film_that_a_search_tells_of_is_written(tmp_path: Path) -> None:
    path = tmp_path / "f.json"
    observer = RunObserver(given("--film", str(path)), PROBLEM, BOARD, "first", "dlx/dlx_cover")
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


def test_a_search_that_told_of_nothing_has_no_film_and_that_is_said(tmp_path: Path, capsys) -> None:
    observer = RunObserver(given("--film", str(tmp_path / "f.gif")), PROBLEM, BOARD, "first")
    observer.close("crash")
    assert "no film was made" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["f.mp4", "missing/f.gif"])
def test_a_film_needs_a_file_of_a_kind_that_is_known_in_a_folder_that_exists(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError, match=r"--film takes a \.gif, .* file in a folder that exists"):
        RunObserver(given("--film", str(tmp_path / name)), PROBLEM, BOARD, "first")


def test_a_film_that_cannot_be_written_is_refused_before_the_search(tmp_path: Path) -> None:
    (tmp_path / "f.gif").mkdir()
    with pytest.raises(UserError, match=r"--film cannot write .*f.gif: Is a directory"):
        RunObserver(given("--film", str(tmp_path / "f.gif")), PROBLEM, BOARD, "first")
    RunObserver(given("--film", str(tmp_path / "new.gif")), PROBLEM, BOARD, "first")
    assert not (tmp_path / "new.gif").exists(), "what was tried leaves no file"


def test_a_film_follows_one_thread() -> None:
    words = argparse.Namespace(**vars(given("--film", "f.gif")) | {"threads": 2})
    with pytest.raises(UserError, match="--film follows one thread"):
        validate_options(words, solver.find("dlx"), registry.formulation("polycubes", "dlx_bits"))


@pytest.mark.parametrize(
    ("name", "formulation", "option", "complaint"),
    [
        ("dlx", "dlx_bits", "trace", "--trace needs --formulation dlx_classic"),
        ("dlx", "dlx_states", "solutions", "--solutions needs --formulation dlx_auto or "),
        ("dlx", "dlx_classic", "film", "--film needs --formulation dlx_auto or dlx_bits or dlx_cover"),
        ("clingo", "asp_cover", "estimate", "--estimate needs --solver dlx --formulation dlx_classic"),
    ],
)
def test_what_a_solver_lacks_is_said_with_what_has_it(name: str, formulation: str, option: str, complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        solver.require(solver.find(name), registry.formulation("polycubes", formulation), option)


def test_a_picture_of_too_many_steps_is_refused(tmp_path: Path) -> None:
    dominoes = {"family": "polycubes", "name": "d", "box": [1, 1, 1], "pieces": [{"name": "I", "cells": [[0, 0, 0]]}]}
    problem, instance = registry.parse_instance(json.dumps(dominoes), "here")
    words = ("--trace", str(tmp_path / "t.png"), "--trace-limit", "121")
    with pytest.raises(UserError, match="120 steps"):
        RunObserver(given(*words), problem, instance, "first")
