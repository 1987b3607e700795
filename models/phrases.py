"""The words in which a family speaks of its solutions."""

from collections.abc import Callable
from dataclasses import dataclass


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
    unbeaten = f"no solution has an objective {'above' if sense == 'max' else 'below'} {{:g}}"
    return Phrases("solution", "solutions", "a solution of objective {:g}".format, unbeaten.format)


def counted(number: float, noun: str, plural: str) -> str:
    """A number of things, such as ``1 tile`` or ``2 tiles``."""
    return f"{number:g} {noun if number == 1 else plural}"
