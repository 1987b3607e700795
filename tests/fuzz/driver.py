"""Runs a reader on damaged inputs in a process of its own, whose memory and time are limited, and keeps what it finds.

A find is any exception but UserError, a message that is not one short line, more CPU seconds or memory than a reader
may take, or the end of the process. An input that reaches a line that none reached before is changed further.
"""

from __future__ import annotations

import dis
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any

from models.command import ROOT
from models.problem import UserError
from tests.fuzz.mutator import mutated
from tests.fuzz.readers import Reader

SECONDS = 5.0  # of CPU time, for one input
_WALL = 60.0  # after which a reader that waits for something is ended
_MEMORY = 2 << 30
_FILE = 1 << 30
_LONGEST = 2000  # letters of a message
_TRACED = 4  # of so many inputs, one has its lines noted
_CORPUS = 400


class TooLong(BaseException):
    """The CPU time of an input is over."""


@dataclass
class Report:
    """runs: how many inputs were read, accepted: how many of them without a complaint. finds: by what and where, the
    smallest input. reached, lines: of the sources of the reader."""

    runs: int = 0
    accepted: int = 0
    finds: dict[str, bytes] = field(default_factory=dict)
    reached: int = 0
    lines: int = 0

    def __str__(self) -> str:
        share = f", {self.reached} of {self.lines} lines reached" if self.lines else ""
        return f"{self.runs} inputs, {self.accepted} accepted, {len(self.finds)} finds{share}"


def fuzz(reader: Reader, seconds: float, seed: int = 0, runs: int = 0) -> Report:
    """Fuzz a reader for some seconds; or for a number of runs, the same each time, as lines do not guide it then."""
    found, begun = Report(), time.monotonic()
    fork = get_context("fork")
    while time.monotonic() - begun < seconds and (not runs or found.runs < runs):
        with TemporaryDirectory(prefix="fuzz-") as folder:
            ours, theirs = fork.Pipe(duplex=False)
            left = seconds - (time.monotonic() - begun)
            worker = fork.Process(target=_work, args=(reader, Path(folder), seed, left, runs, theirs))
            worker.start()
            theirs.close()
            before = found.runs
            ended = _listen(ours, found)
            if ended:  # of itself, or it hangs where no signal of ours reaches it
                worker.kill()
            worker.join()
            lost = Path(folder, "input")
            if ended != "done" and lost.exists():
                what = ended or f"the process ended by itself, exit code {worker.exitcode}"
                _keep(found, what, lost.read_bytes())
        if ended == "done" or (found.runs == before and ended):
            break
        seed += 1
    return found


def once(reader: Reader, path: Path) -> str:
    """Read one input in this process: what is found, ``accepted``, or empty where it is refused as it should be."""
    try:
        with _limited():
            reader.read(path)
    except UserError as error:
        if len(str(error)) > _LONGEST:
            return f"a message of more than {_LONGEST} letters {_where(error)}"
        return f"a message of several lines {_where(error)}" if len(str(error).splitlines()) > 1 else ""
    except TooLong as error:
        return f"more than {SECONDS} s {_where(error)}"
    except BaseException as error:  # also what ends a process
        return f"{type(error).__name__} {_where(error)}"
    return "accepted"


def _listen(pipe: Connection, found: Report) -> str:
    """Take what the worker says; why it must be ended, ``done``, or empty where it ended by itself."""
    base = found.runs
    try:
        while pipe.poll(_WALL):
            told: Any = pipe.recv()
            if told is None:
                return "done"
            runs, accepted, what, data, lines = told
            found.runs, found.accepted = base + runs, found.accepted + accepted
            found.reached, found.lines = max(found.reached, lines[0]), lines[1]
            if what:
                _keep(found, what, data)
    except EOFError:
        return ""
    return f"no answer for {_WALL} s"


def _keep(found: Report, what: str, data: bytes) -> None:
    if what not in found.finds or len(data) < len(found.finds[what]):
        found.finds[what] = data


def _work(reader: Reader, folder: Path, seed: int, seconds: float, runs: int, pipe: Connection) -> None:
    """In the process of its own: read inputs, and tell of them now and then."""
    _confine()
    random, path = Random(f"{reader.name} {seed}"), folder / reader.name
    corpus, known, lines = list(reader.seeds()), set[str](), set[tuple[str, int]]()
    possible = {} if runs else _lines(reader)
    total, number, accepted = sum(map(len, possible.values())), 0, 0
    begun = told = time.monotonic()
    while time.monotonic() - begun < seconds and (not runs or number < runs):
        data = mutated(random, corpus)
        number += 1
        traced = bool(possible) and number % _TRACED == 0
        Path(folder, "input").write_bytes(data)
        with _noting(possible, lines) if traced else _nothing() as fresh:
            what = _tried(reader, path, data)
        if traced and fresh() and len(corpus) < _CORPUS:
            corpus.append(data)
        accepted += what == "accepted"
        find = "" if what in ("", "accepted") else what
        if find and find not in known:
            known.add(find)
            pipe.send((number, accepted, find, data, (len(lines), total)))
            accepted = 0
            data = _reduced(reader, path, data, find)
        elif not find and time.monotonic() - told < 1:
            continue
        told = time.monotonic()
        pipe.send((number, accepted, find, data, (len(lines), total)))
        accepted = 0
    pipe.send((number, accepted, "", b"", (len(lines), total)))
    pipe.send(None)


def _tried(reader: Reader, path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return once(reader, path)


def _reduced(reader: Reader, path: Path, data: bytes, what: str) -> bytes:
    """A smaller input with the same find: lines are left out, then ever smaller stretches, for some seconds."""
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
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


@contextmanager
def _limited() -> Iterator[None]:
    """Raise TooLong when the CPU time of an input is over."""

    def over(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _where(error: BaseException) -> str:
    """The innermost place of ours that an exception came through."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(f"{ROOT}/")]
    places = [
        f"{Path(frame.filename).relative_to(ROOT)}:{frame.lineno}" for frame in ours if frame.filename != __file__
    ]
    return f"at {places[-1] if places else 'no place of ours'}"


def _lines(reader: Reader) -> dict[str, set[int]]:
    """The lines of the sources of a reader that hold code within functions."""
    found: dict[str, set[int]] = {}
    for source in reader.sources:
        for path in [ROOT / source] if source.endswith(".py") else sorted((ROOT / source).rglob("*.py")):
            top = compile(path.read_bytes(), str(path), "exec")
            found[str(path)] = {line for code in _within(top) for _, line in dis.findlinestarts(code) if line}
    return found


def _within(top: CodeType) -> Iterator[CodeType]:
    """The code of the functions in a module."""
    for constant in top.co_consts:
        if isinstance(constant, CodeType):
            if not constant.co_name.startswith("<") and constant.co_flags & 2:  # neither a class nor a comprehension
                yield constant
            yield from _within(constant)


@contextmanager
def _noting(possible: dict[str, set[int]], lines: set[tuple[str, int]]) -> Iterator[Callable[[], bool]]:
    """Note the lines that are reached; gives whether there were new ones."""
    before = len(lines)

    def local(frame: FrameType, event: str, _: object) -> Any:
        name = frame.f_code.co_filename
        if frame.f_lineno in possible[name]:
            lines.add((name, frame.f_lineno))
        return local

    def start(frame: FrameType, *_: object) -> Any:
        return local(frame, "", None) if frame.f_code.co_filename in possible else None

    sys.settrace(start)
    try:
        yield lambda: len(lines) > before
    finally:
        sys.settrace(None)


@contextmanager
def _nothing() -> Iterator[Callable[[], bool]]:
    yield lambda: False
