"""Compares the answers of runs with the known ones and with each other; parts of a search once all are recorded."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from tilings.models import search_parts
from tilings.models.claims import Claim, Contradiction, clash, contradictions, covers, of_record
from tilings.runners.plan.manifest import Shipped
from tilings.runners.record import support
from tilings.runners.record.schema import RunRecord


class CrossCheck:
    """Finds claims of a campaign that contradict a known answer or an earlier claim; keeps only claims that still can.

    parts: the parts of searches among the records so far. counts: the counts among them, and how they are known.
    """

    def __init__(self, instances: list[Shipped]) -> None:
        self._known = {(entry.family, entry.sha256): entry for entry in instances}
        self._claims: dict[tuple[str, str, bool], list[Claim]] = defaultdict(list)
        self.parts = search_parts.PartCollector()
        self.counts = support.CountLedger()

    def settled(self, record: RunRecord) -> RunRecord:
        """The record as it is written: compared with the known answer, its count with those of earlier runs."""
        return self.count_checked(self.against_known(record))

    def against_known(self, record: RunRecord) -> RunRecord:
        """The record with its final `check`: an answer is right or wrong where the right one is known.

        A part of a search is wrong where it has more solutions than the whole search, and the last part where all
        together have too few. No part is called valid by that: its own right answer is not known.
        """
        claim, known = of_record(self.parts.completed(record) or record), self._known_claims(record)
        if claim is None:
            return record
        opposed = _opposed(claim, known)
        if opposed:
            return replace(record, check="contradicts_known", message=str(opposed[0]))
        same_goal = any(other.subject == claim.subject for other in known) and search_parts.of_record(record).whole
        return replace(record, check="valid") if same_goal and record.proven and record.check != "valid" else record

    def count_checked(self, record: RunRecord) -> RunRecord:
        """The record, whose count is called confirmed where an earlier one confirms it (see runners.record.support)."""
        if self.counts.confirms(record):
            return replace(record, count_check=support.confirmed(record.count_check))
        return record

    def against_others(self, record: RunRecord) -> list[Contradiction]:
        """The earlier claims that the record contradicts; afterwards its own claim is among them.

        So is the search that it completes. That is compared with the known answers, too: its parts may have been
        recorded by several harnesses, none of which saw all.
        """
        found = self._against_earlier(record)
        self.counts.add(record)
        whole = self.parts.completed(record)
        self.parts.add(record)
        if whole is None:
            return found
        claim = of_record(whole)
        if claim is not None and whole.check != "contradicts_known":  # else the record of a part says so
            found += _opposed(claim, self._known_claims(whole))
        return found + self._against_earlier(whole)

    def _against_earlier(self, record: RunRecord) -> list[Contradiction]:
        claim = of_record(record)
        if claim is None:
            return []
        earlier = self._claims[claim.topic]
        found = _opposed(claim, earlier)
        if not any(covers(other, claim) for other in earlier):  # so that the claims kept are few
            earlier[:] = [other for other in earlier if not covers(claim, other)] + [claim]
        return found

    def _known_claims(self, record: RunRecord) -> list[Claim]:
        """The known answers to the record's instance, goal by goal."""
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


def _opposed(claim: Claim, others: Iterable[Claim]) -> list[Contradiction]:
    """The first contradiction of a claim to others on its topic, if there is one."""
    opposed = next((other for other in others if other.topic == claim.topic and clash(other, claim)), None)
    return contradictions([opposed, claim]) if opposed else []
