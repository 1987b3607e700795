"""The measurements of runexec are recorded, and its own messages never reach a parser of solver output."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from runners.confine import runexec
from runners.confine.task import Limits, Usage
from tests.runners.confine import trees

pytestmark = pytest.mark.machine

LIMITS = Limits(wall_s=2.5, cpu_s=2.5, memory_mb=100)
DONE = Usage("finished", 0, None, 9.0, 9.0, 9.0, "its last words")
SAID = "starttime=2026-11-21T17:15:52+00:00\n{more}walltime=1.25s\ncputime=0.5s\ncputime-cpu0=0.5s\nmemory=774144B\n"


@pytest.mark.parametrize(
    ("more", "ended", "code", "number"),
    [
        ("returnvalue=3\n", "finished", 3, None),
        ("exitsignal=11\n", "finished", None, 11),
        ("terminationreason=walltime\nexitsignal=9\n", "wall", None, 9),
        ("terminationreason=cputime\nexitsignal=9\n", "cpu", None, 9),
        ("terminationreason=memory\nreturnvalue=1\n", "memory", 1, None),
        ("terminationreason=killed\nexitsignal=9\n", "interrupted", None, 9),
    ],
)
def test_measurements_and_the_reason_of_the_end_are_those_of_runexec(
    more: str, ended: str, code: int | None, number: int | None
) -> None:
    found = runexec.mapped(DONE, LIMITS, SAID.format(more=more))
    assert found == Usage(ended, code, number, 1.25, 0.5, 0.774144, "its last words")


def test_a_limit_in_fractions_of_a_second_holds_although_runexec_takes_whole_ones() -> None:
    late = SAID.format(more="returnvalue=0\n").replace("walltime=1.25", "walltime=2.75")
    assert runexec.mapped(DONE, LIMITS, late).ended == "wall"


def test_a_run_that_the_harness_ended_keeps_the_harness_s_reason() -> None:
    ended = Usage("output", 0, None, 9.0, 9.0, 9.0)
    assert runexec.mapped(ended, LIMITS, SAID.format(more="terminationreason=killed\n")).ended == "output"


def test_a_command_that_it_cannot_run_is_an_error_of_the_harness() -> None:
    said = "2026-11-21 - CRITICAL - cgroups cannot be set up\n\nNote that advice\nfollows.\n"
    with pytest.raises(OSError, match="runexec") as raised:
        runexec.mapped(DONE, LIMITS, said)
    assert raised.value.strerror == "cgroups cannot be set up"


@pytest.mark.parametrize("line", ["cputime=soon", "memory=12.5kB", "exitsignal=x", "cputime=nan", "returnvalue="])
def test_a_result_that_is_no_number_is_an_error_of_the_harness(line: str) -> None:
    with pytest.raises(OSError, match="runexec") as raised:
        runexec.mapped(DONE, LIMITS, f"{SAID.format(more='')}{line}\n")
    assert str(raised.value.strerror).startswith("its result cannot be read: ")


def test_only_the_commands_output_is_passed_on_as_it_is_written() -> None:
    trees.require("runexec")
    found = trees.shell("runexec", "echo 'walltime=7000s'; echo --------; echo complaint >&2; sleep 0.3; echo last")
    assert found["lines"] == ["walltime=7000s", "--------", "last"]
    assert found["complaint"] == "complaint"
    assert 0.3 <= found["wall_s"] < 7000


def test_a_missing_runexec_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="not installed; to install"):
        runexec.find()


def test_a_trial_that_is_killed_leaves_no_folder_and_is_no_error_of_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "runexec"
    program.write_text('#!/bin/sh\nmktemp -d > "$0.made"\nkill -9 $$\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(OSError) as raised:
        runexec.find()
    assert raised.value.strerror == "it does not say its version"
    made = Path((tmp_path / "runexec.made").read_text(encoding="utf-8").strip())
    assert "scratch" in str(made) and not made.exists()
