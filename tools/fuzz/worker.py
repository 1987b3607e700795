"""Reads damaged inputs one after another, in a process with limits on memory and time.

A find is any exception but UserError, a message that is not one short line, more CPU seconds or memory than the limits
below, or the end of the process. An input that reaches a new line of this project joins the inputs to be changed.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tools.fuzz.hostile_files import hostile_files, remove
from tools.fuzz.mutator import mutated
from tools.fuzz.reader import Reader

SECONDS = 5.0  # of CPU time, for one input
_SECONDS_LONG = 60.0  # for one of 100 MB
_MEMORY = 2 << 30
_FILE = 1 << 30
_LONGEST = 2000  # letters of a message
_COVERED = 4  # one in so many inputs is run with line coverage
_CORPUS = 400
_OURS = tuple(f"{ROOT}/{layer}/" for layer in ("models", "generators", "runners", "reports", "studies"))


class TooLong(BaseException):
    """The CPU time of an input is used up."""


class LineCoverage:
    """Counts the lines of this project that are reached; a function with no unreached line is not traced any more."""

    def __init__(self) -> None:
        self._left: dict[CodeType, set[int]] = {}
        self.reached = 0

    @contextmanager
    def on(self) -> Iterator[None]:
        """Count lines until the end of the block."""
        sys.settrace(self._start)
        try:
            yield
        finally:
            sys.settrace(None)

    def _start(self, frame: FrameType, *_: object) -> Any:
        code = frame.f_code
        if code not in self._left:
            ours = code.co_filename.startswith(_OURS)
            self._left[code] = {line for _, _, line in code.co_lines() if line} if ours else set()
        return self._line if self._left[code] else None

    def _line(self, frame: FrameType, *_: object) -> Any:
        left = self._left[frame.f_code]
        if frame.f_lineno in left:
            left.discard(frame.f_lineno)
            self.reached += 1
        return self._line if left else None


@dataclass(frozen=True)
class FuzzTask:
    """The task of a process. runs: the number of inputs; 0: as many as the seconds allow, guided by line coverage."""

    reader: Reader
    seed: int
    seconds: float
    runs: int


def work(task: FuzzTask, folder: Path, pipe: Connection) -> None:
    """In a separate process: read inputs, with line coverage the sound ones first; report each second."""
    _confine()
    reader, path = task.reader, folder / task.reader.name
    random, corpus = Random(f"{reader.name} {task.seed}"), list(reader.seeds())
    known, coverage = set[str](), LineCoverage()
    sound = [] if task.runs else list(corpus)
    number = accepted = 0
    begun = last = time.monotonic()

    def report(find: str = "", data: bytes = b"") -> None:
        nonlocal accepted
        pipe.send((number, accepted, find, data))
        accepted = 0

    while time.monotonic() - begun < task.seconds and (not task.runs or number < task.runs):
        damaged = not sound
        data = mutated(random, corpus) if damaged else sound.pop()
        number += 1
        before = coverage.reached
        (folder / "input").write_bytes(data)
        with nullcontext() if task.runs or (damaged and number % _COVERED) else coverage.on():
            what = _tried(reader, path, data)
        if damaged and coverage.reached > before and len(corpus) < _CORPUS:
            corpus.append(data)
        accepted += what == "accepted"
        find = "" if what in ("", "accepted") else what
        if find and find not in known:
            known.add(find)
            report(find, data)
            report(find, _reduced(reader, path, data, find))
        elif find or time.monotonic() - last > 1:
            report(find, data)
            last = time.monotonic()
    report()
    pipe.send(None)


def read_once(reader: Reader, path: Path, seconds: float | None = None) -> str:
    """Read one input in this process; returns the find, ``accepted``, or "" for an input with a proper error."""
    seconds = seconds or SECONDS
    try:
        with _limited(seconds):
            reader.read(path)
    except UserError as error:
        if len(str(error)) > _LONGEST:
            return f"a message of more than {_LONGEST} letters {_where(error)}"
        return f"a message of several lines {_where(error)}" if len(str(error).splitlines()) > 1 else ""
    except OSError as error:  # the commands print it in one line
        if not error.strerror:
            return f"{type(error).__name__} without a message {_where(error)}"
    except TooLong as error:
        return f"more than {seconds} s {_where(error)}"
    except BaseException as error:  # also SystemExit
        return f"{type(error).__name__} {_where(error)}"
    else:
        return "accepted"
    return ""


def try_hostile_files(reader: Reader, long: bool, folder: Path, pipe: Connection) -> None:
    """In a separate process: read each of the hostile files; report the results."""
    _confine()
    path = folder / reader.name
    for name, put in hostile_files(reader.stream, long):
        pipe.send((name, "no answer"))
        remove(path)
        put(path)
        pipe.send((name, read_once(reader, path, _SECONDS_LONG if long else None)))
    pipe.send(None)


def sound_results(reader: Reader, folder: Path, pipe: Connection) -> None:
    """In a separate process, as some libraries exclude each other: report the results of sound inputs."""
    for data in reader.seeds():
        pipe.send(_tried(reader, folder / reader.name, data))
    pipe.send(None)


def _tried(reader: Reader, path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return read_once(reader, path)


def _reduced(reader: Reader, path: Path, data: bytes, what: str) -> bytes:
    """A smaller input with the same find: lines are left out, then ever smaller parts, for some seconds."""
    until = time.monotonic() + 2 * SECONDS
    for separator in (b"\n", b""):
        parts = data.split(separator) if separator else [bytes([byte]) for byte in data]
        size = len(parts) // 2
        while size and time.monotonic() < until:
            at = 0
            while at < len(parts) and time.monotonic() < until:
                less = parts[:at] + parts[at + size :]
                if _tried(reader, path, separator.join(less)) == what:
                    parts = less
                else:
                    at += size
            size //= 2
        data = separator.join(parts)
    return data


def _confine() -> None:
    """Bound the memory to what is mapped and _MEMORY, files to _FILE, and silence what readers print."""
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + _MEMORY, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE, resource.RLIM_INFINITY))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise TooLong when the CPU time of an input is over."""

    def over(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _where(error: BaseException) -> str:
    """The innermost line of this project in a traceback."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(f"{ROOT}/")]
    places = [
        f"{Path(frame.filename).relative_to(ROOT)}:{frame.lineno}" for frame in ours if frame.filename != __file__
    ]
    return f"at {places[-1] if places else 'no line of this project'}"
