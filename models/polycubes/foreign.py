"""Puzzle files of other programs: definition files and BurrTools puzzles, recognised by their content."""

import re
from pathlib import Path

from models import fields, registry
from models.polycubes import burrtools, definition
from models.polycubes.draft import Foreign
from models.problem import UserError


def read(path: Path) -> Foreign | None:
    """The puzzle in a foreign file; None where the file is of neither kind.

    ``FILE#2`` is the second puzzle of a file that holds several. Raises UserError where the file cannot be read or
    is wrong.
    """
    path, number = numbered(path)
    number = 1 if number is None else number
    name = fields.as_name(path.stem)
    if burrtools.looks_like(_head(path)):
        return burrtools.read(path, name, number)
    text = registry.read_text(path)
    return definition.read(text, str(path), name, number) if definition.looks_like(text) else None


def exists(path: Path) -> bool:
    """Whether the file exists; the path may end with the number of a puzzle, as in ``FILE#2``."""
    return numbered(path)[0].exists()


def numbered(path: Path) -> tuple[Path, int | None]:
    """The file of a path like ``FILE#2`` and the number 2; the path itself and None where it names a file."""
    named = re.fullmatch(r"(.+)#([0-9]{1,6})", path.name)
    if path.exists() or not named:
        return path, None
    return path.with_name(named[1]), int(named[2])


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(256)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
