"""Reads the rows of a campaign's folder, and selects one of several rows of the same run.

The campaign may be running, and a spreadsheet may have saved its files. A disturbed run is repeated, up to ATTEMPTS
attempts in all. Every attempt is a row, and only the last one can be undisturbed.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.record import csv_log, schema
from tilings.runners.record.schema import ASSUMED, COLUMNS, NOT_TRIED, RETRIED_ENDINGS, RunRecord

ATTEMPTS = 4
Recorded = Mapping[str, RunRecord]  # the selected row of each run, by its id


class Row(NamedTuple):
    """A run and its place, the file and the line."""

    place: str
    run: RunRecord


class Remark(NamedTuple):
    """A sentence about a place in a folder. wrong: an error, here of a row or a file that could not be read."""

    place: str
    words: str
    wrong: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {'' if self.wrong else 'remark: '}{self.words}"

    @property
    def error(self) -> UserError:
        return UserError(f"{self.place}: {self.words}")


def read(folder: Path) -> tuple[list[Row], list[Remark]]:
    """The rows of all runs-*.csv in their order, and remarks on these files; a torn last row is left out."""
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
    """The rows alone. Raises UserError where a row cannot be read."""
    rows, remarks = read(folder)
    if wrong := next((remark for remark in remarks if remark.wrong), None):
        raise wrong.error
    return [row.run for row in rows]


def _read(path: Path, rows: list[Row], remarks: list[Remark]) -> list[str]:
    """Append the rows of one file, and the errors of rows; returns further remarks."""
    header, lines, further = csv_log.read_edited(files.inside(path.parent, path), COLUMNS)
    for line, cells in enumerate(lines, 2):
        place = f"{path}:{line}"
        try:
            rows.append(Row(place, schema.from_row(dict(zip(header, cells, strict=True)))))
        except ValueError as error:
            remarks.append(Remark(place, f"this row does not fit the schema ({error}): correct or remove the line"))
    return further


def rank(ended: str) -> int:
    """The rank of a row with this ending among the rows of its run; of the highest rank the last row is selected.

    Interrupted and failed attempts have rank 0, assumed and impossible ones 1, all others 2.
    """
    if ended in RETRIED_ENDINGS:
        return 0
    return 1 if ended in (*ASSUMED, "not_installed") else 2


def replaces(row: RunRecord, earlier: RunRecord) -> bool:
    """Whether a row is selected instead of an earlier one of its run."""
    return (rank(row.ended), row.attempt or 1) >= (rank(earlier.ended), earlier.attempt or 1)


def again(row: RunRecord, most: int = ATTEMPTS) -> bool:
    """Whether the run of a selected row must be repeated because it was disturbed. most: attempts in all."""
    return row.ended not in NOT_TRIED and row.disturbed and (row.attempt or 1) < most


def by_run(records: Iterable[RunRecord]) -> dict[str, RunRecord]:
    """The selected row of each run by its id; without runs that have only RETRIED_ENDINGS."""
    selected: dict[str, RunRecord] = {}
    for row in records:
        earlier = selected.get(row.run_id)
        if row.ended not in RETRIED_ENDINGS and (earlier is None or replaces(row, earlier)):
            selected[row.run_id] = row
    return selected


def still_valid(rows: dict[str, RunRecord], planned: Iterable[Any]) -> dict[str, RunRecord]:
    """The rows without those of a solver that was missing and is now installed: these runs must be made."""
    installed = {(run.solver, run.formulation.name) for run in planned if run.version}
    return {
        run_id: row for run_id, row in rows.items()
        if row.ended != "not_installed" or (row.solver, row.formulation) not in installed
    }  # fmt: skip
