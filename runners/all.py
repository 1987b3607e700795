"""Runs a suite: every formulation on every solver that takes it, under limits, checked, recorded; resumes by itself.

Exit code: 0 every run was answered, 1 some were not within their limits, 2 bad input, 3 an answer was wrong.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from models.command import ANSWERED, WORKPLACE, Parser, run
from models.problem import UserError

if TYPE_CHECKING:
    from runners.campaign.store import Campaign
    from runners.campaign.summary import CampaignSummary
    from runners.confine import Backend
    from runners.execute.queue import RunQueue
    from runners.plan.run import Run


def main() -> int:
    """The command ``python -m runners.all``."""
    from runners import confine
    from runners.campaign.store import Campaign
    from runners.cluster import command as cluster
    from runners.plan import ladders, manifest, matrix, suite_reader
    from runners.solvers.interface import solver

    gc.disable()  # a plan may be large, and is kept to the end: see _make
    given = _parser().parse_args()
    cluster.require(given)
    loaded = suite_reader.load(given.suite)
    wanted = matrix.Filter(given.family, given.instance, given.formulation, given.solver, given.goal)
    whole = matrix.plan(loaded, wanted, given.timeout, given.memory, given.parts, not given.no_give_up, given.attempts)
    if unordered := ladders.without_order(manifest.shipped(), whole):
        print(f"warning: {unordered}", file=sys.stderr)
    if whole and given.budget is not None:
        whole = _thinned(whole, given.budget)
    shard = given.shard or (1, 1)
    jobs = given.jobs or len(os.sched_getaffinity(0))
    runs = matrix.shard(whole, *shard)
    if not whole:
        raise UserError("nothing to run: no run of the suite fits all of the given names")
    if not runs:  # of few runs in many shards; whoever makes all shards must not take it for a failure
        print("nothing to run: shard {} of {} has none of the {} runs".format(*shard, len(whole)))
        return ANSWERED
    home = given.results or WORKPLACE / "results" / loaded.name
    if given.dry_run:
        return _forecast(runs, jobs, home, given)
    if given.cluster:
        return cluster.make(runs, given, home)
    backend = confine.choose(given.confine)
    campaign = Campaign(home, shard, given.fresh)
    backends = [name for name, why_not in confine.usable() if not why_not]
    campaign.describe(loaded.name, solver.colours(), solvers=solver.versions(), limit_backends=backends)
    queue, summary = _resumed(whole, runs, campaign)
    del whole, runs  # a fork takes the longer, the more memory is held
    return _make(queue, summary, campaign, jobs, backend, given.start)


def _thinned(whole: list[Run], hours: float) -> list[Run]:
    """The runs that fit a budget; what is left out is printed."""
    from runners.plan import budget, expectation

    left, words = budget.thin(whole, hours, expectation.Expectation(expectation.published()))
    print(words)
    return left


def _resumed(whole: list[Run], runs: list[Run], campaign: Campaign) -> tuple[RunQueue, CampaignSummary]:
    """The runs that are left, and the summary of those that are not.

    whole: the runs of all shards, whose answers must agree; rows of formulations that have changed since are not
    among them.
    """
    from runners.campaign.cross_check import CrossCheck
    from runners.campaign.summary import CampaignSummary
    from runners.execute.queue import RunQueue
    from runners.plan import manifest

    recorded = campaign.take_recorded()
    comparing = [recorded[run.run_id] for run in whole if run.run_id in recorded]
    queue = RunQueue(runs, {run.run_id: recorded[run.run_id] for run in runs if run.run_id in recorded})
    made = {run.run_id: row for run in runs if (row := recorded.get(run.run_id)) and queue.decided(run.run_id)}
    return queue, CampaignSummary(CrossCheck(manifest.shipped()), len(runs), made, comparing)


def _make(
    queue: RunQueue, summary: CampaignSummary, campaign: Campaign, jobs: int, backend: Backend, start: str
) -> int:
    """Make and record the runs; the exit code."""
    from runners.execute.scheduler import execute

    gc.freeze()  # a collection in a worker would write to these objects, and so copy their pages
    gc.enable()
    outcomes = execute(
        queue,
        campaign.logs,
        jobs,
        backend=backend,
        campaign=campaign.name,
        machine=campaign.machine,
        start=start,
        proofs=campaign.proofs,
    )
    try:
        for run_made, outcome in outcomes:
            record = summary.cross_check.count_checked(summary.cross_check.against_known(outcome.record))
            campaign.keep(run_made, record, outcome)
            summary.add(record)
            queue.done(record)
    finally:
        outcomes.close()
        summary.progress.close()
        campaign.close()
    return summary.report(campaign.folder)


def _forecast(runs: list[Run], jobs: int, home: Path, given: argparse.Namespace) -> int:
    """Print the plan and its expected cost."""
    from runners.plan import expectation, forecast
    from runners.record import attempts

    done = {} if given.fresh else attempts.recorded(home)
    rows = [*expectation.published(), *expectation.rows_of([] if given.fresh else [home])]
    print(*forecast.lines(runs, jobs, done, expectation.Expectation(rows)), sep="\n")
    for warning in () if given.cluster else forecast.warnings(runs, jobs, done):  # not on this machine
        print(f"warning: {warning}", file=sys.stderr)
    return ANSWERED


def _parser() -> argparse.ArgumentParser:
    from models.arguments import positive, shard, whole
    from runners.cluster import command as cluster
    from runners.confine.choice import confinement
    from runners.record.attempts import ATTEMPTS

    what, *_, codes = (__doc__ or "").split("\n\n")
    parser = Parser(prog="python -m runners.all", description=what, epilog=codes)
    parser.add_argument("--suite", default="full", help="a suite's name, or the path of a .toml file (%(default)s)")
    parser.add_argument("--timeout", type=positive, metavar="S", help="wall seconds a run (default: the suite's)")
    parser.add_argument(
        "--memory", type=whole, metavar="MB", help="memory of a run, all its processes (default: the suite's)"
    )
    for name in ("family", "instance", "formulation", "solver", "goal"):
        parser.add_argument(f"--{name}", action="append", default=[], help=f"only this {name}; patterns, repeatable")
    cores = len(os.sched_getaffinity(0))
    at_most = f"runs at a time, at most; each has a core for each of its threads ({cores}); see --cluster"
    parser.add_argument("--jobs", type=whole, help=at_most)
    confinement(parser)
    starts = "fork solvers that run inside Python from a process that has loaded them, or start each anew (%(default)s)"
    parser.add_argument("--start", choices=("warm", "cold"), default="warm", help=starts)
    parser.add_argument("--parts", type=whole, metavar="N", help="parts of each divisible count (default: the suite's)")
    parser.add_argument(
        "--no-give-up", action="store_true", help="run the rungs that a suite's give_up leaves out as well"
    )
    parser.add_argument(
        "--attempts", type=whole, default=ATTEMPTS, metavar="N",
        help="make a run that was disturbed again at the end, until it was made N times (%(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--budget", type=positive, metavar="HOURS", help="thin the ladders evenly until so many core-hours are expected"
    )
    parser.add_argument("--shard", type=shard, metavar="k/n", help="only the k-th of n parts")
    parser.add_argument("--results", type=Path, metavar="DIR", help="the campaign's folder (results/SUITE)")
    parser.add_argument("--fresh", action="store_true", help="start anew; what is recorded is set aside")
    parser.add_argument("--dry-run", action="store_true", help="print the plan and run nothing")
    cluster.add_words(parser)
    return parser


if __name__ == "__main__":
    run(main)
