"""Puzzle files of other programs: their paths and their content."""

import re
from pathlib import Path
from typing import Any, NamedTuple

from tilings.models import files


class ForeignPuzzle(NamedTuple):
    """The puzzle in a file of another program."""

    instance: dict[str, Any]  # the JSON object that ``models.registry`` reads, not validated yet
    notes: tuple[str, ...] = ()  # a line for each part of the file that was left out or merged


def exists(path: Path) -> bool:
    """Whether the file exists; the path may end with the number of a puzzle, as in ``FILE#2``."""
    try:
        return numbered(path)[0].exists()
    except OSError:  # the name is too long for a file
        return False


def numbered(path: Path) -> tuple[Path, int | None]:
    """The file of a path like ``FILE#2`` and the number 2; for the path of a file, the path and None."""
    match = re.fullmatch(r"(.+)#([0-9]{1,6})", path.name)
    if path.exists() or not match:
        return path, None
    return path.with_name(match[1]), int(match[2])


def head(path: Path) -> bytes:
    """The first bytes of a file; raises UserError where it cannot be read."""
    with files.reading(path):
        return files.head(path, 256)
