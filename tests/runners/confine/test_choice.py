"""The best usable backend is chosen, and an unusable one that the user names is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilings.models.problem import UserError
from tilings.runners.confine import choice
from tilings.runners.confine.procfs import Procfs


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without cgroups."""

    def refuse() -> None:
        raise OSError(13, "Permission denied", "/sys/fs/cgroup/x")

    monkeypatch.setattr(choice.cgroup_v2, "find", refuse)
    monkeypatch.setattr(choice.cgroup_v1, "find", refuse)
    monkeypatch.setattr(choice, "_cgroups", choice._cgroups.__wrapped__)


@pytest.mark.usefixtures("nothing")
def test_without_cgroups_procfs_is_chosen() -> None:
    assert choice.choose("auto").name == "procfs"
    tried = [(trial.name, trial.backend is not None, trial.reason) for trial in choice.tried()]
    reason = "/sys/fs/cgroup/x: Permission denied"
    assert tried == [("cgroup_v2", False, reason), ("cgroup_v1", False, reason), ("procfs", True, "")]


@pytest.mark.usefixtures("nothing")
def test_a_backend_that_cannot_be_used_is_refused_with_the_reason() -> None:
    with pytest.raises(UserError, match="--confine cgroup cannot be used here.*cgroup_v1: .*Permission denied"):
        choice.choose("cgroup")


def test_a_cgroup_is_preferred_to_procfs(monkeypatch: pytest.MonkeyPatch) -> None:
    best = choice.cgroup_v2.CgroupV2(Path("/sys/fs/cgroup/here"))
    trials = [choice.Trial("cgroup_v2", best), choice.Trial("cgroup_v1", None, "no pids")]
    monkeypatch.setattr(choice, "_cgroups", lambda: trials)
    assert choice.choose("auto") is best
    assert isinstance(choice.choose("procfs"), Procfs)
