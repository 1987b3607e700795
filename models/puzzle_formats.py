"""Reads puzzle files of other programs; the content determines the format and the family."""

from pathlib import Path
from typing import Any

from tilings.models import fields, files, registry
from tilings.models.own import reader as own
from tilings.models.problem import UserError
from tilings.models.puzzle_file import ForeignPuzzle, head, numbered

_TRIOMINOES = "1, easy, [[1, 2, 3], [4, 5, 6]], 4"
_FORMATS = (
    "a JSON object, a drawing with a line such as 'box 5x4' (docs/solve.md), or a file of another program "
    "(docs/data.md)"
)
_NO_OPTIONS = "read as an exact cover in Knuth's format, a line of items without any options"


def read(path: Path) -> ForeignPuzzle | None:
    """The puzzle in a foreign file, or None for a JSON object, the format of our own instances.

    ``FILE#2`` is the second puzzle of a file that holds several, or the triominoes instance with the id 2. Raises
    UserError for a file that cannot be read, is wrong, or has an unknown format.
    """
    file, number = numbered(path)
    if own.is_model(file):
        return ForeignPuzzle(own.read([file]))
    if files.plain(file).suffix == ".dzn":
        raise UserError(f"{file} is data: name its model first, as in 'tilings solve MODEL.mzn {file.name}'")
    if not head(file).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return _of_other_program(path)
    if number is not None:
        raise _one_puzzle(file, number)
    instance = own.read_json(registry.read_text(file), file)
    return ForeignPuzzle(instance) if instance else None


def _of_other_program(path: Path) -> ForeignPuzzle:
    """The puzzle in a file that is not a JSON object. Imports the families that read such files."""
    from tilings.models.polycubes import burrtools

    file, number = numbered(path)
    stem, which = fields.as_name(files.plain(file).stem), 1 if number is None else number
    if burrtools.looks_like(head(file)):
        return burrtools.read(file, stem, which)
    from tilings.models.covers import text as knuth
    from tilings.models.polycubes import definition, drawn, sentences
    from tilings.models.triominoes import PROBLEM as TRIOMINOES
    from tilings.models.triominoes import text as triominoes

    text = registry.read_text(file)
    if definition.looks_like(text):
        return definition.read(text, str(file), stem, which)
    if files.plain(file).suffix == ".dlx" and number is None:
        return _of_knuth(knuth.read(text, str(file), stem))
    if triominoes.looks_like(text):
        chosen = triominoes.read_one(text, str(file), stem, number)
        return ForeignPuzzle({"family": TRIOMINOES.family} | TRIOMINOES.to_json(chosen))
    if number is not None:
        raise _one_puzzle(file, number)
    if sentences.looks_like(text):
        return drawn.read(text, str(file), stem)
    instance = knuth.read(text, str(file), stem) if knuth.looks_like(text) else None  # any table of words may be one
    if instance and instance["options"]:
        return _of_knuth(instance)
    if wrong := sentences.slip(text):
        raise UserError(f"{file}: {wrong}")
    if instance and "|" in text:  # it has a comment, a secondary item or bounds
        return _of_knuth(instance)
    if instance:
        words = "is a line of words; as an exact cover in Knuth's format it has items and no options"
        raise UserError(f"{file} {words}: write a line for each option (a file '.dlx' may do without)")
    wrong = "has an unknown format" if text.strip() else "is empty"
    raise UserError(f"{file} {wrong}; expected {_FORMATS}")


def _of_knuth(instance: dict[str, Any]) -> ForeignPuzzle:
    """The exact cover, with a note if it has no options: the file may be meant as something else."""
    return ForeignPuzzle(instance, () if instance["options"] else (_NO_OPTIONS,))


def _one_puzzle(file: Path, number: int) -> UserError:
    words = f"triominoes are a line each, as in {_TRIOMINOES}; another file holds one puzzle: leave out"
    return UserError(f"{file} does not list its puzzles by number: {words} #{number}")
