"""The rows of all shards as they grow: each look reads only what was appended since the last one."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from models.problem import UserError
from runners.campaign import AGAIN
from runners.record import COLUMNS, LATER, RunRecord, from_row, read_runs


class Rows:
    """Reads ``runs-*.csv`` of a folder, whichever division wrote them.

    done: the runs that need not be made again; again: the last row of those that must.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[Path, tuple[list[str], int]] = {}
        self.done: dict[str, RunRecord] = {}
        self.again: dict[str, RunRecord] = {}

    def look(self) -> list[RunRecord]:
        """The runs that were done since the last look. Raises UserError for a file of another schema."""
        appended = [record for path in sorted(self._folder.glob("runs-*.csv")) for record in self._appended(path)]
        found = {record.run_id: record for record in appended if record.ended not in AGAIN}
        self.again |= {record.run_id: record for record in appended if record.ended in AGAIN}
        new = [record for run_id, record in found.items() if run_id not in self.done]
        self.done |= {record.run_id: record for record in new}
        self.again = {run_id: record for run_id, record in self.again.items() if run_id not in self.done}
        return new

    def _appended(self, path: Path) -> list[RunRecord]:
        """The whole rows behind those that were read before."""
        columns, start = self._read.get(path, ([], 0))
        with path.open("rb") as file:
            file.seek(start)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.decode("utf-8", errors="replace")
        if lines and not columns:
            header, _, lines = lines.partition("\n")
            columns = header.split(",")
            if set(COLUMNS) - set(columns) - set(LATER):
                read_runs(path)  # says what is wrong
        self._read[path] = columns, start + len(whole)
        try:
            return [from_row(row) for row in csv.DictReader(io.StringIO(lines), columns)]
        except (KeyError, TypeError, ValueError, csv.Error) as error:
            raise UserError(f"{path}: a row is not of this schema ({error}): move the file away") from None
