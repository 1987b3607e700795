"""Where a run was made: host, processor, system, commit."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from models.command import ROOT


@cache
def describe() -> dict[str, Any]:
    """What a referee asks for: host, cpu_model, cores, memory_mb, kernel, os, python, git_commit, dirty."""
    commit, dirty = _commit()
    return {
        "host": socket.gethostname(),
        "cpu_model": _field("/proc/cpuinfo", "model name"),
        "cores": len(os.sched_getaffinity(0)),
        "memory_mb": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 1_000_000,
        "kernel": platform.release(),
        "os": _os_name(),
        "python": platform.python_version(),
        "git_commit": commit,
        "dirty": dirty,
    }


def _field(path: str, name: str) -> str:
    try:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == name:
                return value.strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _os_name() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()


def _commit() -> tuple[str, bool]:
    try:
        commit = _git("rev-parse", "--short=12", "HEAD")
        return commit, bool(_git("status", "--porcelain", "--untracked-files=no"))
    except (OSError, subprocess.CalledProcessError):
        return "", False


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()
