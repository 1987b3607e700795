"""Shards that are written without being in the queue: a node of which Slurm hears no more may go on with its task.

Its lock refuses every task that Slurm starts in its place. What tells it from a task that crashed is that its sign of
life (see runners.campaign.signs) changes; by how much does not matter, since clocks differ.
"""

import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from runners.campaign import signs

SILENT_S = 90.0
FIRST_S = 3 * signs.EVERY_S


class Holder(Enum):
    """Who writes a shard. UNKNOWN: it is too early to say; GONE: somebody did, but not any more."""

    NOBODY, UNKNOWN, SOMEBODY, GONE = range(4)


@dataclass
class _Seen:
    """A sign of life. since: when it was first seen as it is; changed: whether another one was seen before it."""

    at: str
    since: float
    changed: bool = False


class Holders:
    """Those of the shards of a folder, of a division into so many."""

    def __init__(self, folder: Path, division: int) -> None:
        self._folder, self._division = folder, division
        self._seen: dict[int, _Seen] = {}

    def look(self, shard: int) -> Holder:
        """Who writes this shard, which is not in the queue. Asked again and again."""
        at, now = self._sign(shard), time.monotonic()
        seen = self._seen.setdefault(shard, _Seen(at, now))
        if at != seen.at:
            self._seen[shard] = seen = _Seen(at, now, True)
        if seen.changed:
            return Holder.SOMEBODY if at and now - seen.since < SILENT_S else Holder.GONE
        return Holder.UNKNOWN if at and now - seen.since < FIRST_S else Holder.NOBODY

    def forget(self, shard: int) -> None:
        """Its signs are those of a task in the queue."""
        self._seen.pop(shard, None)

    def _sign(self, shard: int) -> str:
        """When it was written; empty where there is none, or it says that the shard came to its end."""
        sign = signs.read(self._folder / f"alive-{shard}of{self._division}.json")
        return "" if sign.get("state") == "ended" else str(sign.get("at", ""))
