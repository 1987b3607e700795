"""Compares the chained rows of a folder with their hashes, and with the ends that its sessions recorded."""

from collections.abc import Iterator
from pathlib import Path

from tilings.models import files
from tilings.models.problem import UserError
from tilings.models.terminal.phrases import counted
from tilings.runners.record import csv_log
from tilings.runners.record.chain import Head
from tilings.runners.record.schema import COLUMNS, SESSION_COLUMNS
from tilings.runners.verify.findings import Finding


def faults(folder: Path) -> Iterator[Finding]:
    """The first row of each file that is not as it was recorded, and ends that differ; files without a chain have none.

    A file that cannot be read is left out: others report it.
    """
    for path in csv_log.tables(folder, "runs"):
        try:
            rows = list(csv_log.linked(files.inside(folder, path), COLUMNS))
            yield from _of_rows(path, rows)
            yield from _of_sessions(path, rows)
        except (OSError, UserError):
            continue


def _of_rows(path: Path, rows: list[tuple[str, bool]]) -> Iterator[Finding]:
    changed = [line for line, (_, fits) in enumerate(rows, 2) if not fits]
    if changed:
        others = f"; nor do those of {counted(len(changed) - 1, 'later row')}" if changed[1:] else ""
        words = "the row was changed after it was recorded, or rows before it were added, moved or removed"
        yield Finding(f"{path}:{changed[0]}", f"its chain does not fit: {words}{others}")


def _of_sessions(path: Path, rows: list[tuple[str, bool]]) -> Iterator[Finding]:
    sessions = files.inside(path.parent, path.with_name(path.name.replace("runs", "sessions", 1).removesuffix(".gz")))
    last: Head | None = None  # at the end of the session before, unless it was killed
    for line, row in enumerate(csv_log.rows(sessions, SESSION_COLUMNS) if sessions.exists() else (), 2):
        found, left = (_head(row[f"rows_{when}"], row[f"chain_{when}"]) for when in ("before", "after"))
        if found and last and found != last:
            words = f"{path.name} was changed before this session: the one before it left {counted(last.rows, 'row')}"
            yield Finding(f"{sessions}:{line}", f"{words}, and this one found {found.rows}")
        last = left
    if last is None:
        return
    if len(rows) != last.rows:
        yield Finding(str(path), f"it has {counted(len(rows), 'chained row')}, and its last session left {last.rows}")
    elif rows and rows[-1][0] != last.chain:
        yield Finding(str(path), "its last row is not the one that its last session recorded: their chains differ")


def _head(rows: str, chain: str) -> Head | None:
    return Head(int(rows), chain) if rows.isdecimal() else None
