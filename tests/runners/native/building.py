"""Builds, incrementally, and runs the programs that test the engines' C++."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path


def build(folder: Path, options: Sequence[str], target: str = "all") -> None:
    """Configure and build runners/native in a folder, by one worker of pytest at a time."""
    tools = os.environ | {"PATH": f"{Path('.venv/bin').resolve()}:{os.environ['PATH']}"}
    folder.mkdir(parents=True, exist_ok=True)
    configure = ["cmake", "-S", "runners/native", "-B", folder, "-G", "Ninja", *options]
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for command in (configure, ["cmake", "--build", folder, "--target", target]):
            done = subprocess.run(command, capture_output=True, text=True, env=tools, check=False)
            assert done.returncode == 0, done.stdout + done.stderr


def output(*command: str | Path) -> str:
    """The output of a program, which must succeed."""
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
