"""The options of ``runners.all`` that a cluster needs."""

import argparse

from models.problem import UserError
from runners.cluster.request import option


def add_words(parser: argparse._ActionsContainer) -> None:
    """Add the options that only a cluster needs."""
    parser.add_argument(
        "--cluster", choices=["slurm"],
        help="have a cluster make the runs: as a job array of at most N tasks, --shard 1/N to N/N, with --jobs N",
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
        raise UserError("--cluster makes the shards itself: give --jobs N, how many, and no --shard")
    elif given.jobs is None:
        raise UserError("--cluster needs --jobs N: into how many shards, which are the tasks of the job array")
