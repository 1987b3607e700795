"""The report from end to end: a PDF with an outline and links, and the same bytes for the same runs."""

import io
import json
import re
import warnings
from dataclasses import replace
from functools import cache, partial

import pytest
from pypdf import PdfReader

from tests.called import called
from tests.reports.conftest import CUT_OFF, make_campaign
from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.reports.build import build, findings, table
from tilings.reports.chapters.chapter import Table
from tilings.reports.chapters.machines import kind
from tilings.reports.data.campaign import read_results
from tilings.reports.english import opened
from tilings.reports.export.archive import markdown
from tilings.reports.pdf.document import NO_RUNS
from tilings.reports.reach.findings import findings as in_campaign
from tilings.reports.reach.prediction import leaders
from tilings.reports.reach.words import name as named
from tilings.reports.reach.words import sized

pytestmark = pytest.mark.usefixtures("one_process")


def text_of(pdf):
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


command = partial(called, "tilings.reports.build")


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """The folder of a campaign with a crash, whose message is markup."""
    return make_campaign(tmp_path_factory.mktemp("results") / "made-up", {"squares": ("optimum",)}, instances=4)


@pytest.fixture(scope="module")
def pdf(campaign):
    """The report of this campaign."""
    return build(campaign).content


def test_the_report_states_what_the_runs_hold(pdf):
    text = text_of(pdf)
    for words in (
        "Campaign made-up · 2025-11-20 · Example CPU, 2 cores, 8.0 GB",
        "60 s of wall time",
        "squares optimum 4 8 32 32 31",
        "No solution broke a rule, no answer differs from a known one, and none contradict each other.",
        'std::bad_alloc #[typst] $markup$ *bold* _x_ <label> @ref \\',
    ):  # fmt: skip
        assert words in text, words


def test_the_first_page_has_the_sentences_and_the_table_of_solvers(pdf):
    first = " ".join(PdfReader(io.BytesIO(pdf)).pages[0].extract_text().split())
    for words in (
        "Too few cases to say who is the fastest on squares, best solution",
        "Squares, best solution (too few cases to say): clingo/asp_made solves 4 of 4 cases",
        "solver and model paradigm verdict solved median (s) times as long",
        "dlx/dlx_made native search not ranked; 1 run failed (crash) 3 of 4",
    ):
        assert words in first, words


def test_the_pdf_has_metadata_an_outline_and_names_of_its_chapters(pdf):
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.metadata.title.startswith("Too few cases to say who is the fastest on squares, best solution (Camp")
    assert reader.metadata.author
    assert "constraint programming" in reader.metadata["/Keywords"] and "clingo" in reader.metadata["/Keywords"]
    assert reader.trailer["/Root"]["/Lang"] == "en-GB"
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    for title in ("What do the answers rest on", "What was run, and how", "What went wrong"):
        assert any(title in each for each in titles), title
    assert {"answers", "troubles"} <= set(reader.named_destinations), "by which the page links to chapters"


def test_the_command_prints_the_path_and_the_bytes_are_the_same(folder_of, base, tmp_path):
    crash = base._replace(answer="none", check="unchecked", ended="crash", solutions=None)
    runs = [crash._replace(instance=f"i{number}", message=f"{number}") for number in range(31)]
    results = folder_of(base, base._replace(solver="clingo", formulation="asp_made"), *runs)
    out = tmp_path / "new" / "report.pdf"
    done = command("--results", results, "--out", out)
    again = build(results)
    tables = f"1 table in {out.parent / 'tables'} as CSV\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{out}\n", tables)
    assert out.read_bytes() == again.content
    assert {path.name: path.read_text() for path in (out.parent / "tables").iterdir()} == again.tables != {}


