"""Refutes answers by checked solutions of other runs.

A row is judged when it is written. The solution that refutes it may come later, or from another shard; so rows are
compared whenever they are read (`same_problem.compared`), and the file keeps each as it was written. A checked solution
refutes the answer that there is none, an optimum or a bound that it beats, and a count below the number of different
checked ones. Two answers without such a solution only contradict each other (`models.claims`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tilings.models import registry
from tilings.models.claims import Claim, clash, least, of_record, phrase
from tilings.runners.record.schema import REFUTED, RunRecord
from tilings.runners.record.support import ENUMERATED, kind


class Solutions:
    """The best checked solution on each topic; for counts the largest number of checked solutions.

    accepted: what the check said of a solution, as the end of a sentence.
    """

    def __init__(
        self,
        found: Iterable[Claim | None] = (),
        accepted: Callable[[Claim], str] = lambda _: "which passed the check",
    ) -> None:
        self._accepted = accepted
        self._best: dict[tuple[str, str, bool], Claim] = {}
        for claim in found:
            self.add(claim)

    def add(self, found: Claim | None) -> None:
        """Add the claim of a row that solutions exist, if it makes one."""
        if found and ((best := self._best.get(found.topic)) is None or least(found) > least(best)):
            self._best[found.topic] = found

    def against(self, claim: Claim | None) -> str:
        """The solution that refutes a claim, in words; empty without one."""
        best = self._best.get(claim.topic) if claim else None
        if claim is None or best is None or not clash(claim, best):
            return ""
        return f"{phrase(claim)}, but {best.source} has {phrase(best)}, {self._accepted(best)}"


def compared(records: Iterable[RunRecord]) -> list[RunRecord]:
    """The records in their order. One that a checked solution of another run refutes gets the check
    ``contradicts_known``."""
    rows = list(records)
    solutions = Solutions(map(shown, rows))
    return [refuted(row, solutions.against(of_record(row))) for row in rows]


def refuted(row: RunRecord, words: str) -> RunRecord:
    """The row with a refutation as its message; unchanged without a refutation, or if a check refuted it before."""
    return row._replace(check="contradicts_known", message=words) if words and row.check not in REFUTED else row


def shown(row: RunRecord) -> Claim | None:
    """The claim that the checked solutions of a row exist; None for a row without any.

    All solutions of a count were checked only if the count is enumerated. Old rows of the families name no checker.
    """
    checked = row.checked_by or (row.family in registry.families() and registry.problem(row.family).files is None)
    claim = of_record(row) if row.check == "valid" and checked else None
    if claim is None or (row.goal != "count" and row.answer not in ("sat", "optimal", "feasible")):
        return None
    if row.goal == "count":
        number = (row.solutions or 0) if kind(row.count_check) == ENUMERATED else min(row.solutions or 0, 1)
        return claim._replace(answer="none", value=number) if number else None
    return claim._replace(answer="feasible" if row.goal == "optimum" else "sat", bound=None)
