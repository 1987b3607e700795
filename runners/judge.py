"""Compares what runs claim with the known answers and with each other."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from models.claims import Claim, Contradiction, clash, contradictions, of_record
from runners.manifest import Shipped
from runners.record import RunRecord


class Judge:
    """Remembers every claim of a campaign, and says which new one contradicts a known answer or an earlier claim."""

    def __init__(self, instances: list[Shipped]) -> None:
        self._known = {(entry.family, entry.sha256): entry for entry in instances}
        self._claims: dict[tuple[str, str, str], list[Claim]] = defaultdict(list)

    def against_known(self, record: RunRecord) -> RunRecord:
        """The record with its `check` settled: an answer is right or wrong where the right one is known."""
        known = self._known_claim(record)
        claim = of_record(record)
        if known is None or claim is None:
            return record
        if clash(known, claim):
            words = str(contradictions([known, claim])[0])
            return replace(record, check="contradicts_known", message=words)
        return replace(record, check="valid") if record.proven else record

    def against_others(self, record: RunRecord) -> list[Contradiction]:
        """What the record contradicts among the claims so far; then it is one of them."""
        claim = of_record(record)
        if claim is None:
            return []
        earlier = self._claims[claim.subject]
        opposed = next((other for other in earlier if clash(other, claim)), None)
        earlier.append(claim)
        return contradictions([opposed, claim]) if opposed else []

    def _known_claim(self, record: RunRecord) -> Claim | None:
        entry = self._known.get((record.family, record.instance_sha256))
        answer = entry.known.get(record.goal) if entry else None
        if entry is None or answer is None:
            return None
        subject = (record.family, record.instance_sha256, record.goal)
        who, instance = f"the manifest ({entry.source})", f"{record.family}/{record.instance}"
        if record.goal == "first":
            return Claim(who, instance, subject, answer)
        kind = "counted" if record.goal == "count" else "optimal"
        return Claim(who, instance, subject, kind, int(answer), sense=record.sense)
