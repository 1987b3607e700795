"""Reads the rows of a campaign: which of them stand, and what is wrong with them, by file and line."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from models import parts
from models.problem import GOALS, UserError
from reports.words import count
from runners.record import ANSWERS, CHECKS, ENDINGS, RunRecord, read_edited

_KEY = ("family", "instance", "formulation", "options", "solver", "goal", "seed", "repetition", "threads")
_NAMES = ("run_id", "family", "instance", "formulation", "solver")
_KNOWN = {"answer": ANSWERS, "ended": ENDINGS, "check": CHECKS, "goal": GOALS}
_LIMITS = ("wall_limit_s", "cpu_limit_s", "mem_limit_mb", "threads")
_SIGNED = ("seed", "exit_code", "signal", "objective", "bound")
_NUMBERS = tuple(field.name for field in fields(RunRecord) if "int" in str(field.type) or "float" in str(field.type))


@dataclass(frozen=True)
class Recorded:
    """The rows of a campaign that stand, one a run, in a fixed order; the parts of a search are one record.

    superseded: how many rows a later or better one replaced. remarks: what a reader must know of the files, in
    sentences. ambiguous: each run_id that stands for several runs, whose traces nobody can tell apart.
    """

    records: tuple[RunRecord, ...]
    superseded: int
    remarks: tuple[str, ...]
    ambiguous: frozenset[str]


def recorded(folder: Path) -> Recorded:
    """The rows of the runs-*.csv in a folder, of which there may be none.

    Raises UserError where there is no such folder, or for a file or a row that is not of the schema.
    """
    files, remarks = [], []
    for path in _paths(folder):
        try:
            found, told = read_edited(path)
        except OSError as error:
            raise UserError(f"cannot read {path}: {error.strerror}") from None
        _check(path, found)
        files.append(found)
        remarks += [f"{path.name}: {remark}." for remark in told]
    latest = _latest([record for found in files for record in _last(found)])
    counts = Counter(record.run_id for record in latest)
    ambiguous = sorted(run_id for run_id, number in counts.items() if number > 1)
    if ambiguous:
        remarks.append(
            f"{count(len(ambiguous), 'run_id', 'run_ids')} of several runs each (the first: {ambiguous[0]}): "
            "whose their traces are cannot be told, and they are left out."
        )
    superseded = sum(map(len, files)) - len(latest)
    standing = tuple(sorted(parts.gathered(latest), key=_key))
    return Recorded(standing, superseded, tuple(remarks), frozenset(ambiguous))


def holds_runs(folder: Path) -> bool:
    """Whether a folder has files of runs, empty or not. Raises UserError as ``recorded`` does."""
    return bool(_paths(folder))


def _paths(folder: Path) -> list[Path]:
    if not folder.is_dir():
        what = "is a file" if folder.exists() else "no such folder"
        raise UserError(f"{folder}: {what}; name a campaign's folder, such as results/default")
    try:
        return sorted(path for path in folder.iterdir() if path.match("runs-*.csv"))  # glob is silent where it may not
    except OSError as error:
        raise UserError(f"cannot read {folder}: {error.strerror}") from None


def _check(path: Path, records: list[RunRecord]) -> None:
    """Raise UserError for the first row that no run can have given."""
    for line, record in enumerate(records, 2):
        if fault := _fault(record):
            raise UserError(f"{path}:{line}: {fault}: mend or remove the line")


def _fault(record: RunRecord) -> str:
    values = record.__dict__
    for column in _NAMES:
        if not values[column]:
            return f"{column} is empty"
    for column, known in _KNOWN.items():
        if values[column] not in known:
            return f"{column} '{values[column]}' is none of {', '.join(known)}"
    for column in _NUMBERS:
        value = values[column]
        if value is None or 0 < value < math.inf:
            continue
        if not math.isfinite(value):
            return f"{column} is {value}, not a number"
        if value < 0 and column not in _SIGNED:
            return f"{column} is negative: {value:g}"
        if value == 0 and column in _LIMITS:
            return f"{column} is 0"
    return _fault_of_time(record.started_at)


def _fault_of_time(text: str) -> str:
    try:
        datetime.fromisoformat(text or "1970-01-01")
    except ValueError:
        return f"started_at '{text}' is no time such as 2026-11-21T19:27:14+00:00"
    return ""


def _last(rows: list[RunRecord]) -> Iterable[RunRecord]:
    """One record for each run in one file: a completed one before an attempt that came to nothing, then the last row.

    Rows stand in the order in which they were written; a clock may have been set back in between.
    """
    return _best(rows, _worth)


def _latest(rows: list[RunRecord]) -> list[RunRecord]:
    """One record for each run in several files: as ``_last``, but then the latest by the clock."""
    return list(_best(rows, lambda record: (_worth(record), record.started_at)))


def _best(rows: list[RunRecord], worth: Callable[[RunRecord], Any]) -> Iterable[RunRecord]:
    best: dict[tuple[Any, ...], RunRecord] = {}
    for record in rows:
        if (key := _key(record)) not in best or worth(record) >= worth(best[key]):
            best[key] = record
    return best.values()


def _key(record: RunRecord) -> tuple[Any, ...]:
    return tuple(getattr(record, name) for name in _KEY)


def _worth(record: RunRecord) -> int:
    return {"interrupted": 0, "harness_error": 0, "not_installed": 1}.get(record.ended, 2)
