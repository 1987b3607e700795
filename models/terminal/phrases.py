"""Phrases on solutions and numbers, and suggestions of similar names."""

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

_UP_TO = {
    "rotations": "up to rotations",
    "reflections": "up to rotations and reflections",
    "symmetries": "up to symmetries",
}


class Phrases(NamedTuple):
    """A family's phrases."""

    noun: str  # for a solution
    plural: str
    reached: Callable[[float], str]  # a solution with an objective value
    optimal: Callable[[float], str]  # the statement that no solution has a better value


def plain(sense: str) -> Phrases:
    """The default phrases. sense: min, max or empty."""
    side = "above" if sense == "max" else "below"
    return Phrases(
        "solution",
        "solutions",
        lambda value: f"a solution of objective {digits(value)}",
        lambda value: f"no solution has an objective {side} {digits(value)}",
    )


def counted(number: float, noun: str, plural: str = "", commas: bool = False) -> str:
    """A number of things, such as ``1 tile`` or ``2 tiles``.

    plural: the plural if it is not the noun with an s. commas: whether to separate thousands, as in tables of numbers.
    """
    amount = f"{number:,}" if commas and abs(number) < 10**_SHOWN_DIGITS else digits(number)
    return f"{amount} {noun if number == 1 else plural or noun + 's'}"


MOST_DIGITS = 100_000  # the digits of a whole number that is read or printed; a million digits take Python seconds
_SHOWN_DIGITS = 40


def digits(number: float) -> str:
    """A number, such as ``1234567`` or ``0.5``; a very long one as its first digits and their number.

    The six digits of the format ``g`` would round large costs.

    >>> digits(2**300)
    '203703597633… (91 digits)'
    """
    if not isinstance(number, int):
        return f"{number:.12g}"
    if abs(number) < 10**_SHOWN_DIGITS:
        return str(number)
    length = int(math.log10(abs(number))) + 1  # or one more or less
    length += (abs(number) >= 10**length) - (abs(number) < 10 ** (length - 1))
    first = abs(number) // 10 ** (length - 12)
    return f"{'-' if number < 0 else ''}{first}… ({length:,} digits)"


def span(seconds: float) -> str:
    """A duration in at most two units, such as ``2 h 5 min``."""
    total = round(seconds)
    for unit, length, lesser, part in (("d", 86400, "h", 3600), ("h", 3600, "min", 60), ("min", 60, "s", 1)):
        if total >= length:
            rest = total % length // part
            return f"{total // length} {unit}" + (f" {rest} {lesser}" if rest else "")
    return f"{total} s"


def up_to(convention: str, before: str) -> str:
    """The phrase for a convention, such as ``up to rotations``, after the text `before`; empty for ``raw``."""
    return before + _UP_TO[convention] if convention in _UP_TO else ""


MOST_LISTED = 40


def near(word: str, known: Iterable[str]) -> str:
    """A suggestion of the most similar known name, to append to a message; empty if no name is similar."""
    import difflib

    matches = difflib.get_close_matches(word[:100], sorted(set(known)), n=1)
    return f"; did you mean '{matches[0]}'?" if matches else ""


def instead(word: str, known: Iterable[str], where: str = "") -> str:
    """All known names, or their number and place, with a suggestion of the most similar one."""
    names = sorted(set(known))
    listed = (
        ", ".join(names) if len(names) <= MOST_LISTED else f"{len(names)}" + (f", listed in {where}" if where else "")
    )
    return f"there are: {listed}{near(word, names)}"
