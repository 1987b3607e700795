"""A Slurm of one node on loopback, for tests: its own munge, configuration and ports, all in one folder.

    with slurm.started() as environment: …      # to be given to the commands that use it

Needs what ``PACKAGES`` names, and no systemd, no root's files and no accounting (so no sacct).
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from models.terminal.command import ROOT
from runners.confine import adopt_orphans
from runners.confine.process_table import descendants

PACKAGES = ("slurmctld", "slurmd", "slurm-client", "munge")
_START_S, _STOP_S = 30, 30
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

    When the context or this process ends, in whatever way, all jobs and daemons are ended and their folder is removed.
    Raises CannotStart.
    """
    missing = [tool for tool in ("munged", "slurmctld", "slurmd", "sbatch") if shutil.which(tool) is None]
    if missing:
        raise CannotStart(f"there is no {missing[0]}; to install: apt-get install {' '.join(PACKAGES)}")
    keeper = subprocess.Popen(
        [sys.executable, "-m", "tests.slurm"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        start_new_session=True,
    )  # fmt: skip
    with keeper:
        assert keeper.stdin is not None and keeper.stdout is not None
        word, _, rest = keeper.stdout.readline().strip().partition(" ")
        try:
            if word != "ready":
                raise CannotStart(rest or "its keeper died")
            yield os.environ | {"SLURM_CONF": rest}
        finally:
            keeper.stdin.close()


def _keep() -> None:
    """Start the daemons, report it, and end everything when standard input ends: the parent closed it or died."""
    adopt_orphans()
    with tempfile.TemporaryDirectory(prefix="slurm-") as name:
        folder = Path(name)
        environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf")}
        try:
            _start(folder, environment)
            print("ready", folder / "slurm.conf", flush=True)
            sys.stdin.read()
            _said(environment, "scancel", "--me")
            _wait(lambda: not _said(environment, "squeue", "--noheader"), _STOP_S, folder / "slurmctld.log")
        except CannotStart as reason:
            print("failed", reason, flush=True)
        finally:
            while left := descendants(os.getpid()):
                for process in left:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process.pid, signal.SIGKILL)
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(-1, 0)


def _start(folder: Path, environment: dict[str, str]) -> None:
    def daemon(*command: str) -> None:
        subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    _configure(folder)
    files = [f"--{name}={folder}/munge.{name}" for name in ("socket", "pid-file", "log-file", "seed-file", "key-file")]
    daemon("munged", "--foreground", *files)
    _wait((folder / "munge.socket").exists, _START_S, folder / "munge.log-file")
    daemon("slurmctld", "-D")
    daemon("slurmd", "-D")
    idle = ("sinfo", "--noheader", "--format=%T")
    _wait(lambda: _said(environment, *idle) == "idle", _START_S, folder / "slurmctld.log")


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
    _keep()
