"""The shipped instances with their known answers, each made when a test needs it: all those of covers take seconds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Any

from tilings.models import registry
from tilings.runners.plan import manifest


class Entry:
    """An instance of the catalogue, as the manifest has it. known: goal -> ``sat``, ``unsat`` or a number."""

    def __init__(self, shipped: manifest.Shipped) -> None:
        self._shipped = shipped
        self.name, self.ladder_class, self.size = shipped.name, shipped.ladder_class, shipped.size
        self.known = {goal: int(word) if word.isdigit() else word for goal, word in shipped.known.items()}

    @cached_property
    def instance(self) -> Any:
        return registry.load_instance(self._shipped.path)[1]


class _Instances(Mapping[str, Any]):
    """The instances of a family, by name."""

    def __init__(self, family: str) -> None:
        self._entries = entries(family)

    def __getitem__(self, name: str) -> Any:
        return self._entries[name].instance

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


@cache
def entries(family: str) -> dict[str, Entry]:
    """The entries of a family, by name."""
    return {shipped.name: Entry(shipped) for shipped in manifest.shipped(family=family)}


def instances(family: str) -> Mapping[str, Any]:
    """The instances alone."""
    return _Instances(family)
