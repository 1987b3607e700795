"""The readers of the tables that other commands of ours leave for the report on studies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from studies import tables
from studies.busche.recorded import EFFORT, TABLE2
from studies.peers.recorded import PEERS
from studies.sources import PUBLISHED
from tools.fuzz.reader import Reader, head, lone


def _table(schema: tables.Schema) -> Callable[[Path], object]:
    return lambda path: tables.read(lone(path, f"{schema.name}.csv"), schema)


def _seeds(name: str) -> Callable[[], list[bytes]]:
    def found() -> list[bytes]:
        return [head(path) for path in sorted(PUBLISHED.rglob(f"{name}.csv"))]

    return found


READERS = tuple(
    Reader(f"{schema.name}.csv", _table(schema), _seeds(schema.name), ("studies/tables.py:read,_numbers",))
    for schema in (TABLE2, EFFORT, PEERS)
)
