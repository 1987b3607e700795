"""CSV files that one writer appends to, each row on disk before the writer goes on.

A power cut tears such a file only at its end: the last row without its line end, or with zeros where blocks never
reached the disk. That is dropped on reading and cut off before more is appended. Damage anywhere else is not repaired
but named by its line. No cell holds a line break, so that a row is a line.

The file itself is locked while it is written: a node that is cut off from an NFS server loses its locks, and another
one may go on with the file. When the first comes back, its kernel refuses to write to a file of which it has lost the
lock; without one it writes over the rows that the other has appended.
"""

import contextlib
import csv
import errno
import io
import itertools
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from tilings.models import files
from tilings.models.problem import UserError

Columns = tuple[str, ...]
_PATIENCE_S = 5.0
_SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}


def rows(path: Path, columns: Columns) -> Iterator[dict[str, str]]:
    """The rows of a file with these columns, cells as text; a torn end is dropped.

    Raises UserError for a file with other columns, and for a broken row.
    """
    header, found = read(path, columns)
    return (dict(zip(header, row, strict=True)) for row in found)


def read(path: Path, columns: Columns) -> tuple[list[str], Iterator[list[str]]]:
    """Header and row iterator of a CSV file; both are empty where the file is torn within its header."""
    found = _rows(path)
    header = next(found, None)
    if header is not None:
        _require_columns(path, header, columns)
    return header or [], found


def length(path: Path) -> int:
    """About how many rows a file has."""
    with files.opened(path) as file:
        return sum(chunk.count(b"\n") for chunk in iter(partial(file.read, 1 << 20), b"")) - 1


def read_edited(path: Path, columns: Columns) -> tuple[list[str], Iterator[list[str]], list[str]]:
    """Header, row iterator and remarks of a CSV file that another program may have saved.

    Columns may stand in any order, unknown ones are left out, as are empty lines at the end and spaces around cells.
    """
    remarks = [] if _ends_whole(path) else ["what follows its last line end was left out, as a torn row is"]
    found = _rows(path, empty_end=True)
    names = [name.strip() for name in next(found, [])]
    if not names:
        return [], found, remarks
    _require_names(path, names, columns)
    places = [at for at, name in enumerate(names) if name in columns]
    if others := [name for name in names if name and name not in columns]:
        remarks.append(f"columns that no run has were left out ({', '.join(others)})")
    return [names[at] for at in places], ([row[at].strip() for at in places] for row in found), remarks


class Appender:
    """Appends rows to a file, which it creates; what a power cut tore is cut off first.

    Raises UserError as ``rows`` does, and where somebody else writes to the file.
    """

    def __init__(self, path: Path, columns: Columns) -> None:
        if path.exists():
            read(path, columns)
        self._path = path
        self._file = path.open("ab+", buffering=0)  # a row that the disk refuses must not be tried again on closing
        try:
            self._hold()
        except UserError:
            self._file.close()
            raise
        self._file.truncate(_whole(self._file))
        self._file.seek(0, os.SEEK_END)
        if self._file.tell() == 0:
            self.append(columns)
            sync(path.parent)

    def append(self, *added: Iterable[Any]) -> None:
        """Write rows and wait until they are on disk; where the disk refuses, nothing of them is left in the file."""
        start = self._file.seek(0, os.SEEK_END)
        data = _encoded(added)
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError:
            with contextlib.suppress(OSError):  # of a lost lock
                self._file.truncate(start)
            raise

    def _hold(self) -> None:
        import fcntl  # Windows has none, where these files can only be read

        deadline = time.monotonic() + _PATIENCE_S  # for the workers of a harness that was killed, which have it open
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
        """Whether the file still lies where it was opened."""
        try:
            return os.path.samestat(self._path.stat(), os.fstat(self._file.fileno()))
        except FileNotFoundError:
            return False

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def rewrite(path: Path, columns: Columns, kept: Iterable[Sequence[str]]) -> None:
    """Replace a file's rows, all at once: whenever the power is cut, either the old or the new file is whole."""

    def write(file: BinaryIO) -> None:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        csv.writer(text, lineterminator="\n").writerows(itertools.chain([columns], kept))
        text.detach()

    replace(path, write)


