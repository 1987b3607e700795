"""The comparison of two campaigns as a whole: ratios by solver, formulation and configuration, and regressions."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reports.analysis.ablation import Factor, factor
from reports.compare.pairing import Campaign, Pairing, opened, paired
from reports.compare.ratios import Ratio, geometric
from reports.compare.verdicts import Clash, Verdict, clashes, verdicts

SLIGHT = 1.05  # a mean ratio that is nearer to 1 is not called faster or slower, however sure it is
KINDS = ("all", "solver", "formulation", "configuration")
BOTH = ("faster", "slower", "alike", "solved")  # verdicts of which both times are told and say something


@dataclass(frozen=True)
class Group:
    """Cases that have something in common, such as a solver.

    kind: all, solver, formulation or configuration; family: of the latter two, whose names families share. counts:
    verdict -> cases. time, nodes: the ratios B to A of the cases that both solved, the former without those too brief.
    bounded: the mean ratio of time if cases that one of them alone solved are counted as bounds; None where there is
    none.
    """

    kind: str
    family: str
    name: str
    counts: Counter[str]
    time: Ratio | None
    nodes: Ratio | None
    bounded: Factor | None

    @property
    def word(self) -> str:
        """faster or slower where the interval says so and the mean is not slight; few without an interval."""
        if self.time is None or not self.time.known:
            return "few"
        return ("faster" if self.time.mean < 1 else "slower") if self.time.clear(SLIGHT) else "alike"

    @property
    def changed(self) -> bool:
        """Whether there is something to tell of it."""
        nodes = self.nodes is not None and abs(self.nodes.mean - 1) > 1e-9
        return self.word in ("faster", "slower") or nodes or any(self.counts[word] for word in ("new", "lost"))


@dataclass(frozen=True)
class Comparison:
    """Two campaigns compared; judged: whether seconds of A and of B may be compared. groups: those of one kind stand
    together, all first. clashes: answers that exclude each other. regressions: in words."""

    a: Campaign
    b: Campaign
    pairing: Pairing
    judged: bool
    verdicts: list[Verdict]
    groups: list[Group]
    clashes: list[Clash]
    regressions: list[str]

    def of(self, *words: str) -> list[Verdict]:
        """The cases with these verdicts."""
        return [verdict for verdict in self.verdicts if verdict.word in words]


def compare(a: Path, b: Path, bound: float, floor_s: float, across_machines: bool = False) -> Comparison:
    """Compare the campaigns in two folders; raises UserError where they cannot be used or have nothing in common.

    bound: how many times slower (or larger in nodes, where seconds are not judged) is a regression. floor_s: shorter
    times say nothing. across_machines: compare seconds also where the machines differ.
    """
    one, other = opened(a), opened(b)
    pairing = paired(one, other)
    judged = pairing.same_machine or across_machines
    found = verdicts(pairing, floor_s, judged)
    groups, clashing = _groups(found, floor_s), clashes(one, other)
    told = _slower(groups, bound, judged) + _lost(found, bound)
    told += [f"contradiction {clash}" for clash in clashing if "B" in clash.where]
    return Comparison(one, other, pairing, judged, found, groups, clashing, told)


def _groups(found: Sequence[Verdict], floor_s: float) -> list[Group]:
    """All cases; each solver; each formulation that several solvers take; each configuration of a family."""
    parts: dict[tuple[str, str, str], list[Verdict]] = defaultdict(list)
    for verdict in found:
        case = verdict.case
        parts["all", "", "all"].append(verdict)
        parts["solver", "", case.solver].append(verdict)
        parts["formulation", case.family, case.formulation].append(verdict)
        parts["configuration", case.family, case.configuration].append(verdict)
    kept = [
        (key, part)
        for key, part in parts.items()
        if key[0] != "formulation" or len({verdict.case.solver for verdict in part}) > 1
    ]
    return [
        _group(key, part, floor_s) for key, part in sorted(kept, key=lambda item: (KINDS.index(item[0][0]), item[0]))
    ]


def _group(key: tuple[str, str, str], part: Sequence[Verdict], floor_s: float) -> Group:
    timed = [
        verdict
        for verdict in part
        if verdict.time is not None and not verdict.bound and max(verdict.a.seconds, verdict.b.seconds) >= floor_s
    ]
    bounds = [(verdict.time, verdict.bound) for verdict in part if verdict.time is not None and verdict.bound]
    times = [verdict.time for verdict in timed if verdict.time is not None]
    return Group(
        *key, Counter(verdict.word for verdict in part), geometric(times),
        geometric([verdict.nodes for verdict in part if verdict.nodes is not None]),
        factor([*bounds, *((time, "") for time in times)]) if bounds else None,
    )  # fmt: skip


def _slower(groups: Sequence[Group], bound: float, judged: bool) -> list[str]:
    """The configurations, or all cases together, whose ratio is with confidence beyond the bound."""
    what = "seconds" if judged else "nodes"
    told = []
    for group in groups:
        ratio = group.time if judged else group.nodes
        if group.kind in ("all", "configuration") and ratio and ratio.known and ratio.low > bound:
            who = f"{group.family} {group.name}".strip()
            told.append(f"{what} of {who}: {ratio.mean:.2f} times, {ratio.low:.2f} at least, of {ratio.number} cases")
    return told


def _lost(found: Sequence[Verdict], bound: float) -> list[str]:
    """The lost cases, but for those that ran out of time so soon that they may have been within the bound."""
    return [
        f"lost: {verdict.case}: {verdict.b.why}"
        for verdict in found
        if verdict.word == "lost" and not (verdict.b.state == "out" and verdict.time and verdict.time <= bound)
    ]
