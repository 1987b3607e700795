"""The files of a run: its work folder, whose disk space is limited, and the log of its solver's output."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
import time
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from tilings.runners.confine import StopRequest
from tilings.runners.confine.scratch_dirs import remove

LOG_BYTES = 1_000_000
LOOK_S = 0.2
_SHARE = 0.1  # the largest share of the time that measuring may take
_BLOCK = 4096  # bytes; a smaller file counts as much, because an empty one takes an inode


@contextlib.contextmanager
def work_folder(parent: Path | None) -> Iterator[Path]:
    """An empty folder, which is removed at the end with all its files."""
    folder = Path(tempfile.mkdtemp(prefix="run-", dir=parent))
    try:
        yield folder
    finally:
        remove(folder)


class RunLog:
    """A log of the first LOG_BYTES of a solver's output.

    path: the log's file; None for no log.
    refused: the error in writing the log, which does not fail the run.
    """

    def __init__(self, path: Path | None) -> None:
        self.refused = ""
        self._left = LOG_BYTES
        self._file: FileIO | None = None
        with self._refusing():
            self._file = FileIO(path, "wb", opener=_created) if path else None

    def __enter__(self) -> RunLog:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()

    def write(self, data: bytes, /) -> None:
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


def _created(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o666)  # a link in a received folder may lead out of it


class DiskWatch:
    """Requests a stop when `stop` does, and once a folder takes more than `most_bytes` on disk (`full`)."""

    def __init__(self, folder: Path, most_bytes: int, stop: StopRequest | None) -> None:
        self.full = self._short = False
        self._folder, self._most, self._stop = folder, most_bytes, stop
        self._next = 0.0

    @property
    def requested(self) -> bool:
        start = time.monotonic()
        if start >= self._next and not self.full:
            self.full = holds_more(self._folder, self._most)
            self.short()
            end = time.monotonic()
            self._next = end + max(LOOK_S, (end - start) / _SHARE)
        return self.full or (self._stop is not None and self._stop.requested)

    def short(self) -> bool:
        """Whether the disk was out of space, now or at an earlier look."""
        with contextlib.suppress(OSError):
            self._short |= not has_space(self._folder)
        return self._short

    def require_space(self) -> None:
        """Raises OSError where the disk was full, because the solver's output may be incomplete."""
        if self.short():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._folder.parent))


def has_space(folder: Path) -> bool:
    """Whether the disk of a folder has space left for this user."""
    disk = os.statvfs(folder)
    root = os.geteuid() == 0  # a share of each disk is reserved for root
    blocks, files = (disk.f_bfree, disk.f_ffree) if root else (disk.f_bavail, disk.f_favail)
    return blocks > 0 and (files > 0 or not disk.f_files)  # some file systems do not count files


def holds_more(folder: Path, most_bytes: int) -> bool:
    """Whether a folder takes more than so many bytes on disk; files that are made or removed meanwhile may count."""
    total, folders = 0, [str(folder)]
    while folders and total <= most_bytes:
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    total += max(_BLOCK, entry.stat(follow_symlinks=False).st_blocks * 512)
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                if total > most_bytes:
                    break
    return total > most_bytes
