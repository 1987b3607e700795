"""The plain search confirms certified values of h(n), and a wrong one among them does not pass."""

from __future__ import annotations

import csv
import subprocess
from pathlib import Path

import pytest

from tests.called import called
from tilings.models.squares.published import LEAST_COPIES
from tilings.studies.hn.certified import Certified
from tilings.studies.hn.rows import PlainResult, Shard, read
from tilings.studies.hn.scheduler import Ledger, decide_plainly
from tilings.studies.hn.search import parts

MOST = 12
WHERE = ("engine 1", "host", "cpu", "commit", "2026-11-21T12:00:00+00:00")


def command(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return called("tilings.studies.hn", "squares", "--plain", "--to", MOST, "--results", folder, *arguments)


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which h(2) to h(12) are certified by the engine."""
    folder = tmp_path_factory.mktemp("certified")
    assert called("tilings.studies.hn", "squares", "--to", MOST, "--results", folder).returncode == 0
    return folder


@pytest.fixture
def folder(certified: Path, tmp_path: Path) -> Path:
    for path in certified.glob("*.csv"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


@pytest.mark.parametrize("size", range(2, 20))
def test_the_plain_search_finds_the_published_values(size: int) -> None:
    result = decide_plainly(size)
    assert (result.copies, Certified().contradiction(result)) == (LEAST_COPIES[size], "")
    assert result.refuted_nodes > 0


def test_certified_values_are_confirmed_and_recorded(folder: Path) -> None:
    done = command(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"confirms what is certified there: n = 2–{MOST}" in done.stdout
    assert [result.size for result in sorted(read(folder, PlainResult), key=lambda found: found.size)] == [
        *range(2, MOST + 1)
    ]


def test_recorded_results_are_compared_again_and_not_searched_again(folder: Path) -> None:
    command(folder)
    written = (folder / "plain-1-of-1.csv").read_bytes()
    done = command(folder, "--from", 5)
    assert done.stdout.splitlines()[1:] == [f"confirms what is certified there: n = 5–{MOST}"]
    assert (folder / "plain-1-of-1.csv").read_bytes() == written


def test_two_machines_share_the_sides(folder: Path) -> None:
    assert command(folder, "--shard", "1/2").returncode == 1
    assert command(folder, "--shard", "2/2").returncode == 0
    with (folder / "plain-2-of-2.csv").open(encoding="utf-8") as file:
        assert {int(row["size"]) % 2 for row in csv.DictReader(file)} == {1}


def test_without_certified_values_nothing_is_confirmed(tmp_path: Path) -> None:
    done = command(tmp_path)
    assert done.returncode == 0
    assert "no certified value to compare with" in done.stdout
    assert "confirms" not in done.stdout


def test_a_refutation_of_what_has_a_tiling_is_a_wrong_answer(folder: Path) -> None:
    wrong = Shard(9, 3, 5, 0.1, *WHERE, 0, parts(9, 3), 0, "0" * 16)
    ledger = Ledger(folder)
    ledger.keep(wrong)
    ledger.close()
    done = command(folder)
    assert done.returncode == 3
    assert "WRONG: the plain search finds a tiling for n = 9 with copies 3, which are refuted" in done.stdout


def test_the_limit_of_time_ends_the_search(folder: Path) -> None:
    done = command(folder, "--from", 60, "--to", 60, "--timeout", 0.5)
    assert done.returncode == 1
    assert "not decided: n = 60; the same command continues" in done.stdout


def test_a_fresh_start_sets_only_the_plain_results_aside(folder: Path) -> None:
    command(folder)
    assert command(folder, "--fresh").returncode == 0
    (aside,) = folder.glob("superseded-*")
    assert [path.name for path in aside.iterdir()] == ["plain-1-of-1.csv"]


@pytest.mark.parametrize("other", ["--certificates", "--verify"])
def test_options_that_mean_another_search_are_refused(folder: Path, other: str) -> None:
    done = command(folder, other, folder / "c")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--plain" in done.stderr
