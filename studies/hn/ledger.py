"""The files into which `studies.hn` writes its findings: shards-I-of-N.csv, tilings-I-of-N.csv, plain-I-of-N.csv.

One writer a file, machine I of N; a row is on disk before the next is written, and whoever opens a folder reads the
files of all machines.
"""

from collections.abc import Sequence
from dataclasses import astuple, fields
from pathlib import Path

from models.problem import UserError
from runners.campaign import lock
from runners.record.csv_log import Appender
from studies.hn.certified import Row, Shard, Tiling, read
from studies.hn.plain import PlainResult

_NAMES: dict[type[Row], str] = {Shard: "shards", Tiling: "tilings", PlainResult: "plain"}


class Ledger:
    """The open folder: `rows` is what all machines had certified in it. Raises UserError where it cannot be written.

    machine: (i, n), the i-th of n, from 1. fresh: what is recorded of the kinds that are written is set aside first.
    kinds: of the rows that will be written.
    """

    def __init__(
        self,
        home: Path,
        machine: tuple[int, int] = (1, 1),
        fresh: bool = False,
        kinds: Sequence[type[Row]] = (Shard, Tiling),
    ) -> None:
        self.folder = home
        try:
            home.mkdir(parents=True, exist_ok=True)
            self._held = lock.lock(home, *machine, alone=fresh)
            if fresh:
                lock.set_aside(home, *(f"{_NAMES[kind]}-*.csv" for kind in kinds))
            self.rows = read(home)
            self._files = {
                kind: Appender(
                    home / f"{_NAMES[kind]}-{machine[0]}-of-{machine[1]}.csv", tuple(each.name for each in fields(kind))
                )
                for kind in kinds
            }
        except OSError as error:
            raise UserError(f"the results folder {home} cannot be written: {error.strerror}") from None

    def keep(self, row: Row) -> None:
        """Put a row on disk."""
        with lock.writing(self.folder):
            self._files[type(row)].append(astuple(row))

    def close(self) -> None:
        """Close the files and give up the lock."""
        for file in self._files.values():
            file.close()
        self._held.close()
