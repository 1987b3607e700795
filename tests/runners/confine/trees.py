"""Commands confined in a process of their own, as a harness's worker does it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tilings.runners import confine

ROOT = Path(__file__).parent.parent.parent.parent
WORKER = """
import io, json, os, sys
from pathlib import Path
from tilings.runners import confine
from tilings.runners.confine.process_table import descendants
confine.adopt_orphans()
limits = confine.Limits(**json.loads(sys.argv[2]))
cores = tuple(json.loads(sys.argv[4]))
command, script = json.loads(sys.argv[3]), "".join(map(json.loads, sys.argv[5:]))
call = (lambda: exec(script, {})) if script else None
confined = confine.Command(command, limits, io.BytesIO(), Path("/tmp"), cores=cores, call=call)
execution = confine.run(confined, confine.choose(sys.argv[1]))
lines = []
for _, line in execution:
    lines.append(line)
print(json.dumps(execution.usage._asdict() | {"lines": lines[:5], "left": len(descendants(os.getpid()))}))
"""
GENEROUS = {"wall_s": 300, "cpu_s": 300, "memory_mb": 2000}
BACKENDS = ("cgroup", "procfs")


def confined(
    backend: str,
    command: list[str],
    cores: tuple[int, ...] = (),
    first: str = "",
    script: str = "",
    within: Sequence[str] = (),
    **limits: float,
) -> dict[str, Any]:
    """The result of confine.run for a command and the number of processes left; the worker runs `first` before it.

    script: of Python, which a forked process calls instead of becoming the command; within: a command that starts the
    worker.
    """
    words = map(json.dumps, (GENEROUS | limits, command, cores, script))
    call = [*within, sys.executable, "-c", f"{first}\n{WORKER}", backend, *words]
    done = subprocess.run(call, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def shell(backend: str, script: str, **limits: float) -> dict[str, Any]:
    return confined(backend, ["sh", "-c", script], **limits)


def python(backend: str, script: str, cores: tuple[int, ...] = (), **limits: float) -> dict[str, Any]:
    return confined(backend, [sys.executable, "-c", script], cores, **limits)


def forked(backend: str, script: str, cores: tuple[int, ...] = (), first: str = "", **limits: float) -> dict[str, Any]:
    return confined(backend, [], cores, first, script, **limits)


def require(backend: str) -> None:
    """Skip the test where the backend cannot be used."""
    missing = unusable()
    reasons = [missing[name] for name in missing if name.startswith(backend)]
    if all(reasons):
        pytest.skip(f"{backend}: {'; '.join(reasons)}")


@cache
def unusable() -> dict[str, str]:
    """The reason why each backend cannot be used; empty where it can."""
    return {trial.name: trial.reason for trial in confine.tried()}
