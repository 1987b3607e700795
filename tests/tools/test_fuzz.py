"""Every reader answers damaged inputs with one line, in bounded time and memory; a reader that does not is found."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tools.fuzz.confined import ACCEPTED, finds, read_damaged, read_hostile, read_sound
from tools.fuzz.reader import Reader
from tools.fuzz.readers import READERS

INPUTS = settings.default.max_examples if settings.default else 0
SECONDS = 600


@pytest.mark.fuzz
@pytest.mark.parametrize("name", READERS)
def test_a_reader_withstands_damaged_inputs(name: str) -> None:
    results = read_damaged(READERS[name], INPUTS, SECONDS)
    assert results and not finds(results)[-1:]


@pytest.mark.parametrize("name", READERS)
def test_a_reader_withstands_hostile_files(name: str) -> None:
    assert not finds(read_hostile(READERS[name]))


@pytest.mark.nightly
@pytest.mark.parametrize("name", READERS)
def test_a_reader_withstands_large_files(name: str) -> None:
    assert not finds(read_hostile(READERS[name], large=True))


@pytest.mark.parametrize("name", READERS)
def test_a_reader_takes_sound_inputs(name: str) -> None:
    results = read_sound(READERS[name])
    assert not finds(results)
    assert ACCEPTED in dict(results).values()


def test_the_document_lists_every_reader() -> None:
    text = (ROOT / "docs/hostile-inputs.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([^`]+)` \| .* \| [\d,]+ \| [\d,]+ \| \d+ \|$", text, re.MULTILINE) == list(READERS)


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
def test_a_find_is_reported_with_its_input(read: Callable[[Path], object], words: str) -> None:
    reader = Reader("any.txt", read, lambda: [b"a\nb 12\n"])
    wall_s = 0.5 if read is waits else 30.0
    data, found = finds(read_damaged(reader, inputs=20, seconds=60, cpu_s=0.1, wall_s=wall_s))[-1]
    assert found.startswith(words), data
