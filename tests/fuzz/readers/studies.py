"""The readers of the tables that other commands of ours leave for the report on studies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reports.studies import sources
from reports.studies.sources import PUBLISHED
from tests.fuzz.reader import Reader, head, lone


def _table(name: str) -> Callable[[Path], object]:
    return lambda path: sources._read(lone(path, f"{name}.csv"), name)


def _seeds(name: str) -> Callable[[], list[bytes]]:
    def found() -> list[bytes]:
        return [head(path) for path in sorted(PUBLISHED.rglob(f"{name}.csv"))]

    return found


READERS = tuple(
    Reader(f"{name}.csv", _table(name), _seeds(name), ("reports/studies/sources.py:_read,_numbers",))
    for name in sources._NEEDED
)
