"""An answer is said in plain words, which claim what was proved and nothing more, with the board above them."""

import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios
from typing import Any

import pytest

from tests.called import called
from tests.models.screens import glyphs
from tilings.models import registry
from tilings.models.terminal.command import ROOT
from tilings.runners.plan import manifest
from tilings.runners.record.schema import RunRecord
from tilings.runners.solve import answer_text

RUN: dict[str, Any] = {
    "run_id": "", "campaign": "", "instance": "", "instance_sha256": "", "formulation": "f", "formulation_sha256": "",
    "solver": "s", "solver_version": "1", "options": "", "seed": 1, "repetition": 1, "threads": 1,
    "wall_limit_s": 5.0, "cpu_limit_s": 7.0, "mem_limit_mb": 400,
}  # fmt: skip
TOLD = [
    ("h04", "optimum", {"answer": "optimal", "objective": 4, "check": "valid"},
     "no tiling uses fewer than 4 copies of a side; not proved here: one solver's word (s)"),
    ("h04", "optimum", {"answer": "feasible", "objective": 5, "bound": 2.0, "ended": "wall", "check": "valid"},
     "found a tiling with at most 5 copies of a side, not proved the best (at least 2 by the bound): "
     "the limit of 5 s was reached"),
    ("dense-7-v8", "optimum", {"answer": "feasible", "objective": 1, "bound": 12.0, "sense": "max", "ended": "cpu"},
     "found a board with 1 tile, not proved the best (at most 12 by the bound): "
     "the limit of 7 s of processor time was reached"),
    ("dense-7-v8", "optimum", {"answer": "optimal", "objective": 1}, 
     "no board holds more than 1 tile; not proved here: one solver's word (s)"),
    ("soma-rotations", "count", {"answer": "counted", "solutions": 480, "count_check": "enumerated_confirmed"},
     "all 480 packings counted, up to rotations, each checked; not proved here: one solver's word (s)"),
    ("soma-rotations", "count", {"answer": "counted", "solutions": 480, "count_check": "computed"},
     "all 480 packings counted, up to rotations; not proved here: one solver's word (s)"),
    ("soma-raw", "count", {"answer": "counted", "solutions": 1}, 
     "there is one packing only; not proved here: one solver's word (s)"),
    ("soma-raw", "count", {"answer": "counted", "solutions": 0, "check": "valid"},
     "there is no packing; not proved here: one solver's word (s), as published"),
    ("soma-raw", "count", {"answer": "counted", "solutions": 3, "options": "part=2/4"},
     "all 3 packings in part 2/4 of the search counted; not proved here: one solver's word (s)"),
    ("soma-raw", "count", {"answer": "none", "solutions": 1, "ended": "memory"},
     "found 1 packing, not all counted: the limit of 400 MB was reached"),
    ("soma-raw", "count", {"answer": "none", "ended": "memory", "message": "the states outgrew 70000000 bytes"},
     "no answer: the limit of 70 MB of states was reached"),
    ("soma-raw", "count", {"answer": "none", "ended": "wall"}, "no answer: the limit of 5 s was reached"),
    ("queens8", "first", {"answer": "sat", "check": "valid"}, "found a cover, and checked it"),
    ("queens8", "first", {"answer": "sat"}, "found a cover"),
    ("queens8", "first", {"answer": "unsat", "proof": "verified"}, 
     "proved: there is no cover; its proof was verified"),
    ("queens8", "first", {"answer": "sat", "check": "invalid"}, "the answer is wrong"),
    ("queens8", "first", {"ended": "crash", "phase": "encode"}, "no answer: the model could not be built"),
]  # fmt: skip


def record(name: str, goal: str, columns: dict[str, Any]) -> tuple[Any, Any, RunRecord]:
    (shipped,) = manifest.shipped(name=name)
    problem, instance = registry.load_instance(shipped.path)
    return problem, instance, RunRecord(**RUN | {"family": problem.family, "goal": goal} | columns)


@pytest.mark.parametrize(("name", "goal", "columns", "words"), TOLD)
def test_the_words_say_what_was_found_and_proved(name: str, goal: str, columns: dict[str, Any], words: str) -> None:
    assert answer_text.verdict(*record(name, goal, columns)) == words


def test_a_wrong_solution_is_not_drawn() -> None:
    out = io.StringIO()
    answer_text.show(*record("h04", "optimum", {"answer": "feasible", "check": "invalid"}), ((0, 0, 9),), out)
    assert out.getvalue() == "the answer is wrong\n0.00 s by s with f\n"


def test_a_pipe_gets_the_board_and_the_words_without_codes_and_quiet_the_line_alone() -> None:
    shown, quiet = (called("tilings.runners.solve", "h04", *words).stdout for words in ((), ("--quiet",)))
    assert shown.startswith("+-----+-----+\n|2    |2    |\n") and "\x1b" not in shown
    assert (
        shown.splitlines()[-2]
        == "no tiling uses fewer than 4 copies of a side; not proved here: one solver's word (dlx)"
    )
    assert quiet.startswith("optimal 4 (finished, valid, ") and quiet.count("\n") == 1


def test_what_the_output_cannot_show_is_replaced() -> None:
    given = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "tilings.runners.solve", "h04"]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=given, check=True)
    assert b"h04: 4 ? 4 in 4 squares: sides 2 ?4; most often, 4 times: 2\n" in done.stdout


def on_terminal(columns: int, *words: str, **environment: str) -> str:
    """What the command prints on a terminal so many columns wide."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    dropped = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
    given = {name: value for name, value in os.environ.items() if name not in dropped} | {"TERM": "xterm"} | environment
    command = [sys.executable, "-m", "tilings.runners.solve", *words]
    running = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, cwd=ROOT, env=given)
    os.close(theirs)
    told = b""
    while True:
        try:
            told += os.read(ours, 4096)
        except OSError:  # the terminal has no writer any more
            break
    os.close(ours)
    running.wait()
    return told.decode().replace("\r\n", "\n")


def test_a_terminal_gets_colours_as_wide_as_it_is() -> None:
    wide, narrow = (glyphs(on_terminal(columns, "h04")) for columns in (80, 5))
    assert len({ground for line in wide for _, _, ground in line if ground}) == 2, (
        "squares of one side that touch differ"
    )
    assert (len(wide[0]), len(narrow[0])) == (24, 4)


@pytest.mark.parametrize(
    ("ended", "message", "words"),
    [
        ("wall", "", "--timeout 50, another solver (--solver all compares them)"),
        ("memory", "", "--memory 1600, another solver"),
        ("output", "", "another solver"),
        ("memory", "the states outgrew 90000000 bytes at item 5 of 76: 9 are held", "--option memory=360, another"),
        ("memory", "the states outgrew 100000000 bytes at item 5", "--option memory=400 --memory 1600, another solver"),
    ],
)
def test_at_a_limit_a_line_says_what_to_try(ended: str, message: str, words: str) -> None:
    record = RunRecord(**RUN, family="polycubes", goal="count", answer="none", ended=ended, message=message)
    assert answer_text.advice(record).startswith(f"to try: {words}")
