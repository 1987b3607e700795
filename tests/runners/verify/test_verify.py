"""`runners.verify` accepts an unchanged campaign and finds any change of its files."""

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.called import called
from tests.runners.recorded import change_lines, faults, findings, lines, number, of, stored, table, write
from tilings.models.terminal.command import ROOT
from tilings.runners.plan import manifest

verify = partial(called, "tilings.runners.verify")


def test_an_unchanged_campaign_passes(made: Path) -> None:
    assert findings(made) == []
    answers = {row["answer"] for row in table(made)}
    assert answers == {"sat", "unsat", "counted", "optimal"}
    done = verify(made)
    rows, solutions = len(table(made)), len(lines(made))
    assert (done.returncode, done.stderr) == (0, "")
    assert f": {rows} rows, {solutions} solutions checked, 0 not stored; " in done.stdout
    assert done.stdout.endswith("nothing wrong, 0 remarks\n")


def test_a_broken_line_is_named_and_rows_behind_it_are_not_reported_as_missing(campaign: Path) -> None:
    path = campaign / "runs-1of1.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:3], lines[3].replace(",", ";", 5), *lines[4:]]), encoding="utf-8")
    (finding,) = findings(campaign)
    assert str(finding).startswith(f"{path}:4: ") and "nothing after it was read" in finding.words


def test_a_changed_instance_is_found(campaign: Path) -> None:
    change_lines(campaign, lambda line: line.replace("\\n", "\\n ", 1), "tetrominoes4x5", "instances")
    assert all("the copy of the instance differs" in fault for fault in faults(campaign)) and faults(campaign)


def test_an_instance_that_a_rule_makes_is_not_kept_and_a_change_of_the_rule_is_found(
    campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any('"h05"' in line for line in lines(campaign, "instances"))
    other = manifest.entry("squares", "h06")
    monkeypatch.setattr(manifest, "made", lambda name, family="": other)
    words = "the rule that makes h05 has changed since: its SHA-256 is not that of the row"
    assert any(words in fault for fault in faults(campaign))


def test_a_folder_of_an_earlier_version_has_a_file_of_each_solution_and_instance(campaign: Path) -> None:
    for line in map(json.loads, lines(campaign)):
        path = campaign / "solutions" / f"{line['run_id']}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(line), encoding="utf-8")
    for line in map(json.loads, lines(campaign, "instances")):
        path = campaign / "instances" / line["family"] / f"{line['name']}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(line["text"], encoding="utf-8")
    before = verify(campaign).stdout
    for kind in ("solutions", "instances"):
        (campaign / f"{kind}-1of1.jsonl").unlink()
    assert verify(campaign).stdout == before and "nothing wrong" in before


@pytest.mark.parametrize("kind", ["solutions", "instances"])
@pytest.mark.parametrize("broken", ["{", "[]", "{}", "[" * 100_000])
def test_a_line_that_is_no_object_is_named_by_its_file_and_number(campaign: Path, kind: str, broken: str) -> None:
    lines(campaign, kind)
    with (campaign / f"{kind}-1of1.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{broken}\n")
    (fault,) = faults(campaign)
    assert fault.startswith(f"{campaign}/{kind}-1of1.jsonl:{len(lines(campaign, kind))}: this row is broken (")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: json.dumps(json.loads(text) | {"instance": "h06"}), "belongs to instance 'h06'"),
        (lambda text: json.dumps(json.loads(text) | {"goal": "none"}), "belongs to goal 'none'"),
        (lambda text: json.dumps(json.loads(text) | {"solution": []}), "its solution is wrong: "),
        (lambda text: json.dumps(json.loads(text) | {"solution": {"a": 1}}), "its solution is wrong: "),
        (lambda text: json.dumps(json.loads(text) | {"solution": json.loads(text)["solution"][1:]}), "is wrong: "),
    ],
)
@pytest.mark.parametrize("answer", ["sat", "optimal", "counted"])
def test_a_changed_solution_is_found(campaign: Path, change: Callable[[str], str], words: str, answer: str) -> None:
    run_id = stored(campaign, of(answer))
    change_lines(campaign, change, run_id)
    (fault, *_) = faults(campaign)
    assert run_id in fault and words in fault


