"""How a count is known, and whether two algorithms that share nothing have come to it: the column count_check.

A count was enumerated if every solution was sent out and checked, they differ, and the count is their number. It was
computed if the solver knows it without enumerating: by dynamic programming over states, or from the formula by a model
counter. It was told if the solver enumerates, but not all solutions were sent out to our checker. An enumerated and a
computed count that are equal confirm each other; the row of the later one says so. Two enumerations do not, as they
may share code.
"""

from __future__ import annotations

from collections import defaultdict

from models import parts
from runners.record.schema import RunRecord, RunSummary

ENUMERATED, COMPUTED, TOLD = "enumerated", "computed", "told"
CONFIRMED = "confirmed"
_BOTH = {ENUMERATED, COMPUTED}
_SUFFIX = f"_{CONFIRMED}"
COUNT_CHECKS = ("", ENUMERATED, COMPUTED, TOLD, ENUMERATED + _SUFFIX, COMPUTED + _SUFFIX)


def kind(count_check: str) -> str:
    """How the run of a row has come to its count, whether or not another run confirms it."""
    return count_check.removesuffix(_SUFFIX)


def confirmed(count_check: str) -> str:
    """The cell of a row whose count an earlier one confirms."""
    return kind(count_check) + _SUFFIX


def together(kinds: set[str]) -> str:
    """What the rows of one count come to: confirmed, or the strongest of their kinds; empty where none is known."""
    if kinds >= _BOTH:
        return CONFIRMED
    return next((each for each in (ENUMERATED, COMPUTED, TOLD) if each in kinds), "")


class CountLedger:
    """The counts that were recorded so far, and how they are known."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[str, str, int | None], set[str]] = defaultdict(set)

    def add(self, record: RunRecord | RunSummary) -> None:
        """Add a row; only those of whole counts that nothing speaks against are kept."""
        if record.answer == "counted" and record.proven and parts.of_record(record).whole:
            self._kinds[_counted(record)].add(kind(record.count_check))

    def confirms(self, record: RunRecord) -> bool:
        """Whether a row's count was found by the other kind of algorithm as well."""
        own, found = kind(record.count_check), self._kinds.get(_counted(record), set())
        whole = record.answer == "counted" and record.proven and parts.of_record(record).whole
        return whole and own in _BOTH and found | {own} >= _BOTH


def _counted(record: RunRecord | RunSummary) -> tuple[str, str, int | None]:
    return record.family, record.instance_sha256, record.solutions
