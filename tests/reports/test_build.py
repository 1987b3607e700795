"""The report from end to end: a PDF that says what the runs say, the same for the same runs, also of partial ones."""

import io
import json
import subprocess
import sys
from dataclasses import replace

import pytest
from pypdf import PdfReader

from models.command import ROOT
from reports.build import build


def text_of(pdf):
    """The text of the PDF's first and last pages in single-spaced words, and its number of pages."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    shown = [page for number, page in enumerate(pages) if number < 3 or number >= len(pages) - 2]
    return " ".join(" ".join(page.extract_text() for page in shown).split()), len(pages)


def all_text(pdf):
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


def command(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "reports.build", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def pdf(campaign):
    """The report of the made-up campaign."""
    return build(campaign)


def test_the_report_says_what_the_runs_say(pdf):
    text, pages = text_of(pdf)
    assert pages > 5
    for words in (
        "Tilings: made-up",
        "Abstract",
        "96 runs of 8 configurations (7 solvers) on 12 instances of 1 family",
        "cpsat/cpsat_made leads with 12 of 12 solved",
        "Example CPU",
        "60 s of wall time",
        "There were none: no solution broke a rule",
        'std::bad_alloc #[typst] $markup$ *bold* _x_ <label> @ref \\',
        "SAT Competition 2020",
    ):  # fmt: skip
        assert words in text, words


def test_the_outline_leads_to_the_chapters(pdf):
    titles = [entry.title for entry in PdfReader(io.BytesIO(pdf)).outline if not isinstance(entry, list)]
    assert any("Family: squares" in title for title in titles)


def test_the_command_prints_the_path_and_the_bytes_are_the_same(campaign, pdf, tmp_path):
    out = tmp_path / "new" / "report.pdf"
    done = command("--results", campaign, "--out", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{out}\n", "")
    assert out.read_bytes() == pdf


def test_no_runs(folder_of):
    text, pages = text_of(build(folder_of()))
    assert pages == 1
    assert "The results folder holds no runs" in text


def test_one_run(folder_of, base):
    text = all_text(build(folder_of(base)))
    assert "gecode/cp_made leads with 1 of 1 solved" in text
    assert "No figure of time by difficulty" in text


def test_nothing_solved_nothing_installed(folder_of, base):
    absent = replace(base, answer="none", check="unchecked", ended="not_installed", message="to install: make")
    text, _ = text_of(build(folder_of(absent)))
    assert "None of 1 planned run took place" in text
    assert "to install: make" in text
    cut_off = replace(base, answer="none", check="unchecked", ended="wall", encode_s=None, solve_s=None)
    text, _ = text_of(build(folder_of(cut_off)))
    assert "no configuration solved any of 1 instance" in text


def test_configurations_that_ran_on_different_instances_are_not_ranked(folder_of, base):
    other = replace(base, instance="sq5-first", solver="clingo", formulation="asp_made")
    text = all_text(build(folder_of(base, other)))
    assert "no configuration ran on all 2 instances, so none leads. All together solve 2 of 2" in text
    assert "Not every configuration ran on all 2 instances" in text
    assert "gecode/cp_made †" in text


def test_contradictions_refuted_answers_and_machines_are_told(folder_of, base):
    counted = replace(base, goal="count", answer="counted", solutions=8)
    rows = (
        counted,
        replace(counted, solver="clingo", formulation="asp_made", solutions=9, host="beta"),
        replace(counted, solver="dlx", formulation="dlx_made", check="contradicts_known", message="known: 8"),
    )
    text, _ = text_of(build(folder_of(*rows)))
    assert "squares/sq4-first, goal count: clingo/asp_made says counted 9, but gecode/cp_made says counted 8" in text
    assert "2 machines (alpha, beta)" in text
    assert "The checks refuted 1 answer: see " in text
    assert "known: 8" in text


def test_disturbed_runs_machines_and_what_held_the_limits_are_told(folder_of, base):
    part = replace(base, goal="count", answer="counted", solutions=8, foreign_start=0.1)
    folder = folder_of(
        replace(base, foreign_start=0.1, machine="aaaaaaaa"),
        replace(base, instance="sq6-first", foreign_start=1.5, disturbed=True, machine="bbbbbbbb"),
        replace(base, instance="sq8-first", foreign_start=0.0, machine="bbbbbbbb", limit_backend="procfs"),
        replace(part, options="part=1/2", machine="aaaaaaaa"),
        replace(part, options="part=2/2", run_id="1", host="beta", git_commit="000000000000", machine="cccccccc"),
    )
    (folder / "machines").mkdir()
    described = {"cores": 64, "memory_mb": 128000, "governor": "performance", "frequency_max_mhz": 3400}
    (folder / "machines" / "aaaaaaaa.json").write_text(json.dumps(described))
    (folder / "machines" / "bbbbbbbb.json").write_text(json.dumps({"cores": 2, "governor": "unknown"}))
    text, _ = text_of(build(folder))
    assert "disturbed 1 of 4 runs" in text
    assert "1 of 4 runs started while other programs, or the hypervisor, kept cores from them" in text
    assert "Limits were held by cgroup (3 runs) and procfs (1 run)" in text
    assert "2 machines (alpha, beta)" in text and "2 different commits" in text
    for cell in ("128.0 GB", "performance up to 3400 MHz", "aaaaaaaa", "bbbbbbbb", "aaaaaaaa + cccccccc"):
        assert cell in text


def test_of_earlier_campaigns_it_is_not_known_which_runs_were_disturbed(folder_of, base):
    text, _ = text_of(build(folder_of(base)))
    assert "disturbed not recorded" in text and "kept cores from them" not in text


def test_a_search_of_which_parts_are_missing_is_told(folder_of, base):
    part = replace(base, goal="count", answer="counted", solutions=8, options="part=1/3")
    text, _ = text_of(build(folder_of(part, replace(part, options="part=3/3", run_id="1"))))
    assert "gecode/cp_made [parts=3]: 2 of 3 parts are done, and what they found is no count." in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--results", "missing", "--out", "x.pdf"], "missing: no such folder"),
        (["--results", ".", "--out", "x.txt"], "--out takes the path of a .pdf file"),
    ],
)
def test_bad_input_is_one_line(tmp_path, arguments, message):
    done = command(*[tmp_path / word if word == "missing" else word for word in arguments])
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_table_of_the_best_is_printed_as_markdown(folder_of, base):
    done = command("--results", folder_of(base), "--table")
    assert done.returncode == 0
    assert done.stdout.startswith("| family | goal |")
    assert "gecode/cp_made<br>1/1" in done.stdout


def test_the_table_of_the_best_takes_the_best(folder_of, base):
    slow = replace(base, formulation="cp_slow", answer="none", check="unchecked", ended="wall")
    done = command("--results", folder_of(base, slow), "--table")
    assert "gecode/cp_made<br>1/1" in done.stdout
    assert "cp_slow" not in done.stdout
