"""The ends of the solvers' logs, up to a limit of size."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from models import files
from reports.data.campaign import Results
from runners.record.schema import REFUTED, RunRecord

TAIL = 4096  # bytes at the end of a log
BUDGET = 16_000_000  # bytes of all ends together


def of(results: Results, budget: int = BUDGET) -> dict[str, Any]:
    """Keys: tail, the most bytes of an end; ends, by the run's index: the text and the log's length in bytes; left_out,
    the indices of runs whose logs exceed the budget. Runs that went wrong come first.
    """
    ends: dict[int, tuple[str, int]] = {}
    left_out = []
    for place, record in sorted(enumerate(results.records), key=lambda each: _rank(each[1])):
        if not record.log:
            continue
        if budget <= 0:
            left_out.append(place)
        elif (found := _end(results.folder, record.log)) is not None:
            ends[place] = found
            budget -= len(found[0])
    return {"tail": TAIL, "ends": ends, "left_out": left_out}


def _rank(record: RunRecord) -> int:
    """0: a wrong answer or a failure; 1: no answer; 2: an answer."""
    if record.check in REFUTED or record.ended in ("crash", "output", "harness_error"):
        return 0
    return 2 if record.proven else 1


def _end(folder: Path, logs: str) -> tuple[str, int] | None:
    """The end of a run's log and the log's length in bytes, or None; of several logs, the last that can be read."""
    for path in _paths(folder, logs):
        try:
            with files.opened(path) as file:
                length = file.seek(0, os.SEEK_END)
                file.seek(max(0, length - TAIL))
                return file.read().decode(errors="replace"), length
        except OSError:
            continue
    return None


def _paths(folder: Path, logs: str) -> Iterator[Path]:
    """The log files, the last one first; only those in the campaign's folder, because a row may name any path."""
    for name in reversed(logs.split(" + ")):
        inside = os.path.normpath(name)
        if not inside.startswith((os.sep, os.pardir)):
            yield folder / inside
