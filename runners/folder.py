"""A folder of results: one writer for each part of the work, kept by a lock; a fresh start loses nothing."""

from __future__ import annotations

import contextlib
import fcntl
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from models.problem import UserError
from runners.confine import held_back


def lock(folder: Path, number: int, count: int, alone: bool) -> IO[str]:
    """Hold the lock of one part of the work until the file is closed.

    Others may run beside it if they are other parts of the same division; raises UserError where somebody else is
    there. alone: nobody else may, because a fresh start moves all files away.
    """
    held = (folder / f".lock-{number}of{count}").open("w")
    own = Path(held.name)
    others = [path for path in folder.glob(".lock-*") if alone or not path.name.endswith(f"of{count}")]
    with contextlib.ExitStack() as stack:
        try:
            for file in [held, *(stack.enter_context(path.open("w")) for path in others if path != own)]:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            advice = "wait for it, or give another --results"
            raise UserError(f"another run is writing to {folder}; {advice}") from None
    return held


def set_aside(folder: Path, *patterns: str) -> None:
    """Move the files that fit a pattern into a new folder within this one."""
    recorded = [path for pattern in patterns for path in folder.glob(pattern)]
    if recorded:
        aside = Path(tempfile.mkdtemp(prefix=time.strftime("superseded-%Y%m%d-%H%M%S-"), dir=folder))
        for path in recorded:
            shutil.move(path, aside / path.name)


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Ctrl-C waits until what is being written is on disk; raises UserError where it cannot be written."""
    try:
        with held_back():
            yield
    except OSError as error:
        raise UserError(f"cannot write into {folder}: {error.strerror}; what is recorded is kept") from None
