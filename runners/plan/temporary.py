"""JSON files of instances that have none: in a temporary folder, which lasts as long as the process."""

import atexit
import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.models.problem import Problem


def written(problem: Problem, instance: Any) -> tuple[Path, str]:
    """The file of an instance, and its hash; a forked process finds the files of its parent."""
    return file(registry.instance_json(problem, instance).encode())


def file(content: bytes) -> tuple[Path, str]:
    """A file with this content, as for ``written``."""
    sha256 = hashlib.sha256(content).hexdigest()
    path = _folder() / f"{sha256}.json"
    if not path.exists():
        new = path.with_suffix(f".{os.getpid()}")
        new.write_bytes(content)
        new.replace(path)
    return path, sha256


@cache
def _folder() -> Path:
    """The temporary folder; a forked process does not remove it."""
    from tilings.runners.confine.scratch_dirs import Scratch  # whose locks other systems than Linux lack

    scratch, owner = Scratch(), os.getpid()
    atexit.register(lambda: scratch.close() if os.getpid() == owner else None)
    return scratch.folder
