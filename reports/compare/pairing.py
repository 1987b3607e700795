"""Pairs the runs of two campaigns, and lists the differences between the campaigns."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from models.problem import UserError
from reports.data.campaign import machines
from reports.data.rows import Recorded, recorded
from runners.record.schema import RunRecord

# Facts by which seconds of two machines do not compare; the hash in a row also changes with every library.
_HARDWARE = (
    "cpu_model", "cores_logical", "cores_physical", "smt", "boost", "governor", "frequency_max_mhz", "memory_mb",
    "virtual_machine",
)  # fmt: skip
_LIMITS = ("wall_limit_s", "cpu_limit_s", "mem_limit_mb")

Pair = tuple[RunRecord, RunRecord]


class Case(NamedTuple):
    """An instance, a goal and a configuration; runs of one case differ only in seed and repetition."""

    family: str
    instance: str
    goal: str
    solver: str
    formulation: str
    options: str
    threads: int

    @property
    def configuration(self) -> str:
        """As the report names it."""
        options = f" [{self.options}]" if self.options else ""
        return f"{self.solver}/{self.formulation}{options}" + (f" ×{self.threads}" if self.threads > 1 else "")

    def __str__(self) -> str:
        return f"{self.family}/{self.instance} {self.goal} {self.configuration}"


class Limits(NamedTuple):
    """The smaller limits of the two runs of a pair, under which both are judged; differ: whether the two had others."""

    wall_s: float
    cpu_s: float
    mem_mb: float
    differ: tuple[bool, ...]


@dataclass(frozen=True)
class Campaign:
    """A campaign's rows; machines: what is known of them, by the hash that rows name."""

    folder: Path
    rows: Recorded
    machines: dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Pairing:
    """pairs: of each case that both campaigns have, its runs of A and B with the same seed and repetition.

    only_a, only_b: cases of which one campaign alone has a run. changed: those whose instance is not the same in both.
    dropped: how many runs of paired cases have no pair. same_machine: whether all pairs ran on hardware that is, as
    far as is known, the same.
    """

    pairs: dict[Case, list[Pair]]
    only_a: list[Case]
    only_b: list[Case]
    changed: list[Case]
    dropped: int
    same_machine: bool


def opened(folder: Path) -> Campaign:
    """The campaign in a folder; raises UserError where its rows cannot be used or it has none."""
    rows = recorded(folder)
    if not rows.records:
        raise UserError(f"{folder} holds no runs: a comparison needs a campaign's folder with its runs-*.csv")
    return Campaign(folder, rows, machines(folder))


def paired(a: Campaign, b: Campaign) -> Pairing:
    """Raises UserError where no run of A has a pair in B."""
    of_a, of_b = _by_case(a.rows.records), _by_case(b.rows.records)
    pairs, changed, dropped = {}, [], 0
    for case in sorted(of_a.keys() & of_b.keys()):
        runs, others = of_a[case], of_b[case]
        common = sorted(runs.keys() & others.keys())
        both = [(runs[key], others[key]) for key in common]
        if any(one.instance_sha256 != other.instance_sha256 for one, other in both):
            changed.append(case)
        elif both:
            pairs[case] = both
            dropped += len(runs) + len(others) - 2 * len(both)
    if not pairs:
        raise UserError(
            f"{a.folder} and {b.folder} have no run in common: family, instance, goal, solver, formulation, options, "
            "threads, seed and repetition of a pair are the same"
        )
    matched = pairs.keys() | set(changed)
    same = all(_same(_hardware(one, a), _hardware(other, b)) for both in pairs.values() for one, other in both)
    return Pairing(pairs, sorted(of_a.keys() - matched), sorted(of_b.keys() - matched), changed, dropped, same)


def limits(pair: Pair) -> Limits:
    """The limits under which both runs of a pair are judged."""
    both = [[getattr(run, name) for run in pair] for name in _LIMITS]
    wall_s, cpu_s, mem_mb = map(min, both)
    return Limits(wall_s, cpu_s, mem_mb, tuple(one != other for one, other in both))


def differences(pairs: Iterable[Pair]) -> dict[str, list[str]]:
    """The differences between the runs of pairs, by kind: each as old and new value."""
    found: dict[str, set[str]] = defaultdict(set)
    for a, b in pairs:
        if a.solver_version != b.solver_version:
            found["versions of solvers"].add(f"{a.solver} {a.solver_version or 'none'} → {b.solver_version or 'none'}")
        if a.formulation_sha256 != b.formulation_sha256:
            found["texts of formulations"].add(f"{a.family}/{a.formulation}")
        for name, unit in zip(_LIMITS, ("s of wall time", "s of CPU time", "MB"), strict=True):
            if getattr(a, name) != getattr(b, name):
                found["limits"].add(f"{getattr(a, name):g} → {getattr(b, name):g} {unit}")
        if a.limit_backend != b.limit_backend:
            found["holders of the limits"].add(f"{a.limit_backend or 'unknown'} → {b.limit_backend or 'unknown'}")
        if a.host != b.host:
            found["hosts"].add(f"{a.host or 'unknown'} → {b.host or 'unknown'}")
        if a.cpu_model != b.cpu_model:
            found["processors"].add(f"{a.cpu_model or 'unknown'} → {b.cpu_model or 'unknown'}")
    return {kind: sorted(words) for kind, words in found.items()}


def _by_case(records: Iterable[RunRecord]) -> dict[Case, dict[tuple[int, int], RunRecord]]:
    found: dict[Case, dict[tuple[int, int], RunRecord]] = defaultdict(dict)
    for record in records:
        if record.ended != "interrupted":
            case = Case(*(getattr(record, name) for name in Case._fields))
            found[case][record.seed, record.repetition] = record
    return found


def _hardware(run: RunRecord, campaign: Campaign) -> dict[str, Any]:
    return campaign.machines.get(run.machine, {}) | ({"cpu_model": run.cpu_model} if run.cpu_model else {})


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether nothing that is known of both differs."""
    return all(one[key] == other[key] for key in _HARDWARE if key in one and key in other)
