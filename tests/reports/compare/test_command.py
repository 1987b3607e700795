"""The output, the files and the exit codes of `reports.compare`."""

import csv
import subprocess
import sys
from functools import partial

import pytest

from tests.called import called
from tilings.models.terminal.command import ROOT

PUBLISHED = ROOT / "results" / "published"

command = partial(called, "tilings.reports.compare")


@pytest.fixture
def changed(folders, made):
    """Campaigns A and B with one case of most kinds, and an instance that only A has."""
    a = [made("kept", 1.0), made("slow", 1.0), made("lost", 1.0), made("new", None), made("gone", 1.0)]
    b = [made("kept", 1.0), made("slow", 3.0), made("lost", None), made("new", 1.0)]
    return folders(a, b)


def test_a_regression_is_reported_with_exit_code_1(changed):
    done = command(*changed)
    assert (done.returncode, done.stderr) == (1, "")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines()]
    assert ["squares/lost first gecode/cp_made", "1.0", "timeout at 60", "≥ 60"] in rows
    assert ["squares/slow first gecode/cp_made", "1.0", "3.0", "3.0"] in rows
    assert ["all", "2", "1.0", "2.0", "1.7", "·", "1", "1", "1"] in rows
    assert done.stdout.endswith("1 regression past 1.2:\n\n- lost: squares/lost first gecode/cp_made: timeout\n")
    assert "\033" not in done.stdout


def test_between_machines_the_seconds_are_shown_and_the_nodes_are_judged(folders, made):
    a, b = [made("one", 1.0), made("two", 2.0)], [made("one", 3.0, cpu_model="M"), made("two", 4.0, cpu_model="M")]
    done = command(*folders(a, [row._replace(nodes=2 * other.nodes) for row, other in zip(b, a, strict=True)]))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines()]
    assert "- A and B ran on different machines: seconds are shown, but not judged." in done.stdout
    assert ["all", "2", "1.5", "3.5", "2.0", "·", "·", "·", "·"] in rows
    assert ["squares/one first gecode/cp_made", "1.0", "3.0", "2.0"] in rows


def test_a_reader_that_closes_its_end_early_does_not_hide_a_regression(changed):
    words = [sys.executable, "-m", "tilings.reports.compare", *map(str, changed)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.close()
        assert (running.stderr.read(), running.wait()) == (b"", 1)


def test_a_single_slower_case_is_no_regression(folders, made):
    done = command(*folders([made("i", 1.0)], [made("i", 3.0)]))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("No regression past 1.2.\n")


def test_a_table_is_markdown_and_names_are_escaped(folders, made, tmp_path):
    odd = made("i", 1.0, options="a|<b>\x1b[31m")
    done = command(*folders([odd], [odd._replace(wall_s=9.0)]), "--out", tmp_path / "new" / "c.md")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'new' / 'c.md'}\n")
    text = (tmp_path / "new" / "c.md").read_text()
    assert "\n| squares/i first gecode/cp_made [a\\|&lt;b> [31m] |   1.0 |   9.0 |         9.0 |\n" in text


def test_the_cases_are_written_as_rows_of_csv(changed, tmp_path):
    done = command(*changed, "--out", tmp_path / "c.csv")
    assert (done.returncode, done.stdout) == (1, f"{tmp_path / 'c.csv'}\n")
    with (tmp_path / "c.csv").open() as file:
        rows = {row["instance"]: row for row in csv.DictReader(file)}
    verdicts = {name: row["verdict"] for name, row in rows.items()}
    assert verdicts == {"kept": "alike", "slow": "slower", "lost": "lost", "new": "new", "gone": "only A"}
    assert (rows["slow"]["ratio"], rows["slow"]["low"], rows["slow"]["bound"]) == ("3", "", "")
    assert (rows["lost"]["ratio"], rows["lost"]["bound"], rows["lost"]["outcome_b"]) == ("60", "≥", "timeout")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("missing", "missing"), "missing: no such folder"),
        ((PUBLISHED / "effort.csv", PUBLISHED), "effort.csv: is a file"),
        ((PUBLISHED / "certify", PUBLISHED), "holds no runs"),
        ((PUBLISHED / "triominoes", PUBLISHED / "squares"), "no run in common"),
        ((PUBLISHED, PUBLISHED, "--bound", "0.5"), "--bound: takes a number from 1 on, not '0.5'"),
        ((PUBLISHED, PUBLISHED, "--bound", "nan"), "--bound: takes a number"),
        ((PUBLISHED, PUBLISHED, "--out", "c.pdf"), "--out takes the path of an .md or .csv file"),
        ((PUBLISHED,), "B"),
    ],
)
def test_bad_input_is_one_line(arguments, words):
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr and done.stderr.count("\n") == 1
