"""Reads the values in MiniZinc's data files, for the user's own checkers."""

import ast
import re
from typing import Any

from tilings.models.own import lexis

_PART = re.compile(r'((?:"(?:[^"\\\n]|\\.)*"|[^;"]|")*)(?:;|\Z)')  # up to a semicolon that is not in a string
_ITEM = re.compile(r"\s*(\w+)\s*=\s*(.*)\s*", re.DOTALL)
_RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")
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
    if ranged := _RANGE.fullmatch(value):
        return repr(set(range(int(ranged[1]), int(ranged[2]) + 1))) if int(ranged[1]) <= int(ranged[2]) else "{*()}"
    value = _ARRAY.sub(r"\1", value)
    value = _ROWS.sub(lambda rows: "[" + ",".join(f"[{row}]" for row in rows[1].split("|")) + "]", value)
    return re.sub(r"\btrue\b|\bfalse\b", lambda word: _WORDS[word[0]], value)
