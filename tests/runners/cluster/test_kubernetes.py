"""The Job of docs/shards.md: its manifest is valid, and its pods complete a campaign also if some are evicted."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests import kubernetes
from tests.called import script
from tests.kubernetes import IndexedJob, Manifest, Pod
from tests.plugged import ENDLESS, Make, answers
from tests.runners.recorded import faults
from tilings.models.terminal.command import ROOT
from tilings.runners.cluster.options import request
from tilings.runners.plan import matrix, suite_reader
from tilings.runners.record.schema import RETRIED_ENDINGS, read_runs
from tools.blocks import reading

SUITE = """
timeout = 600
[[runs]]
family = "polycubes"
instances = ["pentominoes6x10", "soma-rotations", "tetrominoes4x5"]
goals = ["count"]
solvers = ["endless"]
formulations = ["dlx_cover"]
seeds = [1, 2, 3, 4]
"""


@pytest.fixture(scope="module")
def manifest() -> Manifest:
    (block,) = [block for block in reading.blocks(ROOT / "docs/shards.md") if block.language == "yaml"]
    return yaml.safe_load(block.text)


@pytest.fixture
def plugged(plug_in: Make) -> Path:
    """The plug-ins of the Job."""
    return plug_in({"solvers/endless.py": ENDLESS})


@pytest.fixture
def job(manifest: Manifest, plugged: Path, tmp_path: Path) -> IndexedJob:
    """The Job with a `tilings` that runs a small suite, and a folder in the place of its volume."""
    (tmp_path / "results").mkdir()
    (tmp_path / "small.toml").write_text(SUITE, encoding="utf-8")
    real = f'{sys.executable} -m tilings "$@" --suite {tmp_path}/small.toml --attempts 1'
    command = script(tmp_path / "bin/tilings", f"exec {real}")
    environment = os.environ | {"PATH": f"{command.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    environment.pop("JOB_COMPLETION_INDEX", None)
    return IndexedJob(manifest, {"/results": tmp_path / "results"}, environment)


def recorded(home: Path) -> Counter[str]:
    rows = [row for path in home.glob("runs-*.csv") for row in read_runs(path) if row.ended not in RETRIED_ENDINGS]
    assert all(row.proven for row in rows)
    return Counter(row.run_id for row in rows if (row.attempt or 1) == 1)


def test_the_manifest_is_of_kubernetes_schema(manifest: Manifest) -> None:
    assert not kubernetes.complaint(manifest)
    assert "spec.paralelism" in kubernetes.complaint(manifest | {"spec": manifest["spec"] | {"paralelism": 4}})


def test_the_numbers_of_the_manifest_belong_together(manifest: Manifest) -> None:
    spec, pod = manifest["spec"], manifest["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    line = " ".join(container["args"])
    assert re.search(r"/(\d+)$", line)[1] == str(spec["completions"])
    assert re.search(r"--jobs (\d+)", line)[1] == container["resources"]["limits"]["cpu"]
    assert container["resources"]["requests"] == container["resources"]["limits"]
    assert spec["parallelism"] <= spec["completions"] and pod["restartPolicy"] == "Never"
    assert {each["name"] for each in container["volumeMounts"]} == {each["name"] for each in pod["volumes"]}
    labels = manifest["spec"]["template"]["metadata"]["labels"]
    (term,) = pod["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    assert term["labelSelector"]["matchLabels"] == labels


def test_the_memory_of_the_manifest_is_enough_for_the_suite(manifest: Manifest) -> None:
    (container,) = manifest["spec"]["template"]["spec"]["containers"]
    runs = matrix.plan(suite_reader.load("full"), matrix.Filter(), 300).examples
    _, options = request([runs], {"cpus_per_task": container["resources"]["limits"]["cpu"]})
    assert int(options["mem"][:-1]) * 2**20 <= int(container["resources"]["limits"]["memory"][:-1]) * 10**9


def test_kubernetes_own_variables_are_expanded_and_those_of_the_shell_are_left() -> None:
    assert kubernetes.expanded("$(A) $$(A) $(B) $((${A:?} + 1))", {"A": "3"}) == "3 $(A) $(B) $((${A:?} + 1))"


@pytest.mark.nightly
def test_all_pods_of_the_job_make_the_campaign_although_some_are_evicted(
    job: IndexedJob, plugged: Path, tmp_path: Path
) -> None:
    """One ends within its grace period, another is killed; both are restarted, and neither counts as a failure."""
    home = tmp_path / "results/full"

    def evictions() -> Iterator[tuple[Pod, float]]:
        busy = [pod for pod in job.running if running(home, pod)]
        if busy and len(job.evicted) < 2:
            yield busy[0], 0.0 if job.evicted else 600.0
        elif len(job.evicted) == 2:
            answers(plugged, 12)

    job.run(evictions)
    assert (job.failed, job.failures.total()) == (set(), 0)
    (stopped, in_time), (_, without_grace) = job.evicted
    assert in_time and not without_grace
    assert "interrupted" in stopped.printed
    made = recorded(home)
    assert len(made) == 12 and set(made.values()) == {1}
    assert not faults(home)


def running(home: Path, pod: Pod) -> list[dict[str, str]]:
    """The runs that a pod reports as running."""
    try:
        heartbeat = json.loads((home / f"alive-{(pod.index or 0) + 1}of12.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    return heartbeat["running"]


@pytest.mark.parametrize(
    ("index", "words"), [(12, "a shard is k/n with 1 <= k <= n, not '13/12'"), (None, "JOB_COMPLETION_INDEX")]
)
def test_a_pod_of_an_index_that_is_not_in_the_division_fails_and_writes_nothing(
    index: int | None, words: str, job: IndexedJob, tmp_path: Path
) -> None:
    pod = job.pod(index)
    assert pod.wait() == 2
    assert words in pod.printed
    assert not list((tmp_path / "results").iterdir())
