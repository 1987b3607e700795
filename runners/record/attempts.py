"""Which of several rows of one run counts, and which runs are made again because they were disturbed.

A run that was disturbed is made again until it is not, at most ATTEMPTS times in all. Every attempt is a row, so the
last one is the undisturbed one, if there is any.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from runners.record import rows
from runners.record.schema import GIVEN_UP, NOT_TRIED, RETRIED_ENDINGS, RunRecord

ATTEMPTS = 4


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
    return counting(rows.runs(folder))


def standing(found: dict[str, RunRecord], planned: Iterable[Any]) -> dict[str, RunRecord]:
    """The rows that a plan keeps: a run that lacked a package is made again once its solver is installed."""
    installed = {run.run_id for run in planned if run.version}
    return {run_id: row for run_id, row in found.items() if row.ended != "not_installed" or run_id not in installed}
