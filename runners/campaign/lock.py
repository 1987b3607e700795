"""A results folder: its lock, one writer for each shard, its parts, and how files are set aside for a fresh start."""

import contextlib
import fcntl
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from tilings.models.problem import UserError
from tilings.runners.campaign import signs
from tilings.runners.confine import deferred_signals

FOLDERS = ("solutions", "logs", "instances", "machines", "proofs")
# What a fresh start sets aside, in this order, and what is then a campaign of its own, rows and all that they need.
RECORDED = ("runs-*.csv", "trace-*.csv", "sessions-*.csv", "machine.json", *signs.PATTERNS, *FOLDERS)
PATIENCE_S = 5.0
_WATCHED_S = 2 * signs.EVERY_S + 2


def lock(folder: Path, number: int, count: int, alone: bool) -> IO[str]:
    """Hold the lock of one part of the work until the file is closed; it says who does.

    Others may run beside it if they are other parts of the same division; raises UserError where somebody else is
    there, and stays for PATIENCE_S: the workers of a harness that was killed hold its locks until they have ended
    their runs. alone: nobody else may be there, because a fresh start moves all files away.

    On NFS, Linux makes of these locks byte ranges that hold between machines, if lockd runs and the folder is not
    mounted with ``nolock`` or ``local_lock=flock``. Where it is, a warning says so, and the signs of life that the
    other machines write there stand in for their locks.
    """
    deadline = time.monotonic() + PATIENCE_S
    own = folder / f".lock-{number}of{count}"
    held = own.open("a+")
    try:
        _take(held, fcntl.LOCK_EX, folder, deadline)
        # Only now: of two that start at one moment, each may be the first to look, but not to take its lock.
        others = [path for path in folder.glob(".lock-*") if alone or not path.name.endswith(f"of{count}")]
        with contextlib.ExitStack() as stack:  # others of our division may look at the same moment: shared
            for path in others:
                if path != own:
                    _take(stack.enter_context(path.open("a+")), fcntl.LOCK_SH, folder, deadline)
        if option := _no_locks_between_machines(folder):
            print(f"warning: {folder} is mounted with {option}: start no shard of it on two machines", file=sys.stderr)
            _refuse_signs(folder, number, count, alone)
        held.truncate(0)
        held.write(f"process {os.getpid()} on {socket.gethostname()} since {time.strftime('%F %T %Z')}\n")
        held.flush()
    except BaseException:
        held.close()
        raise
    return held


def _take(file: IO[str], kind: int, folder: Path, deadline: float) -> None:
    while True:
        try:
            return fcntl.flock(file, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                file.seek(0)
                who = file.read().strip() or "somebody"
                advice = "wait for it, or give another --results"
                raise UserError(f"another run is writing to {folder} ({who}): {advice}") from None
        time.sleep(0.05)


def _no_locks_between_machines(folder: Path) -> str:
    """The option with which a folder of a server is mounted, if its locks hold on this machine only."""
    device = folder.stat().st_dev
    mark = f"{os.major(device)}:{os.minor(device)}"
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines():
        mount, _, kind = line.partition(" - ")
        if mount.split()[2] == mark and kind.startswith("nfs"):
            options = kind.split()[-1].split(",")
            return next((each for each in ("nolock", "local_lock=flock", "local_lock=all") if each in options), "")
    return ""


def _refuse_signs(folder: Path, number: int, count: int, alone: bool) -> None:
    """Raise UserError where another machine gives signs of life as the writer of this shard or another division."""
    others = {}
    for path in folder.glob("alive-*.json"):
        if alone or path.name == f"alive-{number}of{count}.json" or not path.name.endswith(f"of{count}.json"):
            sign = signs.read(path)
            if sign.get("state") != "ended" and sign.get("host") != socket.gethostname():
                others[path] = sign
    deadline = time.monotonic() + _WATCHED_S
    while others and time.monotonic() < deadline:
        time.sleep(0.5)
        for path, sign in others.items():
            if (now := signs.read(path)) and now.get("at") != sign.get("at"):
                raise UserError(
                    f"another run is writing to {folder} (process {now.get('process')} on {now.get('host')}): "
                    "wait for it, or give another --results"
                )


def set_aside(folder: Path, *patterns: str) -> None:
    """Move the files that fit a pattern into a new folder within this one."""
    recorded = [path for pattern in patterns for path in folder.glob(pattern)]
    if recorded:
        aside = Path(tempfile.mkdtemp(prefix=time.strftime("superseded-%Y%m%d-%H%M%S-"), dir=folder))
        for path in recorded:
            shutil.move(path, aside / path.name)


def superseded_copy(copy: Path, sha256: str) -> Path:
    """Where the copy of an instance lies after another one of its name came into the campaign."""
    return copy.with_name(f"{copy.stem}-{sha256[:16]}.json")


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Defers Ctrl-C until what is being written is on disk; raises UserError where it cannot be written."""
    try:
        with deferred_signals():
            yield
    except OSError as error:
        raise UserError(f"cannot write into {folder}: {error.strerror}; what is recorded is kept") from None
