"""The output, the files and the exit codes of `reports.compare`."""

import csv
import subprocess
import sys

import pytest

from models.terminal.command import ROOT
from reports.compare.blocks import Heading, Lines, Table
from reports.compare.render import markdown, plain
from tests.called import called

PUBLISHED = ROOT / "results" / "published"


def command(*arguments):
    return called("reports.compare", *arguments)


@pytest.fixture
def changed(folders, made):
    """Campaigns A and B with one case of most kinds, and an instance that only A has."""
    a = [made("kept", 1.0), made("slow", 1.0), made("lost", 1.0), made("new", None), made("gone", 1.0)]
    b = [made("kept", 1.0), made("slow", 3.0), made("lost", None), made("new", 1.0)]
    return folders(a, b)


def test_a_regression_is_reported_with_exit_code_1(changed):
    done = command(*changed)
    assert (done.returncode, done.stderr) == (1, "")
    for words in (
        "Lost: 1 case\n",
        "squares/lost first gecode/cp_made    1.0  wall at 60  ≥ 60",
        "squares/slow first gecode/cp_made    1.0    3.0  3.0",
        "squares first gecode/cp_made: 1 instance",
        "1 regression past 1.2\nlost: squares/lost first gecode/cp_made: wall",
    ):
        assert words in done.stdout, done.stdout
    assert "\033" not in done.stdout


def test_a_reader_that_closes_its_end_early_does_not_hide_a_regression(changed):
    words = [sys.executable, "-m", "reports.compare", *map(str, changed)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.close()
        assert (running.stderr.read(), running.wait()) == (b"", 1)


def test_a_single_slower_case_is_no_regression(folders, made):
    done = command(*folders([made("i", 1.0)], [made("i", 3.0)]))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("No regression past 1.2\n")


def test_campaigns_with_different_limits_and_columns_can_be_compared(tmp_path):
    done = command(PUBLISHED, PUBLISHED / "squares", "--out", tmp_path / "new" / "c.md")
    assert (done.returncode, done.stderr) in ((0, ""), (1, ""))
    text = (tmp_path / "new" / "c.md").read_text()
    assert "Differing limits: 5 → 60 s of CPU time and 5 → 60 s of wall time." in text
    assert "Pairs with different limits are judged at the smaller one" in text


def test_the_cases_are_written_as_rows_of_csv(changed, tmp_path):
    done = command(*changed, "--out", tmp_path / "c.csv")
    assert (done.returncode, done.stdout) == (1, f"{tmp_path / 'c.csv'}\n")
    with (tmp_path / "c.csv").open() as file:
        rows = {row["instance"]: row for row in csv.DictReader(file)}
    verdicts = {name: row["verdict"] for name, row in rows.items()}
    assert verdicts == {"kept": "alike", "slow": "slower", "lost": "lost", "new": "new", "gone": "only A"}
    assert (rows["slow"]["ratio"], rows["slow"]["nodes_ratio"], rows["slow"]["bound"]) == ("3", "3", "")
    assert (rows["lost"]["bound"], rows["lost"]["b_state"], rows["lost"]["b_nodes"]) == ("≥", "out", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("missing", "missing"), "missing: no such folder"),
        ((PUBLISHED / "runs-1of1.csv", PUBLISHED), "runs-1of1.csv: is a file"),
        ((PUBLISHED / "certify", PUBLISHED), "holds no runs"),
        ((PUBLISHED / "triominoes", PUBLISHED / "squares"), "no run in common"),
        ((PUBLISHED, PUBLISHED, "--bound", "0.5"), "--bound: takes a number from 1 on, not '0.5'"),
        ((PUBLISHED, PUBLISHED, "--bound", "nan"), "--bound: takes a number"),
        ((PUBLISHED, PUBLISHED, "--floor", "0"), "--floor: takes a number above 0"),
        ((PUBLISHED, PUBLISHED, "--out", "c.pdf"), "--out takes the path of an .md or .csv file"),
        ((PUBLISHED,), "B"),
    ],
)
def test_bad_input_is_one_line(arguments, words):
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr and done.stderr.count("\n") == 1


TABLE = Table(
    ["", "pairs", "more", ""],
    [["title over all of it", "", "", ""], ["a-rather-long-name", "12", "3.4", "slower"], ["b", "1", "·", ""]],
    ["title", "bad", ""],
    spare=(2,),
)


def test_a_table_is_as_wide_as_the_terminal_at_most():
    wide, narrow, narrowest = (plain([TABLE], width, colours=False).split("\n") for width in (60, 32, 10))
    assert wide == [
        "                    pairs  more",
        "title over all of it",
        "a-rather-long-name     12   3.4  slower",
        "b                       1     ·",
    ]
    assert narrow[2] == "a-rather…ong-name     12  slower"
    assert narrowest[2].startswith("a-rather…ng-name")


def test_colours_are_printed_on_terminals_only():
    blocks = [Heading("Lost", "bad"), Lines(["one"], "good"), TABLE]
    coloured = plain(blocks, 60, colours=True)
    assert "\033[1;31mLost\033[0m" in coloured and "\033[32mone\033[0m" in coloured
    assert "\033[31ma-rather-long-name" in coloured
    assert "\033" not in plain(blocks, 60, colours=False)


def test_text_that_would_be_markup_is_escaped_in_markdown():
    text = markdown([Table(["", "a|b"], [["<b>", "1"]], [""])])
    assert text.split("\n")[:3] == ["|  | a\\|b |", "| --- | --: |", "| &lt;b> | 1 |"]
