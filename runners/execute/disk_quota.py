"""Limits the disk space of a run: its work folder is measured while it runs, and a run that exceeds it is stopped.

A disk that has no space left for the run is noticed as well.
"""

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
        self.full = self._short = False
        self._folder, self._most, self._stop = folder, most_bytes, stop
        self._next = 0.0

    @property
    def requested(self) -> bool:
        """Whether the run is to stop."""
        start = time.monotonic()
        if start >= self._next and not self.full:
            self.full = holds_more(self._folder, self._most)
            self.short()
            end = time.monotonic()
            self._next = end + max(LOOK_S, (end - start) / _SHARE)
        return self.full or (self._stop is not None and self._stop.requested)

    def short(self) -> bool:
        """Whether the disk had no space left, now or when it was looked at."""
        with suppress(OSError):
            self._short |= not has_space(self._folder)
        return self._short


def has_space(folder: Path) -> bool:
    """Whether the disk of a folder has space left for this user."""
    disk = os.statvfs(folder)
    root = os.geteuid() == 0  # to whom a share of a disk is reserved
    blocks, files = (disk.f_bfree, disk.f_ffree) if root else (disk.f_bavail, disk.f_favail)
    return blocks > 0 and (files > 0 or not disk.f_files)  # some file systems have no number of files


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
