"""Reads the rows and traces of a campaign, keeps one row for each run, and names a broken row by file and line."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models import search_parts
from tilings.models.files import matching
from tilings.models.problem import GOALS, UserError
from tilings.reports.english import count
from tilings.runners.record import csv_log, plans, rows
from tilings.runners.record.rows import Remark, Row
from tilings.runners.record.schema import ANSWERS, CHECKS, ENDINGS, TRACE_COLUMNS, RunRecord

if TYPE_CHECKING:
    from pandas import DataFrame

_NAMES = ("run_id", "family", "instance", "formulation", "solver")
_KNOWN = {"answer": ANSWERS, "ended": ENDINGS, "check": CHECKS, "goal": GOALS}
_LIMITS = ("wall_limit_s", "cpu_limit_s", "mem_limit_mb", "threads")
_SIGNED = ("seed", "exit_code", "signal", "objective", "bound")
_KINDS = RunRecord.__annotations__.items()
_NUMBERS = tuple(name for name, kind in _KINDS if "int" in str(kind) or "float" in str(kind))

_CHECKED = (*_NAMES, *_KNOWN, *_NUMBERS, "started_at")
_TRACE_TYPES = {"run_id": "str", "t_s": float, "objective": float, "bound": float, "attempt": float}


@dataclass(frozen=True)
class Recorded:
    """The rows of a campaign, one for each run, in a fixed order; the parts of a divided search are one record.

    superseded: the number of rows that a later or better one replaced.
    remarks: sentences on oddities of the files.
    ambiguous: each run_id that several runs share, so that their traces cannot be attributed.
    """

    records: tuple[RunRecord, ...]
    superseded: int
    remarks: tuple[str, ...]
    ambiguous: frozenset[str]


def recorded(folder: Path) -> Recorded:
    """The rows of the runs-*.csv in a folder, possibly none, without those of models that the latest plan lacks.

    Raises UserError where there is no such folder, or for a file or a row that is not of the schema.
    """
    _paths(folder)
    every, oddities = rows.read(folder)
    _check(every, [remark for remark in oddities if remark.wrong])
    remarks = [f"{Path(remark.place).name}: {remark.words}." for remark in oddities]
    if removed := plans.removed((record for _, record in every), folder):
        run_ids = {record.run_id for _, record in every if record.instance_sha256 in removed}
        left_out = count(len(run_ids), "recorded run")
        remarks.append(
            f"{left_out} of models or data that are not in the latest plan: left out until a plan has them again."
        )
        every = [row for row in every if row.run.instance_sha256 not in removed]
    latest = rows.by_place(every)
    counts = Counter(record.run_id for record in latest)
    ambiguous = sorted(run_id for run_id, number in counts.items() if number > 1)
    if ambiguous:
        remarks.append(
            f"{count(len(ambiguous), 'run_id', 'run_ids')} of several runs each (the first: {ambiguous[0]}): "
            "their traces cannot be assigned to one of them, and are left out."
        )
    if slow := [record for record in latest if record.late]:
        run, limit = slow[0].wall_s or 0, slow[0].wall_limit_s
        remarks.append(
            f"{count(len(slow), 'run')} took longer than the limit allows (the first: {slow[0].run_id}, {run:g} of "
            f"{limit:g} s): each counts as a timeout, whatever its answer."
        )
    records = tuple(sorted(search_parts.merged(latest), key=rows.place))
    return Recorded(records, len(every) - len(latest), tuple(remarks), frozenset(ambiguous))


def holds_runs(folder: Path) -> bool:
    """Whether a folder has a file for runs, even an empty one; raises UserError if the folder cannot be read."""
    return bool(_paths(folder))


def _paths(folder: Path) -> list[Path]:
    if not folder.is_dir():
        reason = "is a file" if folder.exists() else "no such folder"
        raise UserError(f"{folder}: {reason}; name a campaign's folder, such as results/default")
    try:
        return sorted(path for path in folder.iterdir() if path.match("runs-*.csv") or path.match("runs-*.csv.gz"))
    except OSError as error:
        raise UserError(f"{folder}: cannot be read: {error.strerror}") from None


def _check(read: list[Row], wrong: list[Remark]) -> None:
    """Raise UserError for the first row that could not be read, or cannot come from a run."""
    columns = ((column, {getattr(record, column) for _, record in read}) for column in _CHECKED)
    sound = not any(_fault(column, value) for column, values in columns for value in values)
    sound = sound and not any(record.wall_s is None and record.proven for _, record in read)
    for place, record in () if sound else read:
        fault = next(filter(None, (_fault(column, getattr(record, column)) for column in _CHECKED)), "")
        if not fault and record.proven and record.wall_s is None:
            fault = f"wall_s is empty in a run with the answer {record.answer}"
        if fault:
            raise Remark(place, f"{fault}: correct or remove the line").error
    if wrong:
        raise wrong[0].error


def _fault(column: str, value: Any) -> str:
    """The fault of a cell in words; empty for none."""
    if column in _NAMES:
        if not value:
            return f"{column} is empty"
        named = "/" not in value and value.isprintable() and not value.startswith(".")
        return "" if named else f"{column} {value!r} cannot be used as a file name"
    if column in _KNOWN:
        known = _KNOWN[column]
        return "" if value in known else f"{column} '{value}' is not one of {', '.join(known)}"
    if column == "started_at":
        return "" if _is_time(value) else f"started_at '{value}' is not a time such as 2026-11-21T19:27:14Z"
    if value is None or 0 < value < math.inf:
        return ""
    if not math.isfinite(value):
        return f"{column} is {value}, not a number"
    if value < 0 and column not in _SIGNED:
        return f"{column} is negative: {value:g}"
    return f"{column} is 0" if value == 0 and column in _LIMITS else ""


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text or "1970-01-01")
    except ValueError:
        return False
    return True


def traced(folder: Path, attempts: Mapping[str, int]) -> DataFrame:
    """The traces of runs, of all files of a campaign, by run and time. attempts: by run_id the attempt that counts.

    Columns: run_id; t_s, seconds since the start of the process; objective and bound, NaN if the row has only the
    other. Raises UserError for a cell that is not a number, and for a negative time.
    """
    import pandas as pd

    files = [_trace(path) for path in matching(folder, "trace-*.csv") if path.stat().st_size]
    trace = pd.concat([pd.DataFrame(columns=list(TRACE_COLUMNS)).astype(_TRACE_TYPES), *files], ignore_index=True)
    trace = trace[trace["run_id"].map(dict(attempts)) == trace.pop("attempt")]
    return trace.sort_values(["run_id", "t_s"], kind="stable", ignore_index=True)


def _trace(path: Path) -> DataFrame:
    import numpy as np
    import pandas as pd

    rows, _ = csv_log.read(path, TRACE_COLUMNS)
    trace = pd.DataFrame(rows, columns=list(TRACE_COLUMNS))
    if trace.empty:
        return trace.astype(_TRACE_TYPES)
    trace["attempt"] = trace["attempt"].replace("", "1")  # older files do not name it
    for name in TRACE_COLUMNS[1:]:
        filled = trace[name].str.strip() != ""
        numbers = pd.to_numeric(trace[name].where(filled), errors="coerce").astype(float)
        wrong = ~np.isfinite(numbers) & filled if name != "t_s" else ~(numbers >= 0) | np.isinf(numbers)
        if wrong.any():
            row = int(wrong.argmax())
            raise UserError(f"{path}:{row + 2}: {name} '{trace[name][row]}' is not a valid number: correct the line")
        trace[name] = numbers
    return trace.astype(_TRACE_TYPES)
