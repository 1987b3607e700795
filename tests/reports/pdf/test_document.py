"""The content of the report on a campaign, as its template sets it, whatever the campaign lacks."""

from __future__ import annotations

import csv
import json
import re
import shutil

import pytest

from tests.reports.conftest import write
from tilings.models.problem import UserError
from tilings.reports import reach as reach_package
from tilings.reports.data.campaign import read_results
from tilings.reports.pdf.document import assemble, chapters
from tilings.reports.reach import overview
from tilings.reports.reach.findings import findings
from tilings.reports.reach.front import SENTENCES
from tilings.reports.reach.sentences import sentences

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture
def content(tmp_path):
    """The content of the report on a folder; its figures and tables are in `out`."""
    (tmp_path / "out").mkdir()
    return lambda folder, machine=1: assemble(read_results(folder), tmp_path / "out", machine)


def text_in(part):
    """All text of a part of the content."""
    return json.dumps(part, ensure_ascii=False)


def chapter(found, title):
    """The text of a chapter; empty where there is none of this title."""
    return "".join(text_in(each["blocks"]) for each in found["chapters"] if each["title"].startswith(title))


def rows(found, title=""):
    """The rows of all tables of a chapter, or of the first page."""
    (blocks,) = [each["blocks"] for each in found["chapters"] if title and each["title"].startswith(title)] or [
        found["opening"]
    ]
    return [row for block in blocks if block["kind"] == "table" for row in block["rows"]]


def blocks(found):
    return [*found["opening"], *(block for each in found["chapters"] for block in each["blocks"])]


def test_a_campaign_without_runs_has_a_front_page_that_says_so(content, folder_of):
    found = content(folder_of())
    assert found["sentences"] == ["The results folder holds no runs: its files have their header, but no row."]
    assert found["opening"] == found["chapters"] == []


def test_every_part_of_a_campaign_of_all_families_has_its_files(content, all_families, tmp_path):
    found = content(all_families)
    assert len(found["sentences"]) >= 2 and {"table", "boards"} <= {block["kind"] for block in found["opening"]}
    assert all(each["title"] and each["blocks"] for each in found["chapters"])
    files = [board["file"] for block in blocks(found) if block["kind"] == "boards" for board in block["boards"]]
    assert len(set(files)) == len(files) >= 3
    assert all((tmp_path / "out" / file).stat().st_size for file in files)


def test_a_campaign_without_a_solved_run_or_an_installed_solver_has_a_report(content, folder_of, base):
    absent = base._replace(answer="none", check="unchecked", ended="not_installed", message="to install: make")
    found = content(folder_of(absent))
    assert found["title"] == "None of 1 planned run took place: nothing can be compared"
    assert ["gecode/cp_made", "not installed", "to install: make", "1"] in rows(found, "What went wrong")
    cut_off = base._replace(answer="none", check="unchecked", ended="wall", encode_s=None, solve_s=None)
    other = cut_off._replace(solver="clingo", formulation="asp_made")
    found = content(folder_of(cut_off, other))
    assert {row[3] for row in rows(found)} == {"0 of 1"}
    assert found["title"] == "Nothing can be compared on squares, one solution"


def test_contradictions_and_refuted_answers_are_reported(content, folder_of, base):
    counted = base._replace(goal="count", answer="counted", solutions=8)
    found = content(folder_of(
        counted,
        counted._replace(solver="clingo", formulation="asp_made", solutions=9, host="beta"),
        counted._replace(solver="dlx", formulation="dlx_made", check="contradicts_known", message="known: 8"),
    ))  # fmt: skip
    wrong = chapter(found, "What went wrong")
    clash = "clingo/asp_made says counted 9, but gecode/cp_made says counted 8."
    assert f"squares/sq4-first, goal count: {clash}" in wrong, "a refuted answer claims nothing"
    assert "No solution broke a rule" not in wrong
    assert [row[3:] for row in rows(found, "What went wrong")] == [["finished, contradicts_known", "known: 8"]]
    assert "2 machines (alpha, beta) of one kind" in text_in(found["notices"])
    assert found["alarms"][0] == "1 wrong answer and 1 contradiction: see What went wrong."


