"""The smoke suite runs from instances to a report, with all answers checked."""

from __future__ import annotations

from pathlib import Path

from tests.called import typed
from tilings.runners.plan import manifest
from tilings.runners.record.schema import read_runs

INSTANCES = ("h05", "b0-1-easy", "dominoes4x4", "knuth-dlx3")


def test_the_smoke_suite_is_answered_checked_and_reported(tmp_path: Path) -> None:
    one_of_each_family = [word for name in INSTANCES for word in ("--instance", name)]
    suite = ["tilings.runners.all", "--suite", "smoke", "--results", tmp_path, *one_of_each_family]
    suite += ["--attempts", "1"]  # other tests disturb the runs
    done = typed(*suite)
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
    typed(*suite)
    assert (tmp_path / "runs-1of1.csv").read_bytes() == before, "nothing runs twice"
    report = tmp_path / "report.pdf"
    done = typed("tilings.reports.build", "--results", tmp_path, "--out", report)
    assert done.returncode == 0, done.stderr
    assert str(report) in done.stdout
    assert report.read_bytes().startswith(b"%PDF")
