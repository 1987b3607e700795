"""What the groups above a harness allow is found, the least of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from runners.confine import cgroup, surroundings


def group(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in ({"cgroup_procs": "1\n"} | files).items():
        (folder / name.replace("_", ".", 1)).write_text(content)
    return folder


def test_the_least_of_the_groups_from_our_own_upwards_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group(tmp_path / "root", memory_max="512000000\n", cpu_max="150000 100000\n", pids_max="max\n")
    own = group(tmp_path / "root" / "own", memory_max="900000000\n", cpu_max="max 100000\n", pids_max="64\n")
    monkeypatch.setattr(cgroup, "own", lambda: {"": own})
    assert surroundings.allowed() == {"memory_mb": 512.0, "processors": 1.5, "processes": 64}


def test_groups_of_version_1_have_files_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {
        "memory": group(tmp_path / "memory", memory_limit_in_bytes="9223372036854771712\n"),
        "cpu": group(tmp_path / "cpu", cpu_cfs_quota_us="50000\n", cpu_cfs_period_us="100000\n"),
        "pids": group(tmp_path / "pids", pids_max="100\n"),
    }
    monkeypatch.setattr(cgroup, "own", lambda: own)
    assert surroundings.allowed() == {"processors": 0.5, "processes": 100}
    group(own["memory"], memory_limit_in_bytes="1000000000\n")
    group(own["cpu"], cpu_cfs_quota_us="-1\n")
    assert surroundings.allowed() == {"memory_mb": 1000.0, "processes": 100}


def test_without_cgroups_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "own", dict)
    assert surroundings.allowed() == {}
