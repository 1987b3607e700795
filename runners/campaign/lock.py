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
from tilings.runners.campaign import heartbeat
from tilings.runners.confine import deferred_signals
from tilings.runners.record import schema

FOLDERS = ("logs", "machines")
# The files that a fresh start sets aside, in this order: together they are a complete campaign.
RECORDED = (*schema.FILES, *heartbeat.PATTERNS, *FOLDERS, "proofs", "solutions", "instances")
PATIENCE_S = 5.0
_WATCHED_S = 2 * heartbeat.EVERY_S + 2


def lock(folder: Path, number: int, count: int, alone: bool) -> IO[str]:
    """Lock shard `number` of `count` until the file is closed; the file names the process.

    Other shards of the same division may run beside it. Raises UserError if another process holds a conflicting lock
    for PATIENCE_S: the workers of a killed harness hold its locks until they have ended their runs. alone: no other
    process may use the folder, because a fresh start moves all files away.

    On NFS, Linux turns these locks into byte ranges that hold between machines, if lockd runs and the folder is not
    mounted with ``nolock`` or ``local_lock=flock``. If it is, a warning is printed, and the heartbeats of other
    machines are checked instead.
    """
    deadline = time.monotonic() + PATIENCE_S
    own = folder / f".lock-{number}of{count}"
    held = own.open("a+")
    try:
        _take(held, fcntl.LOCK_EX, folder, deadline)
        # Only now: of two processes that start together, both might otherwise find the other's lock free.
        others = [path for path in folder.glob(".lock-*") if alone or not path.name.endswith(f"of{count}")]
        with contextlib.ExitStack() as stack:  # shared: other shards may look at the same moment
            for path in others:
                if path != own:
                    _take(stack.enter_context(path.open("a+")), fcntl.LOCK_SH, folder, deadline)
        if option := _no_locks_between_machines(folder):
            print(f"warning: {folder} is mounted with {option}: never start one shard on two machines", file=sys.stderr)
            _refuse_heartbeats(folder, number, count, alone)
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
                owner = file.read().strip() or "unknown"
                advice = "wait for it, or give another --results"
                raise UserError(f"another run is writing to {folder} ({owner}): {advice}") from None
        time.sleep(0.05)


def _no_locks_between_machines(folder: Path) -> str:
    """The mount option of an NFS folder by which its locks hold on this machine only; else empty."""
    device = folder.stat().st_dev
    mark = f"{os.major(device)}:{os.minor(device)}"
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines():
        mount, _, kind = line.partition(" - ")
        if mount.split()[2] == mark and kind.startswith("nfs"):
            options = kind.split()[-1].split(",")
            return next((name for name in ("nolock", "local_lock=flock", "local_lock=all") if name in options), "")
    return ""


def _refuse_heartbeats(folder: Path, number: int, count: int, alone: bool) -> None:
    """Raise UserError if another machine writes heartbeats of this shard or of another division."""
    others = {}
    for path in folder.glob("alive-*.json"):
        if alone or path.name == f"alive-{number}of{count}.json" or not path.name.endswith(f"of{count}.json"):
            beat = heartbeat.read(path)
            if beat.get("state") != "ended" and beat.get("host") != socket.gethostname():
                others[path] = beat
    deadline = time.monotonic() + _WATCHED_S
    while others and time.monotonic() < deadline:
        time.sleep(0.5)
        for path, beat in others.items():
            if (now := heartbeat.read(path)) and now.get("at") != beat.get("at"):
                raise UserError(
                    f"another run is writing to {folder} (process {now.get('process')} on {now.get('host')}): "
                    "wait for it, or give another --results"
                )


def set_aside(folder: Path, *patterns: str) -> None:
    """Move the matching files into a new folder within this one."""
    recorded = [path for pattern in patterns for path in folder.glob(pattern)]
    if recorded:
        aside = Path(tempfile.mkdtemp(prefix=time.strftime("superseded-%Y%m%d-%H%M%S-"), dir=folder))
        for path in recorded:
            shutil.move(path, aside / path.name)


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Defers Ctrl-C until the files are on disk; raises UserError where they cannot be written."""
    try:
        with deferred_signals():
            yield
    except OSError as error:
        raise UserError(f"cannot write into {folder}: {error.strerror}; the recorded rows are kept") from None
