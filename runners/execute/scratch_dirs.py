"""The temporary folder of a harness's runs; those that killed harnesses left behind are removed."""

import contextlib
import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path


class Scratch:
    """A temporary folder, removed when closed; opening one first removes those of killed harnesses.

    The folder is locked, and forked processes share the lock: a folder without a lock was left behind.
    """

    def __init__(self) -> None:
        with _alone():
            for left in Path(tempfile.gettempdir()).glob(f"{_prefix()}-*"):
                _remove_if_left(left)
            self.folder = Path(tempfile.mkdtemp(prefix=f"{_prefix()}-"))
            self._held = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(self._held, fcntl.LOCK_EX)

    def close(self) -> None:
        """Remove the folder."""
        remove(self.folder)
        os.close(self._held)


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


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Excludes other harnesses, because a new folder is not locked yet."""
    with (Path(tempfile.gettempdir()) / f"{_prefix()}.lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _prefix() -> str:
    return f"tilings-{os.getuid()}-scratch"
