"""Each exit code of the table in models/terminal/command.py is provoked on several commands, typed as in a shell.

130, Ctrl-C, is provoked where what it keeps is tested: tests/test_commands.py, tests/studies/hn and studies/peers.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.called import called
from tests.plugged import ENDLESS, LIAR, Make
from tilings.models.terminal.command import ANSWERED, BAD_INPUT, ROOT, UNANSWERED, WRONG_ANSWER
from tilings.runners.plan import instance_files

SUITE = ["--suite", "smoke", "--instance", "dominoes4x4", "--formulation", "dlx_cover", "--goal", "count"]
ABSENT = """
from tilings.runners.solvers.interface.child_process import ChildSolver

DLX = ChildSolver("absent", "dlx", package="no-such-package", solve=print)
"""


def code(*words: object) -> int:
    return called(*map(str, words)).returncode


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaign")
    assert code("tilings.runners.all", *SUITE, "--attempts", "1", "--results", folder) == ANSWERED
    return folder


@pytest.fixture
def spoilt(campaign: Path, tmp_path: Path) -> Path:
    """The campaign with another count in its row."""
    (name,) = campaign.glob("runs-*.csv")
    with name.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[0]["solutions"] = "35"
    with (tmp_path / name.name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return tmp_path


def test_code_0_is_an_answer_also_that_there_is_no_solution(campaign: Path) -> None:
    assert code("tilings.runners.solve", "tetrominoes4x5", "--solver", "dlx") == ANSWERED
    assert code("tilings.runners.verify", campaign) == ANSWERED
    assert code("tilings.reports.compare", campaign, campaign) == ANSWERED


def test_code_1_is_that_something_is_left_open(tmp_path: Path, plug_in: Make) -> None:
    plug_in({"solvers/absent.py": ABSENT, "solvers/endless.py": ENDLESS})
    endless = ("dominoes4x4", "--solver", "endless", "--goal", "count", "--timeout", "3")
    assert code("tilings.runners.solve", *endless) == UNANSWERED
    peers = ("--instance", "soma-raw", "--peer", "none=false", "--repetitions", 1, "--out", tmp_path / "peers.csv")
    assert code("tilings.studies.peers", *peers) == UNANSWERED
    certify = ("squares", "--from", 112, "--to", 112, "--timeout", "0.01", "--results", tmp_path)
    assert code("tilings.studies.hn", *certify) == UNANSWERED
    assert code("tilings.runners.doctor") == UNANSWERED


def test_a_suite_says_what_it_leaves_out_and_how_to_install_it_and_goes_on(tmp_path: Path, plug_in: Make) -> None:
    plug_in({"solvers/absent.py": ABSENT})
    named = ("--solver", "dlx", "--solver", "absent")
    done = called("tilings.runners.all", *SUITE, *named, "--attempts", "1", "--results", str(tmp_path))
    assert done.returncode == UNANSWERED
    assert "left out, not installed: 1 run of absent/dlx_cover (polycubes); to install: " in done.stderr
    assert "pip install no-such-package" in done.stderr
    assert "1 run (1 of absent/dlx_cover on polycubes)" in done.stdout.splitlines()[-1]


def test_code_1_becomes_0_where_a_program_would_take_it_for_a_failure(plug_in: Make, tmp_path: Path) -> None:
    plug_in({"solvers/endless.py": ENDLESS})
    endless = ("--solver", "endless", "--timeout", "0.3", "--attempts", "1", "--results")
    words = ("tilings.runners.all", *SUITE, *endless, tmp_path)
    assert (code(*words), code(*words, "--exit-zero")) == (UNANSWERED, ANSWERED)
    assert code("tilings.runners.all", "--suite", "no-such-suite", "--exit-zero") == BAD_INPUT


@pytest.mark.parametrize(
    "words",
    [
        ("tilings.runners.solve", "no-such-puzzle"),
        ("tilings.runners.all", "--suite", "no-such-suite"),
        ("tilings.runners.verify", "no-such-folder"),
        ("tilings.runners.doctor", "too", "many"),
        ("tilings.reports.build", "--results", "no-such-folder"),
        ("tilings.generators.squares", "--width", "0", "--height", "4"),
        ("tilings", "no-such-command"),
    ],
)
def test_code_2_is_bad_input_and_one_line_says_what_is_wrong(words: tuple[str, ...]) -> None:
    done = called(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (BAD_INPUT, "", 1)
    assert done.stderr.startswith("error: ")


@pytest.mark.parametrize(
    ("name", "text"),
    [("m.mzn", "var 1..3: x constraint x > 1; solve satisfy;"), ("m.mzn", "int: n; solve satisfy;"), ("m.lp", "p(X).")],
)
def test_code_2_is_a_model_that_its_compiler_refuses(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = called("tilings.runners.solve", tmp_path / name)
    assert done.returncode == BAD_INPUT
    assert done.stdout.startswith("no answer: the model could not be built\n") and name in done.stdout


def test_code_3_is_a_wrong_answer(plug_in: Make, spoilt: Path, tmp_path: Path) -> None:
    plug_in({"solvers/liar.py": LIAR})
    assert code("tilings.runners.solve", "dominoes4x4", "--solver", "liar", "--goal", "count") == WRONG_ANSWER
    suite = ("--suite", "smoke", "--instance", "dominoes4x4", "--solver", "liar", "--goal", "count")
    assert code("tilings.runners.all", *suite, "--attempts", "1", "--results", tmp_path / "all") == WRONG_ANSWER
    assert code("tilings.runners.verify", spoilt) == WRONG_ANSWER


@pytest.mark.parametrize(
    "command",
    [
        "tilings.runners.doctor",
        "tilings.runners.all --suite smoke --dry-run",
        "tilings.runners.solve --help",
        "tilings.runners.solve soma-rotations --all",
    ],
)
def test_a_reader_that_closes_the_pipe_changes_no_exit_code_and_hears_no_complaint(command: str) -> None:
    words = f"set -o pipefail; {sys.executable} -m {command} | true"
    done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode in (ANSWERED, UNANSWERED), done.stderr) == (True, "")


def test_a_limit_that_ends_before_the_puzzle_is_read_is_code_1_and_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instance_files, "source", lambda *_: time.sleep(1000))
    words = ("tilings.runners.solve", "h04", "--timeout", "0.1")
    for option, shown in (
        ("", "no answer: the limit of 0.1 s was reached before"),
        ("--quiet", "none (wall, unchecked,"),
    ):
        done = called(*words, *filter(None, [option]))
        assert (done.returncode, done.stderr, done.stdout.count("\n")) == (UNANSWERED, "", 1)
        assert done.stdout.startswith(shown)
    record = json.loads(called(*words, "--json").stdout)
    assert (record["instance"], record["answer"], record["ended"], record["solution"]) == ("h04", "none", "wall", None)


@pytest.mark.parametrize(
    ("closed", "expected", "said"),
    [(">&-", BAD_INPUT, "error: standard output is closed"), ("2>&-", ANSWERED, ""), ("<&- 2>&-", ANSWERED, "")],
)
def test_closed_streams_are_one_line_or_make_no_difference(closed: str, expected: int, said: str) -> None:
    command = f"{sys.executable} -m tilings.runners.solve h04 --quiet {closed}"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S602
    assert done.returncode == expected and done.stderr.startswith(said) and done.stderr.count("\n") == bool(said)
    assert done.stdout.startswith("optimal 4 " if expected == ANSWERED else "")
