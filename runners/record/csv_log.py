"""CSV files that one writer appends to, each row on disk before the writer goes on (see appended.py).

A row is a line: cells have no line breaks. A file that is no longer written may be packed with gzip.

Rows may be *chained*: the last cell of a row is a hash of the row and of the last cell of the row before it. A row that
is changed, added, removed or moved later no longer fits. The hash has no secret: it shows an accident or a careless
edit, not the work of somebody who computes all hashes again.
"""

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import partial
from os import SEEK_END
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.record import appended
from tilings.runners.record.appended import AppendedFile, broken
from tilings.runners.record.cells import cell, safe_row, unsafe_row

Columns = tuple[str, ...]
CHAIN = "chain"  # the name of the column of hashes
_SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}


class Head(NamedTuple):
    """The end of a file of chained rows: their number, and the hash in the last one; empty without rows."""

    rows: int
    chain: str


def link(before: str, cells: Iterable[str]) -> str:
    """The hash of a row after the one with the hash `before`, the SHA-256 of both.

    Spaces around cells and the case of letters do not count: a spreadsheet writes TRUE for true.
    """
    text = "\0".join([before, *(cell.strip().casefold() for cell in cells)])
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def rows(path: Path, columns: Columns) -> Iterator[dict[str, str]]:
    """The rows of a file by the names of these columns; raises UserError as ``read`` does."""
    return (dict(zip(columns, row, strict=True)) for row in read(path, columns)[0])


def read(path: Path, columns: Columns) -> tuple[Iterator[list[str]], list[str]]:
    """The rows of a file, each with the cells of these columns in this order, and remarks.

    Another program may have saved the file: columns may be in any order, and unknown columns, empty lines at the end
    and spaces around cells are dropped. The last columns may be missing, as in a file of an earlier version: their
    cells are empty. Raises UserError for a file without one of the other columns, and for a broken row.
    """
    with opened(path) as file:
        torn = appended.whole(file) < file.seek(0, SEEK_END)
    remarks = ["the text after its last line end was left out as an incomplete row"] if torn else []
    lines = _rows(path, empty_end=True)
    names = [name.strip() for name in next(lines, [])]
    if not names:
        return lines, remarks
    first = columns[: max((at for at, name in enumerate(columns, 1) if name in names), default=None)]
    _require_names(path, names, first)
    places = [names.index(name) for name in first]
    if others := [name for name in names if name and name not in (*columns, CHAIN)]:
        remarks.append(f"unknown columns were left out ({', '.join(others)})")
    later = [""] * (len(columns) - len(first))
    return ([row[at].strip() for at in places] + later for row in lines), remarks


def tables(folder: Path, kind: str) -> list[Path]:
    """The files of a kind, such as runs, in a campaign's folder."""
    return sorted([*folder.glob(f"{kind}-*.csv"), *folder.glob(f"{kind}-*.csv.gz")])


def opened(path: Path) -> BinaryIO:
    """A file, unpacked, opened for reading; raises OSError."""
    return io.BytesIO(files.unpacked(path)) if path.suffix == ".gz" else files.opened(path)


def length(path: Path) -> int:
    """The approximate number of rows of a file."""
    with opened(path) as file:
        return sum(chunk.count(b"\n") for chunk in iter(partial(file.read, 1 << 20), b"")) - 1


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

    chained: whether each row carries a hash of itself and of the rows before it.
    head: the number of rows, and the last hash.

    Raises UserError as ``rows`` does, and if another process writes to the file.
    """

    def __init__(self, path: Path, columns: Columns, chained: bool = False) -> None:
        self._chained = chained
        columns = (*columns, CHAIN) if chained else columns
        header = next(_rows(path), []) if path.exists() else []
        if header and tuple(header) != columns:
            missing = [name for name in columns if name not in header]
            error = f"lacks the column {missing[0]}" if missing else "has other columns, or in another order"
            raise UserError(f"{path} {error}; it was not written by this version: move it away or use --fresh")
        self._file = AppendedFile(path, appended.whole)
        try:
            self.head = head(path, columns)
        except UserError:
            self._file.close()
            raise
        if self._file.empty:
            self._write([columns])

    def append(self, *added: Iterable[Any]) -> None:
        """Write rows and wait until they are on disk; at an error the file keeps none of them."""
        lines, (count, chain) = [[cell(value) for value in row] for row in added], self.head
        for line in lines if self._chained else ():
            chain = link(chain, line)
            line.append(chain)
        self._write(lines)
        self.head = Head(count + len(lines), chain)

    def _write(self, lines: Iterable[Sequence[str]]) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(map(safe_row, lines))
        self._file.write([text.getvalue().encode(errors="replace")])  # a lone surrogate cannot be encoded

    @property
    def in_place(self) -> bool:
        """Whether the file still has the path at which it was opened."""
        return self._file.in_place

    def close(self) -> None:
        self._file.close()


def text(rows: Iterable[Iterable[Any]]) -> bytes:
    """Rows, the header first, as the content of a new file."""
    content = io.StringIO()
    csv.writer(content, lineterminator="\n").writerows(rows)
    return content.getvalue().encode()


def rewrite(path: Path, columns: Columns, kept: Iterable[Sequence[str]]) -> None:
    """Replace a file's rows at once: after a power cut there is either the old or the new file."""

    def write(file: BinaryIO) -> None:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(map(safe_row, kept))
        text.detach()

    appended.replace(path, write)


def keep(path: Path, numbers: Container[int]) -> None:
    """Keep only the rows of a file with these numbers, from 0.

    Chained rows are linked anew; one that did not fit before keeps its hash, which does not fit then either.
    """
    lines = _rows(path, empty_end=True)
    header = next(lines, [])

    def linked_anew() -> Iterator[list[str]]:
        earlier = before = ""
        for number, (*cells, chain) in enumerate(lines):
            fits, earlier = chain == link(earlier, cells), chain
            if number in numbers:
                before = link(before, cells) if fits else chain
                yield [*cells, before]

    chained = header[-1:] == [CHAIN]
    rewrite(path, tuple(header), linked_anew() if chained else (row for at, row in enumerate(lines) if at in numbers))


def _rows(path: Path, empty_end: bool = False) -> Iterator[list[str]]:
    """The header and the rows of a file without an incomplete end. empty_end: also without empty rows at the end."""
    with opened(path) as file:
        reader = csv.reader(line for _, line in appended.lines(path, file))
        width, number, empty = 0, 0, 0
        try:
            for number, row in enumerate(reader, start=1):
                if empty_end and not any(row):
                    empty = empty or number
                    continue
                if empty:
                    raise broken(path, empty, "it is empty")
                width = width or len(row)
                if len(row) != width:
                    raise broken(path, number, f"expected {width} cells, found {len(row)}")
                if reader.line_num != number:
                    raise broken(path, number, "a cell holds a line break")
                yield unsafe_row(row)
        except csv.Error as error:
            raise broken(path, number + 1, str(error)) from None


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
        listed = ", ".join(missing[:3]) + (", …" if len(missing) > 3 else "")
        raise UserError(f"{path}:1: lacks {kind} {listed}; if no campaign wrote it, move it out of the folder")
    if doubled:
        raise UserError(f"{path}:1: has the column {doubled[0]} twice: remove one")
