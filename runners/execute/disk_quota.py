"""Limits the disk space of a run: its work folder is measured while it runs, and a run that exceeds it is stopped."""

import os
import time
from contextlib import suppress
from pathlib import Path

from runners.confine import StopRequest

LOOK_S = 0.2
_SHARE = 0.1  # the largest share of the time that measuring may take
_BLOCK = 4096  # what a file counts at least: an empty one takes an inode


class DiskWatch:
    """Requests a stop when `stop` does, and once a folder takes more than so many bytes on disk (then it is full)."""

    def __init__(self, folder: Path, most_bytes: int, stop: StopRequest | None) -> None:
        self.full = False
        self._folder, self._most, self._stop = folder, most_bytes, stop
        self._next = 0.0

    @property
    def requested(self) -> bool:
        """Whether the run is to stop."""
        start = time.monotonic()
        if start >= self._next and not self.full:
            self.full = holds_more(self._folder, self._most)
            end = time.monotonic()
            self._next = end + max(LOOK_S, (end - start) / _SHARE)
        return self.full or (self._stop is not None and self._stop.requested)


def holds_more(folder: Path, most_bytes: int) -> bool:
    """Whether a folder takes more than so many bytes on disk; files that come or go meanwhile may count or not."""
    total, folders = 0, [str(folder)]
    while folders and total <= most_bytes:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                with suppress(OSError):
                    total += max(_BLOCK, entry.stat(follow_symlinks=False).st_blocks * 512)
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                if total > most_bytes:
                    break
    return total > most_bytes
