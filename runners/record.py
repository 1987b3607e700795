"""The only schema of a run: RunRecord <-> one CSV row. Its fields are the columns, in their order.

Three axes say how a run went, and are never folded into one: `answer` (what was proven or found), `ended` (what
ended the run), `check` (what became of the answer when it was checked). CSV is the truth: one writer a file, one
line a row, a row on disk before the next run starts, and a torn last row is dropped on reading.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_type_hints

from models.problem import UserError

ANSWERS = ("sat", "unsat", "optimal", "feasible", "counted", "none")
ENDINGS = (
    "finished", "wall", "cpu", "memory", "output", "processes", "crash",
    "not_applicable", "not_installed", "interrupted", "harness_error",
)  # fmt: skip
CHECKS = ("valid", "invalid", "contradicts_known", "unchecked")
PROVEN = ("sat", "unsat", "optimal", "counted")


@dataclass(frozen=True)
class RunRecord:
    """One run. Times in seconds, memory in MB (10^6 bytes); None (an empty field) where it is not known.

    run_id: hash of the fields up to mem_limit_mb. options: those that are not at their default, as key=value.
    phase: encode or solve, in which a run that did not finish was. sense: min or max. encode_s: building, flattening
    or grounding the model; solve_s: the search. first_s, best_s: when the first and the last solution came, and
    wall_s, counted from the start of the process; the former are empty for solvers that tell of solutions only at
    their end. failures: conflicts. effort: a count of the solver's own, in
    effort_unit. cores: the core that the run was pinned to. load_start: the machine's load average before it;
    foreign_start: the cores that other programs than this harness and its runs kept busy just before it; disturbed:
    whether those were too many for its times to be trusted. machine: the hash under which machines/ of the campaign
    describes where it ran. command: the command lines that were called. log: the file of the solver's output.
    message: what went wrong.
    """

    run_id: str
    campaign: str
    family: str
    instance: str
    instance_sha256: str
    formulation: str
    formulation_sha256: str
    solver: str
    solver_version: str
    options: str
    goal: str
    seed: int
    repetition: int
    threads: int
    wall_limit_s: float
    cpu_limit_s: float
    mem_limit_mb: int
    limit_backend: str = ""
    answer: str = "none"
    ended: str = "finished"
    check: str = "unchecked"
    phase: str = ""
    exit_code: int | None = None
    signal: int | None = None
    solutions: int | None = None
    sense: str = ""
    objective: int | None = None
    bound: float | None = None
    wall_s: float | None = None
    cpu_s: float | None = None
    encode_s: float | None = None
    solve_s: float | None = None
    first_s: float | None = None
    best_s: float | None = None
    peak_mb: float | None = None
    mem_method: str = ""
    variables: int | None = None
    constraints: int | None = None
    nonzeros: int | None = None
    nodes: int | None = None
    failures: int | None = None
    effort: float | None = None
    effort_unit: str = ""
    host: str = ""
    cpu_model: str = ""
    cores: str = ""
    load_start: float | None = None
    foreign_start: float | None = None
    disturbed: bool = False
    started_at: str = ""
    git_commit: str = ""
    dirty: bool = False
    machine: str = ""
    command: str = ""
    log: str = ""
    message: str = ""

    @property
    def proven(self) -> bool:
        """Whether the goal was reached, and nothing speaks against it."""
        return self.answer in PROVEN and self.check not in ("invalid", "contradicts_known")


COLUMNS = tuple(field.name for field in fields(RunRecord))
# Columns that came later than the first campaigns, which are read all the same: the default stands in their cells.
LATER = ("foreign_start", "disturbed", "machine", "command")
TRACE_COLUMNS = ("run_id", "t_s", "objective", "bound")


def to_row(record: RunRecord) -> list[str]:
    """The record's fields as CSV cells, in the order of COLUMNS; no cell holds a line break."""
    return [_cell(getattr(record, name)) for name in COLUMNS]


def from_row(row: dict[str, str]) -> RunRecord:
    """The record that a CSV row holds; raises ValueError where a cell is not of its column's type."""
    return RunRecord(**{name: _value(name, row[name]) for name in COLUMNS if name in row or name not in LATER})


def read_runs(path: Path) -> list[RunRecord]:
    """The records of one file; a torn last row is dropped. Raises UserError for a file of another schema."""
    found = list(rows(path, COLUMNS, LATER))
    try:
        return [from_row(row) for row in found]
    except ValueError as error:
        raise UserError(f"{path}: a row is not of this schema ({error})") from None


def read_traces(path: Path) -> list[dict[str, str]]:
    """The rows of a trace file (cells as text); a torn last row is dropped."""
    return list(rows(path, TRACE_COLUMNS))


def rows(path: Path, columns: tuple[str, ...], optional: tuple[str, ...] = ()) -> Iterator[dict[str, str]]:
    """The rows of a CSV file with these columns, of which some are optional, cells as text; a torn last row is dropped.

    Raises UserError for a file with other columns, and for a whole row that does not have as many cells.
    """
    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1].decode("utf-8", errors="replace")
    if not whole:  # torn within its header
        return
    _require_columns(path, columns, optional)
    reader = csv.DictReader(io.StringIO(whole))
    try:
        for row in reader:
            if None in row or None in row.values():
                cells = len(reader.fieldnames or ())
                raise UserError(f"{path}:{reader.line_num}: this row has not {cells} cells: move the file away")
            yield row
    except csv.Error as error:
        raise UserError(f"{path}:{reader.line_num}: {error}: move the file away") from None


class Appender:
    """Appends rows to a CSV file, each flushed to disk. Repairs a torn last row first; creates the file."""

    def __init__(self, path: Path, columns: tuple[str, ...]) -> None:
        self._file = path.open("ab+", buffering=0)  # a row that the disk refuses must not be tried again on closing
        self._drop_torn_row()
        if self._file.tell() == 0:
            self.append(columns)
        else:
            _require_columns(path, columns)

    def append(self, *rows: Iterable[Any]) -> None:
        """Write rows and wait until they are on disk."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([_cell(value) for value in row] for row in rows)
        data = text.getvalue().encode(errors="replace")  # a lone surrogate is no text
        while data:
            data = data[self._file.write(data) :]
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _drop_torn_row(self) -> None:
        self._file.seek(0)
        whole = self._file.read().rfind(b"\n") + 1
        self._file.truncate(whole)
        self._file.seek(0, os.SEEK_END)


def _require_columns(path: Path, columns: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    with path.open(encoding="utf-8", errors="replace") as file:
        header = file.readline().rstrip("\n").split(",")
    if tuple(header) != tuple(name for name in columns if name in header or name not in optional):
        missing = sorted(set(columns) - set(optional) - set(header))
        what = f"lacks the column {missing[0]}" if missing else "has other columns"
        raise UserError(f"{path} {what}; it was not written by this version: move it away or use --fresh")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6g}" if abs(value) < 1e5 else repr(value)
    return " ".join(str(value).split()) if isinstance(value, str) else str(value)


_TYPES = get_type_hints(RunRecord)


def _value(name: str, cell: str) -> Any:
    kind = str(_TYPES[name])
    if "None" in kind and cell == "":
        return None
    if "bool" in kind:
        return cell == "true"
    if "int" in kind:
        return int(cell)
    return float(cell) if "float" in kind else cell
