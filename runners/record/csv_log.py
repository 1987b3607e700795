"""CSV files that one writer appends to, each row on disk before the writer goes on.

A power cut damages such a file only at its end: the last row lacks its line end, or has zeros where blocks never
reached the disk. A damaged end is dropped on reading and cut off before appending. Any other damage is an error with
its line. A row is a line: cells have no line breaks. The rows may be chained (see chain.py).

The file is locked while it is written: a node that is cut off from an NFS server loses its locks, and another one may
continue the file. When the first node is back, its kernel refuses to write to a file whose lock it has lost; without a
lock it would write over the other's rows.
"""

import contextlib
import csv
import errno
import io
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.record.cells import cell, safe_row, unsafe_row
from tilings.runners.record.chain import CHAIN, Head, link

Columns = tuple[str, ...]
_PATIENCE_S = 5.0
_SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}


def rows(path: Path, columns: Columns) -> Iterator[dict[str, str]]:
    """The rows of a file with these columns, cells as text; a torn end is dropped.

    Raises UserError for a file with other columns, and for a broken row.
    """
    header, cells = read(path, columns)
    return (dict(zip(header, row, strict=True)) for row in cells)


def read(path: Path, columns: Columns, complete: bool = False) -> tuple[list[str], Iterator[list[str]]]:
    """Header and row iterator of a CSV file, without its chain; both are empty where it is torn within its header.

    complete: whether all columns must be there; else the last ones may be missing, as in a file of an earlier version,
    and their cells are empty.
    """
    lines = _rows(path)
    header = next(lines, None)
    if header and header[-1] == CHAIN and CHAIN not in columns:
        del header[-1]
        lines = (row[:-1] for row in lines)
    later = [] if complete else _later(header or [], columns)
    if header is not None and (*header, *later) != columns:
        missing = sorted(set(columns) - set(header))
        error = f"lacks the column {missing[0]}" if missing else "has other columns, or in another order"
        if len(header) == 1:
            error = "has a single column, not cells between commas"
        raise UserError(f"{path} {error}; it was not written by this version: move it away or use --fresh")
    return (header or []) + later, (row + [""] * len(later) for row in lines)


def length(path: Path) -> int:
    """The approximate number of rows of a file."""
    with files.opened(path) as file:
        return sum(chunk.count(b"\n") for chunk in iter(partial(file.read, 1 << 20), b"")) - 1


def read_edited(path: Path, columns: Columns) -> tuple[list[str], Iterator[list[str]], list[str]]:
    """Header, row iterator and remarks of a CSV file that another program may have saved.

    Columns may be in any order. Unknown columns, empty lines at the end and spaces around cells are dropped. The last
    columns may be missing, as in a file of an earlier version: their cells are empty.
    """
    with files.opened(path) as file:
        complete = _whole(file) == os.fstat(file.fileno()).st_size
    remarks = [] if complete else ["the text after its last line end was left out as an incomplete row"]
    lines = _rows(path, empty_end=True)
    names = [name.strip() for name in next(lines, [])]
    if not names:
        return [], lines, remarks
    later = _later(names, columns)
    _require_names(path, [*names, *later], columns)
    places = [at for at, name in enumerate(names) if name in columns]
    if others := [name for name in names if name and name not in (*columns, CHAIN)]:
        remarks.append(f"unknown columns were left out ({', '.join(others)})")
    empty = [""] * len(later)
    return (
        [*(names[at] for at in places), *later],
        ([row[at].strip() for at in places] + empty for row in lines),
        remarks,
    )


def linked(path: Path, columns: Columns) -> Iterator[tuple[str, bool]]:
    """The hash of each row, and whether it fits the row and the one before; of no row in a file that is not chained.

    The columns may be in any order. Raises UserError as ``rows`` does.
    """
    lines = _rows(path, empty_end=True)
    names = [name.strip() for name in next(lines, [])]
    if CHAIN not in names:
        return
    places = [names.index(name) for name in columns if name in names and name != CHAIN]
    before = ""
    for row in lines:
        chain = row[names.index(CHAIN)].strip()
        yield chain, chain == link(before, [row[at] for at in places])
        before = chain


def head(path: Path, columns: Columns) -> Head:
    """The number of chained rows of a file, and the last hash; none without the file. Raises UserError as ``rows``."""
    found = Head(0, "")
    for chain, _ in linked(path, columns) if path.exists() else ():
        found = Head(found.rows + 1, chain)
    return found


