"""``runners.all --cluster``: its course from submission to summary."""

import argparse
import sys
import time
from pathlib import Path

from models.problem import UserError
from models.terminal.command import ANSWERED, INTERRUPTED, UNANSWERED, WRONG_ANSWER
from runners.campaign import lock
from runners.campaign.cross_check import CrossCheck
from runners.campaign.store import RECORDED
from runners.campaign.summary import CampaignSummary
from runners.cluster import slurm
from runners.cluster.options import add_words
from runners.cluster.shards import Shards, refuse_queued
from runners.cluster.slurm import Silent
from runners.cluster.submissions import NAME
from runners.plan import estimate, manifest
from runners.plan.run import Run

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 10.0


def of_tasks(words: list[str]) -> list[str]:
    """The command of a task: that of the user without the cluster's options; --jobs and --shard are added later."""
    parser = argparse.ArgumentParser(add_help=False)
    add_words(parser)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--jobs")
    return [sys.executable, "-m", "runners.all", *parser.parse_known_args(words)[1]]


def make(runs: list[Run], given: argparse.Namespace, home: Path) -> int:
    """Make the runs of a campaign on the cluster, in the folder `home`; the exit code."""
    slurm.require()
    home = home.resolve()
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"the results folder {home} cannot be written: {error.strerror}") from None
    chosen, attached = dict(given.cluster_option), None if given.fresh else given.jobs
    try:
        refuse_queued(home, attached)  # before the lock, which a running task of another division holds
        # Shard 0 stands for the process that watches the shards.
        with lock.lock(home, 0, given.jobs, alone=given.fresh):
            refuse_queued(home, attached)  # again: another shell may have submitted before the lock was free
            if given.fresh:
                lock.set_aside(home, *RECORDED, NAME)
            shards = Shards(home, runs, given.jobs, of_tasks(sys.argv[1:]), chosen)
            shards.submit_lost()
            print(_in_queue(shards), file=sys.stderr)
            return ANSWERED if given.detach else _watched(shards, home, given)
    except Silent as error:
        raise UserError(f"Slurm does not respond ({error}): try again") from None


def _in_queue(shards: Shards) -> str:
    if not shards.jobs:
        return "no job is in the queue"
    goes_on = f"job {', '.join(shards.jobs)} is in the queue and goes on without this shell"
    return f"{goes_on} (scancel {' '.join(shards.jobs)} ends it); the same command attaches to it"


def _watched(shards: Shards, home: Path, given: argparse.Namespace) -> int:
    """Follow the shards until none is in the queue, and sum up what they wrote."""
    kinds = {run_id: estimate.kind_of(run) for run_id, run in shards.planned.items()}
    summary = CampaignSummary(CrossCheck(manifest.shipped()), kinds, shards.made, shards.made.values(), given.jobs)
    pause = _FIRST_PAUSE_S
    try:
        while True:
            try:
                queue, words = shards.queue(), ""
            except Silent as error:
                queue, words = None, f"Slurm does not respond ({error}); the jobs go on"
            for record in shards.look():
                summary.add(record)
            summary.progress.note(words or shards.words(queue or {}))
            if queue == {}:
                break
            time.sleep(pause)
            pause = min(1.2 * pause, _LONGEST_PAUSE_S)
    except KeyboardInterrupt:
        summary.progress.close()
        print(_in_queue(shards), file=sys.stderr)
        return INTERRUPTED
    finally:
        summary.progress.close()
    code = summary.report(home, given)
    if complaint := shards.complaint():
        print(complaint, file=sys.stderr)
        return WRONG_ANSWER if code == WRONG_ANSWER else UNANSWERED
    return code
