"""A Slurm on loopback, for tests: its own munge, configuration and ports, all in one folder.

    with slurm.started(nodes=2) as cluster: …   # cluster.environment is for the commands that use it

Every node is a slurmd of its own, and has an equal part of this machine. Needs what ``PACKAGES`` names, and no systemd,
no root's files and no accounting (so no sacct).
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
from typing import TypeVar

from tilings.models.terminal.command import ROOT
from tilings.runners.confine import adopt_orphans, process_table
from tilings.runners.confine.process_table import descendants

PACKAGES = ("slurmctld", "slurmd", "slurm-client", "munge")
_START_S, _STOP_S = 30, 30
T = TypeVar("T")
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
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
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
SlurmdTimeout=6
MaxArraySize={most_tasks}
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
PartitionName=DEFAULT Nodes=ALL MaxTime=INFINITE State=UP
PartitionName=local Default=YES PriorityTier=1
PartitionName=urgent PriorityTier=2
"""
_NODE = """
NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cores} RealMemory={memory_mb} State=UNKNOWN
"""
MOST_TASKS = 60  # of one array
_MARK = "SLURMD_NODENAME"


class CannotStart(Exception):
    """There is no Slurm on this machine, or it does not start. The message says why, in one line."""


class Cluster:
    """A Slurm that runs. environment: in which its commands find it; nodes: their names."""

    def __init__(self, keeper: subprocess.Popen[str], nodes: list[str]) -> None:
        self._keeper, self.nodes = keeper, nodes
        self.environment = os.environ | {"SLURM_CONF": self._answer()}

    def said(self, *command: str) -> str:
        """What a command of Slurm's prints."""
        return _said(self.environment, *command)

    def tasks(self) -> dict[str, str]:
        """The node of each running task, by the id of the task."""
        lines = self.said("squeue", "--noheader", "--array", "--states=RUNNING", "--format=%i %N").splitlines()
        return {words[0]: words[1] for words in map(str.split, lines) if len(words) == 2}

    def lose(self, node: str) -> None:
        """All processes of a node are killed at once, as if its power failed."""
        self._ask("lose", node)

    def cut_off(self, node: str) -> None:
        """Slurm hears no more of a node, whose tasks go on, as if its network failed."""
        self._ask("cut_off", node)

    def back(self, node: str) -> None:
        """A lost node comes back; returns when Slurm counts on it again."""
        self._ask("back", node)

    def _ask(self, what: str, node: str) -> None:
        assert self._keeper.stdin is not None
        self._keeper.stdin.write(f"{what} {node}\n")
        self._keeper.stdin.flush()
        self._answer()

    def _answer(self) -> str:
        assert self._keeper.stdout is not None
        word, _, rest = self._keeper.stdout.readline().strip().partition(" ")
        if word != "ready":
            raise CannotStart(rest or "its keeper died")
        return rest


@contextlib.contextmanager
def started(nodes: int = 1) -> Iterator[Cluster]:
    """Slurm while the context lasts.

    When the context or this process ends, in whatever way, all jobs and daemons are ended and their folder is removed.
    Raises CannotStart.
    """
    missing = [tool for tool in ("munged", "slurmctld", "slurmd", "sbatch") if shutil.which(tool) is None]
    if missing:
        raise CannotStart(f"there is no {missing[0]}; to install: apt-get install {' '.join(PACKAGES)}")
    keeper = subprocess.Popen(
        [sys.executable, "-m", "tests.slurm", str(nodes)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        cwd=ROOT, start_new_session=True,
    )  # fmt: skip
    with keeper:
        assert keeper.stdin is not None
        try:
            yield Cluster(keeper, _names(nodes))
        finally:
            keeper.stdin.close()


def come(look: Callable[[], T | None], seconds: float = 120) -> T:
    """The result of a function as soon as it is not None; raises TimeoutError after some seconds."""
    deadline = time.monotonic() + seconds
    while (found := look()) is None:
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {seconds} s in vain")
        time.sleep(0.05)
    return found


def _names(nodes: int) -> list[str]:
    return [f"node{number}" for number in range(1, nodes + 1)]


def _keep(nodes: list[str]) -> None:
    """Start the daemons, report it, do what standard input says, and end everything when that ends: the parent closed
    it or died."""
    adopt_orphans()
    with tempfile.TemporaryDirectory(prefix="slurm-") as name:
        folder = Path(name)
        environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf")}
        try:
            _start(folder, environment, nodes)
            print("ready", folder / "slurm.conf", flush=True)
            for line in sys.stdin:
                what, node = line.split()
                {"lose": _lose, "cut_off": _cut_off, "back": _back}[what](folder, environment, node)
                print("ready", flush=True)
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


def _start(folder: Path, environment: dict[str, str], nodes: list[str]) -> None:
    _configure(folder, nodes)
    files = [f"--{name}={folder}/munge.{name}" for name in ("socket", "pid-file", "log-file", "seed-file", "key-file")]
    _daemon(environment, "munged", "--foreground", *files)
    _wait((folder / "munge.socket").exists, _START_S, folder / "munge.log-file")
    _daemon(environment, "slurmctld", "-D")
    for node in nodes:
        _back(folder, environment, node)


def _daemon(environment: dict[str, str], *command: str) -> None:
    subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _back(folder: Path, environment: dict[str, str], node: str) -> None:
    _daemon(environment | {_MARK: node}, "slurmd", "-D", "-N", node)
    state = ("sinfo", "--noheader", f"--nodes={node}", "--format=%T", "--partition=local")
    _wait(lambda: _said(environment, *state) in {"idle", "mixed", "allocated"}, _START_S, folder / "slurmctld.log")


def _lose(_folder: Path, _environment: dict[str, str], node: str) -> None:
    process_table.end(lambda: _of_node(node))


def _cut_off(folder: Path, _environment: dict[str, str], node: str) -> None:
    os.kill(int((folder / f"slurmd-{node}.pid").read_text(encoding="ascii")), signal.SIGKILL)


def _of_node(node: str) -> set[int]:
    """The processes of a node: those with its mark, which slurmd hands on to its tasks, and all below them."""
    ours = [process.pid for process in descendants(os.getpid()) if not process.dead]
    mark = f"{_MARK}={node}".encode()
    marked = [pid for pid in ours if mark in _environment(pid)]
    return {*marked, *(process.pid for pid in marked for process in descendants(pid) if not process.dead)}


def _environment(pid: int) -> list[bytes]:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return []


def _configure(folder: Path, nodes: list[str]) -> None:
    key = folder / "munge.key-file"
    key.write_bytes(secrets.token_bytes(128))
    key.chmod(0o400)
    folder.chmod(0o755)  # munge refuses to put its socket where others cannot reach it
    for part in ("state", *(f"spool-{node}" for node in nodes)):
        (folder / part).mkdir()
    here = {
        "host": socket.gethostname().partition(".")[0], "cores": max(1, (os.cpu_count() or 1) // len(nodes)),
        "memory_mb": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 9 // 10 // len(nodes) >> 20,
    }  # fmt: skip
    with contextlib.ExitStack() as stack:
        controller, *ports = (stack.enter_context(_free_port()) for _ in range(len(nodes) + 1))
        text = _CONFIGURATION.format(folder=folder, user=_user(), controller=controller, most_tasks=MOST_TASKS, **here)
        own = [_NODE.format(node=node, port=port, **here) for node, port in zip(nodes, ports, strict=True)]
    (folder / "slurm.conf").write_text("".join([*own, text]), encoding="utf-8")


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
    _keep(_names(int(sys.argv[1])))
