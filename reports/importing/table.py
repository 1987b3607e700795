"""Reads tables with a row a run: CSV with commas, semicolons or tabs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tilings.models.files import unpacked
from tilings.models.problem import UserError
from tilings.reports.english import listed
from tilings.reports.importing.rows import COLUMNS, NEEDED, Row

_MARKS = (",", ";", "\t")


def lines(path: Path) -> tuple[list[str], str]:
    """The lines of a file, and the mark between its cells, the most frequent one of the first line.

    Raises UserError for a file that cannot be read, has no lines or is not UTF-8.
    """
    try:
        text = unpacked(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{path} is not UTF-8: save it as CSV in UTF-8") from None
    if not text.strip():
        raise UserError(f"{path} is empty")
    found = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return found, max(_MARKS, key=found[0].count)


def rows(path: Path, given: list[str], mark: str, names: tuple[str, ...]) -> tuple[list[Row], list[str]]:
    """The rows of a table with a line of names, and the names of the columns that are left out.

    names: the columns that --names finds in the name of the instance. Raises UserError for a file without a column that
    is needed, with one twice, and for a row of another length.
    """
    reader = csv.reader((f"{line}\n" for line in given), delimiter=mark)
    try:
        header = [name.strip().lower() for name in next(reader)]
    except csv.Error as error:
        raise UserError(f"{path}:1: {error}") from None
    if missing := [name for name in NEEDED if name not in (*header, *names)]:
        raise UserError(f"{path}:1: lacks {listed(missing)}; needed are the columns {listed(NEEDED)}")
    if doubled := next((name for name in header if name in COLUMNS and header.count(name) > 1), ""):
        raise UserError(f"{path}:1: has the column {doubled} twice: remove one")
    try:
        found = list(_read(path, reader, header))
    except csv.Error as error:
        raise UserError(f"{path}:{reader.line_num}: {error}") from None
    return found, [name for name in header if name and name not in COLUMNS]


def _read(path: Path, reader: Any, header: list[str]) -> Iterator[Row]:
    for cells in reader:
        if not any(cells):
            continue
        number = reader.line_num
        if len(cells) != len(header):
            raise UserError(f"{path}:{number}: it has {len(cells)} cells, and the first line {len(header)}")
        texts = {name: text.strip() for name, text in zip(header, cells, strict=True) if name in COLUMNS}
        yield Row(f"{path}:{number}", {name: text for name, text in texts.items() if text})
