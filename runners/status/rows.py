"""The rows of a campaign that is being made: each look reads only what was appended since the last one."""

import csv
import io
import math
import os
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from models import files
from models.claims import Contradiction
from runners.campaign.cross_check import CrossCheck
from runners.record import attempts
from runners.record.schema import COLUMNS, OPTIONAL_COLUMNS, REFUTED, RETRIED_ENDINGS, RunRecord, from_row

RECENT_S = 600.0
_AHEAD_S = 60.0  # by which clocks may differ, and rows be out of order
_AT_ONCE = 1 << 24  # bytes, so that a million rows do not lie in memory as text


class Made(NamedTuple):
    """The row that counts of a run. wall_s: of all its attempts."""

    row: RunRecord
    wall_s: float
    threads: int


class Ended(NamedTuple):
    """When a run came to its end, by the clock, and how long it took."""

    at: float
    wall_s: float


class _File(NamedTuple):
    inode: int = 0
    read: int = 0
    line: int = 0
    columns: tuple[str, ...] = ()


class Rows:
    """The rows of all shards of a folder, of any division.

    made: the row that counts of each run that came to something or was given up; nothing: how often runs came to
    nothing and are made again; wrong: the rows of wrong answers; core_s: the seconds of all rows and their threads;
    contradictions: between answers; unread: places in files that cannot be read, by the reason;
    unreachable: files that could not be read by the last look.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.ends: list[Ended] = []
        self._begin()

    def _begin(self) -> None:
        self._files: dict[Path, _File] = {}
        self._cross_check = CrossCheck([])
        self.made: dict[str, Made] = {}
        self.wrong: dict[str, RunRecord] = {}
        self.contradictions: list[Contradiction] = []
        self.nothing: Counter[str] = Counter()
        self.unread: dict[str, str] = {}
        self.unreachable: dict[str, str] = {}
        self.core_s = 0.0
        self._ends: dict[Path, list[Ended]] = {}

    def look(self, now: float) -> None:
        """Read what is new. now: the clock's time, by which the ends of recent runs are kept."""
        found = sorted(self._folder.glob("runs-*.csv"))
        gone = self._files.keys() - set(found)
        if gone or any(self._rewritten(path) for path in found):
            self._begin()
        self.unreachable = {}
        for path in found:
            while self._append(path, now):
                pass
        for path, ends in self._ends.items():
            self._ends[path] = [end for end in ends if end.at > now - RECENT_S]
        self.ends = [end for ends in self._ends.values() for end in ends if end.at < now + _AHEAD_S]

    def _rewritten(self, path: Path) -> bool:
        before = self._files.get(path)
        try:
            state = path.stat()
        except OSError:
            return True
        return before is not None and (state.st_ino != before.inode or state.st_size < before.read)

    def _append(self, path: Path, now: float) -> bool:
        """Read some of the whole lines that follow; whether there were any."""
        before = self._files.get(path, _File())
        try:
            with files.opened(path) as file:
                inode = os.fstat(file.fileno()).st_ino
                file.seek(before.read)
                text = file.read(_AT_ONCE)
        except OSError as error:
            self.unreachable[path.name] = error.strerror or str(error)
            return False
        whole = text[: text.rfind(b"\n") + 1]
        if not whole or (before.inode and inode != before.inode):
            return False
        lines = whole.decode("utf-8", errors="replace").split("\n")[:-1]
        columns, first = before.columns, before.line
        if not columns:
            columns = tuple(lines[0].split(","))
            lines, first = lines[1:], 1
            if missing := set(COLUMNS) - set(columns) - set(OPTIONAL_COLUMNS):
                self.unread[path.name] = f"has no column {min(missing)}: another version wrote it"
            elif len(set(columns)) < len(columns) or columns[0] != COLUMNS[0]:
                self.unread[path.name] = "has a column twice, or in another order: no campaign wrote it"
        if path.name not in self.unread:
            self._take(path, columns, lines, first, now)
        self._files[path] = _File(inode, before.read + len(whole), first + len(lines), columns)
        return True

    def _take(self, path: Path, columns: tuple[str, ...], lines: list[str], first: int, now: float) -> None:
        for number, line in enumerate(lines, first + 1):
            try:
                row = next(csv.reader(io.StringIO(line)), [])
                if len(row) != len(columns):
                    raise ValueError
                record = from_row(dict(zip(columns, row, strict=True)))
                wall_s = record.wall_s or 0.0
                core_s = wall_s * record.threads
                end = datetime.fromisoformat(record.started_at).timestamp() + wall_s if record.started_at else 0.0
                if not (math.isfinite(core_s) and math.isfinite(end)):
                    raise ValueError
                self._add(record, wall_s)
                self.core_s += core_s
                if end > now - RECENT_S:
                    self._ended(path, Ended(end, wall_s))
            except (ValueError, OverflowError, csv.Error):
                self.unread[f"{path.name}:{number}"] = "this row is broken"

    def _ended(self, path: Path, end: Ended) -> None:
        """Note when a run came to its end; rows stand in their order, so those that end later are of a clock that was
        set back since."""
        ends = self._ends.setdefault(path, [])
        while ends and ends[-1].at > end.at + _AHEAD_S:
            ends.pop()
        ends.append(end)

    def _add(self, row: RunRecord, wall_s: float) -> None:
        earlier = self.made.get(row.run_id)
        spent = wall_s + (earlier.wall_s if earlier else 0.0)
        if row.ended in RETRIED_ENDINGS:
            self.nothing[row.run_id] += 1
            if earlier:
                self.made[row.run_id] = earlier._replace(wall_s=spent)
            return
        self.contradictions += self._cross_check.against_others(row)
        if earlier is not None and not attempts.replaces(row, earlier.row):
            self.made[row.run_id] = earlier._replace(wall_s=spent)
            return
        self.made[row.run_id] = Made(row, spent, row.threads)
        self.wrong.pop(row.run_id, None)
        if row.check in REFUTED:
            self.wrong[row.run_id] = row
