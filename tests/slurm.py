"""A Slurm of one node on loopback, for tests: its own munge, configuration and ports, all in one folder.

    with slurm.started() as environment: …      # to be given to the commands that use it
    python -m tests.slurm                       # a shell on it

Needs what ``PACKAGES`` names, and no systemd, no root's files and no accounting (so no sacct).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PACKAGES = ("slurmctld", "slurmd", "slurm-client", "munge")
_START_S, _STOP_S = 30, 30
_PR_SET_PDEATHSIG = 1
_CONFIGURATION = """
ClusterName=tilings
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmctldPort={controller}
SlurmdPort={node}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
ReturnToService=2
SwitchType=switch/none
MpiDefault=none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1
KillWait=10
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} RealMemory={memory_mb} State=UNKNOWN
PartitionName=local Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


class CannotStart(Exception):
    """There is no Slurm on this machine, or it does not start. The message says why, in one line."""


@contextlib.contextmanager
def started() -> Iterator[dict[str, str]]:
    """Slurm while the context lasts; yields the environment in which its commands find it.

    At the end all jobs are cancelled, all daemons gone, and their folder with them; where the caller dies, the
    daemons end too. Raises CannotStart.
    """
    missing = [tool for tool in ("munged", "slurmctld", "slurmd", "sbatch") if shutil.which(tool) is None]
    if missing:
        raise CannotStart(f"there is no {missing[0]}; to install: apt-get install {' '.join(PACKAGES)}")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="slurm-")))
        environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf")}
        _configure(folder)
        munge = [
            f"--{name}={folder}/munge.{name}" for name in ("socket", "pid-file", "log-file", "seed-file", "key-file")
        ]
        stack.enter_context(_daemon(environment, "munged", "--foreground", *munge))
        _wait(lambda: (folder / "munge.socket").exists(), _START_S, folder / "munge.log-file")
        stack.enter_context(_daemon(environment, "slurmctld", "-D"))
        stack.enter_context(_daemon(environment, "slurmd", "-D"))
        idle = ("sinfo", "--noheader", "--format=%T")
        _wait(lambda: _said(environment, *idle) == "idle", _START_S, folder / "slurmctld.log")
        try:
            yield environment
        finally:
            _said(environment, "scancel", "--me")
            with contextlib.suppress(CannotStart):
                _wait(lambda: not _said(environment, "squeue", "--noheader"), _STOP_S, folder / "slurmctld.log")


def _configure(folder: Path) -> None:
    key = folder / "munge.key-file"
    key.write_bytes(secrets.token_bytes(128))
    key.chmod(0o400)
    folder.chmod(0o755)  # munge refuses to put its socket where others cannot reach it
    for part in ("state", "spool"):
        (folder / part).mkdir()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 9 // 10
    with _free_port() as controller, _free_port() as node:
        text = _CONFIGURATION.format(
            folder=folder, host=socket.gethostname().partition(".")[0], user=_user(), cores=os.cpu_count(),
            memory_mb=memory >> 20, controller=controller, node=node,
        )  # fmt: skip
    (folder / "slurm.conf").write_text(text, encoding="utf-8")


def _user() -> str:
    return subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()


@contextlib.contextmanager
def _free_port() -> Iterator[int]:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


@contextlib.contextmanager
def _daemon(environment: dict[str, str], *command: object) -> Iterator[None]:
    """A daemon in the foreground, which is ended with the context, or when this process dies."""
    libc = ctypes.CDLL(None)
    process = subprocess.Popen(
        [str(word) for word in command], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True, preexec_fn=lambda: libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0),
    )  # fmt: skip
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(come: Callable[[], bool], seconds: float, log: Path) -> None:
    deadline = time.monotonic() + seconds
    while not come():
        if time.monotonic() > deadline:
            last = log.read_text(encoding="utf-8").splitlines()[-1:] if log.exists() else []
            raise CannotStart(f"it did not come up in {seconds} s: {' '.join(last)}")
        time.sleep(0.1)


def _said(environment: dict[str, str], *command: str) -> str:
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout.strip()


if __name__ == "__main__":
    with started() as found:
        subprocess.run([os.environ.get("SHELL", "sh")], env=found, check=False)
