"""Has a reader read damaged inputs in a process of its own, and keeps what is found, for as long as is asked for."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.fuzz import lines, worker
from tools.fuzz.lines import Lines
from tools.fuzz.reader import Reader

_MEMORY_DISK = Path("/dev/shm")
_WALL = 60.0  # after which a reader that waits for something is ended


@dataclass
class Report:
    """runs: how many inputs were read, accepted: how many of them without a complaint; seconds: that it took. finds: by
    what and where, the smallest input. possible: the lines of the sources of the reader; reached: those that were."""

    runs: int = 0
    accepted: int = 0
    seconds: float = 0.0
    finds: dict[str, bytes] = field(default_factory=dict)
    possible: Lines = field(default_factory=dict)
    reached: Lines = field(default_factory=dict)

    @property
    def coverage(self) -> float | None:
        """The percentage of the lines that were reached; None where they were not noted."""
        every = sum(map(len, self.possible.values()))
        return 100 * sum(map(len, self.reached.values())) / every if every else None

    def __str__(self) -> str:
        share = "" if self.coverage is None else f", {self.coverage:.0f} % of the lines reached"
        took = f"{self.runs} inputs in {self.seconds:.0f} s"
        return f"{took}, {self.accepted} accepted, {len(self.finds)} finds{share}"


def fuzz(reader: Reader, seconds: float, seed: int = 0, runs: int = 0) -> Report:
    """Fuzz a reader for some seconds; or for a number of runs, the same each time, as lines do not guide it then."""
    found, begun = Report(possible={} if runs else lines.possible(reader.sources)), time.monotonic()
    fork = get_context("fork")
    while time.monotonic() - begun < seconds and (not runs or found.runs < runs):
        with TemporaryDirectory(prefix="fuzz-", dir=_home()) as folder:
            ours, theirs = fork.Pipe(duplex=False)
            left = seconds - (time.monotonic() - begun)
            task = worker.Task(reader, Path(folder), seed, left, runs, found.possible, theirs)
            process = fork.Process(target=worker.work, args=(task,))
            process.start()
            theirs.close()
            before = found.runs
            ended = _listen(ours, found)
            if ended:  # of itself, or it hangs where no signal of ours reaches it
                process.kill()
            process.join()
            lost = Path(folder, "input")
            if ended != "done":
                what = ended or f"the process ended by itself, exit code {process.exitcode}"
                _keep(found, what, lost.read_bytes() if lost.exists() else b"")
        if ended == "done" or (found.runs == before and ended):
            break
        seed += 1
    found.seconds = time.monotonic() - begun
    return found


def besiege(reader: Reader, long: bool = False) -> dict[str, str]:
    """What is found where no file lies for a reader, or a hostile one, by the name of that (see tools.fuzz.places)."""
    found: dict[str, str] = {}
    fork = get_context("fork")
    with TemporaryDirectory(prefix="fuzz-", dir=_home()) as folder:
        ours, theirs = fork.Pipe(duplex=False)
        process = fork.Process(target=worker.besieged, args=(reader, Path(folder), long, theirs))
        process.start()
        theirs.close()
        with suppress(EOFError):
            while ours.poll(_WALL * (10 if long else 1)) and (told := ours.recv()):
                found[told[0]] = told[1]
        process.kill()
        process.join()
    return {name: what for name, what in found.items() if what not in ("", "accepted")}


def answers(reader: Reader) -> list[str]:
    """What becomes of the sound inputs of a reader: see ``worker.once``."""
    fork, found = get_context("fork"), list[str]()
    with TemporaryDirectory(prefix="fuzz-", dir=_home()) as folder:
        ours, theirs = fork.Pipe(duplex=False)
        process = fork.Process(target=worker.answers, args=(reader, Path(folder), theirs))
        process.start()
        theirs.close()
        while (told := ours.recv()) is not None:
            found.append(told)
        process.join()
    return found


def _listen(pipe: Connection, found: Report) -> str:
    """Take what the worker says; why it must be ended, ``done``, or empty where it ended by itself."""
    base = found.runs
    try:
        while pipe.poll(_WALL):
            told: Any = pipe.recv()
            if told is None:
                return "done"
            runs, accepted, what, data, fresh = told
            found.runs, found.accepted = base + runs, found.accepted + accepted
            for name, line in fresh:
                found.reached.setdefault(name, set()).add(line)
            if what:
                _keep(found, what, data)
    except EOFError:
        return ""
    return f"no answer for {_WALL} s"


def _home() -> Path | None:
    """Where files are written that many inputs take turns in: memory, where there is a disk in it."""
    return _MEMORY_DISK if os.access(_MEMORY_DISK, os.W_OK) else None


def _keep(found: Report, what: str, data: bytes) -> None:
    if what not in found.finds or len(data) < len(found.finds[what]):
        found.finds[what] = data
