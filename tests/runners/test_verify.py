"""A recorded campaign is checked again: one that nobody touched passes, and whatever is changed in it is found."""

from __future__ import annotations

import csv
import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from models.command import ROOT
from runners import manifest
from runners.audit import Audit, Finding

Cells = dict[str, str]
# Which run is changed, how, and what is said of it.
Change = tuple[Callable[[Cells], bool], Cells, str]


def verify(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "runners.verify", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small campaign, made by real solvers: optima, counts, solutions and a refutation."""
    home = tmp_path_factory.mktemp("campaign")
    suite = home.parent / "small.toml"
    suite.write_text(
        'timeout = 60\nsolvers = ["clingo", "dlx"]\nformulations = ["asp_placement", "asp_cover", "dlx_cover"]\n'
        '[[runs]]\nfamily = "squares"\ninstances = ["h05"]\n'
        '[[runs]]\nfamily = "polycubes"\ninstances = ["dominoes4x4", "tetrominoes4x5"]\n',
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "runners.all", "--suite", str(suite), "--results", str(home), "--jobs", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return home


@pytest.fixture
def campaign(made: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(made, tmp_path / "campaign"))


def findings(folder: Path, require_solutions: bool = False, known: bool = True) -> list[Finding]:
    audit = Audit(folder, manifest.shipped() if known else [], require_solutions)
    return [finding for finding in audit.findings() if finding]


def faults(folder: Path, **given: bool) -> list[str]:
    return [str(finding) for finding in findings(folder, **given) if finding.wrong]


def table(folder: Path, kind: str = "runs") -> list[Cells]:
    with (folder / f"{kind}-1of1.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(folder: Path, rows: list[Cells], kind: str = "runs") -> None:
    with (folder / f"{kind}-1of1.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def of(answer: str, check: str = "valid", solver: str = "") -> Callable[[Cells], bool]:
    """Runs with this answer and check, of a solver if one is named; counts of more than nothing."""
    return lambda row: (
        (row["answer"], row["check"]) == (answer, check)
        and row["solver"].startswith(solver)
        and (row["solutions"] != "0")
    )


def number(rows: list[Cells], wanted: Callable[[Cells], bool]) -> int:
    return next(number for number, row in enumerate(rows) if wanted(row))


def stored(folder: Path, wanted: Callable[[Cells], bool]) -> Path:
    rows = table(folder)
    return folder / "solutions" / f"{rows[number(rows, wanted)]['run_id']}.json"


def test_a_campaign_that_nobody_touched_passes(made: Path) -> None:
    assert findings(made) == []
    answers = {row["answer"] for row in table(made)}
    assert answers == {"sat", "unsat", "counted", "optimal"}
    done = verify(made)
    rows, solutions = len(table(made)), len(list((made / "solutions").iterdir()))
    assert (done.returncode, done.stderr) == (0, "")
    assert f": {rows} rows, {solutions} solutions checked, 0 not stored; " in done.stdout
    assert done.stdout.endswith("nothing wrong, 0 remarks\n")


CHANGES: list[Change] = [
    (of("sat"), {"run_id": "../x"}, "run_id is not a hash"),
    (of("sat"), {"seed": "one"}, "not of the schema"),
    (of("sat"), {"answer": "yes"}, "answer is 'yes', not one of sat"),
    (of("sat"), {"ended": "bored"}, "ended is 'bored'"),
    (of("sat"), {"check": "fine"}, "check is 'fine'"),
    (of("sat"), {"family": "spheres"}, "there is no family 'spheres'"),
    (of("sat"), {"instance": "../h05"}, "it becomes a file name"),
    (of("sat"), {"wall_s": "-1"}, "wall_s is -1"),
    (of("sat"), {"cpu_s": "nan"}, "cpu_s is nan"),
    (of("sat"), {"answer": "optimal"}, "goal first has no answer 'optimal'"),
    (of("sat"), {"ended": "not_installed"}, "it ended not_installed, and has the answer 'sat'"),
    (of("sat"), {"check": "unchecked"}, "the answer 'sat' was not checked"),
    (of("sat"), {"answer": "unsat"}, "it says that there is no solution, and has one"),
    (of("unsat"), {"answer": "sat"}, "its solution is not stored"),
    (of("unsat"), {"answer": "sat"}, "CONTRADICTION"),
    (of("sat"), {"instance_sha256": "0" * 64}, "the copy of the instance is another one"),
    (of("sat"), {"instance": "h99"}, "no copy of the instance"),
    (of("sat"), {"check": "invalid", "message": "cover"}, "recorded as a wrong answer (invalid): cover"),
    (of("sat"), {"check": "contradicts_known"}, "and comes to 'valid'"),
    (of("counted"), {"solutions": "35"}, "CONTRADICTION"),
    (of("counted"), {"solutions": ""}, "a count without a number"),
    (of("counted"), {"solutions": "-1"}, "a count of -1"),
    (of("optimal"), {"objective": "3", "bound": "3"}, "that of its solution 4"),
    (of("optimal"), {"objective": ""}, "the answer 'optimal' without an objective"),
    (of("optimal"), {"bound": "3"}, "the optimum is 4, and its bound 3"),
    (of("optimal"), {"answer": "feasible", "bound": "5"}, "the objective 4 is better than the bound 5"),
    (of("optimal"), {"answer": "unsat"}, "an objective with the answer 'unsat'"),
    (of("optimal"), {"answer": "none", "objective": "", "bound": "5"}, "CONTRADICTION"),
    (of("optimal"), {"sense": "max"}, "sense is 'max', that of squares is 'min'"),
    (of("sat"), {"machine": "00000000"}, "its machine is not described"),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "cells", "words"), CHANGES)
def test_a_changed_row_is_found_with_its_line(
    campaign: Path, wanted: Callable[[Cells], bool], cells: Cells, words: str
) -> None:
    rows = table(campaign)
    at = number(rows, wanted)
    rows[at] |= cells
    write(campaign, rows)
    found = [fault for fault in faults(campaign) if words in fault]
    assert found, faults(campaign)
    if "CONTRADICTION" not in words:  # of two claims, the later one is named
        assert found[0].startswith(f"{campaign}/runs-1of1.csv:{at + 2}: ")


def test_a_row_that_stands_twice(campaign: Path) -> None:
    rows = table(campaign)
    write(campaign, [*rows, rows[0]])
    (fault,) = faults(campaign)
    assert f"runs-1of1.csv:{len(rows) + 2}: {rows[0]['run_id']}" in fault and "is recorded already" in fault


@pytest.mark.parametrize("ended", ["interrupted", "harness_error"])
def test_an_attempt_that_was_made_again_is_no_second_row(campaign: Path, ended: str) -> None:
    rows = table(campaign)
    write(campaign, [rows[0] | {"ended": ended, "answer": "none", "objective": "", "bound": ""}, *rows])
    assert faults(campaign) == []


def test_a_broken_line_is_named_and_not_what_is_missing_behind_it(campaign: Path) -> None:
    path = campaign / "runs-1of1.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:3], lines[3].replace(",", ";", 5), *lines[4:]]), encoding="utf-8")
    (found,) = findings(campaign)
    assert str(found).startswith(f"{path}:4: ") and "nothing after it was read" in found.words


def test_a_changed_instance(campaign: Path) -> None:
    path = campaign / "instances" / "squares" / "h05.json"
    path.write_text(path.read_text(encoding="utf-8").replace("5", "6", 1), encoding="utf-8")
    assert all("the copy of the instance is another one" in fault for fault in faults(campaign)) and faults(campaign)
    path.unlink()
    (fault,) = faults(campaign)
    assert "no copy of the instance" in fault


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text[:-9], "cannot be read"),
        (lambda text: "[]", "cannot be read"),
        (lambda text: json.dumps(json.loads(text) | {"run_id": "other"}), "is that of run_id 'other'"),
        (lambda text: json.dumps(json.loads(text) | {"instance": "h06"}), "is that of instance 'h06'"),
        (lambda text: json.dumps(json.loads(text) | {"goal": "none"}), "is that of goal 'none'"),
        (lambda text: json.dumps(json.loads(text) | {"solution": []}), "its solution is wrong: "),
        (lambda text: json.dumps(json.loads(text) | {"solution": {"a": 1}}), "its solution is wrong: "),
        (lambda text: json.dumps(json.loads(text) | {"solution": json.loads(text)["solution"][1:]}), "is wrong: "),
    ],
)
@pytest.mark.parametrize("answer", ["sat", "optimal", "counted"])
def test_a_changed_solution(campaign: Path, change: Callable[[str], str], words: str, answer: str) -> None:
    path = stored(campaign, of(answer))
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    (fault, *_) = faults(campaign)
    assert path.stem in fault and words in fault


def test_a_solution_that_is_missing_is_a_fault_and_one_too_many_a_remark(campaign: Path) -> None:
    path = stored(campaign, of("optimal"))
    path.rename(path.with_name("0123456789abcdef.json"))
    fault, remark = findings(campaign)
    assert fault.wrong and "its solution is not stored" in fault.words
    assert not remark.wrong and "a solution without its run" in remark.words


def test_a_published_campaign_has_no_solutions_at_all(campaign: Path) -> None:
    shutil.rmtree(campaign / "solutions")
    (remark,) = findings(campaign)
    claimed = sum(row["answer"] in ("sat", "optimal", "feasible") for row in table(campaign))
    assert not remark.wrong and f"{claimed} solutions are not stored" in remark.words
    assert len([fault for fault in faults(campaign, require_solutions=True) if "not stored" in fault]) == claimed
    assert verify(campaign).returncode == 0
    assert verify(campaign, "--require-solutions").returncode == 3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: [row | {"run_id": "0" * 16} for row in rows], "a trace without its run"),
        (lambda rows: [rows[0] | {"t_s": "-1"}, *rows[1:]], "a trace's row has a time from 0"),
        (lambda rows: [rows[0] | {"t_s": "soon"}, *rows[1:]], "not numbers: soon"),
        (lambda rows: [*rows[:-1], rows[-1] | {"t_s": "99"}], "at 99 s, and the run took"),
        (lambda rows: [rows[0] | {"t_s": "1"}, *rows[1:]], ", after 1 s"),
        (lambda rows: [*rows, rows[-1] | {"objective": "5"}], "the objective goes from 4 to 5"),
        (lambda rows: [*rows, rows[-1] | {"objective": "3"}], "the last objective is 3, that of the run 4"),
    ],
)
def test_a_changed_trace(campaign: Path, change: Callable[[list[Cells]], list[Cells]], words: str) -> None:
    runs, rows = table(campaign), table(campaign, "trace")
    run_id = runs[number(runs, of("optimal", solver="clingo"))]["run_id"]
    others = [row for row in rows if row["run_id"] != run_id]
    own = [
        {"run_id": run_id, "t_s": t_s, "objective": value, "bound": ""} for t_s, value in (("0", "5"), ("0.01", "4"))
    ]
    write(campaign, others + own, "trace")
    assert faults(campaign) == []
    write(campaign, others + change(own), "trace")
    (fault, *_) = faults(campaign)
    assert words in fault and "trace-1of1.csv:" in fault


def test_claims_are_compared_where_no_answer_is_known(campaign: Path) -> None:
    rows = table(campaign)
    at = number(rows, of("counted"))
    rows[at]["solutions"] = "37"
    write(campaign, rows)
    assert any("CONTRADICTION on polycubes/dominoes4x4" in fault for fault in faults(campaign, known=False))


def test_a_run_beyond_its_limit_is_a_remark(campaign: Path) -> None:
    rows = table(campaign)
    rows[0] |= {"wall_s": "99", "peak_mb": "9999"}
    write(campaign, rows)
    assert [(finding.wrong, "beyond its limit" in finding.words) for finding in findings(campaign)] == [
        (False, True)
    ] * 2


def test_a_changed_machine(campaign: Path) -> None:
    (path,) = (campaign / "machines").iterdir()
    path.write_text(path.read_text(encoding="utf-8").replace('"cores": ', '"cores": 1'), encoding="utf-8")
    (fault,) = faults(campaign)
    assert "describes another machine" in fault


def test_findings_on_the_command_line(campaign: Path) -> None:
    rows = table(campaign)
    rows[number(rows, of("counted"))]["solutions"] = "35"
    write(campaign, rows)
    done = verify(campaign)
    assert done.returncode == 3
    assert "runs-1of1.csv:" in done.stdout and " wrong, " in done.stdout.splitlines()[-1]


def test_a_recorded_run_is_made_again_by_the_command_that_is_told(made: Path) -> None:
    for row in (table(made)[number(table(made), wanted)] for wanted in (of("counted"), of("optimal", solver="clingo"))):
        told = verify(made, "--how", row["run_id"])
        *remarks, command = told.stdout.splitlines()
        assert (told.returncode, told.stderr) == (0, "") and all(line.startswith("# ") for line in remarks)
        assert not any("solver" in line or "formulation" in line for line in remarks if "differs" in line)
        words = [sys.executable, *shlex.split(command)[1:]]
        again = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
        assert json.loads(again.stdout)["run_id"] == row["run_id"]


def test_what_differs_here_is_told_with_the_command(campaign: Path) -> None:
    rows = table(campaign)
    rows[0] |= {"solver_version": "0.1", "formulation_sha256": "0" * 64, "options": "part=1/3", "git_commit": "abc"}
    rows[0] |= {"limit_backend": "cgroup_v9", "wall_limit_s": "1e+06", "repetition": "2"}
    write(campaign, rows)
    (campaign / "instances" / rows[0]["family"] / f"{rows[0]['instance']}.json").unlink()
    text = verify(campaign, "--how", rows[0]["run_id"]).stdout
    for words in ("is taken by its name", "the formulation ", " 0.1, ", "number 2", "commit abc"):
        assert words in text
    assert " --option part=1/3 " in text and " --timeout 1000000 " in text and " --confine cgroup " in text
    unknown = verify(campaign, "--how", "0" * 16)
    assert unknown.returncode == 2 and "no run '0000000000000000' is recorded" in unknown.stderr


def test_folders_that_are_none(tmp_path: Path) -> None:
    for folder, words in ((tmp_path / "none", "there is no folder"), (tmp_path, "holds no campaign")):
        done = verify(folder)
        assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr


def test_no_solver_is_needed(made: Path) -> None:
    script = """
import sys
BLOCKED = {"clingo", "ortools", "pulp", "highspy", "minizinc", "_engine"}
class Block:
    def find_spec(self, name, *_):
        if set(name.split(".")) & BLOCKED or name.startswith(("runners.native", "runners.solvers.")):
            raise ImportError(name)
sys.meta_path.insert(0, Block())
sys.argv = ["verify", sys.argv[1]]
from runners import verify
sys.exit(verify.main())
"""
    command = [sys.executable, "-c", script, str(made)]
    environment = {"PATH": "", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
