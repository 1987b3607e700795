"""The readers of what the kernel says of cgroups: users name the folders that stand in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from runners.confine import cgroup
from tools.fuzz.reader import Reader

_MOUNTS = (
    b"24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
    b"29 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
    b"99 24 8:2 / /mnt/a\\040b\xc3\xbc rw - ext4 /dev/sdb rw\n",
    b"33 24 0:30 /docker/a1 /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    b"34 24 0:31 / /sys/fs/cgroup/cpu,cpuacct rw master:17 - cgroup cgroup rw,cpu,cpuacct\n",
)
_GROUPS = (
    b"0::/user.slice/user-1000.slice/app\\x2d1.scope\n",
    b"12:memory:/docker/a1/b\n3:cpu,cpuacct:/x:y\n1:name=systemd:/init.scope\n0::/\n",
)
_EVENTS = (b"low 0\nhigh 0\nmax 12\noom 1\noom_kill 1\n", b"max 3\n")


def _own(mounts: bool) -> Callable[[Path], None]:
    def read(path: Path) -> None:
        other = path.with_name("other")
        other.write_bytes(_GROUPS[0] if mounts else _MOUNTS[0])
        with (
            patch.object(cgroup, "MOUNTS", path if mounts else other),
            patch.object(cgroup, "OWN", other if mounts else path),
        ):
            for folder in cgroup.own().values():
                assert folder.is_absolute() or mounts

    return read


_OF = "runners/confine/cgroup.py:"
READERS = (
    Reader("mountinfo", _own(mounts=True), lambda: _MOUNTS, (_OF + "read,mounts,own",), True),
    Reader("proc-cgroup", _own(mounts=False), lambda: _GROUPS, (_OF + "read,mounts,own",), True),
    Reader("group.events", lambda path: cgroup.entries(path), lambda: _EVENTS, (_OF + "read,entries",), True),
)
