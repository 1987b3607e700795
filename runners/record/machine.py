"""Where a run was made, as a referee asks: host, processor, system, software, commit.

| key | meaning |
|---|---|
| host | the machine's name |
| cpu_model | as /proc/cpuinfo has it |
| core_count | how many logical cores this process may use |
| cores_logical, cores_physical, sockets | how many there are |
| numa_nodes | that are online |
| smt, boost | whether several threads share a core; whether the clock may rise above its nominal rate |
| governor, frequency_min_mhz, frequency_max_mhz | the kernel's choice of the clock rate, and its range |
| memory_mb, swap_mb | in MB (10^6 bytes) |
| architecture, kernel, os, python | of the system |
| container, virtual_machine | docker, podman, lxc or none; true or false |
| libraries | the packages that this project depends on, with their versions |
| git_commit, dirty, diff_sha256 | of this software: whether tracked files differ from the commit, and the hash of how |

"unknown" stands for what the system does not report. A campaign adds `solvers` (name -> version; null: not installed)
and `limit_backends` (the names of those that can hold limits here), and to `machine.json` the session: `machine`,
`suite`, `command`, and with plug-ins `colours` (of solvers and paradigms, for reports).
"""

import hashlib
import json
import os
import platform
import re
import socket
import subprocess
from functools import cache
from typing import Any

from models.terminal.command import ROOT
from runners.record import hardware

_COMMIT = ("git_commit", "dirty", "diff_sha256")


@cache
def describe() -> dict[str, Any]:
    """This machine and the software on it, under the keys of the table above."""
    return {
        "host": socket.gethostname(),
        **hardware.processor(),
        "core_count": len(os.sched_getaffinity(0)),
        "cores_logical": os.cpu_count() or hardware.UNKNOWN,
        **hardware.memory(),
        **hardware.kind(),
        "architecture": platform.machine(),
        "kernel": platform.release(),
        "os": _os_name(),
        "python": platform.python_version(),
        "libraries": _libraries(),
        **_commit(),
    }


def identity(description: dict[str, Any]) -> str:
    """The short hash by which rows name a machine with its software; this project's own commit is a row's own."""
    return hashlib.sha256(json.dumps(stable(description), sort_keys=True).encode()).hexdigest()[:8]


def stable(description: dict[str, Any]) -> dict[str, Any]:
    """The description without what changes from commit to commit."""
    return {key: value for key, value in description.items() if key not in _COMMIT}


def _os_name() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()


def _libraries() -> dict[str, str]:
    """The versions of the packages that this project needs to run, without those that it is built and tested with."""
    from importlib import metadata

    try:
        needed = metadata.requires("tilings") or []
    except metadata.PackageNotFoundError:
        return {}
    names = [re.split(r"[^\w.-]", word)[0] for word in needed if not re.search(r"extra == .(build|dev)", word)]
    return {name: version for name in sorted(names) if (version := package_version(name))}


@cache
def package_version(package: str) -> str | None:
    """The installed version of a Python package, None where it is missing."""
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _commit() -> dict[str, Any]:
    """Commit and changes, for which untracked files do not count; empty where this is no clone, but installed."""
    unknown = {"git_commit": "", "dirty": False, "diff_sha256": ""}
    if not (ROOT / ".git").exists():
        return unknown
    try:
        commit, diff = _git("rev-parse", "--short=12", "HEAD").decode().strip(), _git("diff", "--binary", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return unknown
    return {"git_commit": commit, "dirty": bool(diff), "diff_sha256": hashlib.sha256(diff).hexdigest() if diff else ""}


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout
