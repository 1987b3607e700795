"""Which of several rows of one run counts, and which runs are made again because they were disturbed.

A run that was disturbed is made again until it is not, at most ATTEMPTS times in all. Every attempt is a row, so the
last one is the undisturbed one, if there is any.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from models import parts
from runners.record.schema import GIVEN_UP, NOT_TRIED, RETRIED_ENDINGS, RunRecord, RunSummary, read_runs, read_summaries

ATTEMPTS = 4
T = TypeVar("T", RunSummary, RunRecord, RunSummary | RunRecord)


def worth(ended: str) -> int:
    """How much a row with this ending counts beside others of its run: of those that count most, the last does.

    A run that came to nothing counts least, then one that was assumed or could not be made.
    """
    if ended in RETRIED_ENDINGS:
        return 0
    return 1 if ended in (GIVEN_UP, "not_installed") else 2


def replaces(row: Any, earlier: Any) -> bool:
    """Whether a row (a RunRecord or a RunSummary) counts instead of an earlier one of its run."""
    return (worth(row.ended), row.attempt or 1) >= (worth(earlier.ended), earlier.attempt or 1)


def again(row: Any, most: int = ATTEMPTS) -> bool:
    """Whether the run of a row that counts is to be made again, because it was disturbed. most: attempts in all."""
    return row.ended not in NOT_TRIED and row.disturbed and (row.attempt or 1) < most


def counting(files: Mapping[Path, list[tuple[str, RunSummary]]]) -> dict[str, RunSummary | RunRecord]:
    """The row that counts of each run that came to something or was given up, by its id. files: their rows.

    Of the parts of a search and of runs that were given up these are whole records, others are summaries.
    """
    found: dict[str, RunSummary | RunRecord] = {}
    for path, rows in files.items():
        for run_id, row in rows:
            _take(found, run_id, row)
        if any(_in_full(row) for _, row in rows):
            for record in read_runs(path):
                if _in_full(record):
                    _take(found, record.run_id, record)
    return found


def recorded(folder: Path) -> dict[str, RunSummary | RunRecord]:
    """The same of all files of a campaign's folder, which is only read."""
    return counting({path: read_summaries(path) for path in sorted(folder.glob("runs-*.csv"))})


def standing(rows: dict[str, T], planned: Iterable[Any]) -> dict[str, T]:
    """The rows but those of runs that met a missing package, where the plan takes the solver for installed."""
    lacked = {run.run_id for run in planned if run.version and run.run_id in rows}
    return {run_id: row for run_id, row in rows.items() if not (run_id in lacked and row.ended == "not_installed")}


def _take(found: dict[str, RunSummary | RunRecord], run_id: str, row: RunSummary | RunRecord) -> None:
    if row.ended not in RETRIED_ENDINGS and (run_id not in found or replaces(row, found[run_id])):
        found[run_id] = row


def _in_full(row: RunSummary | RunRecord) -> bool:
    return row.ended == GIVEN_UP or not parts.of_record(row).whole
