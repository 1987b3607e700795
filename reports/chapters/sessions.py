"""The sessions of a campaign: when and where each was made, and what it cost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from tilings.models import files
from tilings.reports.chapters.chapter import Table
from tilings.runners.record import csv_log, schema
from tilings.runners.record.schema import RunRecord

_LAST = "~"  # after every time of a session


class Cost(NamedTuple):
    """A session, and what it cost.

    made: the number of its runs. Each attempt counts, and an assumed run does not.
    hours: from its start to the end of its last run.
    core_hours: the sum over its runs of wall time times threads.
    """

    started_at: str
    machine: str
    git_commit: str
    made: int
    hours: float
    core_hours: float


def sessions(folder: Path) -> list[Cost]:
    """The sessions of a campaign in the order of their starts; none where they are not recorded."""
    return sorted(each for shard, own in _recorded(folder).items() for each in _of_shard(folder, shard, own))


def _recorded(folder: Path) -> dict[str, list[dict[str, str]]]:
    """The rows of the sessions of each shard."""
    return {
        path.stem.removeprefix("sessions-"): [*csv_log.rows(path, schema.SESSION_COLUMNS)]
        for path in files.matching(folder, "sessions-*.csv")
    }


def _of_shard(folder: Path, shard: str, own: list[dict[str, str]]) -> Iterator[Cost]:
    tables = [table for table in csv_log.tables(folder, "runs") if table.name.startswith(f"runs-{shard}.")]
    made = [row for table in tables for row in schema.read_runs(table) if row.wall_s is not None]
    starts = [each["started_at"] for each in own]
    for session, start, following in zip(own, starts, [*starts[1:], _LAST], strict=True):
        rows = [row for row in made if start <= row.started_at < following]
        hours = max((_end(row) - datetime.fromisoformat(start).timestamp() for row in rows), default=0.0) / 3600
        core_hours = sum((row.wall_s or 0.0) * row.threads for row in rows) / 3600
        yield Cost(start, session["machine"], session["git_commit"], len(rows), hours, core_hours)


def _end(row: RunRecord) -> float:
    return datetime.fromisoformat(row.started_at).timestamp() + (row.wall_s or 0.0)


def table(folder: Path) -> Table:
    """A row a session, and their sum; no rows where there was one session only."""
    several = sum(map(len, _recorded(folder).values())) > 1  # else the runs need not be read again
    found = sessions(folder) if several else []
    rows = [
        [str(number), each.started_at[:16].replace("T", " "), each.machine, each.git_commit, *_numbers([each])]
        for number, each in enumerate(found, 1)
    ]
    rows.append(["all", "", "", "", *_numbers(found)])
    header = ["session", "start (UTC)", "machine", "commit", "runs", "hours", "core-hours"]
    caption = (
        "The sessions of the campaign. Runs: each attempt counts. Core-hours: the wall time of the runs times their "
        "threads."
    )
    return Table(header, rows if found else [], caption, "sessions", left=4)


def _numbers(found: list[Cost]) -> list[str]:
    made = sum(each.made for each in found)
    hours, core_hours = sum(each.hours for each in found), sum(each.core_hours for each in found)
    return [f"{made:,}", f"{hours:.1f}", f"{core_hours:.1f}"]
