"""Runs a suite: every formulation on every solver that takes it, under limits, checked and recorded; resumes."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.problem import UserError
from tilings.models.terminal.arguments import RESULTS
from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, Parser, run, show

if TYPE_CHECKING:
    from tilings.runners.plan.plan import Plan
    from tilings.runners.plan.suite import Suite

_FILTERS = ("family", "instance", "formulation", "solver", "goal", "preset")  # in the order of a Filter


def main() -> int:
    """The command ``python -m runners.all``: parse, plan, resume, make, summarise."""
    from tilings.runners.cluster import options

    given = parser().parse_args()  # before the imports, which help and completion do not need

    from tilings.runners import confine
    from tilings.runners.campaign.campaign import Campaign
    from tilings.runners.campaign.heartbeat import Request
    from tilings.runners.cluster import command as cluster
    from tilings.runners.plan import plan, suite_reader

    options.require(given)
    named = given.results and (str(given.results) in suite_reader.files() or given.results.suffix == ".toml")
    if named and not given.results.is_dir():
        raise UserError(f"'{given.results}' is a suite, and a folder was expected: --suite {given.results}")
    suite = suite_reader.load(given.suite)
    whole = _planned(suite, given)
    shard = number, count = given.shard or (1, 1)
    jobs = given.jobs or len(os.sched_getaffinity(0))
    part = plan.shard(whole, number, count)
    if not part:  # few runs in many shards: an empty shard is not a failure
        show(given, {"runs": 0}, f"nothing to run: shard {number} of {count} has no run")
        return ANSWERED
    if given.dry_run:
        return _forecast(part, jobs, home(given), given)
    if given.cluster:
        return _exit_code(cluster.make(part, given, home(given)), given)
    confine.require(jobs)
    backend = confine.choose(given.confine)
    campaign = Campaign(home(given), shard, given.fresh)
    for sentence in campaign.resume(Request(suite.name, shard, jobs, given.budget, suite.description), whole, part):
        print(sentence, file=sys.stderr)
    summary = campaign.make(backend, given.start)
    return _exit_code(summary.report(given), given)


def home(given: argparse.Namespace) -> Path:
    """The folder of the campaign."""
    from tilings.runners.plan import suite_reader

    return given.results or RESULTS / suite_reader.load(given.suite).name


def _exit_code(code: int, given: argparse.Namespace) -> int:
    return ANSWERED if given.exit_zero and code == UNANSWERED else code


def _planned(suite: Suite, given: argparse.Namespace) -> Plan:
    """The plan of all shards; raises UserError where it is empty. Remarks go to standard error."""
    from tilings.runners.plan import budget, estimate, ladders, manifest, matrix
    from tilings.runners.plan.plan import lowest

    wanted = matrix.Filter(*(getattr(given, name) for name in (*_FILTERS, "class")))
    plan = matrix.plan(suite, wanted, given.timeout, given.memory, given.parts, given.attempts)
    if not plan:
        raise UserError("nothing to run: no run matches all the given filters")
    if unordered := ladders.without_order(manifest.shipped(), plan.runs):
        print(f"warning: {unordered}", file=sys.stderr)
    if given.rungs:
        plan = lowest(plan, given.rungs)
    if given.budget is not None:
        plan, words = budget.thin(plan, given.budget, estimate.Estimator(estimate.published(plan)))
        print(words, file=sys.stderr)
    return plan


def _forecast(plan: Plan, jobs: int, home: Path, given: argparse.Namespace) -> int:
    """Print the plan and its expected cost."""
    from tilings.runners.plan import estimate, forecast
    from tilings.runners.record import rows

    own = [] if given.fresh else rows.read_all(home)
    done = rows.still_valid(rows.made(own), plan.examples)
    known = estimate.Estimator([*estimate.published(plan), *(row.run for row in own)])
    values = forecast.values(plan, jobs, done, known) if given.json else {}
    show(given, values, "\n".join(forecast.lines(plan, jobs, done, known)))
    for warning in () if given.cluster else forecast.warnings(plan, jobs, done):  # not on this machine
        print(f"warning: {warning}", file=sys.stderr)
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    from tilings.models.terminal.arguments import folder, hours, seconds, shard, whole
    from tilings.runners.cluster import options
    from tilings.runners.confine.choice import confinement
    from tilings.runners.record.rows import ATTEMPTS

    command = Parser(
        "python -m runners.all",
        "Run a suite: every formulation on every solver that takes it, under limits, checked and recorded. Repeat "
        "the command to continue a stopped run.",
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
    runs = command.group("what to run")
    runs.add_argument("--suite", default="full", help="a suite's name, or the path of a .toml file (%(default)s)")
    for name in _FILTERS:
        runs.add_argument(
            f"--{name}", action="append", default=[], metavar="NAME", help=f"only this {name}; patterns, repeatable"
        )
    limits = command.group("limits and the results folder")
    limits.add_argument(
        "--timeout", type=seconds, metavar="S", help="limit of a run: seconds, 5m or 3h (default: the suite's)"
    )
    cores = len(os.sched_getaffinity(0))
    limits.add_argument("--jobs", type=whole, metavar="N", help=f"runs at a time, at most ({cores})")
    folder(command, "default: results/SUITE", limits)
    limits.add_argument("--fresh", action="store_true", help="start anew, and set the recorded rows aside")
    limits.add_argument("--dry-run", action="store_true", help="print the plan and run nothing")
    size = command.group("size of the plan", rare=True)
    size.add_argument("--budget", type=hours, metavar="HOURS", help="reduce the plan to about HOURS core-hours")
    size.add_argument(
        "--rungs", type=whole, metavar="N",
        help="one instance on each of the N lowest rungs of each ladder, to test every configuration",
    )  # fmt: skip
    classes = "only this class of instances, which is a ladder; patterns, repeatable"
    size.add_argument("--class", action="append", default=[], metavar="NAME", help=classes)
    size.add_argument("--shard", type=shard, metavar="k/n", help="only the k-th of n parts")
    size.add_argument(
        "--exit-zero", action="store_true",
        help="exit 0 even if runs are unanswered (for schedulers that retry failures)",
    )  # fmt: skip
    size.add_argument("--parts", type=whole, metavar="N", help="parts of each divisible count (default: the suite's)")
    size.add_argument(
        "--attempts", type=whole, default=ATTEMPTS, metavar="N",
        help="repeat a disturbed run at the end, up to N times in all (%(default)s)",
    )  # fmt: skip
    measuring = command.group("measuring", rare=True)
    measuring.add_argument(
        "--memory",
        type=whole,
        metavar="MB",
        help="memory limit of one run in MB, all its processes together (default: the suite's)",
    )
    confinement(measuring)
    starts = "fork solvers that run inside Python from a process that has loaded them, or start each anew (%(default)s)"
    measuring.add_argument("--start", choices=("warm", "cold"), default="warm", help=starts)
    options.add_arguments(command.group("a cluster", rare=True))
    return command


if __name__ == "__main__":
    run(main)
