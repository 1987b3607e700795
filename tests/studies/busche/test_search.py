"""The search of one puzzle by M. Busche's solver: its statistics, its trace, and the estimate of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.called import called, typed
from tilings.models import registry
from tilings.models.problem import UserError
from tilings.runners.plan import manifest
from tilings.studies.busche import formulation, search
from tilings.studies.busche.engine import Classic

DOMINOES = {
    "family": "polycubes", "name": "d", "box": [2, 2, 1],
    "pieces": [{"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 2}],
}  # fmt: skip
PROBLEM, INSTANCE = registry.parse_instance(json.dumps(DOMINOES), "here")
STEPS = ["2 +I 0,0,0 1,0,0", "1 +I 0,1,0 1,1,0", "1 -I 0,1,0 1,1,0", "2 -I 0,0,0 1,0,0"]
TABLE = {
    "seconds": 2.0, "nodes": 1000, "updates": 5000, "solutions": 10, "attempts": [0, 400, 20], "fits": [0, 100, 5],
    "removed": {"fit": 3}, "trials": 0,
}  # fmt: skip


def soma(**options: str) -> Classic:
    _, instance = registry.load_instance(manifest.entry("polycubes", "soma-rotations").path)
    return Classic(formulation.build(instance, **options))


def test_the_forecast_is_near_the_size_of_the_tree() -> None:
    complete = soma()
    text = search.forecast(complete.packing, 2000)
    match = re.match(r"Knuth's estimate from 2000 random descents: (\S+) ± (\S+) nodes, \S+ ± \S+ solutions", text)
    assert match
    complete.advance(collect=False)
    assert abs(float(match[1]) - complete.nodes) < 5 * float(match[2])


def test_attempts_and_fits_are_listed_in_a_table_from_the_first_piece_down() -> None:
    lines = search.lines(TABLE)
    assert [line.split() for line in lines[:4]] == [
        ["remaining", "attempts", "fits"], ["2", "20", "5"], ["1", "400", "100"], ["all", "420", "105"],
    ]  # fmt: skip
    assert len({len(line) for line in lines[:4]}) == 1
    assert lines[4] == "images removed before the first piece: 3 by fit"


def test_trials_are_counted_and_their_means_reported() -> None:
    trials = soma(trials="7", stop="5")
    trials.advance(collect=False)
    assert search.statistics(trials, 1.0)["trials"] == 7
    lines = search.lines(TABLE | {"trials": 10})
    assert lines[2].split() == ["1", "400", "100", "40.00", "10.00"]
    assert lines[4] == "means over 10 trials"


def test_a_replay_has_the_board_after_each_step_and_passes_over_pieces_placed_before_it() -> None:
    fixed = (("F", ((0, 0, 0),)),)
    low, high = ("I", ((0, 0, 0), (1, 0, 0))), ("I", ((0, 1, 0), (1, 1, 0)))
    titles, boards = search.replay(STEPS, fixed)
    assert titles == ["2 +I", "1 +I", "1 -I", "2 -I"]
    assert boards == [(*fixed, low), (*fixed, low, high), (*fixed, low), fixed]
    assert search.replay(STEPS[2:3], ()) == (["1 -I"], [()])


def test_a_trace_is_written_as_text_at_once_or_as_pictures_at_the_end(tmp_path: Path) -> None:
    text, picture, pages = (search.Trace(tmp_path / f"t.{kind}", PROBLEM, INSTANCE) for kind in ("txt", "png", "pdf"))
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
            search.Trace(tmp_path / name, PROBLEM, INSTANCE)


def test_the_command_gives_statistics_a_trace_and_an_estimate(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    words = ("pentominoes3x20", "--trace", path, "--trace-from", "12", "--trace-limit", "7")
    done = typed("tilings.studies.busche.search", *words)
    assert done.stdout.splitlines()[0].split() == ["remaining", "attempts", "fits"]
    assert done.stdout.endswith("\n2 solutions up to symmetry\n")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 7
    assert lines[0].startswith("12 +")
    told = called("tilings.studies.busche.search", "pentominoes3x20", "--estimate", "10")
    assert told.stdout.startswith("Knuth's estimate from 10 random descents: ")
    late = called("tilings.studies.busche.search", "tetris-cube", "--estimate", "1000000000", "--timeout", "0.5")
    assert late.returncode == 1
    assert late.stdout == "no estimate from 1000000000 descents within 0.5 s; ask for fewer\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("h09",), "h09 is not a box of polycubes, which M. Busche's solver packs"),
        (("soma-raw", "--option", "order=q"), "order: 'q' is not one of f x y z"),
        (("soma-raw", "--trace", "t.txt", "--trace-from", "3", "--trace-to", "4"), "from the larger to the smaller"),
        (("soma-raw", "--trace", "t.png", "--trace-limit", "121"), "at most 120 steps are drawn in a .png file"),
    ],
)
def test_wrong_options_are_refused_in_one_line(words: tuple[str, ...], complaint: str) -> None:
    done = called("tilings.studies.busche.search", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr and done.stderr.count("\n") == 1
