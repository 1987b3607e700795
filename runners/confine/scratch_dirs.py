"""Temporary folders; a process that opens one removes those that killed processes have left."""

import contextlib
import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


class Scratch:
    """A temporary folder, removed when closed; opening one first removes those of killed processes.

    The folder is locked, and forked processes share the lock: a folder without a lock was left behind.
    """

    def __init__(self) -> None:
        prefix = f"tilings-{os.getuid()}-scratch-"
        for left in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
            _remove_if_left(left)
        while True:
            self.folder = Path(tempfile.mkdtemp(prefix=prefix))
            with contextlib.suppress(FileNotFoundError):
                self._lock = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
                fcntl.flock(self._lock, fcntl.LOCK_EX)
                if self.folder.exists():
                    return
                os.close(self._lock)  # before it was locked, another process removed it as left behind

    def __enter__(self) -> Path:
        return self.folder

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the folder."""
        remove(self.folder)
        os.close(self._lock)


def remove(folder: Path) -> None:
    """Remove a folder. shutil.rmtree is the fastest, but fails for folders nested a thousand deep, or without
    permissions."""
    with contextlib.suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*command, folder], stderr=subprocess.DEVNULL, check=False)


def _remove_if_left(folder: Path) -> None:
    with contextlib.suppress(OSError):  # in use, another user's, or not a folder
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove(folder)
        finally:
            os.close(handle)
