"""What a proven answer rests on.

A proof that a checker has verified; a count by two algorithms that share nothing (see runners.record.counts); several
solvers that agree; or one solver's word.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from runners.record import counts
from runners.record.counts import Known
from runners.record.schema import RunRecord

PROOF_ANSWERS = ("unsat", "optimal", "counted")  # those that a checked solution alone does not show to be right
VERIFIED, CONFIRMED = "verified proof", "two algorithms"
AGREED, WORD = "several solvers", "one solver's word"
WORDS = (VERIFIED, CONFIRMED, AGREED, WORD)


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
        self.counted.add(counts.known(record))

    @property
    def words(self) -> str:
        """The strongest of WORDS that holds."""
        if self.verified:
            return VERIFIED
        if counts.together(self.counted) == counts.CONFIRMED:
            return CONFIRMED
        return AGREED if len(self.solvers) > 1 else WORD
