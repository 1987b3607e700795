"""Every reader answers damaged inputs with one line, in bounded time and memory; the driver finds one that does not."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tools.fuzz import driver, worker
from tools.fuzz.driver import fuzz, sound_results, try_hostile_files
from tools.fuzz.mutator import mutated
from tools.fuzz.reader import Reader
from tools.fuzz.readers import READERS

RUNS = 20


@pytest.mark.parametrize("name", READERS)
def test_a_reader_withstands_damaged_inputs(name: str) -> None:
    report = fuzz(READERS[name], seconds=600, runs=RUNS)
    assert not report.finds
    assert report.runs == RUNS


@pytest.mark.parametrize("name", READERS)
def test_a_reader_withstands_hostile_files(name: str) -> None:
    assert not try_hostile_files(READERS[name])


@pytest.mark.parametrize("name", READERS)
def test_a_reader_takes_sound_inputs(name: str) -> None:
    results = sound_results(READERS[name])
    assert "accepted" in results
    assert set(results) <= {"accepted", ""}


def test_the_document_lists_every_reader() -> None:
    text = (ROOT / "docs/hostile-inputs.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([^`]+)` \| .* \| [\d,]+ \| [\d,]+ \| \d+ \|$", text, re.MULTILINE) == list(READERS)


def test_what_is_nested_deeply_is_changed_further() -> None:
    deep = b'{"a": ' + b"[" * 900 + b"]" * 900 + b"}"
    random = Random(0)
    assert len({mutated(random, [deep]) for _ in range(200)}) > 100


def test_a_long_line_that_is_repeated_does_not_take_all_memory() -> None:
    random = Random(0)
    long = b"a" * 1_000_000
    assert max(len(mutated(random, [long])) for _ in range(100)) <= 1 << 20


class Unchanged(UserError):
    """An error that keeps its message as it is."""

    def __init__(self, message: str) -> None:
        Exception.__init__(self, message)


def raises_key_error(path: Path) -> None:
    {}[path]  # noqa: B018


def complains_at_length(path: Path) -> None:
    raise Unchanged("no " * 1000)


def complains_in_two_lines(path: Path) -> None:
    raise Unchanged("no\nno")


def never_ends(path: Path) -> None:
    while True:
        pass


def takes_all_memory(path: Path) -> None:
    bytearray(1 << 40)


def dies(path: Path) -> None:
    os._exit(3)


def waits(path: Path) -> None:
    time.sleep(1000)


@pytest.mark.parametrize(
    "read, words",
    [
        (raises_key_error, "KeyError at"),
        (complains_at_length, "a message of more than"),
        (complains_in_two_lines, "a message of several lines"),
        (never_ends, "more than"),
        (takes_all_memory, "MemoryError at"),
        (dies, "the process ended by itself, exit code 3"),
        (waits, "no answer for"),
    ],
)
def test_the_driver_finds(read: Callable[[Path], object], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SECONDS", 0.1)
    monkeypatch.setattr(driver, "_WALL", 0.5 if read is waits else 30.0)
    found = fuzz(Reader("any.txt", read, lambda: [b"a\nb\n"]), seconds=5, runs=2)
    assert [what for what in found.finds if what.startswith(words)], found
