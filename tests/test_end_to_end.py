"""The smoke suite runs from instances to a report, with all answers checked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tilings.runners.plan import manifest
from tilings.runners.record.schema import read_runs

ROOT = Path(__file__).parent.parent
INSTANCES = ("h05", "b0-1-easy", "dominoes4x4", "knuth-dlx3")


def test_the_smoke_suite_is_answered_checked_and_reported(tmp_path: Path) -> None:
    one_of_each_family = [word for name in INSTANCES for word in ("--instance", name)]
    suite = [sys.executable, "-m", "tilings.runners.all", "--suite", "smoke", "--results", str(tmp_path)]
    suite += [*one_of_each_family, "--attempts", "1"]  # other tests disturb the runs
    done = subprocess.run(suite, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    records = read_runs(tmp_path / "runs-1of1.csv")
    expected = {"finished", "not_applicable", "not_installed"}
    unexpected = [record for record in records if record.ended not in expected]
    assert not unexpected, [(record.solver, record.formulation, record.ended, record.message) for record in unexpected]
    assert all(record.check == "valid" for record in records if record.ended == "finished")
    assert {record.instance for record in records} == set(INSTANCES)
    known = {(entry.family, entry.name): entry.known for entry in manifest.shipped()}
    optima = {record.objective for record in records if record.instance == "h05" and record.answer == "optimal"}
    assert optima == {int(known["squares", "h05"]["optimum"])}
    before = (tmp_path / "runs-1of1.csv").read_bytes()
    subprocess.run(suite, cwd=ROOT, capture_output=True, check=False)
    assert (tmp_path / "runs-1of1.csv").read_bytes() == before, "nothing runs twice"
    report = tmp_path / "report.pdf"
    build = [sys.executable, "-m", "tilings.reports.build", "--results", str(tmp_path), "--out", str(report)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert str(report) in done.stdout
    assert report.read_bytes().startswith(b"%PDF")
