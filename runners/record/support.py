"""The support of a proven answer, and the kind of a count: the column count_check.

The support of an answer is a verified proof, equal counts of two independent algorithms, agreement of several solvers,
or one solver's word.

A count is enumerated if every solution was reported and checked, all differ, and the count is their number. It is
computed if the solver does not enumerate, but uses dynamic programming over states or a model counter on the formula.
It is told if the solver enumerates, but did not report all solutions to our checker. An enumerated and a computed count
confirm each other if they are equal and have different formulations; the later row records it. Two enumerations do not
confirm each other, because they may share code; nor do two counts of one formula.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tilings.models import search_parts
from tilings.runners.record.schema import UP_TO_SYMMETRY, RunRecord

PROOF_ANSWERS = ("unsat", "optimal", "counted", "unbounded")  # a checked solution alone does not prove them
VERIFIED, TWO_ALGORITHMS = "verified proof", "two algorithms"
AGREED, WORD = "several solvers", "one solver's word"
WORDS = (VERIFIED, TWO_ALGORITHMS, AGREED, WORD)
PHRASES = {word: word for word in WORDS} | {VERIFIED: "a verified proof"}  # after "rests on"
ENUMERATED, COMPUTED, TOLD = "enumerated", "computed", "told"
CONFIRMED = "confirmed"
_SUFFIX = f"_{CONFIRMED}"
Known = tuple[str, str]  # a kind and a formulation
COUNT_CHECKS = ("", ENUMERATED, COMPUTED, TOLD, ENUMERATED + _SUFFIX, COMPUTED + _SUFFIX)


def kind(count_check: str) -> str:
    """The kind of a count, without its confirmation."""
    return count_check.removesuffix(_SUFFIX)


def confirmed(count_check: str) -> str:
    """The cell of a row whose count an earlier one confirms."""
    return kind(count_check) + _SUFFIX


def together(counts: set[Known]) -> str:
    """The support of one count by several rows: confirmed, or the strongest of their kinds, or empty."""
    if any(_confirm(one, other) for one in counts for other in counts):
        return CONFIRMED
    return next((name for name in (ENUMERATED, COMPUTED, TOLD) if name in dict(counts)), "")


def _confirm(one: Known, other: Known) -> bool:
    return {one[0], other[0]} == {ENUMERATED, COMPUTED} and one[1] != other[1]


def known(record: RunRecord) -> Known:
    """The kind and the formulation of a row's count."""
    return kind(record.count_check), record.formulation


class CountLedger:
    """The counts recorded so far, with their kinds."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, int | None], set[Known]] = defaultdict(set)

    def add(self, record: RunRecord) -> None:
        """Add a row; only complete counts that no check refuted are kept."""
        if _complete(record):
            self._counts[_counted(record)].add(known(record))

    def confirms(self, record: RunRecord) -> bool:
        """Whether an equal count of the other kind, by another formulation, is recorded."""
        return _complete(record) and any(_confirm(known(record), one) for one in self._counts.get(_counted(record), ()))


def _complete(record: RunRecord) -> bool:
    return record.answer == "counted" and record.proven and search_parts.of_record(record).whole


def _counted(record: RunRecord) -> tuple[str, str, int | None]:
    return record.family, record.instance_sha256, record.solutions


class Support:
    """The support of one answer to one instance and goal: the runs that gave it, and whether a proof was verified."""

    def __init__(self, records: Iterable[RunRecord] = ()) -> None:
        self.records = list(records)
        self.verified = any(record.proof == "verified" for record in self.records)

    def add(self, record: RunRecord, verified: bool) -> None:
        """Add a run with the answer. verified: whether the run's proof was verified."""
        self.records.append(record)
        self.verified |= verified

    @property
    def counted(self) -> set[Known]:
        """The kinds and formulations of the runs' counts."""
        return set(map(known, self.records))

    @property
    def solvers(self) -> set[str]:
        """The solvers' names."""
        return {record.solver for record in self.records}

    @property
    def sentence(self) -> str:
        """The support as a clause that follows the answer, with the solvers' names."""
        if self.verified:
            return "its proof was verified"
        return f"not proved here: {self.words} ({', '.join(sorted(self.solvers))})"

    @property
    def words(self) -> str:
        """The strongest of WORDS that applies."""
        if self.verified:
            return VERIFIED
        if together(self.counted) == CONFIRMED:
            return TWO_ALGORITHMS
        # Solvers of one formula share its symmetry breaking, which nobody has checked: together they count as one.
        unproven = {record.formulation for record in self.records if record.proof == UP_TO_SYMMETRY}
        voices = {record.formulation if record.formulation in unproven else record.solver for record in self.records}
        return AGREED if len(voices) > 1 else WORD
