"""Chained rows: the last cell of a row is a hash of the row and of the last cell of the row before it.

A row that is changed, added, removed or moved later no longer fits. The hash has no secret: it shows an accident or a
careless edit, not the work of somebody who computes all hashes again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

CHAIN = "chain"  # the name of the column


class Head(NamedTuple):
    """The end of a file of chained rows: their number, and the hash in the last one; empty without rows."""

    rows: int
    chain: str


def link(before: str, cells: Iterable[str]) -> str:
    """The hash of a row after the one with the hash `before`, the SHA-256 of both.

    Spaces around cells and the case of letters do not count: a spreadsheet writes TRUE for true.
    """
    text = "\0".join([before, *(cell.strip().casefold() for cell in cells)])
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
