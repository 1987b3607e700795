"""What a proven answer rests on, and how a count is known: the column count_check.

An answer rests on a proof that a checker has verified; a count by two algorithms that share nothing; several solvers
that agree; or one solver's word.

A count was enumerated if every solution was sent out and checked, they differ, and the count is their number. It was
computed if the solver knows it without enumerating: by dynamic programming over states, or from the formula by a model
counter. It was told if the solver enumerates, but not all solutions were sent out to our checker. An enumerated and a
computed count that are equal and of two formulations confirm each other; the row of the later one says so. Two
enumerations do not, as they may share code, nor do two counts of one formula.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from tilings.models import search_parts
from tilings.runners.record.schema import RunRecord

PROOF_ANSWERS = ("unsat", "optimal", "counted")  # those that a checked solution alone does not show to be right
VERIFIED, TWO_ALGORITHMS = "verified proof", "two algorithms"
AGREED, WORD = "several solvers", "one solver's word"
WORDS = (VERIFIED, TWO_ALGORITHMS, AGREED, WORD)
ENUMERATED, COMPUTED, TOLD = "enumerated", "computed", "told"
CONFIRMED = "confirmed"
_SUFFIX = f"_{CONFIRMED}"
Known = tuple[str, str]  # a kind and a formulation
COUNT_CHECKS = ("", ENUMERATED, COMPUTED, TOLD, ENUMERATED + _SUFFIX, COMPUTED + _SUFFIX)


def kind(count_check: str) -> str:
    """How the run of a row has come to its count, whether or not another run confirms it."""
    return count_check.removesuffix(_SUFFIX)


def confirmed(count_check: str) -> str:
    """The cell of a row whose count an earlier one confirms."""
    return kind(count_check) + _SUFFIX


def together(found: set[Known]) -> str:
    """What the rows of one count come to: confirmed, or the strongest of their kinds; empty where none is known."""
    if any(_confirm(one, other) for one in found for other in found):
        return CONFIRMED
    return next((each for each in (ENUMERATED, COMPUTED, TOLD) if each in dict(found)), "")


def _confirm(one: Known, other: Known) -> bool:
    return {one[0], other[0]} == {ENUMERATED, COMPUTED} and one[1] != other[1]


def known(record: RunRecord) -> Known:
    """How a row's count is known."""
    return kind(record.count_check), record.formulation


class CountLedger:
    """The counts that were recorded so far, and how they are known."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int | None], set[Known]] = defaultdict(set)

    def add(self, record: RunRecord) -> None:
        """Add a row; only those of whole counts that nothing speaks against are kept."""
        if _right(record):
            self._found[_counted(record)].add(known(record))

    def confirms(self, record: RunRecord) -> bool:
        """Whether a row's count was found by the other kind of algorithm, with another formulation, as well."""
        return _right(record) and any(_confirm(known(record), one) for one in self._found.get(_counted(record), ()))


def _right(record: RunRecord) -> bool:
    return record.answer == "counted" and record.proven and search_parts.of_record(record).whole


def _counted(record: RunRecord) -> tuple[str, str, int | None]:
    return record.family, record.instance_sha256, record.solutions


@dataclass
class Support:
    """Of one answer to one instance and goal.

    solvers: those that gave it; verified: whether a proof of it was; counted: of a count, how runs have come to it.
    """

    solvers: set[str] = field(default_factory=set)
    verified: bool = False
    counted: set[Known] = field(default_factory=set)

    def add(self, record: RunRecord, verified: bool) -> None:
        """Add a run that gave the answer. verified: whether a checker has verified its proof."""
        self.solvers.add(record.solver)
        self.verified |= verified
        self.counted.add(known(record))

    @property
    def words(self) -> str:
        """The strongest of WORDS that holds."""
        if self.verified:
            return VERIFIED
        if together(self.counted) == CONFIRMED:
            return TWO_ALGORITHMS
        return AGREED if len(self.solvers) > 1 else WORD
