"""What a proven answer rests on.

A proof that a checker has verified; a count by two algorithms that share nothing (see runners.record.counts); several
solvers that agree; or one solver's word.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from runners.record import counts

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
    counted: set[str] = field(default_factory=set)

    def add(self, solver: str, verified: bool, count_check: str = "") -> None:
        """Add a run that gave the answer. count_check: the column of its row."""
        self.solvers.add(solver)
        self.verified |= verified
        self.counted.add(counts.kind(count_check))

    @property
    def words(self) -> str:
        """The strongest of WORDS that holds."""
        if self.verified:
            return VERIFIED
        if counts.together(self.counted) == counts.CONFIRMED:
            return CONFIRMED
        return AGREED if len(self.solvers) > 1 else WORD
