"""A run's record, trace, log and source, which the page unpacks when a run is opened, in columns that are small."""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from math import isfinite
from operator import attrgetter
from pathlib import Path
from typing import Any

from tilings.models import files, registry
from tilings.models.problem import UserError
from tilings.reports.data.campaign import Results
from tilings.runners.record.schema import COLUMNS, REFUTED, RunRecord

# The titles of groups of the record's columns, each by the first column of the group.
GROUPS = {
    "run_id": "identity",
    "wall_limit_s": "limits",
    "answer": "outcome",
    "solutions": "value",
    "wall_s": "cost",
    "variables": "size and effort",
    "host": "where",
    "command": "",  # the columns from here on are shown elsewhere in the panel
}
MOST_POINTS = 200  # of a trace; longer ones are thinned
TAIL = 4096  # bytes at the end of a log
_READ = 16 * TAIL  # bytes at the end of a log in which the end of the solver's own output is sought
_EVENT = b'{"event": '  # opens a line of the process in which the solver runs (runners.solvers.interface)
_COMMAND = b"$ "
BUDGET = 16_000_000  # bytes of all ends together


def coded(cells: Iterable[Any]) -> dict[str, Any]:
    """A column of one type as its distinct values and each row's index among them; no indices where all rows are equal.

    A column of mostly distinct values is given row by row instead.

    >>> coded(["a", "b", "a", "a"])
    {'values': ['a', 'b'], 'codes': [0, 1, 0, 0]}
    >>> coded([1, 1]), coded(["x", "y"])
    ({'values': [1]}, {'rows': ['x', 'y']})
    """
    cells = list(cells)
    places = {value: place for place, value in enumerate(dict.fromkeys(cells))}
    if len(places) <= 1:
        return {"values": [plain(value) for value in places]}
    if len(places) > len(cells) / 2:
        return {"rows": [plain(cell) for cell in cells]}
    return {"values": [plain(value) for value in places], "codes": [places[cell] for cell in cells]}


def plain(value: Any) -> Any:
    """A value as JSON can hold it: floats rounded as in the record, None for NaN and infinity."""
    if isinstance(value, float):
        if not isfinite(value):
            return None
        return int(value) if value.is_integer() else float(f"{value:.6g}") if abs(value) < 1e5 else value
    return value


def numbers(cells: Sequence[float]) -> list[Any]:
    """Numbers as JSON can hold them.

    >>> numbers([1.0, 0.12345678, float("nan")])
    [1, 0.123457, None]
    """
    return [plain(float(cell)) for cell in cells]


def details(results: Results) -> dict[str, Any]:
    """Keys: groups, pairs of a title and names of columns; columns, by name; traces, by the run's index: times,
    objectives and bounds, and for a trace that was thinned the number of its points.
    """
    groups: list[tuple[str, list[str]]] = []
    for name in COLUMNS:
        if name in GROUPS:
            groups.append((GROUPS[name], []))
        groups[-1][1].append(name)
    rows = zip(*map(attrgetter(*COLUMNS), results.records), strict=True) if results.records else repeat(())
    columns = {name: coded(cells) for name, cells in zip(COLUMNS, rows, strict=False)}
    return {"groups": [group for group in groups if group[0]], "columns": columns, "traces": _traces(results)}


def _traces(results: Results) -> dict[int, list[Any]]:
    """The traces, evenly thinned to MOST_POINTS where they are longer; the first and the last point stay."""
    row_of = {record.run_id: number for number, record in enumerate(results.records)}
    traces: dict[int, list[Any]] = {}
    for run_id, trace in results.traces.groupby("run_id", sort=False):
        last = len(trace) - 1
        if last >= MOST_POINTS:
            trace = trace.iloc[[round(last * step / (MOST_POINTS - 1)) for step in range(MOST_POINTS)]]
        traces[row_of[run_id]] = [numbers(trace[name]) for name in ("t_s", "objective", "bound")]
        if last >= MOST_POINTS:
            traces[row_of[run_id]].append(last + 1)
    return traces


def logs(results: Results, budget: int = BUDGET) -> dict[str, Any]:
    """Keys: tail, the most bytes of an end; ends, by the run's index: the text, the log's length in bytes, and whether
    the text is the solver's own output; left_out, the indices of runs whose logs exceed the budget. Failed and refuted
    runs come first.
    """
    ends: dict[int, tuple[str, int, bool]] = {}
    left_out = []
    for row, record in sorted(enumerate(results.records), key=lambda item: _rank(item[1])):
        if not record.log:
            continue
        if budget <= 0:
            left_out.append(row)
        elif (end := _end(results.folder, record.log)) is not None:
            ends[row] = end
            budget -= len(end[0])
    return {"tail": TAIL, "ends": ends, "left_out": left_out}


def _rank(record: RunRecord) -> int:
    """0: a wrong answer or a failure; 1: no answer; 2: an answer."""
    if record.check in REFUTED or record.ended in ("crash", "output", "harness_error"):
        return 0
    return 2 if record.proven else 1


def _end(folder: Path, logs: str) -> tuple[str, int, bool] | None:
    """The end of what the solver itself wrote, the log's length in bytes, and True, or None where no log can be read.

    Of several logs, the last that can be read. Where the solver wrote nothing: the end of the whole log, and False.
    """
    for path in _paths(folder, logs):
        try:
            with files.opened(files.inside(folder, path)) as file:
                length = file.seek(0, os.SEEK_END)
                file.seek(max(0, length - _READ))
                whole = file.read()
        except (OSError, UserError):
            continue
        own = [line for line in whole.splitlines(keepends=True) if not line.startswith(_EVENT)]
        wrote = any(line.strip() and not line.startswith(_COMMAND) for line in own)
        return (b"".join(own) if wrote else whole)[-TAIL:].decode(errors="replace"), length, wrote
    return None


def _paths(folder: Path, logs: str) -> Iterator[Path]:
    """The log files, the last one first; only those in the campaign's folder, because a row may name any path."""
    for name in reversed(logs.split(" + ")):
        inside = os.path.normpath(name)
        if not inside.startswith((os.sep, os.pardir)):
            yield folder / inside


def sources(results: Results) -> dict[str, Any]:
    """The sources of the formulations when the page is built, without formulations that no longer exist.

    By FAMILY/FORMULATION, and FAMILY/PROBLEM/MODEL for models of the user's own: file, text, and sha256, the digest
    that a run of this source has in its row.
    """
    contents = {}
    for run in results.runs[results.of_models].itertuples():
        own: Any = results.instances[run.family, results.records[run.Index].instance][1]
        entry = {"file": own.model, "text": dict(own.files)[own.model], "sha256": run.formulation_sha256}
        contents[f"{run.family}/{run.instance}/{run.formulation}"] = entry
    for family, name in sorted({(record.family, record.formulation) for record in results.records}):
        if family in registry.families() and name in registry.formulations(family):
            formulation = registry.formulation(family, name)
            file = "/".join(formulation.path.parts[-3:])  # models/FAMILY/NAME, here as in a plug-in's folder
            text = formulation.path.read_text(encoding="utf-8")
            contents[f"{family}/{name}"] = {"file": file, "text": text, "sha256": formulation.sha256()}
    return contents
