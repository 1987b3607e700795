"""Compares the answers of runs with the known ones and with each other; parts of a search once all are recorded.

An answer that a checked solution refutes is wrong, not in contradiction, and is compared with no other one.
"""

from collections import defaultdict
from collections.abc import Iterable

from tilings.models import search_parts
from tilings.models.claims import Claim, Contradiction, clash, contradictions, covers, of_known, of_record
from tilings.models.problem import UserError
from tilings.runners.plan import manifest
from tilings.runners.plan.manifest import Shipped
from tilings.runners.record import support
from tilings.runners.record.refuted import Solutions, shown
from tilings.runners.record.schema import RunRecord


class CrossCheck:
    """Finds claims of a campaign that contradict a known answer or an earlier claim.

    parts: the parts of divided searches so far.
    counts: the counts so far, with their kinds.
    """

    def __init__(self, instances: list[Shipped]) -> None:
        self._known = {(entry.family, entry.sha256): entry for entry in instances}
        self._claims: dict[tuple[str, str, bool], list[Claim]] = defaultdict(list)
        self._solutions = Solutions()
        self._told: set[tuple[str, str, frozenset[str]]] = set()
        self.parts = search_parts.PartCollector()
        self.counts = support.CountLedger()

    def settled(self, record: RunRecord) -> RunRecord:
        """The record with its `check` and `count_check`, by the known answer and the counts of earlier runs.

        The expected answers of a user's own model are compared when rows are read, as they may be wrong themselves.
        """
        record = self.against_known(record)
        if self.counts.confirms(record):
            return record._replace(count_check=support.confirmed(record.count_check))
        return record

    def against_known(self, record: RunRecord) -> RunRecord:
        """The record with its final `check`: valid or contradicts_known where the answer is known.

        A part of a search is wrong if it has more solutions than the whole search; the last part is wrong if all
        together have too few. A part does not become valid, because its own answer is not known.
        """
        claim, known = of_record(self.parts.completed(record) or record), self._known_claims(record)
        if claim is None:
            return record
        opposed = _opposed(claim, known)
        if opposed:
            return record._replace(check="contradicts_known", message=str(opposed[0]))
        same_goal = any(other.subject == claim.subject for other in known) and search_parts.of_record(record).whole
        return record._replace(check="valid") if same_goal and record.proven and record.check != "valid" else record

    def against_others(self, record: RunRecord) -> list[Contradiction]:
        """The contradictions of the record to earlier claims, to which its own claim is added.

        The divided search that it completes is added as well, and compared with the known answers: several harnesses
        may have recorded its parts.
        """
        opposed = self._against_earlier(record)
        self.counts.add(record)
        search = self.parts.completed(record)
        self.parts.add(record)
        if search is None:
            return opposed
        claim = of_record(search)
        if claim is not None:  # else the record of a part reports it
            opposed += _opposed(claim, self._known_claims(search))
        return opposed + self._against_earlier(search)

    def unreported(self, record: RunRecord) -> list[Contradiction]:
        """The contradictions of `against_others`, each between the same two answers only once.

        So a wrong answer that comes first is not told again with each right one.
        """
        found = [each for each in self.against_others(record) if _between(each) not in self._told]
        self._told.update(map(_between, found))
        return found

    def of_all(self, records: Iterable[RunRecord]) -> list[Contradiction]:
        """The contradictions of records to each other and to known answers, apart from those compared before."""
        afresh = CrossCheck(list(self._known.values()))
        return [each for record in records for each in afresh.unreported(record)]

    def _against_earlier(self, record: RunRecord) -> list[Contradiction]:
        claim = of_record(record)
        self._solutions.add(shown(record))
        if claim is None or self._solutions.against(claim):
            return []
        earlier = self._claims[claim.topic]
        earlier[:] = [other for other in earlier if not self._solutions.against(other)]
        opposed = _opposed(claim, earlier)
        if not any(covers(other, claim) for other in earlier):  # keeps the list short
            earlier[:] = [other for other in earlier if not covers(claim, other)] + [claim]
        return opposed

    def _known_claims(self, record: RunRecord) -> list[Claim]:
        """The known answers to the record's instance, goal by goal."""
        entry = self._known.get((record.family, record.instance_sha256)) or _of_rule(record)
        if entry is None:
            return []
        known = {goal: answer if goal == "first" else int(answer) for goal, answer in entry.known.items()}
        source, instance = f"the manifest ({entry.source})", f"{record.family}/{record.instance}"
        return of_known(record, known, source, instance)


def _between(clash: Contradiction) -> tuple[str, str, frozenset[str]]:
    return clash.instance, clash.goal, clash.answers


def _opposed(claim: Claim, others: Iterable[Claim]) -> list[Contradiction]:
    """The first contradiction of a claim to others on its topic, if any."""
    opposed = next((other for other in others if other.topic == claim.topic and clash(other, claim)), None)
    return contradictions([opposed, claim]) if opposed else []


def _of_rule(record: RunRecord) -> Shipped | None:
    """The record's instance, if a rule makes the same one from its name."""
    try:
        entry = manifest.made(record.instance, record.family)
    except UserError:
        return None
    return entry if entry and entry.sha256 == record.instance_sha256 else None
