"""Follows the rows of all shards: each look reads only what was appended since the last one."""

import csv
import io
import os
from pathlib import Path

from models import files
from models.problem import UserError
from runners.record import attempts
from runners.record.schema import COLUMNS, OPTIONAL_COLUMNS, RETRIED_ENDINGS, RunRecord, from_row, read_runs


class Rows:
    """Reads ``runs-*.csv`` of a folder, of any division into shards.

    done: the row that counts of each run that was made or given up; again: the last row of each run that came to
    nothing and must be made again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[Path, tuple[int, list[str], int]] = {}
        self.done: dict[str, RunRecord] = {}
        self.again: dict[str, RunRecord] = {}

    def look(self) -> list[RunRecord]:
        """The rows that count since the last look. Raises UserError for a file of another schema."""
        appended = [record for path in sorted(self._folder.glob("runs-*.csv")) for record in self._appended(path)]
        new: dict[str, RunRecord] = {}
        for record in (record for record in appended if record.ended not in RETRIED_ENDINGS):
            earlier = self.done.get(record.run_id)
            if earlier is None or (record != earlier and attempts.replaces(record, earlier)):
                self.done[record.run_id] = new[record.run_id] = record
        self.again |= {record.run_id: record for record in appended if record.ended in RETRIED_ENDINGS}
        self.again = {run_id: record for run_id, record in self.again.items() if run_id not in self.done}
        return list(new.values())

    def _appended(self, path: Path) -> list[RunRecord]:
        """The complete rows that follow those read before."""
        known, columns, start = self._read.get(path, (0, [], 0))
        with files.opened(path) as file:
            inode = os.fstat(file.fileno()).st_ino
            if inode != known:  # new, or rewritten by a task that found two rows of one run
                columns, start = [], 0
            file.seek(start)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.decode("utf-8", errors="replace")
        if lines and not columns:
            header, _, lines = lines.partition("\n")
            columns = header.split(",")
            if set(COLUMNS) - set(columns) - set(OPTIONAL_COLUMNS):
                read_runs(path)  # raises an error that names the fault
        self._read[path] = inode, columns, start + len(whole)
        try:
            return [from_row(row) for row in csv.DictReader(io.StringIO(lines), columns)]
        except (KeyError, TypeError, ValueError, csv.Error) as error:
            raise UserError(f"{path}: a row is not of this schema ({error}): move the file away") from None
