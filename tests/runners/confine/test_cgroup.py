"""What the kernel says of cgroups is read on every machine, whatever its users name their folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from runners.confine import cgroup

MOUNTS = (
    "24 1 8:1 / /mnt/Bücher rw - ext4 /dev/sda1 rw\n"
    "25 1 8:2 / /mnt/line\u2028end\udcff rw - fuse  rw\n"
    "26 1 8:3 / /mnt/x rw\n\n     - cgroup\n"
    "29 24 0:26 / /sys/my\\040cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"
    "33 24 0:30 /docker/ü /sys/v1 rw - cgroup  rw,memory\n"
)


@pytest.mark.parametrize(
    "groups, found",
    [
        ("0::/user.slice/ä.scope\n", {"": "/sys/my cgroup/user.slice/ä.scope"}),
        ("3:memory:/docker/ü/b:c\nno group\n", {"memory": "/sys/v1/b:c"}),
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
