"""A table becomes a results folder that report, page, compare and exports read; a bad one is refused in a line."""

from __future__ import annotations

import bz2
from functools import partial
from pathlib import Path

import pytest

from tests.called import called
from tests.reports.conftest import write
from tilings.reports.data.campaign import read_results
from tilings.reports.reach.findings import findings
from tilings.runners.record.results import outcome

command = partial(called, "tilings.reports.importing")
HEAD = "solver,size,instance,seconds,answer\n"
LINE = "a,1,i1,0.5,sat\n"


def table(folder: Path, slower: float = 1.0) -> Path:
    """Two solvers on ten sizes of three instances, in 10 s; the second takes four times as long."""
    lines = [HEAD]
    for solver, start in (("fast", 0.1), ("slow", 0.4)):
        for size in range(1, 11):
            seconds = slower * start * 1.6**size
            answer = "sat" if seconds <= 10 else "timeout"
            lines += [f"{solver},{size},q{size}-{number},{min(seconds, 10):.3f},{answer}\n" for number in range(3)]
    path = folder / "queens.csv"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_a_table_gives_reach_growth_and_pairs(tmp_path: Path) -> None:
    done = command(table(tmp_path), "--limit", "10s", "--pairs", "1", "--out", tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"60 runs of 2 solvers on 1 ladder in {tmp_path / 'out'}\n")
    results = read_results(tmp_path / "out")
    assert {climb.solver: climb.reach for climb in results.climbs} == {"fast": 9, "slow": 6}
    (standing,) = findings(results).standings
    assert standing.leader.name == "fast" and standing.duels[0].verdict.wins == 9, "of ten, the last unsolved by both"
    assert standing.leads
    assert len(set(results.colours.values())) == 2
    said = called("tilings.reports.build", tmp_path / "out", "--findings").stdout
    assert said.startswith("Fast leads on queens, one solution.\nThe one that gets furthest within 10 seconds leads")
    assert "models of this project" not in said
    for words in (
        ("tilings.reports.build", tmp_path / "out"), ("tilings.reports.page", tmp_path / "out"),
        ("tilings.reports.export", tmp_path / "out", "--format", "benchexec"),
        ("tilings.runners.verify", tmp_path / "out"),
    ):  # fmt: skip
        done = called(*map(str, words))
        assert done.returncode == 0, done.stderr


def test_two_tables_are_compared(tmp_path: Path) -> None:
    for name, slower in (("a", 1.0), ("b", 1.5)):
        assert command(table(tmp_path, slower), "--limit", "10", "--out", tmp_path / name).returncode == 0
    done = called("tilings.reports.compare", tmp_path / "a", tmp_path / "b")
    assert done.returncode == 1 and "seconds of all: 1.50 times" in done.stdout


def test_what_is_exported_for_benchexec_is_read_again(by_hand: Path, tmp_path: Path) -> None:
    done = called("tilings.reports.export", by_hand, "--format", "benchexec", "--out", tmp_path / "x")
    assert done.returncode == 0, done.stderr
    first, *files = sorted((tmp_path / "x").rglob("*.xml"))
    packed = tmp_path / "packed.results.xml.bz2"
    packed.write_bytes(bz2.compress(first.read_bytes()))
    done = command(packed, *files, "--out", tmp_path / "again")
    assert done.returncode == 0, done.stderr
    before, after = (
        sorted((run.solver, run.formulation, run.instance, run.goal, outcome(run), run.answer, run.wall_limit_s,
                run.objective, run.solutions if run.goal == "count" else None) for run in read_results(folder).records)
        for folder in (by_hand, tmp_path / "again")
    )  # fmt: skip
    assert before == after and len(before) == 12


@pytest.fixture
def by_hand(base, tmp_path: Path) -> Path:
    """A campaign by hand: an answer of each goal, a timeout and a lack of memory, by two solvers."""

    def of(solver: str, instance: str, **fields: object):
        return base._replace(solver=solver, instance=instance, instance_sha256=instance, seed=1, cpu_s=1.0, **fields)

    rows = [
        of(solver, name, **fields)
        for solver in ("gecode", "clingo")
        for name, fields in {
            "one": {"answer": "sat", "goal": "first"},
            "none": {"answer": "unsat", "goal": "first"},
            "all": {"answer": "counted", "goal": "count", "solutions": 92},
            "best": {"answer": "optimal", "goal": "optimum", "sense": "min", "objective": 17},
            "long": {"answer": "none", "ended": "wall", "check": "unchecked", "wall_s": 60.0},
            "large": {"answer": "none", "ended": "memory", "check": "unchecked"},
        }.items()
    ]
    return write(tmp_path / "campaign", rows)


