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
    """The instance's JSON object; raises UserError with the file, the line and the expectation."""
    return _Reader(source).read(text, name)


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines without comments, numbered from 1, as words."""
    for number, line in enumerate(text.splitlines(), start=1):
        if (words := line.split()) and not words[0].startswith("|"):
            yield number, words


class _Reader:
    def __init__(self, source: str) -> None:
        self._source, self._line = source, 1
        self._primary: dict[str, tuple[int, int]] = {}
        self._secondary: dict[str, None] = {}
        self._known: dict[str, str] = {}  # the item of each word that options have

    def read(self, text: str, name: str) -> dict[str, Any]:
        lines = _lines(text)
        self._line, words = next(lines, (1, []))
        if not words:
            raise self._error("expected a line with the names of the items")
        self._items(words)
        options = []
        for self._line, words in lines:
            items, cost = self._option(words)
            if not self._primary.keys().isdisjoint(items):
                options.append({"items": items, "cost": cost} if cost else items)
        primary = [
            item if bounds == (1, 1) else {"name": item, "least": bounds[0], "most": bounds[1]}
            for item, bounds in self._primary.items()
        ]
        return {
            "family": "covers", "name": name, "primary": primary, "secondary": list(self._secondary),
            "options": options,
        }  # fmt: skip

    def _items(self, words: list[str]) -> None:
        """The line of item names; a bar may stand by itself or before the first secondary name."""
        bars = [at for at, word in enumerate(words) if word.startswith("|")]
        if len(bars) > 1:
            raise self._error("the line of items has two bars: primary items | secondary items")
        cut = bars[0] if bars else len(words)
        for word in words[:cut]:
            bounds, bar, item = word.rpartition("|")
            self._primary[self._new(item)] = self._bounds(bounds) if bar else (1, 1)
        for word in [words[cut][1:], *words[cut + 1 :]] if bars else []:
            if word:
                self._secondary[self._new(word)] = None

    def _bounds(self, word: str) -> tuple[int, int]:
        match = _BOUNDS.fullmatch(word)
        if not match:
            raise self._error(f"expected how often an item is covered, as in 2:3|c or 2|c, not '{word}|'")
        most = int(match[2])
        least = most if match[1] is None else int(match[1])
        if most < 1 or least > most:
            raise self._error(
                f"expected bounds such as 0:2|, the first at most the second and the second at least 1, not '{word}|'"
            )
        return least, most

    def _new(self, name: str) -> str:
        if not name or ":" in name or "|" in name:
            raise self._error(f"expected an item's name, without colon and bar, not '{name}'")
        if name in self._primary or name in self._secondary:
            raise self._error(f"the item {name} is named twice")
        return name

    def _option(self, words: list[str]) -> tuple[list[str], int]:
        """The items of an option, with their colours, and its cost."""
        items, costs = words, list[str]()
        named = list(map(self._known.get, words))
        if None in named:
            items, costs = ([word for word in words if word.startswith("|") is cost] for cost in (False, True))
            named = [self._known.get(word) or self._item_of(word) for word in items]
        if len(set(named)) < len(named):
            twice = next(item for item in named if named.count(item) > 1)
            raise self._error(f"the option has the item {twice} twice")
        return items, sum(map(self._cost, costs))

    def _item_of(self, word: str) -> str:
        """The item of a word such as x or x:red, which need not be checked again."""
        item, colon, colour = word.partition(":")
        if item not in self._primary and item not in self._secondary:
            raise self._error(f"unknown item '{item}'")
        if colon and item in self._primary:
            raise self._error(f"'{word}': only secondary items are coloured, and {item} is a primary one")
        if colon and (not colour or ":" in colour or "|" in colour):
            raise self._error(f"expected a colour after the colon, as in x:red, not '{word}'")
        self._known[word] = item
        return item

    def _cost(self, word: str) -> int:
        match = _COST.fullmatch(word)
        if not match:
            raise self._error(f"expected a cost, a whole number as in |5, not '{word}'")
        return int(match[1])

    def _error(self, message: str) -> UserError:
        return UserError(f"{self._source}:{self._line}: {message}")
