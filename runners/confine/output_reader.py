"""Reads a process's output while it runs: a process whose output is read only at its end would block on a full pipe."""

import os
import selectors
import time
from collections.abc import Iterator
from typing import IO, Protocol

Line = tuple[float, str]  # its time in seconds, and its text
LONGEST_LINE = 10_000_000  # bytes; the rest of a line is dropped


class Sink(Protocol):
    """Takes bytes, as a file opened for writing does."""

    def write(self, data: bytes, /) -> object: ...


class OutputReader:
    """Reads both output streams of a process, and yields each line of standard output with its time of arrival.

    streams: standard output and standard error.
    pid: the child process, whose end also ends a wait for output.
    start: time 0 of the lines (time.monotonic).
    most_bytes: the limit of the output; further output is dropped, and sets `overflow`.
    """

    def __init__(
        self, streams: tuple[IO[bytes], IO[bytes]], pid: int, log: Sink, start: float, most_bytes: int
    ) -> None:
        self.overflow = False
        self._log, self._start, self._left = log, start, most_bytes
        self._read_s = 0.0  # of the last data
        self._streams = streams
        self._partial = bytearray()
        self._stderr_tail = b""
        self._selector = selectors.DefaultSelector()
        for stream in streams:
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ)
        self._process = os.pidfd_open(pid)
        self._selector.register(self._process, selectors.EVENT_READ)

    def read(self, wait_s: float) -> Iterator[Line]:
        """Wait at most `wait_s` for output or the end of the process; yields the new lines."""
        if self._selector.get_map():
            yield from self._read(self._selector.select(wait_s))
        else:
            time.sleep(wait_s)

    def rest(self) -> Iterator[Line]:
        """The lines left in the pipes once every writer is gone; the last line may lack its line end."""
        while self._selector.get_map() and (ready := self._selector.select(0.0)):
            yield from self._read(ready)
        if self._partial:
            yield self._line()

    def _read(self, ready: list[tuple[selectors.SelectorKey, int]]) -> Iterator[Line]:
        for key, _ in ready:
            if key.fd == self._process:
                self._selector.unregister(self._process)
                continue
            data = os.read(key.fd, 1 << 16)
            if not data:
                self._selector.unregister(key.fileobj)
            yield from self._take(data, stdout=key.fileobj is self._streams[0])

    def close(self) -> None:
        self._selector.close()
        os.close(self._process)
        for stream in self._streams:
            stream.close()

    def complaint(self) -> str:
        """The last line of standard error that is not empty."""
        lines = self._stderr_tail.decode("utf-8", errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _take(self, data: bytes, stdout: bool) -> Iterator[Line]:
        self._read_s = time.monotonic() - self._start if data else self._read_s
        self._left -= len(data)
        if self._left < 0:
            self.overflow = True
            return
        self._log.write(data)
        if not stdout:
            self._stderr_tail = (self._stderr_tail + data)[-2000:]
            return
        first, *lines = data.split(b"\n")
        self._partial += first[: max(0, LONGEST_LINE - len(self._partial))]
        for line in lines:
            yield self._line()
            self._partial = bytearray(line)

    def _line(self) -> Line:
        return self._read_s, self._partial.decode("utf-8", errors="replace")
