"""The data of the formulations, and the decoding of their atoms.

An atom ``pair(k,place)`` places the left copy of k, from 0. A solution has an item
(k, place) for each of them.
"""

from collections.abc import Iterable
from typing import Any

from tilings.models.langford.instance import LangfordInstance
from tilings.models.problem import Atom, Item, Solution, Symmetry, UserError


def parameters(instance: LangfordInstance) -> dict[str, Any]:
    """The MiniZinc data."""
    return {"pairs": instance.pairs}


def facts(instance: LangfordInstance) -> list[Atom]:
    """The ASP facts."""
    return [("number", (k,)) for k in range(1, instance.pairs + 1)]


def decode(instance: LangfordInstance, atoms: Iterable[Atom]) -> Solution:
    """The solution of atoms."""
    pairs = sorted(atoms)
    if any(name != "pair" or len(arguments) != 2 for name, arguments in pairs):
        raise UserError("a solution consists of atoms pair(k,place)")
    return tuple(arguments for _, arguments in pairs)


def symmetries(instance: LangfordInstance) -> tuple[Symmetry, ...]:
    """Identity and reversal: a row and the same row read backwards count once."""
    last = 2 * instance.pairs - 1

    def reverse(item: Item) -> Item:
        k, place = item
        return k, last - (place + k + 1)

    return (lambda item: item), reverse


def measures(instance: LangfordInstance) -> dict[str, float | str]:
    """Sizes for the report."""
    return {"cells": 2 * instance.pairs, "pieces": instance.pairs}
