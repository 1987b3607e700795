"""The machine of a run, for a paper: host, processor, system, software, commit.

| key | meaning |
|---|---|
| host | the machine's name |
| cpu_model | its name in /proc/cpuinfo |
| cpu_revision | its family, model and stepping, which tell apart processors of one name under a hypervisor |
| core_count | the number of logical cores that this process may use |
| cores_logical, cores_physical, sockets | the machine's numbers of logical and physical cores and of sockets |
| numa_nodes | the number of NUMA nodes that are online |
| smt, boost | whether several threads share a core; whether the clock may rise above its nominal rate |
| governor, frequency_min_mhz, frequency_max_mhz | the kernel's choice of the clock rate, and its range |
| memory_mb, swap_mb | in MB (10^6 bytes) |
| architecture, kernel, os, python | the processor's architecture, and the versions of kernel, system and Python |
| container, virtual_machine | docker, podman, lxc or none; whether the system runs in a virtual machine |
| libraries | the packages that this project depends on, with their versions |
| git_commit | the commit of this software |
| dirty, diff_sha256 | whether tracked files outside results/ differ from the commit, and the hash of the difference |

A value that the system does not report is "unknown". A campaign adds `solvers` (name -> version; null: not installed)
and `limit_backends` (the backends that can be used here). Its `machine.json` also describes the session: `machine`,
`suite`, `command`, and with plug-ins `colours`, the reports' colours for solvers and paradigms.
"""

import hashlib
import json
import os
import platform
import re
import socket
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from tilings.models.terminal.command import ROOT
from tilings.runners.install.packages import package_version

UNKNOWN = "unknown"
SYSTEM = Path("/")  # or the root of a copy of another machine's files
_CONTAINERS = {"docker": "docker", "libpod": "podman", "lxc": "lxc"}
_COMMIT = ("git_commit", "dirty", "diff_sha256")


@cache
def describe() -> dict[str, Any]:
    """This machine and the software on it, under the keys of the table above."""
    return {
        "host": socket.gethostname(),
        **processor(),
        "core_count": len(os.sched_getaffinity(0)),
        "cores_logical": os.cpu_count() or UNKNOWN,
        **memory(),
        **kind(),
        "architecture": platform.machine(),
        "kernel": platform.release(),
        "os": _os_name(),
        "python": platform.python_version(),
        "libraries": _libraries(),
        **_commit(),
    }


def identity(description: dict[str, Any]) -> str:
    """The short hash by which rows name a machine with its software, without this project's commit, which each row
    has in columns of its own."""
    return hashlib.sha256(json.dumps(stable(description), sort_keys=True).encode()).hexdigest()[:8]


def stable(description: dict[str, Any]) -> dict[str, Any]:
    """The description without this project's commit."""
    return {key: value for key, value in description.items() if key not in _COMMIT}


def other_processor(before: dict[str, Any], now: dict[str, Any]) -> str:
    """The processor of the earlier description, in words; empty unless the later one is known to be of another."""
    names = [(before.get(key, UNKNOWN), now.get(key, UNKNOWN)) for key in ("cpu_model", "cpu_revision")]
    if not any(first != second and UNKNOWN not in (first, second) for first, second in names):
        return ""
    return ", ".join(str(first) for first, _ in names if first != UNKNOWN)


def _os_name() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()


def _libraries() -> dict[str, str]:
    """The versions of the packages that this project needs to run, without those for building and testing."""
    from importlib import metadata

    try:
        needed = metadata.requires("tilings") or []
    except metadata.PackageNotFoundError:
        return {}
    names = [re.split(r"[^\w.-]", word)[0] for word in needed if not re.search(r"extra == .(build|dev)", word)]
    return {name: version for name in sorted(names) if (version := package_version(name))}


def _commit() -> dict[str, Any]:
    """The commit and the changes since, without results/, which campaigns change; empty where this is not a clone."""
    unknown = {"git_commit": "", "dirty": False, "diff_sha256": ""}
    if not (ROOT / ".git").exists():
        return unknown
    try:
        commit = _git("rev-parse", "--short=12", "HEAD").decode().strip()
        diff = _git("diff", "--binary", "HEAD", "--", ".", ":(exclude)results")
    except (OSError, subprocess.CalledProcessError):
        return unknown
    return {"git_commit": commit, "dirty": bool(diff), "diff_sha256": hashlib.sha256(diff).hexdigest() if diff else ""}


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout


