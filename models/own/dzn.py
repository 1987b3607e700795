"""Reads MiniZinc's data files as far as they state values, for checkers of the user's own, which are given them."""

import ast
import re
from typing import Any

_COMMENT = re.compile(r"%.*|/\*[\s\S]*?\*/")
_ITEM = re.compile(r"\s*(\w+)\s*=\s*(.*)\s*", re.DOTALL)
_RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")
_ARRAY = re.compile(r"\barray\d+d\s*\(.*?,\s*(\[[^\]]*\])\s*\)", re.DOTALL)
_ROWS = re.compile(r"\[\|(.*?)\|?\s*\|\]", re.DOTALL)
_WORDS = {"true": "True", "false": "False"}


def read(text: str) -> dict[str, Any]:
    """The parameters of a data file: numbers, truth values, strings, sets, lists, and lists of rows.

    Left out are those whose value is none of these, such as members of an enumeration or expressions.
    """
    found = {}
    for item in _COMMENT.sub("", text).split(";"):
        if named := _ITEM.fullmatch(item):
            try:
                found[named[1]] = ast.literal_eval(_python(named[2].strip()))
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                continue
    return found


def _python(value: str) -> str:
    """A value as Python writes it."""
    if ranged := _RANGE.fullmatch(value):
        return repr(set(range(int(ranged[1]), int(ranged[2]) + 1))) if int(ranged[1]) <= int(ranged[2]) else "{*()}"
    value = _ARRAY.sub(r"\1", value)
    value = _ROWS.sub(lambda rows: "[" + ",".join(f"[{row}]" for row in rows[1].split("|")) + "]", value)
    return re.sub(r"\btrue\b|\bfalse\b", lambda word: _WORDS[word[0]], value)
