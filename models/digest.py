"""Digests of the source files that state a problem or call a solver (docs/identity.md)."""

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
    return hashed(
        sorted(
            f"{path.parent.name}/{path.name} {hashlib.sha256(files.content(path)).hexdigest()}" for path in set(paths)
        )
    )


def python_files(folder: Path) -> set[Path]:
    """The Python files of a folder and of its folders, without hidden ones such as the locks of an editor."""
    paths = (path for path in folder.rglob("[!.]*.py") if path.is_file())
    return {path for path in paths if not any(part.startswith(".") for part in path.relative_to(folder).parts)}


def with_includes(path: Path) -> set[Path]:
    """A MiniZinc or ASP file, and the files that it includes by their paths, directly or not.

    Files included by name alone, such as ``globals.mzn``, come with the solver and belong to its version.
    """
    closure: set[Path] = set()
    front = [path]
    while front:
        path = front.pop()
        if path not in closure:
            closure.add(path)
            names = _INCLUDE.findall(files.content(path).decode("utf-8", "replace"))
            front += [other for name in names if (other := (path.parent / name).resolve()).is_file()]
    return closure
