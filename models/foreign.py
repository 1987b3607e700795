"""Puzzle files of other programs, told apart by what is in them, whatever the family."""

from pathlib import Path

from models import fields, registry
from models.covers import text as knuth
from models.own import reader as own
from models.polycubes import foreign as polycubes
from models.polycubes.draft import Foreign
from models.problem import UserError
from models.triominoes import PROBLEM as TRIOMINOES
from models.triominoes import text as triominoes

exists = polycubes.exists


def read(path: Path) -> Foreign | None:
    """The puzzle in a foreign file, or None where the file is an instance of our own (or nothing that is known).

    ``FILE#2`` is the second puzzle of a file that holds several, or the triominoes instance with the id 2. Raises
    UserError where the file cannot be read or is wrong.
    """
    file, number = polycubes.numbered(path)
    if own.is_model(file):
        return Foreign(own.read([file]))
    found = polycubes.read(path)
    if found is not None or not file.exists():
        return found
    text, stem = registry.read_text(file), fields.as_name(file.stem)
    if described := own.described(text, file):
        return Foreign(described)
    if triominoes.looks_like(text):
        instance = triominoes.read_one(text, str(file), stem, number)
        return Foreign({"family": TRIOMINOES.family} | TRIOMINOES.to_json(instance))
    if number is not None:
        words = f"triominoes are a line each, as in {triominoes.EXAMPLE}; another file holds one puzzle: leave out"
        raise UserError(f"{file} does not list its puzzles by number: {words} #{number}")
    # Asked last: any table of words may be one of Knuth's.
    return Foreign(knuth.read(text, str(file), stem)) if knuth.looks_like(text) else None
