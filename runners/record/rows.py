"""Reads the rows of a campaign's folder, which may be at work, and have been saved by a spreadsheet meanwhile.

Of several rows of one run ``runners.record.attempts`` says which counts.
"""

from pathlib import Path
from typing import NamedTuple

from models.problem import UserError
from runners.record import csv_log, schema
from runners.record.schema import COLUMNS, RunRecord


class Row(NamedTuple):
    """A run, and where it is recorded: the file and the line."""

    place: str
    run: RunRecord


class Remark(NamedTuple):
    """A sentence about a place in a folder. wrong: it is a fault, here of a row or a file that was not read."""

    place: str
    words: str
    wrong: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {'' if self.wrong else 'remark: '}{self.words}"

    @property
    def error(self) -> UserError:
        """The same for a reader who cannot do without what is missing."""
        return UserError(f"{self.place}: {self.words}")


def read(folder: Path) -> tuple[list[Row], list[Remark]]:
    """The rows of all runs-*.csv, in their order, and what is odd in these files; a torn last row is left out."""
    rows: list[Row] = []
    remarks: list[Remark] = []
    for path in sorted(folder.glob("runs-*.csv")):
        try:
            remarks += [Remark(str(path), words, wrong=False) for words in _read(path, rows, remarks)]
        except UserError as error:
            place, _, words = str(error).partition(": ")
            remarks.append(Remark(place, f"{words} (nothing after it was read)"))
        except OSError as error:
            remarks.append(Remark(str(path), f"cannot be read: {error.strerror}"))
    return rows, remarks


def runs(folder: Path) -> list[RunRecord]:
    """The rows alone. Raises UserError where some cannot be read."""
    rows, remarks = read(folder)
    if wrong := next((remark for remark in remarks if remark.wrong), None):
        raise wrong.error
    return [row.run for row in rows]


def _read(path: Path, rows: list[Row], remarks: list[Remark]) -> list[str]:
    """Append the rows of one file, and the faults of rows; what else is odd."""
    header, found, odd = csv_log.read_edited(path, COLUMNS)
    for line, cells in enumerate(found, 2):
        place = f"{path}:{line}"
        try:
            rows.append(Row(place, schema.from_row(dict(zip(header, cells, strict=True)))))
        except ValueError as error:
            remarks.append(Remark(place, f"this row is not of the schema ({error}): mend or remove the line"))
    return odd
