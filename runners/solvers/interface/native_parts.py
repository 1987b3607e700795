"""Which solutions of a part of a search count where symmetric ones count once: one of each class, in one part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from models.problem import Atom, Problem

if TYPE_CHECKING:
    from runners.native.engines import Stated


class Unique:
    """Of each class of symmetric solutions the least that the search finds counts, in whichever part it is found.

    The search must find every solution that is made of what was stated, as exact covers do. Where symmetries are broken
    by stating less than all there is, that is some solutions of each class.
    """

    def __init__(self, problem: Problem, instance: Any, stated: Stated) -> None:
        self._decoded = lambda atoms: problem.decode(instance, atoms)
        self._symmetries = problem.symmetries(instance)
        self._stated = self._items(stated.atoms) if isinstance(stated.atoms, tuple) else None

    def counts(self, atoms: Iterable[Atom]) -> bool:
        """Whether the solution of these atoms is the one of its class that counts."""
        solution = self._decoded(atoms)
        own, *others = (sorted(map(image, solution)) for image in self._symmetries)
        return all(own <= other for other in others if self._stated is None or self._stated.issuperset(other))

    def _items(self, atoms: Iterable[Atom]) -> frozenset[Any]:
        identity = self._symmetries[0]
        return frozenset(identity(item) for atom in atoms for item in self._decoded([atom]))
