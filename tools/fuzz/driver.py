"""Runs a reader on damaged inputs in a separate process, and collects the finds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.fuzz import worker
from tools.fuzz.reader import Reader

_MEMORY_DISK = Path("/dev/shm")
_WALL = 60.0  # seconds without a message after which a reader is killed


@dataclass
class Report:
    """runs: number of inputs; accepted: those without an error; finds: the smallest input of each."""

    runs: int = 0
    accepted: int = 0
    seconds: float = 0.0
    finds: dict[str, bytes] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.runs} inputs in {self.seconds:.0f} s, {self.accepted} accepted, {len(self.finds)} finds"

    def keep(self, what: str, data: bytes) -> None:
        """Add a find, unless a smaller input has it."""
        if what not in self.finds or len(data) < len(self.finds[what]):
            self.finds[what] = data


def fuzz(reader: Reader, seconds: float, seed: int = 0, runs: int = 0) -> Report:
    """Fuzz a reader for some seconds; or, without the guidance of line coverage, with a fixed sequence of inputs."""
    report, begun = Report(), time.monotonic()
    while time.monotonic() - begun < seconds and (not runs or report.runs < runs):
        before = report.runs
        task = worker.FuzzTask(reader, seed, seconds - (time.monotonic() - begun), runs)
        with _started(worker.work, task) as (pipe, process, folder):
            ended = _listen(pipe, report)
            if ended != "done":
                if not ended:
                    process.join()
                what = ended or f"the process ended by itself, exit code {process.exitcode}"
                lost = folder / "input"
                report.keep(what, lost.read_bytes() if lost.exists() else b"")
        if ended == "done" or (report.runs == before and ended):
            break
        seed += 1
    report.seconds = time.monotonic() - begun
    return report


def try_hostile_files(reader: Reader, long: bool = False) -> dict[str, str]:
    """The finds with each of the hostile files in place of the reader's file, by their names."""
    results: dict[str, str] = {}
    with _started(worker.try_hostile_files, reader, long) as (pipe, _, _), suppress(EOFError):
        while pipe.poll(_WALL * (10 if long else 1)) and (message := pipe.recv()):
            results[message[0]] = message[1]
    return {name: what for name, what in results.items() if what not in ("", "accepted")}


def sound_results(reader: Reader) -> list[str]:
    """The results of the sound inputs of a reader: see ``worker.read_once``."""
    with _started(worker.sound_results, reader) as (pipe, _, _):
        return list(iter(pipe.recv, None))


@contextmanager
def _started(work: Callable[..., None], *arguments: object) -> Iterator[tuple[Connection, ForkProcess, Path]]:
    """A process with a temporary folder, in memory if possible, and a pipe for its messages; killed at the end."""
    fork = get_context("fork")
    home = _MEMORY_DISK if os.access(_MEMORY_DISK, os.W_OK) else None
    with TemporaryDirectory(prefix="fuzz-", dir=home) as folder:
        receiver, sender = fork.Pipe(duplex=False)
        process = fork.Process(target=work, args=(*arguments, Path(folder), sender))
        process.start()
        sender.close()
        try:
            yield receiver, process, Path(folder)
        finally:
            process.kill()
            process.join()


def _listen(pipe: Connection, report: Report) -> str:
    """Receive the worker's messages; returns ``done``, the reason to kill it, or "" if it ended."""
    base = report.runs
    try:
        while pipe.poll(_WALL):
            message = pipe.recv()
            if message is None:
                return "done"
            runs, accepted, what, data = message
            report.runs, report.accepted = base + runs, report.accepted + accepted
            if what:
                report.keep(what, data)
    except EOFError:
        return ""
    return f"no answer for {_WALL} s"