def replace(path: Path, write: Callable[[BinaryIO], object], writer: str = "") -> None:
    """Write a file beside its final path, and rename it when all of it is on disk.

    writer: distinguishes processes that may write the same file at the same time.
    """
    beside = path.with_name(f".{path.name}.new{writer}")
    try:
        with beside.open("wb") as file:
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


def cell(value: Any) -> str:
    """A value as the text of a cell, without line breaks."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6g}" if abs(value) < 1e5 else repr(value)
    return " ".join(value.replace("\0", " ").split()) if isinstance(value, str) else str(value)


def _encoded(added: Iterable[Iterable[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([cell(value) for value in row] for row in added)
    return text.getvalue().encode(errors="replace")  # a lone surrogate is no text


def _rows(path: Path, empty_end: bool = False) -> Iterator[list[str]]:
    """The header and the rows of a file but for a torn end, and for empty rows at its end where these may be."""
    with files.opened(path) as file:
        reader = csv.reader(_lines(path, file))
        width, number, empty = 0, 0, 0
        try:
            for number, row in enumerate(reader, start=1):
                if empty_end and not any(row):
                    empty = empty or number
                    continue
                if empty:
                    raise _broken(path, empty, "it is empty")
                width = width or len(row)
                if len(row) != width:
                    raise _broken(path, number, f"expected {width} cells, found {len(row)}")
                if reader.line_num != number:
                    raise _broken(path, number, "a cell holds a line break")
                yield row
        except csv.Error as error:
            raise _broken(path, number + 1, str(error)) from None


def _lines(path: Path, file: BinaryIO) -> Iterator[str]:
    left = _whole(file)
    file.seek(0)
    number = 0
    while left > 0:
        line = file.readline()
        left -= len(line)
        number += 1
        if b"\0" in line:
            raise _broken(path, number, "it holds zero bytes")
        try:
            yield line.decode("utf-8" if number > 1 else "utf-8-sig")
        except UnicodeDecodeError:
            raise _broken(path, number, "it is not UTF-8 text") from None


def _ends_whole(path: Path) -> bool:
    with files.opened(path) as file:
        return _whole(file) == os.fstat(file.fileno()).st_size


def _whole(file: BinaryIO) -> int:
    """The length of a file up to its last whole row; reads only as much of its end as that takes."""
    size, length = os.fstat(file.fileno()).st_size, 1 << 16
    while True:
        start = max(0, size - length)
        data = os.pread(file.fileno(), size - start, start)
        end = data.rfind(b"\n") + 1
        last = _line_start(data, end)
        while (start or last) and b"\0" in data[last:end]:  # the header is kept: with zeros, we did not write it
            end, last = last, _line_start(data, last)
        if last or not start:
            return start + end
        length *= 8


def _line_start(data: bytes, end: int) -> int:
    return data.rfind(b"\n", 0, max(0, end - 1)) + 1


def _require_columns(path: Path, header: list[str], columns: Columns) -> None:
    if tuple(header) != columns:
        missing = sorted(set(columns) - set(header))
        what = f"lacks the column {missing[0]}" if missing else "has other columns, or in another order"
        what = "has a single column, not cells between commas" if len(header) == 1 else what
        raise UserError(f"{path} {what}; it was not written by this version: move it away or use --fresh")


def _require_names(path: Path, names: list[str], columns: Columns) -> None:
    """Raise UserError unless all columns are there, each once."""
    missing = [name for name in columns if name not in names]
    doubled = [name for name, times in Counter(names).items() if name and times > 1]
    separator = next((word for mark, word in _SEPARATORS.items() if len(names) == 1 and mark in names[0]), "")
    if separator:
        raise UserError(
            f"{path}:1: its cells stand between {separator}: save it as CSV, with commas and decimal points"
        )
    if missing:
        what = "the column" if len(missing) == 1 else f"{len(missing)} of the {len(columns)} columns of a run:"
        listed = ", ".join(missing[:3]) + ", …" * (len(missing) > 3)
        raise UserError(f"{path}:1: lacks {what} {listed}; if no campaign wrote it, move it out of the folder")
    if doubled:
        raise UserError(f"{path}:1: has the column {doubled[0]} twice: remove one")


def _broken(path: Path, number: int, why: str) -> UserError:
    return UserError(f"{path}:{number}: this row is broken ({why}): mend or remove the line, or move the file away")
