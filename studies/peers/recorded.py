"""Reads the times of whole commands that `studies.peers` wrote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from studies.tables import Schema, read

if TYPE_CHECKING:
    from pandas import DataFrame

PEERS = Schema("peers", ("instance", "name", "ours", "ended", "known"), ("round", "user_s", "wall_s"))


def load(folder: Path) -> DataFrame | None:
    """The times in a folder; None where there are none. Raises UserError for a table that is not of its schema."""
    found = read(folder, PEERS)
    return None if found is None else found.assign(ours=found["ours"].str.lower() == "true")
