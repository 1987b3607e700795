"""Reads the values in MiniZinc's data files, for the user's own checkers."""

import ast
import re
from typing import Any

from tilings.models.own import lexis

_PART = re.compile(r'((?:"(?:[^"\\\n]|\\.)*"|[^;"]|")*)(?:;|\Z)')  # up to a semicolon that is not in a string
_ITEM = re.compile(r"\s*(\w+)\s*=\s*(.*)\s*", re.DOTALL)
_LONGEST = 1_000_000  # members of a set
_TERM = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|\btrue\b|\bfalse\b|\{\s*\}|(?P<least>-?\b\d+)\s*\.\.\s*(?P<most>-?\d+)\b(?!\.)'
)
_ARRAY = re.compile(r"\barray\d+d\s*\(.*?,\s*(\[[^\]]*\])\s*\)", re.DOTALL)
_ROWS = re.compile(r"\[\|(.*?)\|?\s*\|\]", re.DOTALL)
_WORDS = {"true": "True", "false": "False"}


def read(text: str) -> dict[str, Any]:
    """The parameters of a data file: numbers, truth values, strings, sets, lists, and lists of rows.

    Other values, such as members of an enumeration or expressions, are left out.
    """
    found = {}
    for part in _PART.finditer(lexis.without_comments("mzn", text)):
        if match := _ITEM.fullmatch(part[1]):
            try:
                found[match[1]] = ast.literal_eval(_python(match[2].strip()))
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                continue
    return found


def _python(value: str) -> str:
    """A value in Python's syntax."""
    value = _ARRAY.sub(r"\1", value)
    value = _ROWS.sub(lambda rows: "[" + ",".join(f"[{row}]" for row in rows[1].split("|")) + "]", value)
    return _TERM.sub(_term, value)


def _term(found: re.Match[str]) -> str:
    """A range, an empty set, a truth value or a string; raises ValueError for a range that is too large to list."""
    if found["least"] is None:
        return _WORDS.get(found[0], found[0] if found[0][0] == '"' else "set()")
    members = range(int(found["least"]), int(found["most"]) + 1)
    if len(members) > _LONGEST:
        raise ValueError("too many members")
    return repr(set(members))
