"""`studies.peers` times whole commands side by side on exported files and reports failures."""

from __future__ import annotations

import csv
import signal
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.called import called, stopped
from tests.waiting import ended, until
from tilings.runners import confine
from tilings.studies.peers import __main__ as peers

BUSY = f'{sys.executable} -c "import time\nwhile time.process_time() < 0.3: pass"'

command = partial(called, "tilings.studies.peers")


def test_the_commands_take_turns_on_the_exported_files(tmp_path: Path) -> None:
    out = tmp_path / "new" / "peers.csv"
    done = command(
        "--instance", "pentominoes3x20", "--repetitions", 2, "--out", out,
        "--ours", "echo 2 solutions", "--peer", "lines=wc -l {dlx}; head -1 {definition}; echo 1,002 && cat {json}",
    )  # fmt: skip
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["name"], row["round"], row["ours"]) for row in rows] == [
        ("ours", "1", "true"), ("lines", "1", "false"), ("ours", "2", "true"), ("lines", "2", "false"),
    ]  # fmt: skip
    assert {row["ended"] for row in rows} == {"finished"}
    assert rows[0]["known"] == "yes"
    assert done.stderr == ""
    assert done.stdout.startswith("ours: ")


@pytest.fixture(autouse=True)
def subreaper() -> None:
    """Makes this process a subreaper, as `studies.peers` does before it runs a command."""
    confine.adopt_orphans()


def test_cpu_time_of_children_counts() -> None:
    for line in (BUSY, f"sh -c '{BUSY}; true'; true"):
        user_s, system_s, *_ = peers.timed(line, 60, "")
        assert user_s + system_s >= 0.29


@pytest.mark.parametrize(
    ("line", "known", "right"),
    [
        ("echo counted 2339", "2339", "yes"),
        ("echo 2,339 solutions", "2339", "yes"),
        ("echo 23390", "2339", "no"),
        ("echo 5", "", ""),
        ("true", "5", "no"),
    ],
)
def test_the_output_is_searched_for_the_known_number_of_solutions(line: str, known: str, right: str) -> None:
    assert peers.timed(line, 60, known)[4:] == ("finished", right)


@pytest.mark.machine
def test_failures_and_passed_limits_are_recorded() -> None:
    assert peers.timed("exit 3", 60, "5")[4:] == ("failed", "")
    begun = time.monotonic()
    assert peers.timed("sleep 600 & sleep 600", 0.2, "5")[4:] == ("wall", "")
    assert time.monotonic() - begun < 300, "and not after the ten minutes that they sleep"


@pytest.mark.machine
def test_the_cpu_time_of_a_command_that_was_ended_is_recorded() -> None:
    user_s, system_s, wall_s, _, ended, _ = peers.timed("setsid sh -c 'while :; do :; done' & wait", 1.0, "")
    assert ended == "wall"
    assert 0.05 < user_s + system_s <= 1.5 * wall_s


@pytest.mark.machine
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_request_to_stop_ends_the_command_and_its_children(tmp_path: Path, number: signal.Signals) -> None:
    pid = tmp_path / "pid"
    line = f"setsid sh -c 'echo $$ > {pid}; sleep 600' & wait"
    words = ["--instance", "soma-rotations", "--out", tmp_path / "peers.csv", "--peer", f"long={line}"]
    done = stopped(lambda: pid.exists() and pid.read_text(), "tilings.studies.peers", *words, by=number)
    assert (done.returncode, done.stderr) == (130, "interrupted; recorded runs are kept\n")
    assert until(lambda: ended(int(pid.read_text())))


def test_the_summary_compares_round_by_round() -> None:
    def timing(name: str, number: int, user_s: float, ended: str = "finished", known: str = "yes") -> peers.Timing:
        return peers.Timing("x", name, name == "a", number, user_s, 0.0, user_s, 1.0, ended, known, name)

    lines = peers.summary(
        [timing("a", 1, 1.0), timing("b", 1, 3.0), timing("a", 2, 2.0), timing("b", 2, 8.0, known="no")]
    )
    assert lines == [
        "a: 1.500 s user, 1.00 (1.00 to 1.00) times a",
        "b: 5.500 s user, 3.50 (3.00 to 4.00) times a; other number of solutions",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--instance", "soma-rotations", "--peer", "echo"], "--peer takes NAME=COMMAND, not 'echo'"),
        (["--instance", "soma-rotations", "--ours", "cat {file}"], "there is no {file}, only {json}, {dlx}, "),
        (["--instance", "soma-rotations", "--ours", "awk {"], "a brace is written twice"),
        (["--instance", "soma-raw", "--ours", "cat {definition}"], "soma-raw cannot be a definition file"),
        (["--instance", "soma-rotations"], "there is no command to time"),
        (["--instance", "instances/squares/moron33x32.json", "--ours", "true"], "of another family"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = command(*arguments, "--out", tmp_path / "peers.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