@pytest.mark.parametrize("took_s", [0.0, 1.0, None])
def test_two_instances_are_enough_for_a_report_without_a_warning(folder_of, base, took_s):
    """A clock that is too coarse takes times of zero, which no log axis can show; None stands for runs cut off."""
    outcome = CUT_OFF | {"wall_s": 59.0} if took_s is None else {"wall_s": took_s}
    first = base._replace(variables=9, constraints=3, nodes=5, failures=2, **outcome)
    second = first._replace(family="polycubes", instance="box4")
    results = folder_of(first, second, *(run._replace(solver="dlx", formulation="dlx_made") for run in (first, second)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = text_of(build(results).content)
    solved = 0 if took_s is None else 2
    for family in ("polycubes", "squares"):
        assert f"{family} first 1 2 2 2 {solved}" in text


def test_machines_of_several_kinds_have_reports_of_their_own(folder_of, base, tmp_path):
    other = base._replace(solver="clingo", formulation="asp_made", cpu_model="Other CPU")
    results = folder_of(base, base._replace(instance="sq6-first"), other)
    done = command("--results", results, "--out", tmp_path / "two.pdf", "--machine", "2")
    assert (done.returncode, done.stderr) == (0, "")
    one, two = text_of(build(results).content), text_of((tmp_path / "two.pdf").read_bytes())
    assert "This report covers the runs on Example CPU; --machine 2 covers those on Other CPU" in one
    assert "This report covers the runs on Other CPU; --machine 1 covers those on Example CPU" in two


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--results", "missing", "--out", "x.pdf"], "missing: no such folder"),
        (["--results", ".", "--out", "x.txt"], "--out takes the path of a .pdf file"),
        (["--results", "RESULTS", "--machine", "2"], "--machine 2: these runs are of 1 kind of machines (Example CPU)"),
        (["--results", "RESULTS", "--machine", "0"], "a whole number from 1"),
        (["--results", "RESULTS", "--out", "RESULTS/runs-1of1.csv/x.pdf"], "runs-1of1.csv"),
    ],
)
def test_bad_input_is_one_line(tmp_path, folder_of, base, arguments, message):
    results = str(folder_of(base))
    words = [tmp_path / word if word == "missing" else word.replace("RESULTS", results) for word in arguments]
    done = command(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_findings_alone_are_printed_a_line_each(folder_of, base):
    done = command("--results", folder_of(base), "--findings")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Nothing can be compared on squares, one solution.",
        "Squares, one solution: gecode/cp_made solves 1 of 1 cases, in a median of 1.2 s; nothing else was run.",
    ]


def test_the_first_finding_is_on_wrong_answers(folder_of, base):
    first, *_ = findings(folder_of(base._replace(check="invalid")))
    assert first == "1 wrong answer: see What went wrong."


def test_the_table_of_reach_alone_is_printed(climbed, folder_of, base):
    done = command("--results", climbed, "--table")
    assert done.returncode == 0 and done.stdout.startswith("kind of puzzle (size)")
    done = command("--results", climbed, "--table", "--json")
    assert json.loads(done.stdout)["table"] == table(climbed)
    assert table(folder_of(base)) == [], "no ladder"


def test_the_findings_of_a_folder_without_runs_say_what_the_report_says(folder_of):
    assert findings(folder_of()) == [NO_RUNS]
    for made in (build, findings):
        with pytest.raises(UserError, match="holds no runs-"):
            made(ROOT / "results" / "published" / "certify")


def test_the_first_page_is_a_picture(folder_of, base, tmp_path):
    done = command("--results", folder_of(base), "--out", tmp_path / "one.png")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["one.png"]


@pytest.mark.parametrize(
    ("page", "folders"), [("README.md", (".", "full")), ("docs/experiments.md", ("full", "presets"))]
)
def test_pages_quote_findings_of_published_campaigns(page, folders):
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = [line.removeprefix(">").strip() if line.startswith(">") else "" for line in text.splitlines()]
    quoted = re.split("  +", " ".join(lines).strip())  # an empty line between two findings
    found = [set(findings(ROOT / "results" / "published" / folder)) for folder in folders]
    assert quoted != [""] and set(quoted) <= set().union(*found) and all(not own.isdisjoint(quoted) for own in found)


@cache
def found_in(folder):
    """The findings on a published campaign."""
    return in_campaign(kind(read_results(ROOT / "results" / "published" / folder), 1))


@pytest.mark.parametrize("folder", [".", "full"])
def test_within_the_limit_of_a_round_a_climb_reaches_what_it_held_then(folder):
    made = found_in(folder).predictions
    assert made and {each.climb.within(each.made.from_limit_s).reach == each.made.held for each in made} == {True}


def test_the_readme_has_who_gets_furthest_within_each_limit():
    """A column for each limit of the long campaign, and a last one for the limit of the default suite."""
    long, default = leaders(found_in("full")), leaders(found_in("."))
    within = {name: last for name, *_, last in default.rows}
    rows = [[name, *cells, within[name]] for name, *cells in long.rows]
    text = markdown(replace(long, header=[*long.header, default.header[-1]], rows=rows))
    assert text in (ROOT / "README.md").read_text(encoding="utf-8"), f"put into the README:\n{text}"


def test_the_documents_have_the_leaders_of_two_machines():
    here, there = (
        {opened(named(each.ladder)): each for each in found_in(of).standings} for of in (".", "default-xeon")
    )
    pairs = {name: (each, there[name]) for name, each in here.items()}
    rows = [
        [name, *(f"{each.words}: {sized(each.ladder, each.leader.size)}" for each in pair)]
        for name, pair in pairs.items()
    ]
    both = [pair for pair in pairs.values() if all(each.leads or each.equal for each in pair)]
    same = [one for one, other in both if one.words == other.words]
    text = (
        f"{markdown(Table(['kind of puzzle', 'EPYC', 'Xeon'], rows, '', ''))}\n"
        f"Both decide {len(both)} of {len(pairs)} kinds of puzzle, with the same result on {len(same)}."
    )
    assert text in (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8"), f"put into the document:\n{text}"
