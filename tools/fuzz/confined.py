"""Gives inputs to a reader in a forked process with limits on memory and time, and returns the result of each.

A result is ``accepted``, empty for a proper error, or a find: any exception but UserError, a message that is not one
short line, more CPU seconds or memory than the limits below, or the end of the process.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Flaky

from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tools.fuzz.damage import damaged
from tools.fuzz.hostile_files import hostile_files, remove
from tools.fuzz.reader import Reader

ACCEPTED = "accepted"
_CPU_S, _CPU_LARGE_S = 5.0, 60.0  # for one input, and for one of 100 MB
_WALL_S = 300.0  # without a result, after which a reader is killed
_MEMORY, _FILE = 2 << 30, 1 << 30  # bytes
_LONGEST = 2000  # letters of a message
_SHOWN = 300  # bytes of an input
_MEMORY_DISK = Path("/dev/shm")
Result = tuple[str, str]  # the input, in words, and what came of it
Work = Callable[[Path, Callable[[Result], None]], None]  # reads inputs at a path, and sends the results


class TooLong(BaseException):
    """The CPU time of an input is used up."""


def read_sound(reader: Reader) -> list[Result]:
    """The results of the reader's sound inputs."""

    def work(path: Path, send: Callable[[Result], None]) -> None:
        for data in reader.seeds():
            path.write_bytes(data)
            send((_shown(data), _result(reader, path, _CPU_S)))

    return _confined(work, reader.name, _WALL_S)


def read_hostile(reader: Reader, large: bool = False) -> list[Result]:
    """The results of each of the hostile files in place of the reader's file; large: also those of 100 MB."""

    def work(path: Path, send: Callable[[Result], None]) -> None:
        for name, put in hostile_files(reader.stream, large):
            remove(path)
            put(path)
            send((name, _result(reader, path, _CPU_LARGE_S if large else _CPU_S)))

    return _confined(work, reader.name, _WALL_S * (10 if large else 1))


def read_damaged(
    reader: Reader, inputs: int, seconds: float, cpu_s: float = _CPU_S, wall_s: float = _WALL_S
) -> list[Result]:
    """The results of so many damaged inputs, for some seconds at most; the last find is the smallest.

    Fewer than 1000 inputs are always the same ones. cpu_s: for one input; wall_s: without a result.
    """

    def work(path: Path, send: Callable[[Result], None]) -> None:
        until = time.monotonic() + seconds

        @settings(
            max_examples=inputs, deadline=None, database=None, suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink), derandomize=inputs < 1000, report_multiple_bugs=False,
        )  # fmt: skip
        @given(damaged(reader.seeds()))
        def read(data: bytes) -> None:
            if time.monotonic() < until:
                path.write_bytes(data)
                result = _result(reader, path, cpu_s)
                send((_shown(data), result))
                assert result in ("", ACCEPTED)

        with suppress(AssertionError, Flaky):
            read()

    return _confined(work, reader.name, wall_s)


def finds(results: list[Result]) -> list[Result]:
    """The results that are neither accepted nor a proper error."""
    return [result for result in results if result[1] not in ("", ACCEPTED)]


def _confined(work: Work, name: str, wall_s: float) -> list[Result]:
    """The results that a forked process sends, which reads inputs in a folder of its own, in memory if possible."""
    fork = get_context("fork")
    home = _MEMORY_DISK if os.access(_MEMORY_DISK, os.W_OK) else None
    with TemporaryDirectory(prefix="fuzz-", dir=home) as folder:
        path = Path(folder) / name
        receiver, sender = fork.Pipe(duplex=False)
        process = fork.Process(target=_child, args=(work, path, sender))
        process.start()
        sender.close()
        results: list[Result] = []
        try:
            while receiver.poll(wall_s):
                if (result := receiver.recv()) is None:
                    return results
                results.append(result)
            ended = f"no answer for {wall_s} s"
        except EOFError:
            process.join()
            ended = f"the process ended by itself, exit code {process.exitcode}"
        finally:
            process.kill()
            process.join()
        return [*results, (_shown(path.read_bytes()) if path.is_file() else f"after {len(results)} inputs", ended)]


def _child(work: Work, path: Path, pipe: Connection) -> None:
    """Bound the memory to what is mapped and _MEMORY, files to _FILE; silence what readers print; do the work."""
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + _MEMORY, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE, resource.RLIM_INFINITY))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    gc.freeze()  # the objects of the parent are not looked at again
    work(path, pipe.send)
    pipe.send(None)


def _result(reader: Reader, path: Path, cpu_s: float) -> str:
    """Read one input in this process."""
    try:
        with _limited(cpu_s):
            reader.read(path)
    except UserError as error:
        if len(str(error)) > _LONGEST:
            return f"a message of more than {_LONGEST} letters {_where(error)}"
        return f"a message of several lines {_where(error)}" if len(str(error).splitlines()) > 1 else ""
    except OSError as error:  # the commands print it in one line
        return "" if error.strerror else f"{type(error).__name__} without a message {_where(error)}"
    except TooLong as error:
        return f"more than {cpu_s} s {_where(error)}"
    except BaseException as error:  # also SystemExit
        return f"{type(error).__name__} {_where(error)}"
    return ACCEPTED


@contextmanager
def _limited(cpu_s: float) -> Iterator[None]:
    """Raise TooLong when the CPU time of an input is over."""

    def over(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
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


def _shown(data: bytes) -> str:
    """An input in a line."""
    return f"{len(data)} bytes: {data[:_SHOWN]!r}{' …' if len(data) > _SHOWN else ''}"
