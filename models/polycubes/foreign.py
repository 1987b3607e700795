"""Puzzle files of other programs: definition files and BurrTools puzzles, recognised by their content."""

from pathlib import Path

from models import fields, registry
from models.polycubes import burrtools, definition
from models.puzzle_file import Foreign, head, numbered


def read(path: Path) -> Foreign | None:
    """The puzzle in a foreign file; None where the file is of neither kind.

    ``FILE#2`` is the second puzzle of a file that holds several. Raises UserError where the file cannot be read or
    is wrong.
    """
    path, number = numbered(path)
    number = 1 if number is None else number
    name = fields.as_name(path.stem)
    if burrtools.looks_like(head(path)):
        return burrtools.read(path, name, number)
    text = registry.read_text(path)
    return definition.read(text, str(path), name, number) if definition.looks_like(text) else None
