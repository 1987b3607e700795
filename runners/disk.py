"""How much disk a run takes: its work folder is looked at while it runs, and too much in it breaks the run off."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from runners.confine import Asking

LOOK_S = 0.2


class DiskWatch:
    """Asks a run to stop when `stop` does, and once a folder holds more than so many bytes on disk.

    full: whether it has.
    """

    def __init__(self, folder: Path, most_bytes: int, stop: Asking | None) -> None:
        self.full = False
        self._folder, self._most, self._stop = folder, most_bytes, stop
        self._next = 0.0

    @property
    def requested(self) -> bool:
        """Whether the run is to stop."""
        if time.monotonic() >= self._next and not self.full:
            self.full = used_bytes(self._folder) > self._most
            self._next = time.monotonic() + LOOK_S
        return self.full or (self._stop is not None and self._stop.requested)


def used_bytes(folder: Path) -> int:
    """What is below a folder takes on disk; a file that comes or goes meanwhile may count or not."""
    total, folders = 0, [os.fspath(folder)]
    while folders:  # os.walk calls itself, and folders may be nested deeper than that goes
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as found:
            for entry in found:
                with contextlib.suppress(OSError):
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
    return total
