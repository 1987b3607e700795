"""Compares what runs claim with the known answers and with each other."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from models.claims import Claim, Contradiction, clash, contradictions, covers, of_record
from runners.manifest import Shipped
from runners.record import Brief, RunRecord


class Judge:
    """Says which claims of a campaign contradict a known answer or an earlier claim; remembers what can matter."""

    def __init__(self, instances: list[Shipped]) -> None:
        self._known = {(entry.family, entry.sha256): entry for entry in instances}
        self._claims: dict[tuple[str, str, bool], list[Claim]] = defaultdict(list)

    def against_known(self, record: RunRecord) -> RunRecord:
        """The record with its `check` settled: an answer is right or wrong where the right one is known."""
        known = self._known_claims(record)
        claim = of_record(record)
        if claim is None:
            return record
        opposed = next((other for other in known if other.topic == claim.topic and clash(other, claim)), None)
        if opposed:
            words = str(contradictions([opposed, claim])[0])
            return replace(record, check="contradicts_known", message=words)
        same_goal = any(other.subject == claim.subject for other in known)
        return replace(record, check="valid") if same_goal and record.proven else record

    def against_others(self, record: RunRecord | Brief) -> list[Contradiction]:
        """What the record contradicts among the claims so far; then it is one of them."""
        claim = of_record(record)
        if claim is None:
            return []
        earlier = self._claims[claim.topic]
        opposed = next((other for other in earlier if clash(other, claim)), None)
        if not any(covers(other, claim) for other in earlier):  # else a million seeds would be compared with each other
            earlier[:] = [other for other in earlier if not covers(claim, other)] + [claim]
        return contradictions([opposed, claim]) if opposed else []

    def _known_claims(self, record: RunRecord) -> list[Claim]:
        """What the manifest says of the record's instance, goal by goal."""
        entry = self._known.get((record.family, record.instance_sha256))
        if entry is None:
            return []
        who, instance = f"the manifest ({entry.source})", f"{record.family}/{record.instance}"
        claims = []
        for goal, answer in entry.known.items():
            subject = (record.family, record.instance_sha256, goal)
            if goal == "first":
                claims.append(Claim(who, instance, subject, answer))
            else:
                kind = "counted" if goal == "count" else "optimal"
                claims.append(Claim(who, instance, subject, kind, int(answer), sense=record.sense))
        return claims
