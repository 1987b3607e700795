"""The file that keeps the beginning of a solver's output."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

LOG_BYTES = 1_000_000


class SolverLog:
    """Keeps the first LOG_BYTES that are written to it.

    path: None: nothing is kept. refused: why the disk took no more, which fails no run.
    """

    def __init__(self, path: Path | None) -> None:
        self.refused = ""
        self._left = LOG_BYTES
        self._file: FileIO | None = None
        with self._refusing():
            self._file = path.open("wb", buffering=0) if path else None

    def __enter__(self) -> SolverLog:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()

    def write(self, data: bytes, /) -> None:
        """Take some bytes."""
        if self._left > 0 and len(data) > self._left:
            data = data[: self._left] + b"\n[cut here]\n"
        wanted, self._left = self._left > 0, self._left - len(data)
        with self._refusing():
            while wanted and data and self._file and not self.refused:
                data = data[self._file.write(data) :]

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.refused = f"its log could not be written: {error.strerror}"
