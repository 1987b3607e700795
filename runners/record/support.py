"""What a proven answer rests on: a proof that a checker has verified, several solvers that agree, or one's word."""

from __future__ import annotations

from dataclasses import dataclass, field

PROOF_ANSWERS = ("unsat", "optimal", "counted")  # those that a checked solution alone does not show to be right
VERIFIED, AGREED, WORD = "verified proof", "several solvers", "one solver's word"
WORDS = (VERIFIED, AGREED, WORD)


@dataclass
class Support:
    """Of one answer to one instance and goal. solvers: those that gave it; verified: whether a proof of it was."""

    solvers: set[str] = field(default_factory=set)
    verified: bool = False

    def add(self, solver: str, verified: bool) -> None:
        """Add a run that gave the answer."""
        self.solvers.add(solver)
        self.verified |= verified

    @property
    def words(self) -> str:
        """The strongest of WORDS that holds."""
        if self.verified:
            return VERIFIED
        return AGREED if len(self.solvers) > 1 else WORD
