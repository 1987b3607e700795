"""Reads a process's output all the time: joining first and reading later would block it on a full pipe."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable
from typing import IO, Protocol

LONGEST_LINE = 10_000_000  # bytes; what follows in the line is dropped, so that it cannot be taken for an event


class Sink(Protocol):
    """Takes bytes, as a file opened for writing does."""

    def write(self, data: bytes, /) -> object:
        """Take some bytes."""


class OutputReader:
    """Reads both output streams all the time, so that no solver blocks on a full pipe; stamps each line.

    streams: standard output and standard error; pid: a child, whose end also ends a wait for output; start: what the
    stamps count from (time.monotonic); most_bytes: beyond them, output is dropped and `overflow` is set; header: comes
    first on standard output, is no output, and the stamps count from it.
    """

    def __init__(
        self, streams: tuple[IO[bytes], IO[bytes]], pid: int, on_line: Callable[[float, str], None], log: Sink,
        start: float, most_bytes: int, header: bytes = b"",
    ) -> None:  # fmt: skip
        self.overflow = False
        self._on_line, self._log, self._start, self._left = on_line, log, start, most_bytes
        self._streams = streams
        self._header_left = len(header)
        self._partial = bytearray()
        self._stderr_tail = b""
        self._selector = selectors.DefaultSelector()
        for stream in streams:
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ)
        self._process = os.pidfd_open(pid)
        self._selector.register(self._process, selectors.EVENT_READ)

    def read(self, wait_s: float) -> bool:
        """Wait for output, or the end of the process, at most so long and take what is there; whether anything came."""
        if not self._selector.get_map():
            time.sleep(wait_s)
            return False
        ready = self._selector.select(wait_s)
        for key, _ in ready:
            if key.fd == self._process:
                self._selector.unregister(self._process)
                continue
            data = os.read(key.fd, 1 << 16)
            if not data:
                self._selector.unregister(key.fileobj)
            stdout = key.fileobj is self._streams[0]
            if stdout and self._header_left and data:
                data = self._without_header(data)
            self._take(data, stdout)
        return bool(ready)

    def rest(self) -> None:
        """Take what is left in the pipes once every writer is gone; a last line without an end counts."""
        while self._selector.get_map() and self.read(0.0):
            continue
        if self._partial:
            self._emit(bytes(self._partial))
            self._partial.clear()

    def close(self) -> None:
        """Give up the streams."""
        self._selector.close()
        os.close(self._process)
        for stream in self._streams:
            stream.close()

    def complaint(self) -> str:
        """The last line of standard error that is not empty."""
        lines = self._stderr_tail.decode("utf-8", errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _without_header(self, data: bytes) -> bytes:
        start = self._header_left
        self._header_left = max(0, start - len(data))
        self._start = time.monotonic()
        return data[start:]

    def _take(self, data: bytes, stdout: bool) -> None:
        self._left -= len(data)
        if self._left < 0:
            self.overflow = True
            return
        self._log.write(data)
        if not stdout:
            self._stderr_tail = (self._stderr_tail + data)[-2000:]
            return
        first, *others = data.split(b"\n")
        self._partial += first[: max(0, LONGEST_LINE - len(self._partial))]
        for line in others:
            self._emit(bytes(self._partial))
            self._partial = bytearray(line)

    def _emit(self, line: bytes) -> None:
        self._on_line(time.monotonic() - self._start, line.decode("utf-8", errors="replace"))
