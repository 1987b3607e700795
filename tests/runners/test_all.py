"""The options of ``runners.all`` that make a plan, for a suite that climbs ladders."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.called import called

SUITE = """
timeout = 60
climb = true
[[runs]]
family = "squares"
classes = ["near-*"]
goals = ["count"]
configurations = ["dlx/dlx_cover", "dlx/dlx_skyline"]
"""


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """A command with a suite of four climbs on two ladders."""
    (tmp_path / "climbs.toml").write_text(SUITE, encoding="utf-8")
    return ["tilings.runners.all", "--suite", f"{tmp_path}/climbs.toml", "--results", f"{tmp_path}/home"]


def planned(words: list[str], *more: str) -> dict[str, Any]:
    done = called(*words, "--dry-run", "--json", *more)
    assert done.returncode == 0, done.stderr
    values: dict[str, Any] = json.loads(done.stdout)
    return values


def test_a_dry_run_gives_the_climbs_and_a_spread_of_their_cost(words: list[str]) -> None:
    done = called(*words, "--dry-run", "--jobs", "2")
    *kinds, climbs, expected = done.stdout.splitlines()
    assert [line.split()[:5] for line in kinds[1:]] == [
        ["0", "0", "2", "squares", name] for name in ("dlx_cover", "dlx_skyline")
    ]
    assert climbs.startswith("4 climbs (0 done) of 1 solver on 2 ladders, 60 s a run: usually 0.27 core-hours (0 h ")
    assert re.match(r"estimate: .* core-hours .* to .* core-hours .* with 2 to 4.3 limits a run", expected)
    values = planned(words)
    assert (values["runs"], values["climbs"]) == (0, 4)
    assert values["expected"]["least"]["core_hours"] <= values["expected"]["most"]["core_hours"]


@pytest.mark.parametrize(("more", "runs"), [(("--rungs", "3"), 3 * 4), (("--instance", "h08x07k3"), 2)])
def test_runs_on_the_lowest_rungs_or_on_a_named_instance_replace_the_climbs(
    words: list[str], more: tuple[str, ...], runs: int
) -> None:
    values = planned(words, *more)
    assert (values["runs"], values["climbs"]) == (runs, 0)


def test_a_budget_thins_climbs_and_one_that_is_too_small_is_refused(words: list[str]) -> None:
    done = called(*words, "--dry-run", "--budget", "100")
    assert done.stderr.startswith("--budget 100: all kept; expected ")
    refused = called(*words, "--dry-run", "--budget", "0.000001")
    assert refused.returncode == 2 and "the smallest plan is expected to take" in refused.stderr.splitlines()[-1]


def test_a_campaign_of_climbs_is_made_resumed_and_verified(words: list[str], tmp_path: Path) -> None:
    short = [*words, "--timeout", "0.5", "--attempts", "1", "--solver", "dlx", "--formulation", "dlx_cover"]
    made = called(*short)
    assert made.returncode in (0, 1), made.stderr
    table = tmp_path / "home" / "runs-1of1.csv"
    before = table.read_bytes()
    again = called(*short)
    assert "2 climbs (2 done)" in again.stderr and table.read_bytes() == before
    verified = called("tilings.runners.verify", tmp_path / "home")
    assert verified.returncode == 0, verified.stdout
    followed = json.loads(called("tilings.runners.status", tmp_path / "home", "--json").stdout)
    assert (followed["state"], followed["left"]) == ("done", 0)
    assert planned(short)["expected"]["open_climbs"] == 0
