"""Too low a limit of the shell is one line before any run, not a fault of every run."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.runners import confine

SUITE = '[[runs]]\nfamily = "squares"\ninstances = ["h05"]\nsolvers = ["dlx"]\n'


@pytest.mark.parametrize(
    ("kind", "most", "words"),
    [
        (resource.RLIMIT_NOFILE, 12, "12 open files are allowed here, and 2 runs at a time need 64: allow them with "),
        (
            resource.RLIMIT_FSIZE,
            1024000,
            "1024000 bytes in a file are allowed here, and 2 runs at a time need 512000000",
        ),
    ],
)
def test_a_campaign_ends_before_its_first_run(tmp_path: Path, kind: int, most: int, words: str) -> None:
    (tmp_path / "small.toml").write_text(SUITE, encoding="utf-8")
    command = [sys.executable, "-m", "tilings", "bench", "--suite", tmp_path / "small.toml", "--jobs", "2"]
    done = subprocess.run(
        [*command, "--results", tmp_path / "results"], cwd=ROOT, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(kind, (most, most)),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "results").exists()


def test_more_runs_at_a_time_need_more_and_a_soft_limit_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[tuple[object, ...]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (20, 100) if kind == resource.RLIMIT_NOFILE else (-1, -1))
    monkeypatch.setattr(resource, "setrlimit", lambda *given: raised.append(given))
    confine.require(jobs=4)
    assert raised == [(resource.RLIMIT_NOFILE, (80, 100))]
    with pytest.raises(UserError, match="100 open files are allowed here, and 8 runs at a time need 112"):
        confine.require(jobs=8)


def test_only_users_other_than_root_have_a_limit_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (9, 9) if kind == resource.RLIMIT_NPROC else (-1, -1))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    confine.require(jobs=1)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(
        UserError, match="9 processes are allowed here, and a run needs 32: allow them with ulimit -u 32"
    ):
        confine.require(jobs=1)
