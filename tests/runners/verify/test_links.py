"""A received folder shows, and a resumed campaign overwrites, no file outside of it through a link."""

import os
from pathlib import Path

import pytest

from tests.called import called
from tests.runners.recorded import faults, table
from tilings.reports.data.campaign import Instances, read_results, stored

SECRET = "machine=,SECRET\n"


def linked(campaign: Path, name: str) -> Path:
    """Puts a link to a file outside in the place of one of the folder's; returns that file."""
    outside = campaign.parent / "outside"
    outside.write_text(SECRET, encoding="utf-8")
    (campaign / name).unlink(missing_ok=True)
    (campaign / name).symlink_to(os.path.relpath(outside, (campaign / name).parent))
    return outside


TOPS = [
    "machine.json", "runs-1of1.csv", "sessions-1of1.csv", "trace-1of1.csv", "predictions-1of1.csv", "plan-1of1.json",
    "alive-1of1.json",
]  # fmt: skip
REFUSED = "a link that leads out of the folder is not followed"


def test_verification_and_report_read_no_file_that_a_link_leads_to(campaign: Path) -> None:
    row = next(row for row in table(campaign) if row["answer"] == "optimal")
    for name in ("solutions-1of1.jsonl", f"machines/{row['machine']}.json"):
        linked(campaign, name)
    assert [REFUSED in fault for fault in faults(campaign)].count(True) == 2
    linked(campaign, "instances-1of1.jsonl")
    assert any("instances-1of1.jsonl" in fault and REFUSED in fault for fault in faults(campaign))
    assert ("polycubes", "tetrominoes4x5") not in Instances(campaign, {("polycubes", "tetrominoes4x5"): ""})
    (campaign / "instances/polycubes").mkdir(parents=True)
    linked(campaign, "instances/polycubes/tetrominoes4x5.json")
    assert any("its instance cannot be read" in fault and REFUSED in fault for fault in faults(campaign))
    (campaign / f"machines/{row['machine']}.json").unlink()
    results = read_results(campaign)
    run = next(run for run in results.records if run.run_id == row["run_id"])
    assert stored(results, run) is None


@pytest.mark.parametrize("name", TOPS)
@pytest.mark.parametrize("command", ["verify", "status"])
def test_a_link_in_the_place_of_a_file_is_refused_in_a_line(campaign: Path, command: str, name: str) -> None:
    linked(campaign, name)
    done = called(f"tilings.runners.{command}", campaign)
    of_status = name[:4] in ("plan", "aliv")
    read = name.startswith("runs") or of_status == (command == "status") and name != "machine.json"
    assert (REFUSED in done.stdout + done.stderr) == read


@pytest.mark.parametrize("name", [".lock-1of1", *TOPS, "logs", "solutions-1of1.jsonl", "instances-1of1.jsonl"])
def test_a_campaign_is_not_resumed_in_a_folder_with_a_link_out_of_it(campaign: Path, name: str) -> None:
    if (campaign / name).is_dir():
        (campaign / name).rename(campaign / "moved")
    outside = linked(campaign, name)
    suite = campaign.parent / "small.toml"
    suite.write_text('[[runs]]\nfamily = "squares"\ninstances = ["h05"]\nsolvers = ["dlx"]\n', encoding="utf-8")
    done = called("tilings.runners.all", "--suite", suite, "--results", campaign)
    assert done.returncode == 2, done.stdout
    assert done.stderr.splitlines()[-1].endswith(f"{REFUSED}: remove it, or copy its file")
    assert outside.read_text(encoding="utf-8") == SECRET