class Appender:
    """Appends rows to a file, which it creates; an end damaged by a power cut is cut off first.

    chained: whether its rows are; head: their number and the last hash. Raises UserError as ``rows`` does, and where
    another process writes to the file.
    """

    def __init__(self, path: Path, columns: Columns, chained: bool = False) -> None:
        self._chained = chained
        columns = (*columns, CHAIN) if chained else columns
        if path.exists():
            read(path, columns, complete=True)
        self._path = path
        self._file = path.open("ab+", buffering=0)  # closing must not retry a row that the disk refused
        try:
            self._hold()
            self._file.truncate(_whole(self._file))
            self.head = head(path, columns)
        except UserError:
            self._file.close()
            raise
        self._file.seek(0, os.SEEK_END)
        if self._file.tell() == 0:
            self._write([columns])
            sync(path.parent)

    def append(self, *added: Iterable[Any]) -> None:
        """Write rows and wait until they are on disk; at an error the file keeps none of them."""
        lines, (count, chain) = [[cell(value) for value in row] for row in added], self.head
        for line in lines if self._chained else ():
            chain = link(chain, line)
            line.append(chain)
        self._write(lines)
        self.head = Head(count + len(lines), chain)

    def _write(self, lines: Iterable[Sequence[str]]) -> None:
        start = self._file.seek(0, os.SEEK_END)
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(map(safe_row, lines))
        data = text.getvalue().encode(errors="replace")  # a lone surrogate cannot be encoded
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError:
            with contextlib.suppress(OSError):  # the lock was lost
                self._file.truncate(start)
            raise

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


def rewrite(path: Path, columns: Columns, kept: Iterable[Sequence[str]]) -> None:
    """Replace a file's rows at once: after a power cut there is either the old or the new file."""

    def write(file: BinaryIO) -> None:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(map(safe_row, kept))
        text.detach()

    replace(path, write)


def keep(path: Path, wanted: Callable[[int, list[str]], bool]) -> None:
    """Remove the other rows of a file. wanted: by the row's number, from 0, and its cells.

    Chained rows are linked anew; one that did not fit before keeps its hash, which does not fit then either.
    """
    lines = _rows(path)
    header = next(lines, [])

    def linked_anew() -> Iterator[list[str]]:
        earlier = before = ""
        for number, (*cells, chain) in enumerate(lines):
            fits, earlier = chain == link(earlier, cells), chain
            if wanted(number, cells):
                before = link(before, cells) if fits else chain
                yield [*cells, before]

    chained = header[-1:] == [CHAIN]
    rewrite(path, tuple(header), linked_anew() if chained else (row for at, row in enumerate(lines) if wanted(at, row)))


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


def _rows(path: Path, empty_end: bool = False) -> Iterator[list[str]]:
    """The header and the rows of a file without an incomplete end. empty_end: also without empty rows at the end."""
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
                yield unsafe_row(row)
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


def _whole(file: BinaryIO) -> int:
    """The length of a file up to its last complete row; reads only a part at its end."""
    size, length = os.fstat(file.fileno()).st_size, 1 << 16
    while True:
        start = max(0, size - length)
        data = os.pread(file.fileno(), size - start, start)
        end = data.rfind(b"\n") + 1
        last = _line_start(data, end)
        while (start or last) and b"\0" in data[last:end]:  # a header with zeros was not written here, and is kept
            end, last = last, _line_start(data, last)
        if last or not start:
            return start + end
        length *= 8


def _line_start(data: bytes, end: int) -> int:
    return data.rfind(b"\n", 0, max(0, end - 1)) + 1


def _later(names: Sequence[str], columns: Columns) -> list[str]:
    """The last columns, as far as they are missing from a header that has some others."""
    kept = max((at for at, name in enumerate(columns, 1) if name in names), default=len(columns))
    return list(columns[kept:])


def _require_names(path: Path, names: list[str], columns: Columns) -> None:
    """Raise UserError unless each column is there once."""
    missing = [name for name in columns if name not in names]
    doubled = [name for name, times in Counter(names).items() if name and times > 1]
    separator = next((word for mark, word in _SEPARATORS.items() if len(names) == 1 and mark in names[0]), "")
    if separator:
        raise UserError(
            f"{path}:1: its cells are separated by {separator}: save it as CSV, with commas and decimal points"
        )
    if missing:
        kind = "the column" if len(missing) == 1 else f"{len(missing)} of the {len(columns)} columns of a run:"
        listed = ", ".join(missing[:3]) + ", …" * (len(missing) > 3)
        raise UserError(f"{path}:1: lacks {kind} {listed}; if no campaign wrote it, move it out of the folder")
    if doubled:
        raise UserError(f"{path}:1: has the column {doubled[0]} twice: remove one")


def _broken(path: Path, number: int, reason: str) -> UserError:
    return UserError(f"{path}:{number}: this row is broken ({reason}): correct or delete it, or move the file away")