def processor(root: Path = SYSTEM) -> dict[str, Any]:
    """The facts on the processor: cpu_model, cpu_revision, cores_physical, sockets, numa_nodes, smt, governor, boost,
    frequency_min_mhz, frequency_max_mhz.
    """
    blocks = [_fields(block) for block in _text(root / "proc/cpuinfo").split("\n\n")]
    cores = {(block["physical id"], block["core id"]) for block in blocks if {"physical id", "core id"} <= block.keys()}
    cpus = root / "sys/devices/system/cpu"
    return {
        "cpu_model": next((block["model name"] for block in blocks if "model name" in block), UNKNOWN),
        "cpu_revision": _revision(blocks[0]),
        "cores_physical": len(cores) or UNKNOWN,
        "sockets": len({socket for socket, _ in cores}) or UNKNOWN,
        "numa_nodes": _length(_text(root / "sys/devices/system/node/online")),
        "smt": _switch(cpus / "smt/active"),
        "governor": " ".join(_each(cpus, "scaling_governor")) or UNKNOWN,
        "boost": _boost(cpus),
        "frequency_min_mhz": min(_mhz(cpus, "cpuinfo_min_freq"), default=UNKNOWN),
        "frequency_max_mhz": max(_mhz(cpus, "cpuinfo_max_freq"), default=UNKNOWN),
    }


def _revision(block: dict[str, str]) -> str:
    names = {"family": "cpu family", "model": "model", "stepping": "stepping"}
    return ", ".join(f"{word} {block[name]}" for word, name in names.items() if name in block) or UNKNOWN


def memory(root: Path = SYSTEM) -> dict[str, Any]:
    """memory_mb and swap_mb, in MB of 10^6 bytes."""
    fields = _fields(_text(root / "proc/meminfo"))
    names = {"memory_mb": "MemTotal", "swap_mb": "SwapTotal"}  # in kibibytes
    kibibytes = {key: int(fields[name].split()[0]) for key, name in names.items() if name in fields}
    return dict.fromkeys(names, UNKNOWN) | {key: number * 1024 // 1_000_000 for key, number in kibibytes.items()}


def kind(root: Path = SYSTEM) -> dict[str, Any]:
    """container: docker | podman | lxc | none | unknown; virtual_machine: true or false, or unknown."""
    return {"container": _container(root), "virtual_machine": _virtual(root)}


def _container(root: Path) -> str:
    # A container does not show the kernel's threads; a virtual machine made of an image may have the image's files.
    if _text(root / "proc/2/comm").strip() == "kthreadd":
        return "none"
    if (root / "run/.containerenv").exists():
        return "podman"
    if (root / ".dockerenv").exists():
        return "docker"
    groups = _text(root / "proc/1/cgroup")
    if not groups:
        return UNKNOWN
    return next((name for word, name in _CONTAINERS.items() if word in groups), "none")


def _virtual(root: Path) -> bool | str:
    flags = _fields(_text(root / "proc/cpuinfo").partition("\n\n")[0]).get("flags")
    return UNKNOWN if flags is None else "hypervisor" in flags.split()


def _boost(cpus: Path) -> bool | str:
    no_turbo = _switch(cpus / "intel_pstate/no_turbo")
    return _switch(cpus / "cpufreq/boost") if isinstance(no_turbo, str) else not no_turbo


def _switch(path: Path) -> bool | str:
    return {"0": False, "1": True}.get(_text(path).strip(), UNKNOWN)


def _each(cpus: Path, name: str) -> list[str]:
    """The different values that a file has in the folders of the frequency policies."""
    return sorted({_text(path).strip() for path in cpus.glob(f"cpufreq/policy*/{name}")} - {""})


def _mhz(cpus: Path, name: str) -> list[int]:
    return [int(kilohertz) // 1000 for kilohertz in _each(cpus, name)]


def _length(ranges: str) -> int | str:
    """The number of entries of a list such as 0-3,8."""
    pairs = re.findall(r"(\d+)(?:-(\d+))?", ranges)
    return sum(int(last or first) - int(first) + 1 for first, last in pairs) or UNKNOWN


def _fields(text: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in text.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
