"""Reads the rows of a campaign's folder, and chooses the row that counts: the one choice of all readers.

The campaign may be running, and a spreadsheet may have saved its files. A disturbed run is repeated, up to ATTEMPTS
attempts in all. Every attempt is a row, and only the last one can be undisturbed.

Of the rows of a run (`by_run`) that with the most of an outcome counts (`rank`), of equal ones the last attempt. Runs
of one configuration that differ only in versions and limits stand in one *place* of a report (`by_place`): there
counts, of equal ones again, the run under the longest limit, and then the last one.
"""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.record import csv_log, schema
from tilings.runners.record.schema import ASSUMED, COLUMNS, NOT_TRIED, RETRIED_ENDINGS, RunRecord

ATTEMPTS = 4
Recorded = Mapping[str, RunRecord]  # the row of each run that counts, by its id
# What the runs of one place have in common.
place = attrgetter("family", "instance", "formulation", "settings", "solver", "goal", "seed", "repetition", "threads")


class Row(NamedTuple):
    """A run and its place, the file and the line."""

    place: str
    run: RunRecord

    @property
    def file(self) -> str:
        return self.place.rpartition(":")[0]


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
    for path in csv_log.tables(folder, "runs"):
        try:
            remarks += [Remark(str(path), words, wrong=False) for words in _read(path, rows, remarks)]
        except UserError as error:
            place, _, words = str(error).partition(": ")
            remarks.append(Remark(place, f"{words} (nothing after it was read)"))
        except OSError as error:
            remarks.append(Remark(str(path), f"cannot be read: {error.strerror}"))
    return rows, remarks


def read_all(folder: Path) -> list[Row]:
    """The rows alone. Raises UserError where a row cannot be read."""
    rows, remarks = read(folder)
    if wrong := next((remark for remark in remarks if remark.wrong), None):
        raise wrong.error
    return rows


def runs(folder: Path) -> list[RunRecord]:
    """The same without their places."""
    return [row.run for row in read_all(folder)]


def _read(path: Path, rows: list[Row], remarks: list[Remark]) -> list[str]:
    """Append the rows of one file, and the errors of rows; returns further remarks."""
    lines, further = csv_log.read(files.inside(path.parent, path), COLUMNS)
    for line, cells in enumerate(lines, 2):
        place = f"{path}:{line}"
        try:
            rows.append(Row(place, schema.from_row(dict(zip(COLUMNS, cells, strict=True)))))
        except ValueError as error:
            remarks.append(Remark(place, f"this row does not fit the schema ({error}): correct or remove the line"))
    return further


def rank(ended: str) -> int:
    """The rank of a row with this ending among the rows of its run; a row of the highest rank counts.

    Interrupted and failed attempts have rank 0, assumed and impossible ones 1, all others 2.
    """
    if ended in RETRIED_ENDINGS:
        return 0
    return 1 if ended in (*ASSUMED, "not_installed") else 2


def again(row: RunRecord, most: int = ATTEMPTS) -> bool:
    """Whether the run of a row that counts must be repeated because it was disturbed. most: attempts in all."""
    return row.ended not in NOT_TRIED and row.disturbed and (row.attempt or 1) < most


def by_run(rows: Iterable[Row]) -> dict[str, Row]:
    """The row of each run that counts, by its id."""
    return _chosen(rows, attrgetter("run_id"), lambda run: (rank(run.ended), run.attempt or 1))


def made(rows: Iterable[Row]) -> dict[str, RunRecord]:
    """The same of runs with an outcome: those with another ending than RETRIED_ENDINGS."""
    return {run_id: row.run for run_id, row in by_run(rows).items() if row.run.ended not in RETRIED_ENDINGS}


def by_place(rows: Iterable[Row]) -> list[RunRecord]:
    """The row of each place that counts."""
    chosen = _chosen(rows, place, lambda run: (rank(run.ended), run.wall_limit_s))
    return [row.run for row in chosen.values()]


def _chosen(rows: Iterable[Row], key: Callable[[RunRecord], Any], order: Callable[[RunRecord], Any]) -> dict[Any, Row]:
    """The row of each key that is greatest in an order; of equal ones the last row of a file, and of several files the
    one that started last. Within a file the clock does not decide: it may have been set back."""
    chosen: dict[Any, Row] = {}
    for row in rows:
        earlier = chosen.setdefault(key(row.run), row)
        own, other = order(row.run), order(earlier.run)
        later = row.file == earlier.file or row.run.started_at >= earlier.run.started_at
        if own > other or (own == other and later):
            chosen[key(row.run)] = row
    return chosen


def still_valid(rows: dict[str, RunRecord], planned: Iterable[Any]) -> dict[str, RunRecord]:
    """The rows without those of a solver that was missing and is now installed: these runs must be made."""
    installed = {(run.solver, run.formulation.name) for run in planned if run.version}
    return {
        run_id: row for run_id, row in rows.items()
        if row.ended != "not_installed" or (row.solver, row.formulation) not in installed
    }  # fmt: skip
