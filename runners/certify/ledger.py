"""What certifying square tilings has recorded, as CSV files: shards of refutations, and tilings.

One writer a file, `shards-<i>-of-<n>.csv` and `tilings-<i>-of-<n>.csv` for machine i of n; a row is on disk before
the next is written, and whoever opens a folder reads the files of all machines.
"""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from models.problem import Solution, UserError
from runners.campaign import lock
from runners.record.csv_log import Appender, rows


@dataclass(frozen=True)
class Shard:
    """One part of an exhaustive search for tilings of a square, searched to its end.

    size: side of the board. copies: how often a side may be used. part: from 0, of so many parts. nodes, solutions:
    of the part; digest: the engine's hash over its nodes, 16 hexadecimal digits. cpu_s: CPU seconds of the search.
    engine: the engine's version. The other fields say where and when.
    """

    size: int
    copies: int
    part: int
    parts: int
    nodes: int
    solutions: int
    digest: str
    cpu_s: float
    engine: str
    host: str
    cpu_model: str
    git_commit: str
    started_at: str

    def __post_init__(self) -> None:
        """Raises ValueError for fields that no search has."""
        _require_board(self.size, self.copies)
        if not 0 <= self.part < self.parts or self.nodes < 0 or self.solutions < 0:
            raise ValueError(f"part {self.part} of {self.parts}, {self.nodes} nodes, {self.solutions} solutions")
        if not re.fullmatch("[0-9a-f]{16}", self.digest):
            raise ValueError(f"digest '{self.digest}'")


@dataclass(frozen=True)
class Tiling:
    """A tiling of a square.

    size: side of the board. copies: how often a side may be used. tiling: its squares, ``x:y:side`` separated by
    spaces. nodes, cpu_s: what finding it took, all attempts together. The other fields are those of ``Shard``.
    """

    size: int
    copies: int
    tiling: str
    nodes: int
    cpu_s: float
    engine: str
    host: str
    cpu_model: str
    git_commit: str
    started_at: str

    def __post_init__(self) -> None:
        """Raises ValueError for fields that no search has."""
        _require_board(self.size, self.copies)
        if not re.fullmatch(r"\d+:\d+:\d+( \d+:\d+:\d+)*", self.tiling):
            raise ValueError(f"tiling '{self.tiling[:20]}'")

    @property
    def squares(self) -> Solution:
        """The squares (x, y, side)."""
        return tuple(tuple(map(int, square.split(":"))) for square in self.tiling.split())


Row = Shard | Tiling
Kind = TypeVar("Kind", Shard, Tiling)
SHARD_COLUMNS = tuple(field.name for field in fields(Shard))
TILING_COLUMNS = tuple(field.name for field in fields(Tiling))
_PATTERNS = ("shards-*.csv", "tilings-*.csv")


class Ledger:
    """The open folder: `rows` is what all machines had recorded in it. Raises UserError where it cannot be written.

    machine: (i, n), the i-th of n, from 1. fresh: what is recorded is set aside first.
    """

    def __init__(self, home: Path, machine: tuple[int, int] = (1, 1), fresh: bool = False) -> None:
        self.folder = home
        name = f"{machine[0]}-of-{machine[1]}.csv"
        try:
            home.mkdir(parents=True, exist_ok=True)
            self._held = lock.lock(home, *machine, alone=fresh)
            if fresh:
                lock.set_aside(home, *_PATTERNS)
            self.rows = read(home)
            self._shards = Appender(home / f"shards-{name}", SHARD_COLUMNS)
            self._tilings = Appender(home / f"tilings-{name}", TILING_COLUMNS)
        except OSError as error:
            raise UserError(f"the results folder {home} cannot be written: {error.strerror}") from None

    def keep(self, row: Row) -> None:
        """Put a row on disk."""
        with lock.writing(self.folder):
            (self._shards if isinstance(row, Shard) else self._tilings).append(astuple(row))

    def close(self) -> None:
        """Close the files and give up the lock."""
        for file in (self._shards, self._tilings, self._held):
            file.close()


def read(home: Path) -> list[Row]:
    """All rows in a folder. Raises UserError for a file that is foreign or broken."""
    shards, tilings = (sorted(home.glob(pattern)) for pattern in _PATTERNS)
    found: list[Row] = [row for path in shards for row in _read(path, Shard)]
    return found + [row for path in tilings for row in _read(path, Tiling)]


def _read(path: Path, kind: type[Kind]) -> list[Kind]:
    types = get_type_hints(kind)
    found = []
    for number, row in enumerate(rows(path, tuple(types)), start=2):
        cells: dict[str, Any] = dict(row)
        try:
            found.append(kind(**{name: types[name](cell) for name, cell in cells.items()}))
        except ValueError as error:
            raise UserError(f"{path}:{number}: a row is broken ({error}): move the file away or use --fresh") from None
    return found


def _require_board(size: int, copies: int) -> None:
    if size < 2 or copies < 1:
        raise ValueError(f"size {size}, copies {copies}")