def test_a_missing_solution_is_a_fault_and_an_extra_one_a_remark(campaign: Path) -> None:
    run_id = stored(campaign, of("optimal"))
    change_lines(campaign, lambda line: line.replace(run_id, "0123456789abcdef"), run_id)
    fault, remark = findings(campaign)
    assert fault.wrong and "its solution is not stored" in fault.words
    assert not remark.wrong and "a solution without its run" in remark.words


def test_a_published_campaign_may_lack_all_solutions(campaign: Path) -> None:
    (campaign / "solutions-1of1.jsonl").unlink()
    (remark,) = findings(campaign)
    claimed = sum(row["answer"] in ("sat", "optimal", "feasible") for row in table(campaign))
    assert not remark.wrong and f"{claimed} solutions are not stored" in remark.words
    assert len([fault for fault in faults(campaign, require_solutions=True) if "not stored" in fault]) == claimed
    assert verify(campaign).returncode == 0
    assert verify(campaign, "--require-solutions").returncode == 3


def test_a_changed_description_of_a_machine_is_found(campaign: Path) -> None:
    (path,) = (campaign / "machines").iterdir()
    path.write_text(path.read_text(encoding="utf-8").replace('"core_count": ', '"core_count": 1'), encoding="utf-8")
    (fault,) = faults(campaign)
    assert "describes another machine" in fault
    path.write_text("[" * 100_000)
    (fault,) = faults(campaign)
    assert "its machine is not described" in fault


def test_a_fault_is_printed_with_its_line_and_exit_code_3(campaign: Path) -> None:
    rows = table(campaign)
    rows[number(rows, of("counted"))]["solutions"] = "35"
    write(campaign, rows)
    done = verify(campaign)
    assert done.returncode == 3
    assert "runs-1of1.csv:" in done.stdout and " wrong, " in done.stdout.splitlines()[-1]


def test_the_printed_command_makes_a_recorded_run_again(made: Path) -> None:
    for row in (table(made)[number(table(made), wanted)] for wanted in (of("counted"), of("optimal", solver="clingo"))):
        done = verify(made, "--how", row["run_id"])
        *remarks, command = done.stdout.splitlines()
        assert (done.returncode, done.stderr) == (0, "") and all(line.startswith("# ") for line in remarks)
        assert not any("solver" in line or "formulation" in line for line in remarks if "differs" in line)
        words = [sys.executable, "-m", *shlex.split(command)]
        again = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
        assert json.loads(again.stdout)["run_id"] == row["run_id"]


def test_differences_from_the_recorded_run_are_printed_with_the_command(campaign: Path) -> None:
    rows = table(campaign)
    rows[0] |= {"solver_version": "0.1", "formulation_sha256": "0" * 64, "options": "part=1/3", "git_commit": "abc"}
    rows[0] |= {"instance_sha256": "0" * 64, "limit_backend": "cgroup_v9", "wall_limit_s": "1e+06", "repetition": "2"}
    write(campaign, rows)
    text = verify(campaign, "--how", rows[0]["run_id"]).stdout
    for words in ("another hash than the row", "the formulation ", " 0.1, ", "number 2", "commit abc"):
        assert words in text
    assert " --option part=1/3 " in text and " --timeout 1000000 " in text and " --confine cgroup " in text
    unknown = verify(campaign, "--how", "0" * 16)
    assert unknown.returncode == 2 and "no run '0000000000000000' is recorded" in unknown.stderr


def test_a_folder_without_a_campaign_is_refused(tmp_path: Path) -> None:
    for folder, words in ((tmp_path / "none", "there is no folder"), (tmp_path, "holds no campaign")):
        done = verify(folder)
        assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr


def test_verifying_needs_no_solver(made: Path) -> None:
    script = """
import sys
BLOCKED = {"clingo", "ortools", "pulp", "highspy", "minizinc", "_engine"}
class Block:
    def find_spec(self, name, *_):
        name = name.removeprefix("tilings.")
        adapter = name.startswith("runners.solvers.") and not name.startswith("runners.solvers.interface")
        if set(name.split(".")) & BLOCKED or adapter or name.startswith("runners.native"):
            raise ImportError(name)
sys.meta_path.insert(0, Block())
sys.argv = ["verify", sys.argv[1]]
from tilings.runners.verify.__main__ import main
sys.exit(main())
"""
    command = [sys.executable, "-c", script, str(made)]
    environment = {"PATH": "", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