def test_a_table_of_table_generators_is_read(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(
        "tool\ta 1.0\ta 1.0\tb 2.0\tb 2.0\nrun set\tx\tx\ty\ty\n\tstatus\tcputime (s)\tstatus\tcputime (s)\n"
        "loops/i1.yml\ttrue\t0.5\tTIMEOUT\t10.2\nloops/i2.yml\tfalse\t0.7\t\t\n"
    )
    assert command(path, "--limit", "10", "--out", tmp_path / "out").returncode == 0
    runs = read_results(tmp_path / "out").records
    assert sorted((run.instance, run.solver, run.formulation, run.answer, run.wall_s) for run in runs) == [
        ("loops-i1.yml", "a", "x", "sat", 0.5), ("loops-i1.yml", "b", "y", "none", 10.0),
        ("loops-i2.yml", "a", "x", "unsat", 0.7),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "t.csv is empty"),
        (
            "solver,seconds\na,1\n",
            "t.csv:1: lacks instance and answer; needed are the columns solver, instance, seconds",
        ),
        (HEAD.replace("size", "Solver") + LINE, "t.csv:1: has the column solver twice: remove one"),
        (HEAD, "t.csv has no rows"),
        (HEAD + LINE + "a,1,i2\n", "t.csv:3: it has 3 cells, and the first line 5"),
        (HEAD + LINE + LINE, "t.csv:3: the run of t.csv:2 again"),
        (HEAD + "a,1,i1,fast,sat\n", "t.csv:2: seconds 'fast' is not a number"),
        (HEAD + f"a,1,{'i' * 200_000},1,sat\n", "t.csv:2: field larger than field limit"),
        ("tool\ta\nrun set\tx\n", "not a table of BenchExec's table-generator"),
        ("tool\ta\nrun set\tx\ty\n\tstatus\n", "t.csv:2: it has 3 cells, and the first line 2"),
        (f"{'s' * 200_000}\n1\n", "t.csv:1: field larger than field limit"),
    ],
)
def test_a_bad_table_is_refused_in_a_line(tmp_path: Path, monkeypatch, text: str, words: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text(text, encoding="utf-8")
    done = command("t.csv", "--limit", "10", "--out", "out")
    assert (done.returncode, done.stdout) == (2, "") and words in done.stderr and done.stderr.count("\n") == 1
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<result", "x.xml: not XML"),
        ("<html/>", "x.xml: not a result file of BenchExec: its first element is <html>"),
        ('<!DOCTYPE r [<!ENTITY a "b">]><result/>', "x.xml: a result file has no entities"),
        ("<result tool='a'/>", "x.xml has no rows"),
        ("<result tool='a'><run name='i'><column title='status' value='true'/></run></result>",
         "x.xml: i: its limit is not known"),
    ],
)  # fmt: skip
def test_a_bad_result_file_is_refused_in_a_line(tmp_path: Path, monkeypatch, text: str, words: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.xml").write_text(text, encoding="utf-8")
    done = command("x.xml", "--out", "out")
    assert done.returncode == 2 and words in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--names", "("), "'(' is not a regular expression"),
        (("--names", "(?P<seconds>.)"), "the group seconds is none of the columns"),
        (("--names", "q"), "has no named group"),
        (("--out", "t.csv"), "--out takes a folder, and t.csv is a file"),
        (("--out", "full"), "full holds runs: name another folder"),
    ],
)
def test_bad_options_are_refused_in_a_line(tmp_path: Path, monkeypatch, words: tuple[str, ...], error: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text(HEAD + LINE, encoding="utf-8")
    assert command("t.csv", "--limit", "10", "--out", "full").returncode == 0
    done = command("t.csv", "--limit", "10", "--out", "out", *words)
    assert done.returncode == 2 and error in done.stderr and done.stderr.count("\n") == 1


def test_columns_that_are_not_known_are_named(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("\ufeffSolver;Instance;Seconds;Answer;Colour\na;i;0.5;sat;red\n", encoding="utf-8")
    done = command(tmp_path / "t.csv", "--limit", "10", "--out", tmp_path / "out")
    assert done.returncode == 0 and "left out: the column colour\n" in done.stdout
