"""Caveats: several machines or commits, disturbed runs, missing parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tilings.models import search_parts
from tilings.models.claims import Claim, contradictions
from tilings.reports.chapters.failing import hung, waited
from tilings.reports.chapters.machines import backends, ladders, names
from tilings.reports.data.campaign import Results
from tilings.reports.english import count, listed, some
from tilings.runners.record import faults, stored_solutions, verdicts
from tilings.runners.record.disturbance import WAITED, WAITED_S
from tilings.runners.record.schema import REFUTED

if TYPE_CHECKING:
    from pandas import DataFrame

RARE = 0.01  # of the runs: fewer faults are not an alarm
# What of a run's identity is not its configuration or its case.
VERSIONS = ("solver_version", "formulation_sha256", "adapter_sha256", "defaults")


def notices(results: Results, kinds: list[str]) -> list[str]:
    """The caveats, a sentence or two each. kinds: of machines, as `reports.chapters.machines.kinds` names them."""
    rare = faulty(results) if _rare(results) else []
    return [*rare, *_machines(results, kinds), *_runs(results), *_missing(results)]


def alarms(results: Results) -> list[str]:
    """The sentences that stand above the findings: on wrong answers, and on faults that are not rare."""
    return wrong(results) + ([] if _rare(results) else faulty(results))


def _rare(results: Results) -> bool:
    ended = results.runs["ended"]
    return ended.isin(faults.FAULTS).sum() < RARE * results.runs["ran"].sum() and not (ended == "not_installed").any()


def clashes(claims: Iterable[Claim | None]) -> list[str]:
    """The answers, as runs claim them, that others exclude, in words."""
    return [
        f"{clash.instance}, goal {clash.goal}: {clash.one}, but {clash.other}."
        for clash in contradictions(filter(None, claims))
    ]


def wrong(results: Results) -> list[str]:
    """How many answers are wrong or contradict each other; `reports.chapters.troubles` lists them."""
    told = verdicts.wrong(results.as_tasks, results.problems)
    told += [count(apart, "contradiction")] if (apart := len(clashes(results.claims))) else []
    return [f"{listed(told)}: see What went wrong."] if told else []


def faulty(results: Results) -> list[str]:
    """Runs that ended by a fault or lacked a package, in the words of the command that made them.

    Without faults of models that share a problem, which stand in their table.
    """
    runs = results.runs
    failed = runs["ended"].isin(faults.FAULTS) | runs["check"].isin(REFUTED)
    every = runs[~(results.of_models & failed)]
    if not (failed | (every["ended"] == "not_installed")).any():
        return []
    return faults.sentences(zip(every["run_id"], every.itertuples(), strict=True), results.folder)


def _machines(results: Results, kinds: list[str]) -> list[str]:
    runs, found = results.runs, []
    hosts, commits = (names(runs[column]) for column in ("host", "git_commit"))
    if len(kinds) > 1:
        found.append(
            f"These runs were made on {len(kinds)} kinds of machines ({'; '.join(kinds)}). Seconds of different kinds "
            "are never compared, answers are compared across all of them."
        )
    elif len(set(results.kinds)) > 1:
        found.append(" ".join(["Each ladder was climbed on one kind of machine.", *ladders(results)]))
    elif len(hosts) > 1:
        found.append(f"These runs were made on {len(hosts)} machines ({', '.join(hosts)}) of one kind: {kinds[0]}.")
    if len(commits) > 1:
        found.append(f"These runs were made with {len(commits)} different commits of the software.")
    found += _versions(runs)
    if not results.machine and not results.machines and not runs.empty:
        found.append("machine.json is missing: what is known of the machine comes from the runs themselves.")
    return found


def _versions(runs: DataFrame) -> list[str]:
    """Configurations of which some rows have another solver, sources or defaults than others."""
    cells = runs.loc[runs["ran"], ["family", "configuration", "goal", *VERSIONS]].drop_duplicates()
    mixed = cells.groupby(["family", "configuration", "goal"], sort=True).size()
    names = list(dict.fromkeys(f"{family}: {name}" for family, name, _ in mixed.index[mixed > 1]))
    if not names:
        return []
    return [
        f"Rows of different versions ({', '.join(VERSIONS)}) stand side by side for {some(names)}: their answers count "
        "alike, their times and nodes are not those of one program."
    ]


def _runs(results: Results) -> list[str]:
    runs, found = results.runs, []
    rounds = runs["pair"].notna().any()  # their limits are stated with each finding
    if (disturbed := int(runs["disturbed"].sum())) > 0:
        found.append(
            f"{disturbed} of {count(int(runs['ran'].sum()), 'run')} were disturbed: other programs, or the hypervisor, "
            "kept cores from them, or they waited. They count; treat their times with caution."
        )
    found += _waited(runs)
    if len(held := backends(runs)) > 1:
        by = " and ".join(f"{name} ({count(number, 'run')})" for name, number in held.items())
        found.append(f"Limits were enforced by {by}, which measure memory in different ways.")
    if runs["wall_limit_s"].nunique() > 1 and not rounds:
        found.append("Runs had different wall limits: an unsolved run counts with its own limit.")
    if searches := list(
        filter(search_parts.divided, runs[runs["options"].str.contains(search_parts.PARTS)].itertuples())
    ):
        found.append("A search that was made in parts is one run, with the sums of their seconds, nodes and limits.")
        found += [
            f"{record.family}/{record.instance}, {record.solver}/{record.formulation} [{record.options}]: "
            f"{record.message}, so that the solutions found are no count."
            for record in searches
            if record.answer != "counted"
        ]
    found += results.remarks
    return found


def _waited(runs: DataFrame) -> list[str]:
    """Runs that waited for a processor, and apart from these those that hung."""
    lost, apart = (runs["wall_s"].astype(float) - runs["cpu_s"].astype(float)), hung(runs)
    found = []
    if len(own := runs[apart]):
        names = dict.fromkeys(own["configuration"] + " on " + own["instance"])
        their = "its" if len(own) == 1 else "their"
        found.append(
            f"{count(len(own), 'run')} hung in each of {their} attempts, no processor working until the limit "
            f"(attempt {int(own['attempt'].max())} was the last; not solved): {listed(list(names))}."
        )
    if len(own := runs[waited(runs) & ~apart]):
        worst = own.loc[lost[own.index].idxmax()]
        found.append(
            f"{count(len(own), 'run')} waited for more than {WAITED_S:g} s and {WAITED:.0%} of the wall time, in which "
            "no processor worked for them (other virtual machines had it, or a disk was slow): their times are too "
            f"long. Worst: {worst['configuration']} on {worst['instance']}, {lost[worst.name]:.1f} of "
            f"{worst['wall_s']:.1f} s."
        )
    return found


def _missing(results: Results) -> list[str]:
    """Stored solutions and copies of instances that are not there."""
    runs, found = results.runs, []
    solved = runs["answer"].isin(["sat", "optimal", "feasible"]).any()
    if solved and not results.imported and not stored_solutions.kept(results.folder):
        found.append("No solution was kept (solutions-*.jsonl): no board is drawn of this campaign.")
    if unreadable := results.instances.unreadable:
        found.append(
            f"Of {count(len(unreadable), 'instance')} the results folder has no readable copy: their sizes are unknown "
            f"and their boards are not drawn. The first: {next(iter(unreadable.values()))}."
        )
    found += [
        f"{fault}; what follows was not read." for fault in (*results.instances.faults, *results.solutions.faults)
    ]
    return found
