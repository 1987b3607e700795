"""The report from end to end: a PDF with an outline and links, and the same bytes for the same runs."""

import io
import re
import warnings
from dataclasses import replace

import pytest
from pypdf import PdfReader

from reports.build import build
from tests.called import called
from tests.reports.conftest import CUT_OFF, make_campaign


def text_of(pdf):
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


def command(*arguments):
    return called("reports.build", *arguments)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """The folder of a campaign with a crash, whose message is markup."""
    return make_campaign(tmp_path_factory.mktemp("results") / "made-up", {"squares": ("optimum",)}, instances=4)


@pytest.fixture(scope="module")
def pdf(campaign):
    """The report of this campaign, without any published one."""
    return build(campaign, campaign / "nothing")


def test_the_report_states_what_the_runs_hold(pdf):
    text = text_of(pdf)
    for words in (
        "Campaign made-up, runs of 2025-11-20",
        "Abstract",
        "8 configurations (a solver with a formulation) of 7 solvers on 4 instances of 1 family of puzzles: of 32 runs",
        "(4 of 4 solved",
        "Example CPU",
        "60 s of wall time",
        "There were none: no solution broke a rule",
        'std::bad_alloc #[typst] $markup$ *bold* _x_ <label> @ref \\',
        "SAT Competition 2020",
    ):  # fmt: skip
        assert words in text, words


def test_the_summary_comes_first(pdf):
    first = " ".join(PdfReader(io.BytesIO(pdf)).pages[0].extract_text().split())
    for words in ("Abstract", "The best configuration of each paradigm", "Who leads, and by how much"):
        assert words in first, words


def test_the_pdf_has_metadata_an_outline_and_links_to_its_figures(pdf):
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.metadata.title == "Tilings: which paradigm wins, by how much, and why (made-up)"
    assert reader.metadata.author
    assert "answer set programming" in reader.metadata["/Keywords"] and "clingo" in reader.metadata["/Keywords"]
    assert reader.trailer["/Root"]["/Lang"] == "en-GB"
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    for title in ("Methods", "Family: squares", "Runs that failed, and why", "References"):
        assert any(title in each for each in titles), title
    links = [note.get_object() for page in reader.pages for note in page.get("/Annots", [])]
    assert sum(link["/Subtype"] == "/Link" for link in links) > len(titles), "contents, figures and references"


def test_the_part_on_a_goal_has_its_scores_then_all_its_figures_in_order(pdf):
    text = text_of(pdf)
    own = text[text.index("Scores for squares") : text.index("A solution of each of")]
    figures = [int(number) for number in re.findall(r"Figure (\d+): squares, optimum", text)]
    assert len(figures) > 2 and figures == sorted(figures)
    assert [int(number) for number in re.findall(r"Figure (\d+): squares, optimum", own)] == figures


def test_the_command_prints_the_path_and_the_bytes_are_the_same(folder_of, base, tmp_path):
    # A family of which nothing is published, so that the report is short.
    runs = [replace(base, family="covers", instance=name, wall_s=float(len(name))) for name in ("a", "bb", "ccc")]
    results = folder_of(*runs, *(replace(run, solver="clingo", formulation="asp_made") for run in runs))
    out = tmp_path / "new" / "report.pdf"
    done = command("--results", results, "--out", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{out}\n", "")
    assert out.read_bytes() == build(results)


@pytest.mark.parametrize("took_s", [0.0, 1.0, None])
def test_two_instances_are_enough_for_a_report_without_a_warning(folder_of, base, tmp_path, took_s):
    """A clock that is too coarse takes times of zero, which no log axis can show; None stands for runs cut off."""
    outcome = CUT_OFF | {"wall_s": 59.0} if took_s is None else {"wall_s": took_s}
    first = replace(base, variables=9, constraints=3, nodes=5, failures=2, **outcome)
    second = replace(first, family="polycubes", instance="box4")
    results = folder_of(first, second, *(replace(run, solver="dlx", formulation="dlx_made") for run in (first, second)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = text_of(build(results, tmp_path / "nothing"))
    assert "2 configurations (a solver with a formulation) of 2 solvers on 2 instances of 2 families" in text


def test_a_report_without_runs_says_so(folder_of):
    text = text_of(build(folder_of()))
    assert "The results folder holds no runs" in text


def test_machines_of_several_kinds_have_chapters_of_their_own(folder_of, base, tmp_path):
    other = replace(base, solver="clingo", formulation="asp_made", cpu_model="Other CPU")
    text = text_of(build(folder_of(base, replace(base, instance="sq6-first"), other), tmp_path / "nothing"))
    assert "Machine 1: Example CPU" in text and "Machine 2: Other CPU" in text


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


def test_the_table_of_the_best_holds_only_the_best_configuration_of_each_solver(folder_of, base):
    slow = replace(base, formulation="cp_slow", answer="none", check="unchecked", ended="wall")
    done = command("--results", folder_of(base, slow), "--table")
    assert "gecode/cp_made<br>1/1" in done.stdout
    assert "cp_slow" not in done.stdout
