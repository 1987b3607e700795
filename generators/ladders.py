"""Ladders: instances of one class in growing sizes, without a top; a rule makes each instance from its name.

``generators/FAMILY.py``, also that of a plug-in's folder, holds the family's ladders, ``LADDERS``, and the rules,
``made(name)``.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from tilings.models import plugins, registry
from tilings.models.problem import UserError

if TYPE_CHECKING:
    from tilings.generators.emit import Entry

MOST_PLACEMENTS = 6_000_000  # a model of more placements needs gigabytes of memory in every paradigm


class Rung(NamedTuple):
    """The instances of one size, by name."""

    size: float
    names: tuple[str, ...]


@dataclass(frozen=True)
class Ladder:
    """A ladder of a family, for goals.

    side: ``sat`` or ``unsat`` for goal ``first``, else empty. measure: what the size counts; comparable: what makes
    two rungs comparable; rule: the form of the names; source: why the side holds. rungs: number, from 0 -> rung, or
    None at the end.
    """

    family: str
    name: str
    goals: tuple[str, ...]
    side: str
    measure: str
    comparable: str
    rule: str
    source: str
    rungs: Callable[[int], Rung | None] = field(repr=False, compare=False)

    def rung(self, number: int) -> Rung | None:
        """The rung of this number, from 0; its sizes grow. None where a larger instance is unknown or too large."""
        return self.rungs(number)


def families() -> list[str]:
    """The families that have a generator."""
    return [family for family in registry.families() if importlib.util.find_spec(_module_name(family))]


def ladders() -> list[Ladder]:
    """The ladders of all families, also of plug-ins."""
    return [ladder for family in families() for ladder in getattr(module(family), "LADDERS", ())]


def entry(name: str, family: str = "") -> Entry | None:
    """The instance that a rule makes from its name, of one family or any; None where no rule has such names.

    Raises UserError for a name of a rule's form whose instance is impossible or too large.
    """
    for candidate in [family] if family else families():
        made = getattr(module(candidate), "made", None) if candidate in families() else None
        if made is not None and (found := made(name)) is not None:
            result: Entry = found
            return result
    return None


def by_eighths(lowest: int, number: int, least: int = 1) -> int:
    """The size of a rung by its number from 0: each grows by an eighth, in multiples of `least` and at least by it."""
    size = lowest
    for _ in range(number):
        size += max(least, size // 8 // least * least)
    return size


def fitting(rung: Rung, placements: float) -> Rung | None:
    """A rung whose instances have so many placements; None where that is too many."""
    return rung if placements <= MOST_PLACEMENTS else None


def bounded(name: str, placements: float, how: str) -> None:
    """Raise UserError for an instance with too many placements. how: the estimate, in words."""
    if placements > MOST_PLACEMENTS:
        raise UserError(
            f"{name} is too large: about {placements:.2g} placements ({how}), and at most {MOST_PLACEMENTS} fit"
        )


def _module_name(family: str) -> str:
    return f"tilings.generators.{family}"


def module(family: str) -> Any:
    """The module of a family's generator, which plug-ins may add."""
    return plugins.load(_module_name(family))
