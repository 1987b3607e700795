"""Reads the rows of a campaign's folder one by one, and says which of several rows of one run counts."""

from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from sys import intern
from typing import NamedTuple

from models import registry
from models.problem import UserError
from runners.record import attempts, csv_log, schema
from runners.record.schema import GIVEN_UP, OPTIONAL_COLUMNS, RETRIED_ENDINGS, RunRecord
from runners.verify import row_rules
from runners.verify.row_rules import TracedRun


class Finding(NamedTuple):
    """A sentence about a place in the folder. wrong: it is a fault; otherwise it is a remark."""

    place: str
    words: str
    wrong: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {'' if self.wrong else 'remark: '}{self.words}"


class Row(NamedTuple):
    """A run and where it is recorded. counts: whether it is the row of the run that counts."""

    place: str
    run: RunRecord
    counts: bool = True

    def finding(self, words: str, wrong: bool = True) -> Finding:
        """A finding about this run."""
        return finding(self.run, self.place, words, wrong)

    @property
    def traced(self) -> TracedRun:
        """What is kept of it until its trace is checked; equal texts are one object."""
        return TracedRun._make(intern(value) if isinstance(value, str) else value for value in _traced(self.run))


def finding(run: RunRecord | TracedRun, place: str, words: str, wrong: bool = True) -> Finding:
    """A finding about a run."""
    who = f"{run.solver}/{run.formulation}" + (f"[{run.options}]" if run.options else "")
    return Finding(place, f"{run.run_id} {run.family}/{run.instance} {who} {run.goal}: {words}", wrong)


_traced = attrgetter(*TracedRun._fields)


class _Seen(NamedTuple):
    """What tells which row of a run counts."""

    ended: str
    attempt: int | None


class RowReader:
    """Reads the rows of a folder.

    count: how many there are; all_read: whether no file was left at a broken row; nothing: the ids of runs that came to
    nothing in some row.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = sorted(folder.glob("runs-*.csv"))
        self._places: dict[tuple[str, int], str] = {}
        self.count = 0
        self.all_read = True
        self.nothing: set[str] = set()

    def read(self) -> Iterator[Row | Finding]:
        """The rows that say how a run went, and faults: rows that cannot be read or break a rule of the schema."""
        counting = self._counting()
        for path in self._paths:
            try:
                header, found = csv_log.read(path, schema.COLUMNS, OPTIONAL_COLUMNS)
                for line, cells in enumerate(found, 2):
                    yield from self._row(f"{path}:{line}", dict(zip(header, cells, strict=True)), counting)
            except UserError as error:
                self.all_read = False
                place, _, words = str(error).partition(": ")
                yield Finding(place, f"{words} (nothing after it was read)")

    def _counting(self) -> dict[str, str]:
        """The place of the row that counts, by the run's id, of runs with several rows; of others it is their only one.

        Rows that break a rule are named when they are read.
        """
        best: dict[str, int] = {}
        seen: list[_Seen] = []
        several: dict[str, int] = {}
        alike: dict[_Seen, _Seen] = {}
        starts: list[tuple[int, Path]] = []
        for path in self._paths:
            starts.append((len(seen), path))
            try:
                header, rows = csv_log.read(path, schema.COLUMNS, OPTIONAL_COLUMNS)
                for cells in rows:
                    row = dict(zip(header, cells, strict=True))
                    number = row.get("attempt", "")
                    found = _Seen(row["ended"], int(number) if number.isdecimal() else None)
                    at, run_id = len(seen), row["run_id"]
                    seen.append(alike.setdefault(found, found))
                    earlier = best.setdefault(run_id, at)
                    if earlier != at:
                        best[run_id] = several[run_id] = at if attempts.replaces(found, seen[earlier]) else earlier
            except UserError:
                continue
        return {run_id: _place(at, starts) for run_id, at in several.items()}

    def _row(self, place: str, cells: dict[str, str], counting: dict[str, str]) -> Iterator[Row | Finding]:
        self.count += 1
        try:
            row = Row(place, schema.from_row(cells), counting.get(cells["run_id"], place) == place)
        except ValueError as error:
            yield Finding(place, f"{cells['run_id']}: not of the schema ({error})")
            return
        run = row.run
        faults = list(row_rules.of_schema(run))
        yield from map(row.finding, faults)
        if faults:
            return
        if run.ended in RETRIED_ENDINGS:
            self.nothing.add(run.run_id)
            yield from map(row.finding, row_rules.of_row(run, registry.problem(run.family)))
            return
        if run.ended == GIVEN_UP:  # and perhaps made after all
            yield from [row] * row.counts
            return
        several = run.run_id in counting
        earlier = self._places.setdefault((run.run_id, run.attempt or 1), place) if several else place
        yield row if earlier == place else row.finding(f"this run is recorded already: {earlier}")


def _place(at: int, starts: list[tuple[int, Path]]) -> str:
    """The file and line of the row with that number. starts: of each file the number of its first row."""
    first, path = max(start for start in starts if start[0] <= at)
    return f"{path}:{at - first + 2}"
