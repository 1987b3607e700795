"""Where in a TOML text its keys stand: the parser of the standard library names lines only of what it cannot read.

A small scanner finds where one statement ends and the next begins; what a statement says the parser itself reads. No
package on PyPI does it: tomlkit, which keeps a file's style, keeps no positions.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any

Key = tuple[str | int, ...]

# Strings and comments, in which brackets and line breaks mean nothing; brackets; line breaks.
_TOKEN = re.compile(
    r'"{3}(?:\\.|[^\\])*?"{3,5}' r"|'{3}.*?'{3,5}" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'" r"|#[^\n]*" r"|[\[\]{}\n]",
    re.DOTALL,
)


class Places:
    """The lines of the keys of a TOML text, which must be valid; raises RecursionError where they nest too deeply.

    A key is named by the way to it: ``("runs", 2, "options", "symmetry")`` is in the third ``[[runs]]`` table.
    """

    def __init__(self, text: str) -> None:
        self._found: dict[Key, tuple[int, str]] = {}
        self._tables: Counter[Key] = Counter()
        table: Key = ()
        for line, statement in _statements(text):
            head = statement.lstrip()
            ways = list(_ways(tomllib.loads(statement)))
            if head.startswith("["):
                table = self._numbered(ways[-1], new=head.startswith("[["))
                ways = [table, table[:-1]] if head.startswith("[[") else [table]
            else:
                ways = [table + way for way in ways]
            for way in ways:
                self._found.setdefault(way, (line, statement))

    def line(self, key: Key, word: str | None = None) -> int:
        """The line of a key, or of the nearest table around it; of a word in its value where that spans several."""
        while key and key not in self._found:
            key = key[:-1]
        first, statement = self._found.get(key, (1, ""))
        if word is None:
            return first
        lines = statement.splitlines()
        return first + next((number for number, line in enumerate(lines) if _holds(line, word)), 0)

    def _numbered(self, way: Key, new: bool) -> Key:
        """The way to a header's table, with the numbers of the arrays of tables that it is within."""
        numbered: Key = ()
        for depth, name in enumerate(way, 1):
            numbered += (name,)
            self._tables[numbered] += new and depth == len(way)
            if self._tables[numbered]:
                numbered += (self._tables[numbered] - 1,)
        return numbered


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The statements of a text, each with its first line: a header, or a key and its value."""
    begin = depth = 0
    first = line = 1
    for token in _TOKEN.finditer(text):
        word = token.group()
        line += word.count("\n")
        depth += (word in ("[", "{")) - (word in ("]", "}"))
        if word == "\n" and depth == 0:
            yield first, text[begin : token.end()]
            begin, first = token.end(), line
    yield first, text[begin:]


def _ways(value: Any, way: Key = ()) -> Iterator[Key]:
    """The ways to all keys within a value that a statement makes, outer ones first."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield (*way, name)
            yield from _ways(part, (*way, name))


def _holds(line: str, word: str) -> bool:
    return re.search(rf"(?<![\w*-]){re.escape(word)}(?![\w*-])", line) is not None
