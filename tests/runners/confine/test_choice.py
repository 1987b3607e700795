"""The best usable backend is chosen, and an unusable one that the user names is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.problem import UserError
from runners.confine import choice
from runners.confine.procfs import Procfs


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without cgroups."""
    monkeypatch.setattr(choice, "_found", lambda: [("cgroup_v2", "not mounted"), ("cgroup_v1", "no pids")])


@pytest.mark.usefixtures("nothing")
def test_without_cgroups_procfs_is_chosen() -> None:
    assert choice.choose("auto").name == "procfs"
    assert choice.usable() == [("cgroup_v2", "not mounted"), ("cgroup_v1", "no pids"), ("procfs", "")]


@pytest.mark.usefixtures("nothing")
def test_a_backend_that_cannot_be_used_is_refused_with_the_reason() -> None:
    with pytest.raises(UserError, match="--confine cgroup cannot be used here.*cgroup_v1: no pids"):
        choice.choose("cgroup")


def test_a_cgroup_is_preferred_to_procfs(monkeypatch: pytest.MonkeyPatch) -> None:
    best = choice.cgroup_v2.CgroupV2(Path("/sys/fs/cgroup/here"))
    monkeypatch.setattr(choice, "_found", lambda: [("cgroup_v2", best), ("cgroup_v1", "not mounted")])
    assert choice.choose("auto") is best
    assert isinstance(choice.choose("procfs"), Procfs)
