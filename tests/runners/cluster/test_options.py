"""The resources requested from Slurm follow from the runs of a shard and the user's options."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from tilings.models.problem import UserError
from tilings.runners.cluster.options import option, request
from tilings.runners.plan.run import Run, limits


def test_time_memory_and_cores_follow_from_the_runs(tmp_path: Path, runs: list[Run]) -> None:
    long = [run._replace(limits=limits(600, 1048, 1)) for run in runs]
    expected = {"cpus_per_task": 1, "time": 42 + 5, "mem": "1477M"}  # 40 minutes and 5 %
    assert request([long[:1], long[1:4]], {}) == (1, expected)
    at_a_time, options = request([long[:4]], {"cpus_per_task": "4", "time": "1-0"})
    assert (at_a_time, options["time"], options["mem"]) == (4, "1-0", "5047M")
    at_a_time, options = request([[run._replace(threads=2) for run in long[:4]]], {"mem_per_cpu": "1G"})
    assert (at_a_time, options["cpus_per_task"], "mem" in options) == (1, 2, False)
    with pytest.raises(UserError, match="cpus-per-task=many"):
        request([long], {"cpus_per_task": "many"})


def test_options_of_sbatch_are_read_and_reserved_ones_refused() -> None:
    assert option("partition=long") == ("partition", "long")
    assert option("--cpus-per-task=4") == ("cpus_per_task", "4")
    assert option("exclusive") == ("exclusive", True)
    for bad in ("=3", "partition=", "a b=c", "array=0-3", "job-name=x"):
        with pytest.raises(ArgumentTypeError):
            option(bad)
