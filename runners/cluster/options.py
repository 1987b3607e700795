"""The options of ``runners.all`` for a cluster, and the resources that a task requests from Slurm."""

import argparse
import math
from collections.abc import Iterable

from tilings.models.problem import UserError
from tilings.runners.cluster.slurm import Options
from tilings.runners.plan.run import Run

# Memory of the harness and of each of its workers, and minutes for starting, checking and writing.
OWN_MB, OWN_MB_A_RUN, OWN_MINUTES = 300, 200, 5
SLOWER = 1.05
_RESERVED = {
    "array": "--jobs is the number of shards, array-parallelism=N the most that run at a time",
    "job_name": "it identifies the campaign's jobs in the queue",
    "output": "the tasks' output goes into the campaign's folder",
    "error": "the tasks' output goes into the campaign's folder",
    "ntasks": "a shard is one task",
    "nodes": "a shard is one task",
}


def add_arguments(parser: argparse._ActionsContainer) -> None:
    """Add the options for a cluster."""
    parser.add_argument(
        "--cluster", choices=["slurm"],
        help="make the runs on a cluster: with --jobs N as a job array of at most N tasks, --shard 1/N to N/N",
    )  # fmt: skip
    parser.add_argument(
        "--cluster-option", action="append", default=[], type=option, metavar="KEY=VALUE",
        help="an option of sbatch (partition=long, time=2:00:00, mem=8G, cpus-per-task=4, exclusive), or "
        "array-parallelism=N, the most shards at a time; repeatable",
    )  # fmt: skip
    parser.add_argument("--detach", action="store_true", help="with --cluster: submit and return")


def require(given: argparse.Namespace) -> None:
    """Raise UserError for options that contradict each other."""
    if not given.cluster:
        if given.detach or given.cluster_option:
            raise UserError("--detach and --cluster-option need --cluster slurm")
    elif given.shard is not None:
        raise UserError("--cluster makes the shards: give their number as --jobs N, not --shard")
    elif given.jobs is None:
        raise UserError("--cluster needs --jobs N: the number of shards, which are the tasks of the job array")


def option(text: str) -> tuple[str, str | bool]:
    """One --cluster-option: an option of sbatch without its dashes, as KEY=VALUE, or KEY alone for a flag."""
    key, equals, value = text.partition("=")
    key = key.strip().lstrip("-").replace("-", "_")
    if not key.isidentifier() or (equals and not value):
        raise argparse.ArgumentTypeError(f"an option of sbatch is KEY=VALUE or KEY, not {text!r}")
    if key in _RESERVED:
        raise argparse.ArgumentTypeError(f"{key} cannot be set: {_RESERVED[key]}")
    return key, value if equals else True


def request(shards: Iterable[list[Run]], chosen: Options) -> tuple[int, Options]:
    """The number of runs a task makes at a time, and the options of sbatch, with underscores, for the largest shard.

    Cores follow from the runs' threads, memory and time from their limits; the user's options `chosen` replace them.
    """
    shards = list(shards)
    threads = max(run.threads for runs in shards for run in runs)
    cpus = _number(chosen, "cpus_per_task", threads)
    at_a_time = max(1, cpus // threads)
    memory = at_a_time * (OWN_MB_A_RUN + max(run.limits.memory_mb for runs in shards for run in runs)) + OWN_MB
    longest_s = 0.0
    for runs in shards:
        walls_s = [run.limits.wall_s for run in runs]
        longest_s = max(longest_s, sum(walls_s) / at_a_time + max(walls_s))  # the last run may start after all others
    computed: Options = {"cpus_per_task": cpus, "time": math.ceil(SLOWER * longest_s / 60) + OWN_MINUTES}
    if not {"mem_per_cpu", "mem_per_gpu"} & set(chosen):
        computed["mem"] = f"{math.ceil(memory * 1e6 / 2**20)}M"
    _number(chosen, "array_parallelism", 1)
    return at_a_time, computed | chosen


def _number(chosen: Options, key: str, default: int) -> int:
    text = str(chosen.get(key, default))
    if not text.isdecimal() or int(text) < 1:
        raise UserError(f"--cluster-option {key.replace('_', '-')}={text}: not a whole number from 1")
    return int(text)
