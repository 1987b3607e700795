"""The files into which `runners.certify` writes its findings, `shards-I-of-N.csv` and `tilings-I-of-N.csv`.

One writer a file, machine I of N; a row is on disk before the next is written, and whoever opens a folder reads the
files of all machines.
"""

from dataclasses import astuple
from pathlib import Path

from models.problem import UserError
from runners.campaign import lock
from runners.record.certified import PATTERNS, SHARD_COLUMNS, TILING_COLUMNS, Row, Shard, read
from runners.record.csv_log import Appender


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
                lock.set_aside(home, *PATTERNS)
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
