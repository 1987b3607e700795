"""Runs a suite: every formulation on every solver that takes it, under limits, checked, recorded; resumes by itself."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from models.problem import UserError
from models.terminal.command import ANSWERED, UNANSWERED, WORKPLACE, WRONG_ANSWER, Parser, run, show

if TYPE_CHECKING:
    from runners.campaign.signs import Signs
    from runners.campaign.store import Campaign
    from runners.campaign.summary import CampaignSummary
    from runners.confine import Backend
    from runners.execute.queue import RunQueue
    from runners.plan.installed import Installed
    from runners.plan.ladders import Recorded
    from runners.plan.run import Run


def main() -> int:
    """The command ``python -m runners.all``."""
    from runners.cluster import options

    given = parser().parse_args()  # before the imports: help and completion need none of them

    from runners import confine
    from runners.campaign import signs
    from runners.campaign.store import Campaign
    from runners.cluster import command as cluster
    from runners.plan import forecast, installed, ladders, manifest, matrix, suite_reader
    from runners.record import attempts
    from runners.solvers.interface import solver

    options.require(given)
    loaded = suite_reader.load(given.suite)
    wanted = matrix.Filter(given.family, given.instance, given.formulation, given.solver, given.goal)
    whole = matrix.plan(loaded, wanted, given.timeout, given.memory, given.parts, not given.no_give_up, given.attempts)
    if unordered := ladders.without_order(manifest.shipped(), whole):
        print(f"warning: {unordered}", file=sys.stderr)
    if given.rungs:
        whole = matrix.lowest(whole, given.rungs)
    if whole and given.budget is not None:
        whole = _thinned(whole, given.budget)
    shard = given.shard or (1, 1)
    jobs = given.jobs or len(os.sched_getaffinity(0))
    runs = matrix.shard(whole, *shard)
    if not whole:
        raise UserError("nothing to run: no run of the suite fits all of the given names")
    if not runs:  # of few runs in many shards; whoever makes all shards must not take it for a failure
        show(given, {"runs": 0}, "nothing to run: shard {} of {} has none of the {} runs".format(*shard, len(whole)))
        return ANSWERED
    home = given.results or WORKPLACE / "results" / loaded.name
    if given.dry_run:
        return _forecast(runs, jobs, home, given)
    if given.cluster:
        return _exit_code(cluster.make(runs, given, home), given)
    planned_for = installed.Installed(runs)
    backend = confine.choose(given.confine)
    campaign = Campaign(home, shard, given.fresh)
    backends = [trial.name for trial in confine.tried() if trial.backend]
    campaign.describe(loaded.name, solver.colours(), solvers=solver.versions(), limit_backends=backends)
    sign = signs.Signs(campaign.folder, signs.Asked(loaded.name, shard, jobs, given.budget), whole, runs)
    recorded = attempts.standing(campaign.recorded, runs)
    print(forecast.totals(runs, jobs, recorded), file=sys.stderr)
    for line in forecast.left_out(runs):
        print(line, file=sys.stderr)
    print(f"recorded in {home}; Ctrl-C stops, and the same command goes on", file=sys.stderr)
    print(f"to follow it from elsewhere: tilings status {shlex.quote(str(campaign.folder))}", file=sys.stderr)
    queue, summary = _resumed(whole, runs, recorded, jobs)
    return _exit_code(_make(queue, summary, campaign, jobs, backend, sign, planned_for, given), given)


def _exit_code(code: int, given: argparse.Namespace) -> int:
    return ANSWERED if given.exit_zero and code == UNANSWERED else code


def _thinned(whole: list[Run], hours: float) -> list[Run]:
    """The runs that fit a budget; what is left out is printed, as no part of the result, on standard error."""
    from runners.plan import budget, estimate

    left, words = budget.thin(whole, hours, estimate.Estimator(estimate.published()))
    print(words, file=sys.stderr)
    return left


def _resumed(whole: list[Run], runs: list[Run], recorded: Recorded, jobs: int) -> tuple[RunQueue, CampaignSummary]:
    """The runs that are left, and the summary of those that are not.

    whole: the runs of all shards, whose answers must agree; rows of formulations that have changed since are not
    among them.
    """
    from runners.campaign.cross_check import CrossCheck
    from runners.campaign.summary import CampaignSummary
    from runners.execute.queue import RunQueue
    from runners.plan import estimate, manifest

    comparing = [recorded[run.run_id] for run in whole if run.run_id in recorded]
    queue = RunQueue(runs, {run.run_id: recorded[run.run_id] for run in runs if run.run_id in recorded})
    made = {run.run_id: row for run in runs if (row := recorded.get(run.run_id)) and queue.decided(run.run_id)}
    kinds = {run.run_id: estimate.kind_of(run) for run in runs}
    return queue, CampaignSummary(CrossCheck(manifest.shipped()), kinds, made, comparing, jobs)


def _make(
    queue: RunQueue,
    summary: CampaignSummary,
    campaign: Campaign,
    jobs: int,
    backend: Backend,
    sign: Signs,
    planned_for: Installed,
    given: argparse.Namespace,
) -> int:
    """Make and record the runs; the exit code."""
    from runners.execute.attempt import Session
    from runners.execute.scheduler import execute

    session = Session(campaign.logs, campaign.proofs, campaign.name, campaign.machine, backend, given.start)
    outcomes = execute(queue, session, jobs, watch=sign.working)
    try:
        for run_made, outcome in outcomes:
            if changed := planned_for.changed(run_made):
                raise UserError(
                    f"{run_made.solver} is another one than when the campaign was started ({changed} has changed), so "
                    "that its run is not recorded; what is recorded is kept: the same command goes on with this one"
                )
            record = summary.cross_check.count_checked(summary.cross_check.against_known(outcome.record))
            campaign.keep(run_made, record, outcome)
            summary.add(record)
            queue.done(record)
    finally:
        outcomes.close()
        summary.progress.close()
        sign.ended()
        campaign.close()
    return summary.report(campaign.folder, given)


def _forecast(runs: list[Run], jobs: int, home: Path, given: argparse.Namespace) -> int:
    """Print the plan and its expected cost."""
    from runners.plan import estimate, forecast
    from runners.record import attempts

    done = {} if given.fresh else attempts.standing(attempts.recorded(home), runs)
    rows = [*estimate.published(), *estimate.rows_of([] if given.fresh else [home])]
    known = estimate.Estimator(rows)
    found = forecast.values(runs, jobs, done, known) if given.json else {}
    show(given, found, "\n".join(forecast.lines(runs, jobs, done, known)))
    for warning in () if given.cluster else forecast.warnings(runs, jobs, done):  # not on this machine
        print(f"warning: {warning}", file=sys.stderr)
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    from models.terminal.arguments import positive, shard, whole
    from runners.cluster import options
    from runners.confine.choice import confinement
    from runners.record.attempts import ATTEMPTS

    made = Parser(
        "python -m runners.all",
        "Run a suite: every formulation on every solver that takes it, under limits, checked and recorded. The same "
        "command goes on where one was stopped.",
        [
            "--suite smoke                # is everything installed?",
            "--suite default --dry-run    # the plan and its cost",
            "--timeout 300 --results results/mine",
            "--family squares --solver clingo --solver cpsat",
        ],
        "docs/campaigns.md",
        {
            ANSWERED: "every run was answered",
            UNANSWERED: "some runs were not answered within their limits",
            WRONG_ANSWER: "an answer was wrong",
        },
    )
    what = made.group("what to run")
    what.add_argument("--suite", default="full", help="a suite's name, or the path of a .toml file (%(default)s)")
    for name in ("family", "instance", "formulation", "solver", "goal"):
        what.add_argument(
            f"--{name}", action="append", default=[], metavar="NAME", help=f"only this {name}; patterns, repeatable"
        )
    limits = made.group("limits and the results folder")
    limits.add_argument("--timeout", type=positive, metavar="S", help="wall seconds a run (default: the suite's)")
    cores = len(os.sched_getaffinity(0))
    limits.add_argument("--jobs", type=whole, metavar="N", help=f"runs at a time, at most ({cores})")
    limits.add_argument("--results", type=Path, metavar="DIR", help="the campaign's folder (results/SUITE)")
    limits.add_argument("--fresh", action="store_true", help="start anew; what is recorded is set aside")
    limits.add_argument("--dry-run", action="store_true", help="print the plan and run nothing")
    size = made.group("size of the plan", rare=True)
    size.add_argument(
        "--budget", type=positive, metavar="HOURS", help="thin the ladders evenly until so many core-hours are expected"
    )
    size.add_argument(
        "--rungs", type=whole, metavar="N",
        help="one instance on each of the N lowest rungs of each ladder: is every configuration at work?",
    )  # fmt: skip
    size.add_argument("--shard", type=shard, metavar="k/n", help="only the k-th of n parts")
    size.add_argument(
        "--exit-zero", action="store_true",
        help="end with 0 although runs were not answered, for programs that start a failed shard again",
    )  # fmt: skip
    size.add_argument("--parts", type=whole, metavar="N", help="parts of each divisible count (default: the suite's)")
    size.add_argument(
        "--no-give-up", action="store_true", help="run the rungs that a suite's give_up leaves out as well"
    )
    size.add_argument(
        "--attempts", type=whole, default=ATTEMPTS, metavar="N",
        help="make a run that was disturbed again at the end, until it was made N times (%(default)s)",
    )  # fmt: skip
    measuring = made.group("measuring", rare=True)
    measuring.add_argument(
        "--memory", type=whole, metavar="MB", help="of a run, all its processes (default: the suite's)"
    )
    confinement(measuring)
    starts = "fork solvers that run inside Python from a process that has loaded them, or start each anew (%(default)s)"
    measuring.add_argument("--start", choices=("warm", "cold"), default="warm", help=starts)
    options.add_words(made.group("a cluster", rare=True))
    return made


if __name__ == "__main__":
    run(main)
