"""Files of lines that one writer appends to, each line on disk before the writer goes on.

A power cut damages such a file only at its end: the last line lacks its end, or has zeros where blocks never reached
the disk. A damaged end is dropped on reading and cut off before appending. Any other damage is an error with its line.

The file is locked while it is written: a node that is cut off from an NFS server loses its locks, and another one may
continue the file. When the first node is back, its kernel refuses to write to a file whose lock it has lost; without a
lock it would write over the other's lines.
"""

import contextlib
import errno
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from tilings.models.problem import UserError

_PATIENCE_S = 5.0


class AppendedFile:
    """A file that this process appends to, and creates; a damaged end is cut off first.

    whole: the length of the sound part of the file. Raises UserError where another process writes to the file.
    """

    def __init__(self, path: Path, whole: Callable[[BinaryIO], int]) -> None:
        self._path = path
        self._file = path.open("ab+", buffering=0)  # closing must not retry a line that the disk refused
        try:
            self._hold()
            self._file.truncate(whole(self._file))
        except BaseException:
            self._file.close()
            raise
        self.empty = self._file.seek(0, os.SEEK_END) == 0

    def write(self, chunks: Iterable[bytes]) -> None:
        """Write and wait until all is on disk; at an error the file keeps nothing of it."""
        start = self._file.seek(0, os.SEEK_END)
        try:
            for chunk in chunks:
                left = memoryview(chunk)
                while left:
                    left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError:
            with contextlib.suppress(OSError):  # the lock was lost
                self._file.truncate(start)
            raise
        if self.empty:
            sync(self._path.parent)
            self.empty = False

    def _hold(self) -> None:
        import fcntl  # missing on Windows, where these files can only be read

        deadline = time.monotonic() + _PATIENCE_S  # the workers of a killed harness keep the file open for a while
        while True:
            try:
                return fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise UserError(f"another program is writing to {self._path}: wait for it") from None
            except OSError:  # a file system without locks
                return None
            time.sleep(0.05)

    @property
    def in_place(self) -> bool:
        """Whether the file still has the path at which it was opened."""
        try:
            return os.path.samestat(self._path.stat(), os.fstat(self._file.fileno()))
        except FileNotFoundError:
            return False

    def close(self) -> None:
        self._file.close()


def lines(path: Path, file: BinaryIO, header: bool = True) -> Iterator[tuple[int, str]]:
    """The offset and the text of each line without a damaged end; raises UserError for other damage. header: as for
    ``whole``."""
    left = whole(file, header)
    file.seek(0)
    offset = number = 0
    while offset < left:
        line = file.readline()
        number += 1
        if b"\0" in line:
            raise broken(path, number, "it holds zero bytes")
        try:
            yield offset, line.decode("utf-8" if number > 1 else "utf-8-sig")
        except UnicodeDecodeError:
            raise broken(path, number, "it is not UTF-8 text") from None
        offset += len(line)


def whole(file: BinaryIO, header: bool = True) -> int:
    """The length of a file up to its last complete line; reads only a part at its end.

    header: whether the first line is one; with zeros it was not written here, and is kept.
    """
    size, length = file.seek(0, os.SEEK_END), 1 << 16
    while True:
        start = file.seek(max(0, size - length))
        data = file.read(size - start)
        end = data.rfind(b"\n") + 1
        last = _line_start(data, end)
        while (start or last or not header) and b"\0" in data[last:end]:
            end, last = last, _line_start(data, last)
        if last or not start:
            return start + end
        length *= 8


def _line_start(data: bytes, end: int) -> int:
    return data.rfind(b"\n", 0, max(0, end - 1)) + 1


def broken(path: Path, number: int, reason: str, what: str = "row") -> UserError:
    """The error of a damaged line."""
    return UserError(
        f"{path}:{number}: this {what} is broken ({reason}): mend or remove the line, or move the file away"
    )


def replace(path: Path, write: Callable[[BinaryIO], object], writer: str = "") -> None:
    """Write a file beside its final path, and rename it once it is on disk.

    writer: distinguishes processes that may write the same file at the same time.
    """
    beside = path.with_name(f".{path.name}.new{writer}")
    try:
        beside.unlink(missing_ok=True)
        with beside.open("xb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(folder: Path) -> None:
    """Wait until the entries of a folder are on disk, where the file system supports that."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(handle)
