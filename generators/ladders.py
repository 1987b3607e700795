"""Ladders: instances of one class in growing sizes, without a top; a rule makes each instance from its name.

A *sweep* is listed as a ladder is, but its instances have one size and differ in another number, such as colours. It
has no reach: all of its runs are made.

``generators/FAMILY.py``, also that of a plug-in's folder, holds the family's ladders, ``LADDERS``, and the rules,
``made(name)``.
"""

import importlib.util
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tilings.generators.emit import Entry
from tilings.models import plugins, presentation, registry
from tilings.models.problem import UserError

CASES = 3  # of each size
SWEEP_S = 2.0  # the longest limit of a sweep's runs, for which the size of its instances is chosen
MOST_PLACEMENTS = 6_000_000  # a model of more placements needs gigabytes of memory in every paradigm


class Rung(NamedTuple):
    """The instances of one size, by name."""

    size: float
    names: tuple[str, ...]


class Wording(NamedTuple):
    """How reports speak of a ladder; a report leaves out what is empty.

    {} stands for a size, in `done` for an instance. {low} and {high} stand for the size rounded down and up, the sides
    of a board whose size is their mean.

    title: the kind of puzzle, in the plural.
    task: the puzzle in a sentence.
    instance: an instance of a size.
    short: an instance of a size, if the sentence has named another in full.
    done: what is done with an instance for the ladder's goal, as a verb and its object.
    """

    title: str = ""
    task: str = ""
    instance: str = "an instance of size {}"
    short: str = "size {}"
    done: str = ""


class Ladder(NamedTuple):
    """A ladder of a family, for goals.

    side: ``sat`` or ``unsat`` for goal ``first``, else empty.
    measure: what the size counts; of a sweep, what the number in its place is.
    comparable: what makes two rungs comparable.
    rule: the form of the names.
    source: why the side holds.
    rungs: number, from 0 -> rung, or None at the end; None: the instances of this class in the manifest.
    wording: the ladder in the words of a report.
    sweep: whether it is a sweep.
    """

    family: str
    name: str
    goals: tuple[str, ...]
    side: str = ""
    measure: str = "size"
    comparable: str = ""
    rule: str = ""
    source: str = ""
    rungs: Callable[[int], Rung | None] | None = None
    wording: Wording = Wording()
    sweep: bool = False

    def rung(self, number: int) -> Rung | None:
        """The rung of this number, from 0; its sizes grow. None where a larger instance is unknown or too large."""
        return self.rungs(number) if self.rungs else None


def families() -> list[str]:
    """The families that have a generator."""
    return [family for family in registry.families() if importlib.util.find_spec(_module_name(family))]


def ladders() -> list[Ladder]:
    """The ladders of all families, also of plug-ins, whose rungs a rule makes."""
    return [ladder for family in families() for ladder in of(family) if ladder.rungs]


def of(family: str) -> Sequence[Ladder]:
    """The ladders that a family describes; none for a family that is not installed or has no generator."""
    ladders: Sequence[Ladder] = getattr(module(family), "LADDERS", ()) if family in families() else ()
    return ladders


def entry(name: str, family: str = "") -> Entry | None:
    """The instance that a rule makes from its name, of one family or any, as h24, or a presentation of it, as h24~2
    (models.presentation); None where no rule has such names.

    Raises UserError for a name of a rule's form whose instance is impossible or too large.
    """
    original, number = presentation.split(name)
    for candidate in [family] if family else families():
        made = getattr(module(candidate), "made", None) if candidate in families() else None
        if made is not None and (found := made(original)) is not None:
            result: Entry = found
            return result._replace(instance=presentation.of(result.instance, number)) if number else result
    return None


def required(made: Callable[[str], Entry | None], name: str) -> Entry:
    """The instance that a family's rules make from a name of their form."""
    entry = made(name)
    assert entry is not None, f"{name} has no rule's form"
    return entry


def numbers(form: str, name: str) -> list[int] | None:
    """The numbers of a name of a rule's form, in which # stands for a number; None for other names."""
    found = re.fullmatch(form.replace("#", r"([1-9]\d{0,8}|0)"), name, re.ASCII)
    return list(map(int, found.groups())) if found else None


def presented(name: str) -> tuple[str, ...]:
    """The cases of a size that has one instance: the original and presentations of it."""
    return (name, *(f"{name}~{number}" for number in range(1, CASES)))


def fresh(family: str, rung: Rung, number: int) -> str:
    """An instance of a rung's size that is not among its cases, by its number from 1: made from the next seed, or else
    the next presentation of the last case."""
    original, presented_as = presentation.split(rung.names[-1])
    seeded = re.fullmatch(r"(.+-s)([1-9]\d{0,3})", original, re.ASCII)
    if seeded and not presented_as:
        name = f"{seeded[1]}{int(seeded[2]) + number}"
        if entry(name, family) is not None:
            return name
    return f"{original}~{presented_as + number}"


def by_eighths(lowest: int, number: int) -> int:
    """The size of a rung by its number from 0: each grows by an eighth, and at least by one."""
    size = lowest
    for _ in range(number):
        size += max(1, size // 8)
    return size


def listed(form: str, numbers: Sequence[int], seeds: Sequence[int]) -> Callable[[int], Rung | None]:
    """The rungs of these numbers, for instances whose names have a form with a number and a seed."""
    rungs = [Rung(number, tuple(form.format(number, seed) for seed in seeds)) for number in numbers]
    return lambda place: rungs[place] if place < len(rungs) else None


def fitting(rung: Rung, placements: float) -> Rung | None:
    """A rung whose instances have so many placements; None where that is too many."""
    return rung if placements <= MOST_PLACEMENTS else None


def bounded(name: str, placements: float, how: str) -> None:
    """Raise UserError for an instance with too many placements. how: the estimate, in words."""
    if placements > MOST_PLACEMENTS:
        raise UserError(
            f"{name} is too large: about {placements:.2g} placements ({how}); the most is {MOST_PLACEMENTS}"
        )


def _module_name(family: str) -> str:
    return f"tilings.generators.{family}"


def module(family: str) -> Any:
    """The module of a family's generator, which plug-ins may add."""
    return plugins.load(_module_name(family))
