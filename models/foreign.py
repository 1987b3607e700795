"""Puzzle files of other programs, told apart by what is in them, whatever the family."""

from __future__ import annotations

from pathlib import Path

from models import fields, registry
from models.covers import text as knuth
from models.polycubes import foreign as polycubes
from models.polycubes.draft import Foreign

exists = polycubes.exists


def read(path: Path) -> Foreign | None:
    """The puzzle in a foreign file, or None where the file is an instance of our own (or nothing that is known).

    ``FILE#2`` is the second puzzle of a file that holds several. Raises UserError where the file cannot be read or
    is wrong.
    """
    found = polycubes.read(path)
    if found is not None or not path.exists():
        return found
    text = registry.read_text(path)
    # Asked last: any table of words may be one of Knuth's.
    return Foreign(knuth.read(text, str(path), fields.as_name(path.stem))) if knuth.looks_like(text) else None
