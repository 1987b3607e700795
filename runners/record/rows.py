"""The rows of a campaign's folder: their reading, and which of several rows of one run counts.

The campaign may be at work, and a spreadsheet may have saved its files meanwhile. A run that was disturbed is made
again until it is not, at most ATTEMPTS times in all. Every attempt is a row, so the last one is the undisturbed one, if
there is any.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tilings.models.problem import UserError
from tilings.runners.record import csv_log, schema
from tilings.runners.record.schema import COLUMNS, GIVEN_UP, NOT_TRIED, RETRIED_ENDINGS, RunRecord

ATTEMPTS = 4


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


def worth(ended: str) -> int:
    """How much a row with this ending counts beside others of its run: of those that count most, the last does.

    A run that came to nothing counts least, then one that was assumed or could not be made.
    """
    if ended in RETRIED_ENDINGS:
        return 0
    return 1 if ended in (GIVEN_UP, "not_installed") else 2


def replaces(row: RunRecord, earlier: RunRecord) -> bool:
    """Whether a row counts instead of an earlier one of its run."""
    return (worth(row.ended), row.attempt or 1) >= (worth(earlier.ended), earlier.attempt or 1)


def again(row: RunRecord, most: int = ATTEMPTS) -> bool:
    """Whether the run of a row that counts is to be made again, because it was disturbed. most: attempts in all."""
    return row.ended not in NOT_TRIED and row.disturbed and (row.attempt or 1) < most


def counting(records: Iterable[RunRecord]) -> dict[str, RunRecord]:
    """The row that counts of each run that came to something or was given up, by its id."""
    found: dict[str, RunRecord] = {}
    for row in records:
        earlier = found.get(row.run_id)
        if row.ended not in RETRIED_ENDINGS and (earlier is None or replaces(row, earlier)):
            found[row.run_id] = row
    return found


def recorded(folder: Path) -> dict[str, RunRecord]:
    """The same of all files of a campaign's folder, which is only read."""
    return counting(runs(folder))


def standing(found: dict[str, RunRecord], planned: Iterable[Any]) -> dict[str, RunRecord]:
    """The rows that a plan keeps: a run that lacked a package is made again once its solver is installed."""
    installed = {run.run_id for run in planned if run.version}
    return {run_id: row for run_id, row in found.items() if row.ended != "not_installed" or run_id not in installed}
