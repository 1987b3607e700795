"""Reads damaged inputs one after the other, in a process whose memory and time are limited.

A find is any exception but UserError, a message that is not one short line, more CPU seconds or memory than a reader
may take, or the end of the process. An input that reaches a line that none reached before is changed further.
"""

from __future__ import annotations

import os
import resource
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from models.problem import UserError
from models.terminal.command import ROOT
from tools.fuzz.lines import Lines, Noting
from tools.fuzz.mutator import mutated
from tools.fuzz.places import places, remove
from tools.fuzz.reader import Reader

SECONDS = 5.0  # of CPU time, for one input
_SECONDS_LONG = 60.0  # for one of 100 MB
_MEMORY = 2 << 30
_FILE = 1 << 30
_LONGEST = 2000  # letters of a message
_NOTED = 4  # of so many inputs, one has its lines noted
_CORPUS = 400


class TooLong(BaseException):
    """The CPU time of an input is over."""


@dataclass(frozen=True)
class Task:
    """What a worker is to do: a reader, a folder for its file, the seed of the inputs, until when or how many, the
    lines to be noted, and where to tell of it all."""

    reader: Reader
    folder: Path
    seed: int
    seconds: float
    runs: int
    possible: Lines
    pipe: Connection


def work(task: Task) -> None:
    """In a process of its own: read inputs, sound ones first, and tell of them now and then."""
    _confine()
    reader, path = task.reader, task.folder / task.reader.name
    random, corpus = Random(f"{reader.name} {task.seed}"), list(reader.seeds())
    known, told_of, noting = set[str](), set[tuple[str, int]](), Noting(task.possible)
    sound = list(corpus) if task.possible else []  # what they reach guides nothing
    number = accepted = 0
    begun = told = time.monotonic()

    def tell(find: str = "", data: bytes = b"") -> None:
        nonlocal accepted
        task.pipe.send((number, accepted, find, data, noting.reached - told_of))
        told_of.update(noting.reached)
        accepted = 0

    while time.monotonic() - begun < task.seconds and (not task.runs or number < task.runs):
        damaged = not sound
        data = mutated(random, corpus) if damaged else sound.pop()
        number += 1
        before = len(noting.reached)
        Path(task.folder, "input").write_bytes(data)
        with noting.on() if not damaged or number % _NOTED == 0 else nullcontext():
            what = _tried(reader, path, data)
        if damaged and len(noting.reached) > before and len(corpus) < _CORPUS:
            corpus.append(data)
        accepted += what == "accepted"
        find = "" if what in ("", "accepted") else what
        if find and find not in known:
            known.add(find)
            tell(find, data)
            tell(find, _reduced(reader, path, data, find))
        elif find or time.monotonic() - told > 1:
            tell(find, data)
            told = time.monotonic()
    tell()
    task.pipe.send(None)


def once(reader: Reader, path: Path, seconds: float | None = None) -> str:
    """Read one input in this process: what is found, ``accepted``, or empty where it is refused as it should be."""
    seconds = seconds or SECONDS
    try:
        with _limited(seconds):
            reader.read(path)
    except UserError as error:
        if len(str(error)) > _LONGEST:
            return f"a message of more than {_LONGEST} letters {_where(error)}"
        return f"a message of several lines {_where(error)}" if len(str(error).splitlines()) > 1 else ""
    except OSError as error:  # of which the commands make one line
        if not error.strerror:
            return f"{type(error).__name__} without words {_where(error)}"
    except TooLong as error:
        return f"more than {seconds} s {_where(error)}"
    except BaseException as error:  # also what ends a process
        return f"{type(error).__name__} {_where(error)}"
    else:
        return "accepted"
    return ""


def besieged(reader: Reader, folder: Path, long: bool, pipe: Connection) -> None:
    """In a process of its own: have the reader read what is no file, and hostile ones; tell what is found of each."""
    _confine()
    path = folder / reader.name
    for name, put in places(reader.stream, long):
        pipe.send((name, "no answer"))
        remove(path)
        put(path)
        pipe.send((name, once(reader, path, _SECONDS_LONG if long else None)))
    pipe.send(None)


def answers(reader: Reader, folder: Path, pipe: Connection) -> None:
    """In a process of its own, as some libraries cannot be loaded after others: tell what becomes of sound inputs."""
    for data in reader.seeds():
        pipe.send(_tried(reader, folder / reader.name, data))
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
    """The innermost place of ours that an exception came through."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(f"{ROOT}/")]
    places = [
        f"{Path(frame.filename).relative_to(ROOT)}:{frame.lineno}" for frame in ours if frame.filename != __file__
    ]
    return f"at {places[-1] if places else 'no place of ours'}"