def test_the_report_is_on_one_kind_of_machines_but_answers_are_compared_across_all(content, folder_of, base):
    counted = base._replace(goal="count", answer="counted", solutions=8)
    here = [counted._replace(instance=name, instance_sha256=name) for name in ("one", "two")]
    slow = here[0]._replace(solver="clingo", formulation="asp_made", solutions=9, cpu_model="Other CPU", wall_s=40.0)
    folder = folder_of(*here, slow)
    clash = "squares/one, goal count: clingo/asp_made says counted 9, but gecode/cp_made says counted 8."
    for machine, own, its, others in (
        (1, "Example CPU", "cp_made", "asp_made"),
        (2, "Other CPU", "asp_made", "cp_made"),
    ):
        found = content(folder, machine)
        assert found["about"].endswith(own)
        assert found["notices"][0].startswith(f"This report covers the runs on {own}; `--machine {3 - machine}` covers")
        assert its in text_in(rows(found)) and others not in text_in(rows(found))
        assert clash in chapter(found, "What went wrong")
    with pytest.raises(UserError, match=r"--machine 3: these runs are of 2 kinds of machines \(Example CPU; Other CPU"):
        content(folder, 3)


def test_several_kinds_of_machines_in_one_report_are_counted_in_its_head_and_named_once(content, folder_of, base):
    here = base._replace(ladder="even/sat", rung=4.0)
    there = here._replace(cpu_model="Other CPU", instance="sq6-first", ladder="odd/sat")
    found = content(folder_of(here, there))
    assert found["about"].endswith("2 kinds of machines")
    assert text_in(found).count("On Other CPU: squares/odd/sat") == 1


def test_disturbed_runs_machines_and_the_enforcement_of_limits_are_reported(content, folder_of, base):
    part = base._replace(goal="count", answer="counted", solutions=8, foreign_start=0.1)
    folder = folder_of(
        base._replace(foreign_start=0.1, machine="aaaaaaaa"),
        base._replace(instance="sq6-first", foreign_start=1.5, disturbed=True, machine="aaaaaaaa", host="beta"),
        base._replace(instance="sq8-first", foreign_start=0.0, machine="aaaaaaaa", limit_backend="procfs"),
        part._replace(options="part=1/2", machine="aaaaaaaa"),
        part._replace(options="part=2/2", run_id="1", git_commit="000000000000", machine="aaaaaaaa"),
    )
    (folder / "machines").mkdir()
    described = {"cores": 64, "memory_mb": 128000, "governor": "performance", "frequency_max_mhz": 3400}
    (folder / "machines" / "aaaaaaaa.json").write_text(json.dumps(described))
    found = content(folder)
    assert ["disturbed", "1 of 4 runs"] in rows(found, "What was run, and how")
    notices = text_in(found["notices"])
    assert "1 of 4 runs were disturbed: other programs, or the hypervisor, kept cores from them" in notices
    assert "Limits were enforced by cgroup (3 runs) and procfs (1 run)" in notices
    assert "2 machines (alpha, beta) of one kind" in notices and "2 different commits" in notices
    hosts = [row for row in rows(found, "What was run, and how") if row[0] in ("alpha", "beta")]
    assert [(row[0], row[4], row[5], row[-2]) for row in hosts] == [
        ("alpha", "performance up to 3400 MHz", "128.0 GB", "3"),
        ("beta", "performance up to 3400 MHz", "128.0 GB", "1"),
    ]


def test_what_a_campaign_does_not_record_is_reported_as_missing(content, folder_of, base):
    found = content(folder_of(base))
    assert ["disturbed", "not recorded"] in rows(found, "What was run, and how")
    notices = text_in(found["notices"])
    assert "kept cores from them" not in notices and "Wrong answers" not in notices
    for words in ("No solution was kept", "Of 1 instance the results folder has no readable copy"):
        assert words in notices


def test_a_search_with_missing_parts_is_reported(content, folder_of, base):
    part = base._replace(goal="count", answer="counted", solutions=8, options="part=1/3")
    found = content(folder_of(part, part._replace(options="part=3/3", run_id="1")))
    assert "gecode/cp_made [parts=3]: 2 of 3 parts are done, so that the solutions found are no count." in text_in(
        found["notices"]
    )


