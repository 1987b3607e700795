"""The statistics and the trace of a search, as text and pictures for people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from tilings.models import registry
from tilings.models.problem import UserError
from tilings.runners.solve import search_report

DOMINOES = {
    "family": "polycubes", "name": "d", "box": [2, 2, 1],
    "pieces": [{"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 2}],
}  # fmt: skip
PROBLEM, INSTANCE = registry.parse_instance(json.dumps(DOMINOES), "here")
STEPS = ["2 +I 0,0,0 1,0,0", "1 +I 0,1,0 1,1,0", "1 -I 0,1,0 1,1,0", "2 -I 0,0,0 1,0,0"]
NUMBERS = {"seconds": 2.0, "nodes": 1000, "updates": 5000, "solutions": 10}
CLASSIC = NUMBERS | {"attempts": [0, 400, 20], "fits": [0, 100, 5], "removed": {"fit": 3}, "trials": 0}


def test_the_report_gives_the_counts_and_the_speeds_of_any_engine() -> None:
    assert search_report.table(NUMBERS).splitlines() == [
        "1,000 nodes, 5,000 updates, 10 solutions",
        "2.00 s of search: 500 nodes and 5 solutions a second",
    ]


def test_attempts_and_fits_are_listed_in_a_table_from_the_first_piece_down() -> None:
    lines = search_report.table(CLASSIC).splitlines()
    assert [line.split() for line in lines[:4]] == [
        ["remaining", "attempts", "fits"], ["2", "20", "5"], ["1", "400", "100"], ["all", "420", "105"],
    ]  # fmt: skip
    assert len({len(line) for line in lines[:4]}) == 1
    assert lines[4] == "images removed before the first piece: 3 by fit"


def test_the_report_on_trials_gives_their_means() -> None:
    lines = search_report.table(CLASSIC | {"trials": 10}).splitlines()
    assert lines[2].split() == ["1", "400", "100", "40.00", "10.00"]
    assert lines[4] == "means over 10 trials"


def test_the_report_gives_sizes_and_the_solvers_own_unit_of_effort() -> None:
    sizes = {"variables": 3330, "constraints": 20, "encode_s": 0.5}
    measured = sizes | {"nodes": 1500, "failures": 7, "effort": 12.25, "effort_unit": "widgets", "solve_s": 3.0}
    assert search_report.table(measured).splitlines() == [
        "model: 3,330 variables, 20 constraints, 0.50 s to build it",
        "1,500 nodes, 7 failures, 12.25 widgets",
        "3.00 s of search: 500 nodes a second",
    ]
    assert search_report.table({"solve_s": 3.0}) == "3.00 s of search"
    assert search_report.table({}) == "the solver reported no statistics"


def test_a_search_without_time_has_no_speed() -> None:
    assert "a second" not in search_report.table(NUMBERS | {"seconds": 0.0})


def test_a_replay_has_the_board_after_each_step() -> None:
    fixed = (("F", ((0, 0, 0),)),)
    low, high = ("I", ((0, 0, 0), (1, 0, 0))), ("I", ((0, 1, 0), (1, 1, 0)))
    titles, boards = search_report.replay(STEPS, fixed)
    assert titles == ["2 +I", "1 +I", "1 -I", "2 -I"]
    assert boards == [(*fixed, low), (*fixed, low, high), (*fixed, low), fixed]


def test_removing_a_piece_placed_before_the_trace_leaves_the_board_unchanged() -> None:
    assert search_report.replay(STEPS[2:3], ()) == (["1 -I"], [()])


def test_a_trace_is_written_as_text_at_once_or_as_pictures_at_the_end(tmp_path: Path) -> None:
    text, picture, pages = (
        search_report.Trace(tmp_path / f"t.{kind}", PROBLEM, INSTANCE) for kind in ("txt", "png", "pdf")
    )
    for trace in (text, picture, pages):
        trace.add(STEPS[:1])
    assert (tmp_path / "t.txt").read_text(encoding="utf-8") == STEPS[0] + "\n"
    for trace in (text, picture, pages):
        trace.add(STEPS * 20)
        trace.close()
    assert (tmp_path / "t.png").read_bytes().startswith(b"\x89PNG")
    assert len(PdfReader(tmp_path / "t.pdf").pages) == 2


def test_a_trace_needs_a_known_file_format_and_an_existing_folder(tmp_path: Path) -> None:
    for name in ("t.doc", "none/t.txt"):
        with pytest.raises(UserError, match="--trace takes"):
            search_report.Trace(tmp_path / name, PROBLEM, INSTANCE)
