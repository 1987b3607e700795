"""Which solutions of a part of a search count where symmetric ones count once: one of each class, in one part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from models.classes import Classes, Generators, digest
from models.problem import Atom, Problem

if TYPE_CHECKING:
    from runners.native.engines import EngineModel


class Unique:
    """Counts one solution of each class of symmetric ones, the least that the search finds, in whichever part.

    The search must find every solution that the model's options make up, as exact covers do. Where the model breaks
    symmetries by leaving options out, these are some of the solutions of each class.
    """

    def __init__(self, problem: Problem, instance: Any, model: EngineModel) -> None:
        self._decoded = lambda atoms: problem.decode(instance, atoms)
        self._symmetries = problem.symmetries(instance)
        self._classes = Classes(self._symmetries)
        self._options = self._items(model.atoms) if isinstance(model.atoms, tuple) else None

    def counts(self, atoms: Iterable[Atom]) -> bool:
        """Whether the solution of these atoms is the one of its class that counts."""
        solution = self._decoded(atoms)
        if isinstance(self._symmetries, Generators):
            return self._classes.of(solution) == digest(tuple(sorted(solution)))
        own, *others = (sorted(map(image, solution)) for image in self._symmetries)
        return all(own <= other for other in others if self._options is None or self._options.issuperset(other))

    def _items(self, atoms: Iterable[Atom]) -> frozenset[Any]:
        identity = self._symmetries[0]
        return frozenset(identity(item) for atom in atoms for item in self._decoded([atom]))
