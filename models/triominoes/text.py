"""Reads and writes the text format of G. Tam's experiments: an instance a line, ten to a file.

A line holds the instance's id, its difficulty, its tiles and n, the side of the square board::

    1, easy, [[1, 2, 3], [4, 5, 6]], 4

The report names these fields and their order but shows no file. So the reader is lenient: commas, semicolons and
blanks separate, brackets are square, round or curly and may enclose the whole line, words may be quoted; a first
line of words alone is a header, ``#`` and ``%`` begin a comment, and blank lines do not matter.
"""

import re
from collections.abc import Iterable
from typing import Any

from tilings.models import fields
from tilings.models.problem import UserError
from tilings.models.triominoes.instance import DIFFICULTIES, TriominoesInstance, parse

EXAMPLE = "1, easy, [[1, 2, 3], [4, 5, 6]], 4"
_START = re.compile(  # possessive on blanks: a text of blanks would backtrack quadratically
    r"""^[^\S\n]*+(?:[(\[][^\S\n]*+)?["']?(-?[0-9]+|id)["']?\s*[,;\t]\s*["']?[a-z]+["']?\s*([,;\[({]|$)""", re.M | re.I
)
_TOKEN = re.compile(r"""(?P<open>[\[({])|(?P<close>[\])}])|(?P<word>[^\s,;\[\](){}]+)|[\s,;]+""")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_DEEPEST = 3  # brackets around the line, the tiles, a tile


def looks_like(text: str) -> bool:
    """Whether a text seems to be such a file: a line begins with a number, or ``id``, and a word."""
    return _START.search(text) is not None


def read(text: str, source: str, stem: str) -> dict[int, TriominoesInstance]:
    """The instances of a file by their ids; each is named STEM-ID-DIFFICULTY.

    Raises UserError with the file, the line and the expectation.
    """
    by_id: dict[int, TriominoesInstance] = {}
    where: dict[int, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            parts = _nested(line)
            if not parts or (not by_id and all(isinstance(part, str) for part in parts)):
                continue  # blank, or a header
            identity, instance = _listed(parts, stem)
            if identity in by_id:
                raise UserError(f"line {where[identity]} has the id {identity} already: give each instance its own")
        except UserError as error:
            raise UserError(f"{source}:{number}: {error}") from None
        by_id[identity], where[identity] = instance, number
    if not by_id:
        raise UserError(f"{source}: it contains no instance; expected a line for each, as in {EXAMPLE}")
    return by_id


def read_one(text: str, source: str, stem: str, identity: int | None) -> TriominoesInstance:
    """The instance with that id, or the only one of a file; raises UserError, also for an unknown id."""
    by_id = read(text, source, stem)
    ids = ", ".join(map(str, by_id))
    if identity is None and len(by_id) > 1:
        first = next(iter(by_id))
        raise UserError(f"{source} holds {len(by_id)} instances, with the ids {ids}: name one, as in {source}#{first}")
    if identity is not None and identity not in by_id:
        raise UserError(f"{source}: no instance in it has the id {identity}; there are {ids}")
    return next(iter(by_id.values())) if identity is None else by_id[identity]


def write(instances: Iterable[TriominoesInstance]) -> str:
    """The text of a file with the instances, with the ids 1, 2, …; ``read`` restores all but their names.

    Raises UserError for an instance that the format cannot state.
    """
    return "".join(f"{number}, {_line(instance)}\n" for number, instance in enumerate(instances, start=1))


def _line(instance: TriominoesInstance) -> str:
    beyond = {
        "cols": instance.cols != instance.rows,
        "length": instance.length != 3,
        "blocked": bool(instance.blocked),
        "connected": instance.connected,
        "convention": instance.convention != "raw",
    }
    if not instance.difficulty:
        raise UserError(f"{instance.name}: the text format needs a 'difficulty', which is missing; write it as JSON")
    for field, wrong in beyond.items():
        if wrong:
            raise UserError(f"{instance.name}: the text format cannot state its '{field}'; write it as JSON")
    return f"{instance.difficulty}, {[list(tile) for tile in instance.tiles]}, {instance.rows}"


def _listed(parts: list[Any], stem: str) -> tuple[int, TriominoesInstance]:
    """The id and the instance in the parts of a line."""
    if len(parts) == 1 and isinstance(parts[0], list):
        parts = parts[0]
    if len(parts) != 4 or not isinstance(parts[1], str):
        raise UserError(f"expected id, difficulty, tiles, n, as in {EXAMPLE}, not {fields.shown(parts)}")
    identity = fields.integer(parts[0], "id", least=0)
    difficulty = fields.choice(parts[1].lower(), "difficulty", DIFFICULTIES)
    side = fields.integer(parts[3], "n")
    data = {"name": f"{stem}-{identity}-{difficulty}", "rows": side, "cols": side, "tiles": parts[2]}
    return identity, parse(data | {"difficulty": difficulty})


def _nested(line: str) -> list[Any]:
    """The whole numbers, words and arrays of a line; raises UserError where brackets do not match."""
    stack: list[list[Any]] = [[]]
    for token in _TOKEN.finditer(re.split(r"[#%]", line, maxsplit=1)[0]):
        if token["open"]:
            if len(stack) > _DEEPEST:
                raise UserError("the brackets are nested too deeply: tiles are an array of arrays")
            stack.append([])
            stack[-2].append(stack[-1])
        elif token["close"]:
            if len(stack) == 1:
                raise UserError(f"the bracket that column {token.start() + 1} closes was not opened")
            stack.pop()
        elif token["word"]:
            word = token["word"].strip("\"'")
            if word:  # else the quotes around an array
                stack[-1].append(int(word) if _NUMBER.fullmatch(word) else word)
    if len(stack) > 1:
        raise UserError(
            f"the line is incomplete: it ends within an array; expected the whole instance, as in {EXAMPLE}"
        )
    return stack[0]
