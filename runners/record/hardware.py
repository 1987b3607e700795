"""Processor, memory and kind of this machine, as /proc and /sys have them; what they lack is UNKNOWN, not guessed.

`root` is used in place of /, so that another machine's files can be read.
"""

import re
from pathlib import Path
from typing import Any

UNKNOWN = "unknown"
ROOT = Path("/")
_CONTAINERS = {"docker": "docker", "libpod": "podman", "lxc": "lxc"}


def processor(root: Path = ROOT) -> dict[str, Any]:
    """cpu_model, cores_physical, sockets, numa_nodes, smt, governor, boost, frequency_min_mhz, frequency_max_mhz."""
    blocks = [_fields(block) for block in _text(root / "proc/cpuinfo").split("\n\n")]
    cores = {(block["physical id"], block["core id"]) for block in blocks if {"physical id", "core id"} <= block.keys()}
    cpus = root / "sys/devices/system/cpu"
    return {
        "cpu_model": next((block["model name"] for block in blocks if "model name" in block), UNKNOWN),
        "cores_physical": len(cores) or UNKNOWN,
        "sockets": len({socket for socket, _ in cores}) or UNKNOWN,
        "numa_nodes": _length(_text(root / "sys/devices/system/node/online")),
        "smt": _switch(cpus / "smt/active"),
        "governor": " ".join(_each(cpus, "scaling_governor")) or UNKNOWN,
        "boost": _boost(cpus),
        "frequency_min_mhz": min(map(_mhz, _each(cpus, "cpuinfo_min_freq")), default=UNKNOWN),
        "frequency_max_mhz": max(map(_mhz, _each(cpus, "cpuinfo_max_freq")), default=UNKNOWN),
    }


def memory(root: Path = ROOT) -> dict[str, Any]:
    """memory_mb and swap_mb, in MB of 10^6 bytes."""
    fields = _fields(_text(root / "proc/meminfo"))
    names = {"memory_mb": "MemTotal", "swap_mb": "SwapTotal"}
    return {key: _megabytes(fields[name]) if name in fields else UNKNOWN for key, name in names.items()}


def kind(root: Path = ROOT) -> dict[str, Any]:
    """container: docker | podman | lxc | none | unknown; virtual_machine: true or false, or unknown."""
    return {"container": _container(root), "virtual_machine": _virtual(root)}


def _container(root: Path) -> str:
    # The kernel's threads are not seen from within a container; a virtual machine made of an image may have its files.
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
    """The different values that a file of the frequency policies has."""
    found = {_text(path).strip() for path in cpus.glob(f"cpufreq/policy*/{name}")}
    return sorted(found - {""})


def _mhz(kilohertz: str) -> int:
    return int(kilohertz) // 1000


def _megabytes(kibibytes: str) -> int:
    return int(kibibytes.split()[0]) * 1024 // 1_000_000


def _length(ranges: str) -> int | str:
    """How many numbers a list such as 0-3,8 has."""
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
