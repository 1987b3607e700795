"""Reads exact covers in the text format of D. E. Knuth's programs DLX1, DLX2, DLX3 and DLX5.

The first line names the items: the primary ones, then after a bar the secondary ones. ``2:3|c`` is an item to be
covered two or three times, ``2|c`` exactly twice. Every other line is an option: its items, a colour after a colon
where a secondary item has one, and costs such as ``|5``, which add up. Lines that begin with a bar are comments::

    | A simple example of colours, multiplicities and costs
    a b 2:3|c | x y
    a b x:0 y:0
    a c x:1 y:1 |5
    c x:0

As in these programs, options without primary items are left out. Unlike there, names may have more than eight
characters, and colours more than one.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tilings.models.problem import UserError

_BOUNDS = re.compile(r"(?:(\d{1,9}):)?(\d{1,9})")
_COST = re.compile(r"\|(\d{1,9})")


def looks_like(text: str) -> bool:
    """Whether a text seems to be such a file: half of the words in the first options, at least, are items; options may
    lack."""
    first, *options = [words for _, words in islice(_lines(text), 1000)] or [[]]
    if not first or first[0].startswith(("{", "[")):
        return False
    names = {word.rpartition("|")[2] for word in first} - {""}
    known = [word.partition(":")[0] in names for words in options for word in words if not word.startswith("|")]
    return 2 * sum(known) >= len(known)


def read(text: str, source: str, name: str) -> dict[str, Any]:
    """The instance's JSON object, whose items and options ``parse`` checks; raises UserError, with file and line, for
    anything that is not such a text."""
    (at, words), *lines = list(_lines(text)) or [(1, [])]
    bars = [place for place, word in enumerate(words) if word.startswith("|")]  # alone, or before the first secondary
    if not words or len(bars) > 1:
        raise UserError(f"{source}:{at}: expected a line with the names of the items: primary ones | secondary ones")
    cut = bars[0] if bars else len(words)
    secondary = [word.removeprefix("|") for word in words[cut:] if word != "|"]
    primary = [_primary(word, f"{source}:{at}") for word in words[:cut]]
    known, options = set(secondary), []
    for at, words in lines:
        costs = [word for word in words if word.startswith("|")]
        items = [word for word in words if not word.startswith("|")] if costs else words
        if not all(word.partition(":")[0] in known for word in items):
            cost = sum(_cost(word, f"{source}:{at}") for word in costs)
            options.append({"items": items, "cost": cost} if cost else items)
    return {"family": "covers", "name": name, "primary": primary, "secondary": secondary, "options": options}


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines without comments, numbered from 1, as words."""
    for number, line in enumerate(text.splitlines(), start=1):
        if (words := line.split()) and not words[0].startswith("|"):
            yield number, words


def _primary(word: str, where: str) -> str | dict[str, Any]:
    """The item of a word such as a, 2|c or 2:3|c."""
    bounds, bar, item = word.rpartition("|")
    if not bar:
        return item
    match = _BOUNDS.fullmatch(bounds)
    if not match:
        raise UserError(f"{where}: expected how often an item is covered, as in 2:3|c or 2|c, not '{word}'")
    return {"name": item, "least": int(match[1] or match[2]), "most": int(match[2])}


def _cost(word: str, where: str) -> int:
    match = _COST.fullmatch(word)
    if not match:
        raise UserError(f"{where}: expected a cost, a whole number as in |5, not '{word}'")
    return int(match[1])
