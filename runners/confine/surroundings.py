"""What the cgroups that this process is in allow to all runs together, as far as they can be seen from here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from runners.confine import cgroup

_NO_LIMIT = 1 << 60  # version 1 has a number for it


def allowed() -> dict[str, float]:
    """The least that a group which this process is in allows: memory_mb (10^6 bytes), processors, processes."""
    found: dict[str, float] = {}
    for name, amount in _limits():
        found[name] = min(amount, found.get(name, amount))
    return found


def _limits() -> Iterator[tuple[str, float]]:
    own = cgroup.own()
    for controller, memory, quota in (("", "memory.max", "cpu.max"), ("memory", "memory.limit_in_bytes", "")):
        for folder in _upwards(own.get(controller)):
            if (most := _number(folder / memory)) is not None and most < _NO_LIMIT:
                yield "memory_mb", most / 1e6
            words = cgroup.read(folder / quota).split() if quota else []
            if len(words) == 2 and words[0] != "max":
                yield "processors", int(words[0]) / int(words[1])
    for folder in _upwards(own.get("cpu")):
        share, period = _number(folder / "cpu.cfs_quota_us"), _number(folder / "cpu.cfs_period_us")
        if share is not None and period:
            yield "processors", share / period
    for folder in (*_upwards(own.get("")), *_upwards(own.get("pids"))):
        if (most := _number(folder / "pids.max")) is not None:
            yield "processes", most


def _upwards(folder: Path | None) -> Iterator[Path]:
    """A group, and those above it that can be seen."""
    while folder is not None and (folder / "cgroup.procs").exists():
        yield folder
        folder = folder.parent


def _number(path: Path) -> int | None:
    """What a file holds; None for no limit (max, or -1), or no file."""
    words = cgroup.read(path).split()
    return int(words[0]) if words and words[0].isdecimal() else None
