"""Runs a suite: every formulation on every solver that takes it, under limits, checked, recorded; resumes by itself.

Exit code: 0 every run was answered, 1 some were not within their limits, 2 bad input, 3 an answer was wrong.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from models.command import ANSWERED, ROOT, UNANSWERED, WRONG_ANSWER, run
from models.problem import UserError

if TYPE_CHECKING:
    from runners.campaign import Campaign
    from runners.confine import Backend
    from runners.plan import Run
    from runners.record import Brief, RunRecord


def main() -> int:
    """The command ``python -m runners.all``."""
    from runners import confine, plan, solver, suite
    from runners.campaign import Campaign

    gc.disable()  # plans may be large, and stay: see _make
    given = _parser().parse_args()
    backend = confine.choose(given.confine)
    loaded = suite.load(given.suite)
    wanted = plan.Filter(given.family, given.instance, given.formulation, given.solver, given.goal)
    whole = plan.plan(loaded, wanted, given.timeout, given.memory)
    runs = plan.shard(whole, *given.shard)
    if not runs:
        raise UserError("nothing to run: no run of the suite fits all of the given names")
    if given.dry_run:
        return _describe(runs, given.jobs)
    campaign = Campaign(given.results or ROOT / "results" / loaded.name, given.shard, given.fresh)
    versions = {name: solver.find(name).version() for name in solver.names()}
    campaign.describe(suite=loaded.name, command=" ".join(sys.orig_argv[1:]), solvers=versions)
    return _make(runs, {run.run_id for run in whole}, campaign, given.jobs, backend)


def _make(runs: list[Run], comparable: set[str], campaign: Campaign, jobs: int, backend: Backend) -> int:
    """Make the runs that are not done yet. comparable: the ids of the runs, of all shards, whose answers must agree;
    rows of formulations that have changed since are not among them."""
    from runners import manifest
    from runners.execute import execute
    from runners.judge import Judge
    from runners.progress import Progress

    judge = Judge(manifest.shipped())
    recorded = campaign.recorded
    earlier = dict.fromkeys(brief for run_id, brief in recorded.items() if run_id in comparable)  # alike ones once
    contradictions = [found for brief in earlier for found in judge.against_others(brief)]
    records: list[RunRecord | Brief] = [recorded[run.run_id] for run in runs if run.run_id in recorded]
    pending = [run for run in runs if run.run_id not in recorded]
    progress = Progress(len(runs), len(records), sum(record.proven for record in records))
    gc.freeze()  # neither looked through again nor, for that, copied in each worker
    gc.enable()
    outcomes = execute(pending, campaign.logs, jobs, backend=backend)
    try:
        for run_made, outcome in outcomes:
            record = judge.against_known(replace(outcome.record, campaign=campaign.name))
            campaign.keep(run_made, record, outcome)
            records.append(record)
            found = judge.against_others(record)
            contradictions += found
            progress.step(record)
            progress.alarm(record, found)
    finally:
        outcomes.close()
        progress.close()
        campaign.close()
    return _summary(records, len(contradictions), campaign.folder)


def _summary(records: Sequence[RunRecord | Brief], contradictions: int, folder: Path) -> int:
    """Print how the runs went, in one line an axis; the exit code."""
    for axis in ("answer", "ended", "check"):
        counts = Counter(getattr(record, axis) for record in records).most_common()
        print(f"{axis + ':':8}" + ", ".join(f"{count} {value}" for value, count in counts))
    wrong = sum(record.check in ("invalid", "contradicts_known") for record in records)
    print(f"{len(records)} runs in {folder}")
    if wrong or contradictions:
        print(f"{wrong} wrong answers, {contradictions} contradictions between solvers", file=sys.stderr)
        return WRONG_ANSWER
    return ANSWERED if all(record.proven for record in records) else UNANSWERED


def _describe(runs: list[Run], jobs: int) -> int:
    """Print the plan: how many runs of each kind, and the longest that they can take."""
    counts = Counter((run.family, run.formulation.name, run.solver, run.goal) for run in runs)
    for (family, formulation, solver, goal), count in sorted(counts.items()):
        print(f"{count:5}  {family:12} {formulation:18} {solver:8} {goal}")
    longest = math.ceil(sum(run.limits.wall_s for run in runs) / jobs)
    print(f"{len(runs)} runs, at most {longest // 3600} h {longest % 3600 // 60} min with --jobs {jobs}")
    return ANSWERED


def _parser() -> argparse.ArgumentParser:
    from runners.limits import confinement, positive, shard, whole

    parser = argparse.ArgumentParser(prog="python -m runners.all", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--suite", default="full", help="a suite's name, or the path of a .toml file (%(default)s)")
    parser.add_argument("--timeout", type=positive, metavar="S", help="wall seconds a run (default: the suite's)")
    parser.add_argument("--memory", type=whole, metavar="MB", help="memory a run (default: the suite's)")
    for name in ("family", "instance", "formulation", "solver", "goal"):
        parser.add_argument(f"--{name}", action="append", default=[], help=f"only this {name}; patterns, repeatable")
    cores = len(os.sched_getaffinity(0))
    at_most = "runs at a time, at most; each has a core for each of its threads (%(default)s)"
    parser.add_argument("--jobs", type=whole, default=cores, help=at_most)
    confinement(parser)
    parser.add_argument("--shard", type=shard, default=(1, 1), metavar="k/n", help="only the k-th of n parts")
    parser.add_argument("--results", type=Path, metavar="DIR", help="the campaign's folder (results/SUITE)")
    parser.add_argument("--fresh", action="store_true", help="start anew; what is recorded is set aside")
    parser.add_argument("--dry-run", action="store_true", help="print the plan and run nothing")
    return parser


if __name__ == "__main__":
    run(main)
