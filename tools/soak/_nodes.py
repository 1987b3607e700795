"""Nodes in separate namespaces (network, processes, mounts, host name), and an NFS server for them on this machine.

Each node is a separate NFS client with its own locks, and its cable can be pulled.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools.soak.figure import CannotRun

EXPORTED, MOUNTED = Path("/srv/nfs"), Path("/results")
# The default of servers is 90 s for both.
LEASE_S = 15
_SERVER = f"[nfsd]\ngrace-time={LEASE_S}\nlease-time={LEASE_S}\nvers3=y\n"
_EXPORTS = f"{EXPORTED} *(rw,sync,no_root_squash,no_subtree_check,insecure,fsid=1)\n"
# Each node needs its own rpc.statd, or NFS 3 has no locks.
_INIT = """
hostname {node}
mount -t tmpfs none /run && mkdir /run/rpcbind /run/sendsigs.omit.d
mount -t tmpfs none /var/lib/nfs && mkdir /var/lib/nfs/sm /var/lib/nfs/sm.bak && chown -R statd /var/lib/nfs
rpcbind -w && rpc.statd --no-notify
echo ready
exec sleep infinity
"""


class Node:
    """A running node; ``end`` ends it with all its processes."""

    def __init__(self, number: int) -> None:
        self.name, self._cable, self._server = f"node{number}", f"cable{number}", f"10.0.{number}.1"
        _do("ip", "netns", "add", self.name)
        _do("ip", "link", "add", self._cable, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        _do("ip", "address", "add", f"{self._server}/24", "dev", self._cable)
        _do("ip", "link", "set", self._cable, "up")
        _do("ip", "-n", self.name, "address", "add", f"10.0.{number}.2/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            _do("ip", "-n", self.name, "link", "set", device, "up")
        namespaces = ["unshare", "--mount", "--uts", "--pid", "--fork", "--mount-proc", "--kill-child"]
        self._init = subprocess.Popen(
            ["ip", "netns", "exec", self.name, *namespaces, "sh", "-ec", _INIT.format(node=self.name)],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._init.stdout is not None
        if "ready" not in self._init.stdout.readline():
            raise CannotRun(f"{self.name} does not start")
        children = Path(f"/proc/{self._init.pid}/task/{self._init.pid}/children").read_text(encoding="ascii").split()
        self._inside = ["nsenter", "--target", children[0], "--all", f"--wdns={Path.cwd()}"]

    def mount(self, options: str) -> None:
        """Mount the exported folder."""
        self.do("mount", "-t", "nfs", "-o", options, f"{self._server}:{EXPORTED}", str(MOUNTED))

    def unmount(self) -> None:
        """Undo ``mount``."""
        self.do("umount", str(MOUNTED))

    def plug(self, state: str) -> None:
        """Pull its cable ("down"), or put it back ("up")."""
        _do("ip", "link", "set", self._cable, state)

    def start(self, *command: str) -> subprocess.Popen[str]:
        """A command on this node."""
        pipe = subprocess.PIPE
        return subprocess.Popen([*self._inside, *command], stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True)

    def do(self, *command: str) -> str:
        """The output of a command on this node. Raises CannotRun if it fails."""
        return _do(*self._inside, *command)

    def kill_all(self, word: str) -> None:
        """SIGKILL all processes of the node whose command line has this word, at once."""
        subprocess.run([*self._inside, "pkill", "-KILL", "-f", word], check=False)

    def end(self) -> None:
        """Kill the node."""
        self._init.kill()
        self._init.wait()
        _do("ip", "link", "delete", self._cable)
        _do("ip", "netns", "delete", self.name)


@contextlib.contextmanager
def started(count: int) -> Iterator[list[Node]]:
    """The server and its nodes, while the context lasts. Raises CannotRun."""
    missing = [tool for tool in ("exportfs", "rpcbind", "ip", "nsenter", "systemctl") if shutil.which(tool) is None]
    if missing or os.geteuid() or not Path("/run/systemd/system").exists():
        raise CannotRun("it needs root, systemd and an NFS server: make soak-nodes runs it in a virtual machine")
    Path("/etc/nfs.conf.d/soak.conf").write_text(_SERVER, encoding="ascii")
    Path("/etc/exports").write_text(_EXPORTS, encoding="ascii")
    for folder in (EXPORTED, MOUNTED):
        folder.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        restart_server()
        stack.callback(_do, "systemctl", "stop", "nfs-server")
        nodes = []
        for number in range(1, count + 1):
            nodes.append(Node(number))
            stack.callback(nodes[-1].end)
        yield nodes


def restart_server() -> None:
    """Restart the server, which then waits for its clients to claim their locks again."""
    _do("systemctl", "restart", "nfs-server")


def withdraw() -> None:
    """Invalidate the clients' file handles on the server."""
    _do("exportfs", "-ua")
    _do("exportfs", "-f")


def offer() -> None:
    """Undo ``withdraw``."""
    _do("exportfs", "-a")


def _do(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotRun(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout
