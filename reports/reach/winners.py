"""Who leads a ladder: the verdicts of its final, in which the leader meets the other paradigms on fresh instances.

The leader of a ladder is the configuration of the largest reach, of those in the final if there is one. It *leads* if
it is ahead of every other paradigm, by `runners.record.paired`. A paradigm that holds no rung is in no final: the
leader is ahead of it without pairs. One that holds a rung leaves the ladder undecided if the pairs with it decide
nothing. An exception is one that has neither won nor tied a pair, and got less far than a rival of which the leader is
ahead. Native searches are outside, and so are configurations that are not ranked.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tilings.reports.english import listed
from tilings.reports.reach.reach import Reach, best
from tilings.runners.record.climbs import RecordedLadder
from tilings.runners.record.paired import AHEAD, EQUAL, OPEN, Final, Verdict, final, leader, verdict
from tilings.runners.record.schema import RunRecord

_UNMET = verdict(())
_SOLVES_NONE = replace(_UNMET, decided=AHEAD, next_look=None)


@dataclass(frozen=True)
class Duel:
    """The leader of a ladder and one other paradigm.

    rival: the paradigm's configuration in the final; without pairs its best one.
    verdict: what the pairs say of the leader. Without pairs it is AHEAD of a rival that holds no rung.
    """

    rival: Reach
    verdict: Verdict

    @property
    def pairs(self) -> int:
        """The number of pairs that count."""
        return self.verdict.wins + self.verdict.losses + self.verdict.ties + self.verdict.neither

    @property
    def only_won(self) -> bool:
        """Whether it is open, and the leader has neither lost nor tied a pair."""
        return self.verdict.decided == OPEN and not self.verdict.losses and not self.verdict.ties


@dataclass(frozen=True)
class Standing:
    """A ladder's leader, and its duels with the other paradigms; none where only one paradigm was run."""

    leader: Reach
    duels: tuple[Duel, ...]

    @property
    def ladder(self) -> RecordedLadder:
        return self.leader.climb.ladder

    @property
    def rivals(self) -> list[Reach]:
        return [duel.rival for duel in self.duels]

    @property
    def deciding(self) -> list[Duel]:
        """The duels that decide the verdict: without rivals that got less far than a beaten one and need no pairs."""
        beaten = max((duel.rival.size or 0 for duel in self.duels if duel.verdict.decided == AHEAD), default=0)
        return [duel for duel in self.duels if not duel.only_won or (duel.rival.size or math.inf) >= beaten]

    @property
    def decided(self) -> str:
        """The verdict on the leader: AHEAD of all others, EQUAL to some, BEHIND one or OPEN."""
        return leader(duel.verdict for duel in self.deciding)

    @property
    def leads(self) -> bool:
        return self.decided == AHEAD

    @property
    def equal(self) -> bool:
        return self.decided == EQUAL

    @property
    def words(self) -> str:
        """The verdict in words, such as "SAT leads", "CP and SAT are equal" or "undecided"."""
        if self.leads:
            return f"{self.leader.name} leads"
        equals = [duel.rival.name for duel in self.duels if duel.verdict.decided == EQUAL]
        return f"{listed([self.leader.name, *equals])} are equal" if self.equal else "undecided"


def finals(runs: Sequence[RunRecord], kinds: Sequence[str] = ()) -> dict[RecordedLadder, list[RunRecord]]:
    """The rows of each ladder's final in a campaign. kinds: each row's kind of machine; by default the processor."""
    rows: dict[RecordedLadder, list[RunRecord]] = defaultdict(list)
    for run, kind in zip(runs, kinds or [run.cpu_model for run in runs], strict=True):
        if run.pair is not None:
            rows[RecordedLadder(run.family, run.ladder, run.goal, run.wall_limit_s, kind)].append(run)
    return rows


def standings(
    found: Mapping[RecordedLadder, Sequence[Reach]], met: Mapping[RecordedLadder, Sequence[RunRecord]]
) -> list[Standing]:
    """The standing of each ladder on which a ranked paradigm holds a rung. met: as `finals` returns it."""
    furthest = {ladder: own for ladder, group in found.items() if (own := best(group)) and own[0].size is not None}
    return [_standing(found[ladder], own, met.get(ladder, ())) for ladder, own in furthest.items()]


def _standing(group: Sequence[Reach], own: Sequence[Reach], rows: Sequence[RunRecord]) -> Standing:
    """own: the best configuration of each paradigm."""
    ranked = {each.climb.configuration: each for each in group if each.climb.ranked}
    of = final(rows, [*ranked]) or Final(own[0].climb.configuration, ())
    duels = [Duel(ranked[each.rival], each.verdict) for each in of.duels]
    known = {ranked[of.leader].name, *(duel.rival.name for duel in duels)}
    duels += [Duel(each, _SOLVES_NONE if each.size is None else _UNMET) for each in own if each.name not in known]
    return Standing(ranked[of.leader], tuple(duels))


def won(found: Iterable[Standing]) -> Counter[str]:
    """On how many ladders each paradigm leads."""
    return Counter(each.leader.name for each in found if each.leads)
