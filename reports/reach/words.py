"""Ladders and sizes in the words of their families; in plain ones where a family is not installed or has none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import zip_longest
from math import ceil, floor

from tilings.generators import ladders
from tilings.generators.ladders import Wording
from tilings.models import registry
from tilings.reports.english import listed
from tilings.runners.record.climbs import RecordedLadder

_AT_LEAST = "at least "
_LAST = 1000  # the place of a family that is not installed
# What is asked of each instance of a ladder, and what is done with it.
ASKED = {"optimum": "best solution", "first": "one solution", "count": "count"}
_DONE = {
    "optimum": "finds the best solution of {} and proves it",
    "first": "solves {}",
    "count": "counts the solutions of {}",
}
_UNSOLVABLE = "proves that {} has no solution"


def described(ladder: RecordedLadder) -> ladders.Ladder:
    """The ladder as its family describes it; a bare one for a ladder that no installed family has.

    A ladder of the same class for another goal has the same words, but for what is done.
    """
    name = re.sub("/(sat|unsat)$", "", ladder.name)
    known = [each for each in ladders.of(ladder.family) if each.name == name]
    own = next((each for each in known if ladder.goal in each.goals), None)
    if known and not own:
        return known[0]._replace(wording=known[0].wording._replace(done=""))
    return own or ladders.Ladder(ladder.family, ladder.name, ())


def limits(given: Iterable[RecordedLadder]) -> str:
    """The seconds that a run has on these ladders, such as "5" or "5 or 60"."""
    return listed(sorted({f"{ladder.limit_s:g}" for ladder in given}, key=float), "or")


def sized(ladder: RecordedLadder, size: float) -> str:
    """A size as a cell; where it stands for a board of two sides, these.

    >>> squares = RecordedLadder("squares", "hn", "optimum", 5.0)
    >>> sized(squares, 30.0), sized(RecordedLadder("triominoes", "filled", "optimum", 5.0), 1234.0)
    ('30', '1,234')
    """
    return short(ladder, size).removeprefix("the ") if size % 1 else f"{size:,g}"


def _wording(ladder: RecordedLadder) -> Wording:
    return described(ladder).wording


def place(ladder: RecordedLadder) -> tuple[int, bool, int, str, str, float]:
    """The place of a ladder among others: by family, by whether it has no solution, by goal."""
    family = registry.problem(ladder.family).place if ladder.family in registry.families() else _LAST
    goals = list(ASKED)
    return (
        family,
        ladder.name.endswith("/unsat"),
        goals.index(ladder.goal) if ladder.goal in goals else len(goals),
        ladder.family, ladder.name, ladder.limit_s,
    )  # fmt: skip


def in_turn(given: Iterable[RecordedLadder]) -> list[RecordedLadder]:
    """The ladders, first one of each family, then one without a solution of each, then the others in turn."""
    families: dict[tuple[bool, str], list[RecordedLadder]] = {}
    for each in sorted(given, key=lambda each: each.unsolvable):
        families.setdefault((each.unsolvable, each.family), []).append(each)
    return [each for turn in zip_longest(*families.values()) for each in turn if each]


def name(ladder: RecordedLadder) -> str:
    """The ladder in words, with what is asked.

    >>> name(RecordedLadder("squares", "hn", "optimum", 5.0)), name(RecordedLadder("mine", "a/sat", "first", 5.0))
    ('squares with few copies, best solution', 'mine/a/sat, one solution')
    """
    asked = "no solution" if ladder.unsolvable else ASKED.get(ladder.goal, ladder.goal)
    return f"{title(ladder)}, {asked}"


def title(ladder: RecordedLadder) -> str:
    """The kind of puzzle."""
    plain = ladder.name if ladder.name == ladder.family else f"{ladder.family}/{ladder.name}"
    return _wording(ladder).title or plain


def rule(ladder: RecordedLadder) -> str:
    """The puzzle of a ladder in a sentence; empty where it is not known here."""
    return _wording(ladder).task


def measure(ladder: RecordedLadder) -> str:
    """What the size of an instance measures."""
    return described(ladder).measure


def instance(ladder: RecordedLadder, size: float, least: bool = False) -> str:
    """An instance of a size; least: of at least that size.

    >>> squares = RecordedLadder("squares", "hn", "optimum", 5.0)
    >>> covers = RecordedLadder("covers", "costs", "optimum", 5.0)
    >>> instance(squares, 30.0), instance(covers, 48.0, least=True)
    ('the 30 x 30 square', 'a cover of at least 48 cells')
    """
    return _sized(_wording(ladder).instance, size, least)


def short(ladder: RecordedLadder, size: float, least: bool = False) -> str:
    """The same where a sentence has named the first one in full.

    >>> short(RecordedLadder("squares", "hn", "optimum", 5.0), 30.0, least=True)
    'at least the 30 x 30'
    """
    return _sized(_wording(ladder).short, size, least)


def task(ladder: RecordedLadder, size: float, least: bool = False) -> str:
    """What is done with an instance of a size, as a verb and its object.

    >>> task(RecordedLadder("squares", "hn", "optimum", 5.0), 30.0)
    'finds a best tiling of the 30 x 30 square and proves it'
    """
    done = _UNSOLVABLE if ladder.unsolvable else _wording(ladder).done or _DONE.get(ladder.goal, "solves {}")
    return done.format(instance(ladder, size, least))


def _sized(pattern: str, size: float, least: bool) -> str:
    words = f"{size:,g}"
    first = least and pattern.startswith("the ")
    sides = {"low": f"{floor(size):,}", "high": f"{ceil(size):,}"}
    sized = pattern.format(_AT_LEAST + words if least and not first else words, **sides)
    return _AT_LEAST + sized if first else sized
