"""Reads the fields of an instance's JSON object and raises errors that name the field."""

import hashlib
import re
import reprlib
from collections.abc import Collection, Mapping
from typing import Any

from tilings.models.problem import UserError
from tilings.models.terminal.phrases import near

LARGEST = 1_000_000_000  # beyond 32 bits clingo's integers overflow silently; Gecode and Chuffed refuse them
_NAME = re.compile(r"[^\W_][\w.+~-]*")  # letters of any alphabet, so that students can use their own names
_LONGEST_NAME = 200  # bytes: file systems allow 255, and endings are added


def shown(value: Any) -> str:
    """A value as it is shown in an error message; long or deep values are shortened."""
    return reprlib.repr(value)


def typed(value: Any) -> str:
    """A value of the wrong type as it is shown in an error message, with its type."""
    return f"{shown(value)} ({type(value).__name__})"


def word(value: Any, name: str) -> str | None:
    """A text, or None."""
    if value is not None and not isinstance(value, str):
        raise UserError(f"'{name}' must be a text, not {typed(value)}")
    return value


def need(data: Mapping[str, Any], field: str) -> Any:
    """The value of a required field."""
    if field not in data:
        raise UserError(f"the instance lacks the field '{field}'")
    return data[field]


def integer(value: Any, field: str, least: int = 1, most: int = LARGEST) -> int:
    """A whole number within [least, most]."""
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    named = most != LARGEST or (isinstance(value, int) and value > most)
    bounds = f"a whole number from {least}" + (f" to {most}" if named else "")
    given = shown(value) if type(value) is int else typed(value)
    raise UserError(f"'{field}' must be {bounds}, not {given}")


def array(value: Any, field: str, length: int | None = None) -> list[Any]:
    """A JSON array; it must have the given length if there is one."""
    if not isinstance(value, list | tuple) or (length is not None and len(value) != length):
        size = "" if length is None else f" of {length}"
        raise UserError(f"'{field}' must be an array{size}, not {shown(value)}")
    return list(value)


def boolean(value: Any, field: str) -> bool:
    if not isinstance(value, bool):
        raise UserError(f"'{field}' must be true or false, not {shown(value)}")
    return value


def choice(value: Any, field: str, allowed: Collection[str]) -> str:
    """One of the allowed words."""
    if not isinstance(value, str) or value not in allowed:
        raise UserError(f"'{field}' must be one of {', '.join(allowed)}, not {shown(value)}")
    return str(value)


def name(value: Any, field: str = "name") -> str:
    """An instance's name: letters, digits and . _ + -, in at most 200 bytes, because it becomes a file name."""
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise UserError(f"'{field}' must be letters, digits and . _ + - (it becomes a file name), not {shown(value)}")
    if (size := len(value.encode())) > _LONGEST_NAME:
        raise UserError(f"'{field}' has {size} bytes, and at most {_LONGEST_NAME} (it becomes a file name): shorten it")
    return value


def as_name(text: str) -> str:
    """An allowed name made from any text, such as a file's stem; the end of a long one is a digest of it.

    >>> as_name("my puzzle (2)"), as_name("...")
    ('my-puzzle-2-', 'unnamed')
    """
    import unicodedata

    composed = unicodedata.normalize("NFC", text)  # macOS may write an accent as a character of its own
    made = re.sub(r"[^\w.+-]+", "-", composed).lstrip("_.+-") or "unnamed"
    if len(made.encode()) <= _LONGEST_NAME:
        return made
    digest = hashlib.sha256(made.encode()).hexdigest()[:16]
    return f"{made.encode()[: _LONGEST_NAME - 17].decode(errors='ignore')}-{digest}"


def no_others(data: Mapping[str, Any], known: set[str]) -> None:
    """Refuse misspelt fields instead of ignoring them."""
    unknown = sorted(set(data) - known - {"family"})
    if unknown:
        words = f"unknown field {shown(unknown[0])}; the fields are {', '.join(sorted(known))}"
        raise UserError(words + near(unknown[0], known))
