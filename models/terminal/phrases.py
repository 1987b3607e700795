"""The words in which a family speaks of its solutions."""

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

_UP_TO = {
    "rotations": "up to rotations",
    "reflections": "up to rotations and reflections",
    "symmetries": "up to symmetries",
}


@dataclass(frozen=True)
class Phrases:
    """noun, plural: what a solution is called.

    worth: a solution whose objective has a value; unbeaten: that none has a better one, where the value was proved.
    """

    noun: str
    plural: str
    worth: Callable[[float], str]
    unbeaten: Callable[[float], str]


def plain(sense: str) -> Phrases:
    """The words for a family that has none of its own. sense: min, max or empty."""
    side = "above" if sense == "max" else "below"
    return Phrases(
        "solution",
        "solutions",
        lambda value: f"a solution of objective {digits(value)}",
        lambda value: f"no solution has an objective {side} {digits(value)}",
    )


def counted(number: float, noun: str, plural: str = "", commas: bool = False) -> str:
    """A number of things, such as ``1 tile`` or ``2 tiles``; plural: where it is not the noun with an s.

    commas: between thousands, as in tables of numbers.
    """
    return f"{f'{number:,}' if commas else digits(number)} {noun if number == 1 else plural or noun + 's'}"


def digits(number: float) -> str:
    """A number, such as ``1234567`` or ``0.5``; the six digits of the format ``g`` would round large costs."""
    return str(number) if isinstance(number, int) else f"{number:.12g}"


def up_to(convention: str, before: str) -> str:
    """Under which symmetries solutions count as one, such as ``up to rotations``, after a text; empty if under none."""
    return before + _UP_TO[convention] if convention in _UP_TO else ""


MOST_LISTED = 40


def near(word: str, known: Iterable[str]) -> str:
    """The question whether the most similar known name was meant, to append to a message; empty if none is similar."""
    found = difflib.get_close_matches(word[:100], sorted(set(known)), n=1)
    return f"; did you mean '{found[0]}'?" if found else ""


def instead(word: str, known: Iterable[str], where: str = "") -> str:
    """A list of all known names, or their number and where to find them, and the name that was perhaps meant."""
    names = sorted(set(known))
    listed = (
        ", ".join(names) if len(names) <= MOST_LISTED else f"{len(names)}" + (f", listed in {where}" if where else "")
    )
    return f"there are: {listed}{near(word, names)}"