def test_a_table_of_more_than_thirty_rows_is_a_file_beside_the_report(content, folder_of, base, tmp_path):
    crash = base._replace(answer="none", check="unchecked", ended="crash", solutions=None)
    found = content(folder_of(*(crash._replace(instance=f"i{number}", message=f"{number}") for number in range(31))))
    assert "`tables/failed.csv` (31 rows)" in chapter(found, "What went wrong")
    with (tmp_path / "out" / "tables" / "failed.csv").open(newline="") as file:
        assert len(list(csv.reader(file))) == 32
    assert not rows(found, "What went wrong")


def test_runs_that_failed_alike_are_one_row(content, folder_of, base):
    crash = base._replace(answer="none", check="unchecked", ended="crash", solutions=None, message="it broke")
    found = content(folder_of(*(crash._replace(instance=f"i{number}") for number in range(6))))
    (row,) = rows(found, "What went wrong")
    assert row == ["squares/i0\nsquares/i1\nsquares/i2\nsquares/i3\n2 others", base.goal, "gecode/cp_made", "crash",
                   "it broke"]  # fmt: skip


def test_a_campaign_of_climbed_ladders_opens_with_its_reach_and_compares_no_scores(content, climbed):
    results = read_results(climbed)
    made = findings(results)
    said, table = sentences(made), overview.table(made)
    found = content(climbed)
    assert [found["title"], *found["sentences"]] == [said[0].removesuffix("."), *said[1:SENTENCES]]
    assert [block["kind"] for block in found["opening"]] == ["table", "boards"]
    assert found["opening"][0]["rows"] == [list(row) for row in table.rows]
    names = [each["name"] for each in found["chapters"]]
    assert {"experiment", "compared"} <= {*names} and names == [name for name in chapters() if name in names]
    assert "solver-by-model" not in names, "all runs are on ladders"
    assert not re.search(r"PAR2|mean rank|× leader", text_in(found))
    ((_, _, _, _, planned, ran, solved, skipped, up), *_) = rows(found, "What was run, and how")
    numbers = results.runs["outcome"].value_counts()
    assert [int(each) for each in (planned, solved, skipped, up)] == [
        len(results.runs), numbers["solved"], numbers["skipped"], numbers["given_up"],
    ]  # fmt: skip
    assert int(ran) == len(results.runs) - numbers["skipped"] - numbers["given_up"]


def test_a_campaign_of_both_has_the_pages_on_reach_and_the_table_of_solvers(content, climbed, base, tmp_path):
    mixed = tmp_path / "mixed"
    shutil.copytree(climbed, mixed)
    other = base._replace(family="covers")
    plain = [other._replace(instance=f"c{number}", solver=solver, run_id=f"{solver}{number}", wall_s=took)
             for solver, took in (("cpsat", 1.0), ("clingo", 3.0)) for number in range(6)]  # fmt: skip
    write(tmp_path / "other", plain).joinpath("runs-1of1.csv").rename(mixed / "runs-2of2.csv")
    found, alone = content(mixed), content(climbed)
    assert (found["title"], found["sentences"]) == (alone["title"], alone["sentences"])
    (first, second) = rows(found, "Solver by model")
    assert (first[0], first[2], second[0], second[2]) == ("cpsat/cp_made", "fastest", "clingo/cp_made", "slower")
    assert "cpsat/cp_made is the fastest on covers, one solution." in sentences(findings(read_results(mixed)))


def test_a_chapter_is_a_file_with_its_place(content, climbed, monkeypatch, tmp_path):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "on_luck.py").write_text(
        "from tilings.reports.chapters.chapter import Chapter, Words\n"
        "PLACE = 12\n"
        "def chapter(results, findings):\n"
        "    return Chapter('More', [Words(f'{len(results.runs)} rows, {len(findings.climbs)} climbs')])\n"
    )
    monkeypatch.setattr(reach_package, "__path__", [*reach_package.__path__, str(tmp_path / "more")])
    found = content(climbed)
    names = [each["name"] for each in found["chapters"]]
    assert names[:3] == ["compared", "on-luck", "finals"] and " rows, 3 climbs" in chapter(found, "More")
