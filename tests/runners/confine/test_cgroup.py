"""The kernel's files on cgroups are read on every machine, whatever its users name their folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilings.runners.confine import cgroup, process_table

MOUNTS = (
    "24 1 8:1 / /mnt/Bücher rw - ext4 /dev/sda1 rw\n"
    "25 1 8:2 / /mnt/line\u2028end\udcff rw - fuse  rw\n"
    "26 1 8:3 / /mnt/x rw\n\n     - cgroup\n"
    "29 24 0:26 / /sys/my\\040cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"
    "33 24 0:30 /docker/ü /sys/v1 rw - cgroup  rw,memory\n"
    "30 25 0:26 / /sys/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
)


@pytest.mark.parametrize(
    "groups, found",
    [
        ("0::/user.slice/ä.scope\n", {"": "/sys/my cgroup/user.slice/ä.scope"}),
        ("3:memory:/docker/ü/b:c\nno group\n", {"memory": "/sys/v1/b:c"}),
        ("4:cpu,cpuacct:/user\n2:pids:/\n", {"cpu": "/sys/cpu,cpuacct/user", "cpuacct": "/sys/cpu,cpuacct/user"}),
    ],
)
def test_the_groups_of_this_process(
    groups: str, found: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("MOUNTS", MOUNTS), ("OWN", groups)):
        (tmp_path / name).write_text(text, encoding="utf-8", errors="surrogateescape")
        monkeypatch.setattr(cgroup, name, tmp_path / name)
    assert {controller: str(folder) for controller, folder in cgroup.own().items()} == found


def test_a_count_that_is_no_number_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "events").write_text(f"max 12\nlow ²\nhigh {'9' * 5000}\noom\n", encoding="utf-8")
    assert cgroup.entries(tmp_path / "events") == {"max": 12}


def test_groups_of_other_pid_namespaces_are_left_alone(tmp_path: Path) -> None:
    mine, other = f"tilings-{process_table.namespace()}-1-1-5", "tilings-17-1-1-5"
    for name in (
        mine,
        other,
        "somebody",
        f"tilings-{process_table.namespace()}-{process_table.marker().replace(':', '-')}-5",
    ):
        (tmp_path / name).mkdir()
    assert [folder.name for folder in cgroup.stale(tmp_path)] == [mine]


def group(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in ({"cgroup_procs": "1\n"} | files).items():
        (folder / name.replace("_", ".", 1)).write_text(content)
    return folder


def test_the_least_of_the_groups_from_our_own_upwards_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group(tmp_path / "root", memory_max="512000000\n", cpu_max="150000 100000\n", pids_max="max\n")
    own = group(tmp_path / "root" / "own", memory_max="900000000\n", cpu_max="max 100000\n", pids_max="64\n")
    monkeypatch.setattr(cgroup, "own", lambda: {"": own})
    assert cgroup.allowed() == {"memory_mb": 512.0, "processors": 1.5, "processes": 64}


def test_groups_of_version_1_have_files_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {
        "memory": group(tmp_path / "memory", memory_limit_in_bytes="9223372036854771712\n"),
        "cpu": group(tmp_path / "cpu", cpu_cfs_quota_us="50000\n", cpu_cfs_period_us="100000\n"),
        "pids": group(tmp_path / "pids", pids_max="100\n"),
    }
    monkeypatch.setattr(cgroup, "own", lambda: own)
    assert cgroup.allowed() == {"processors": 0.5, "processes": 100}
    group(own["memory"], memory_limit_in_bytes="1000000000\n")
    group(own["cpu"], cpu_cfs_quota_us="-1\n")
    assert cgroup.allowed() == {"memory_mb": 1000.0, "processes": 100}


def test_without_cgroups_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "own", dict)
    assert cgroup.allowed() == {}
