"""Digests of whole source files: of what states a problem, and of what calls a solver (docs/identity.md)."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tilings.models import files

_INCLUDE = re.compile(r'\binclude\s+"([^"\0\n]+)"')


def hashed(parts: Iterable[Any]) -> str:
    """The SHA-256 of texts in their order."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def of_files(paths: Iterable[Path]) -> str:
    """The SHA-256 of files in any order, each by its name, the name of its folder and its bytes."""
    return hashed(sorted(f"{path.parent.name}/{path.name} {_of_bytes(path)}" for path in set(paths)))


def python_files(folder: Path) -> set[Path]:
    """The Python files of a folder and of its folders, without hidden ones such as the locks of an editor."""
    found = (path for path in folder.rglob("[!.]*.py") if path.is_file())
    return {path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)}


def with_includes(path: Path) -> set[Path]:
    """A MiniZinc or ASP file, and all that it includes by its path, directly or not.

    What is included by a name alone, such as ``globals.mzn``, comes with the solver and belongs to its version.
    """
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            named = _INCLUDE.findall(files.content(path).decode("utf-8", "replace"))
            waiting += [other for name in named if (other := (path.parent / name).resolve()).is_file()]
    return found


def _of_bytes(path: Path) -> str:
    return hashlib.sha256(files.content(path)).hexdigest()
