"""The report's content for a campaign, as its template typesets it, whatever the campaign lacks."""

import json
from dataclasses import replace

import pytest

from reports.data.campaign import read_results
from reports.pdf.document import assemble

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture
def content(tmp_path):
    """The content of the report on a folder, without any published campaign."""
    return lambda folder: assemble(read_results(folder), tmp_path, tmp_path / "nothing")


def text_in(part):
    """All text of a part of the content."""
    return json.dumps(part, ensure_ascii=False)


def test_a_campaign_of_one_run_has_a_report(content, folder_of, base):
    found = content(folder_of(base))
    assert "gecode/cp_made (1 of 1 solved" in text_in(found["findings"])
    assert "No figure of time by difficulty" in text_in(found["measured"])


def test_a_campaign_without_a_solved_run_or_an_installed_solver_has_a_report(content, folder_of, base):
    absent = replace(base, answer="none", check="unchecked", ended="not_installed", message="to install: make")
    found = content(folder_of(absent))
    assert "None of 1 planned run took place" in text_in(found["findings"])
    assert "to install: make" in text_in(found["cut_off"])
    cut_off = replace(base, answer="none", check="unchecked", ended="wall", encode_s=None, solve_s=None)
    assert "no configuration solved any of 1 instance" in text_in(content(folder_of(cut_off))["findings"])


def test_configurations_that_ran_on_different_instances_are_not_ranked(content, folder_of, base):
    other = replace(base, instance="sq5-first", solver="clingo", formulation="asp_made")
    found = content(folder_of(base, other))
    assert "no configuration ran on all 2 instances, so none is first; all together solve 2 of 2" in text_in(found)
    assert "gecode/cp_made †" in text_in(found["measured"][0]["paradigms"])
    assert "Without a run on some of the instances of a family and goal (†), and not ranked there: " in text_in(
        found["notices"]
    )


def test_contradictions_and_refuted_answers_are_reported(content, folder_of, base):
    counted = replace(base, goal="count", answer="counted", solutions=8)
    rows = (
        counted,
        replace(counted, solver="clingo", formulation="asp_made", solutions=9, host="beta"),
        replace(counted, solver="dlx", formulation="dlx_made", check="contradicts_known", message="known: 8"),
    )
    found = content(folder_of(*rows))
    assert found["contradictions"] == [
        f"squares/sq4-first, goal count: clingo/asp_made says counted 9, but {other} says counted 8."
        for other in ("gecode/cp_made", "dlx/dlx_made")
    ]
    assert found["refuted"] == 1 and "known: 8" in text_in(found["failures"])
    assert "2 machines (alpha, beta) of one kind" in text_in(found["notices"])


def test_classes_of_machines_are_ranked_apart_but_their_answers_are_compared(content, folder_of, base):
    counted = replace(base, goal="count", answer="counted", solutions=8)
    here = [replace(counted, instance=name) for name in ("one", "two")]
    slow = replace(counted, instance="one", solver="clingo", formulation="asp_made", solutions=9, cpu_model="Other CPU",
                   wall_s=40.0)  # fmt: skip
    unsolved = {"answer": "none", "ended": "wall", "solutions": None}
    late = replace(slow, instance="three", **unsolved)
    there = replace(counted, instance="three", **unsolved)
    found = content(folder_of(*here, slow, late, there))
    first, second = found["measured"]
    assert (first["machine"], first["runs"]) == ("Example CPU", 3)
    assert (second["machine"], second["runs"]) == ("Other CPU", 2)
    assert "asp_made" not in text_in(first) and "cp_made" not in text_in(second)
    assert second["standing"]["file"].startswith("machine-2/")
    assert "kinds of machines (Example CPU; Other CPU)" in text_in(found["notices"])
    assert "clingo/asp_made says counted 9, but gecode/cp_made says counted 8" in text_in(found["contradictions"])
    assert "1 of 3 cases (an instance with a goal) nobody solved: squares/three (count)" in text_in(found["findings"])


def test_disturbed_runs_machines_and_the_enforcement_of_limits_are_reported(content, folder_of, base):
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
    (folder / "machines" / "bbbbbbbb.json").write_text(json.dumps({"core_count": 2, "governor": "unknown"}))
    found = content(folder)
    assert ["disturbed", "1 of 4 runs"] in found["machine"]["rows"]
    notices = text_in(found["notices"])
    assert "1 of 4 runs were disturbed: other programs, or the hypervisor, kept cores from them" in notices
    assert "Limits were held by cgroup (3 runs) and procfs (1 run)" in notices
    assert "3 kinds of machines" in notices and "2 different commits" in notices
    for cell in ("128.0 GB", "performance up to 3400 MHz", "aaaaaaaa", "bbbbbbbb", "aaaaaaaa + cccccccc"):
        assert cell in text_in(found["hosts"])


def test_campaigns_without_a_record_of_disturbed_runs_say_so(content, folder_of, base):
    found = content(folder_of(base))
    assert ["disturbed", "not recorded"] in found["machine"]["rows"]
    assert "kept cores from them" not in text_in(found["notices"])


def test_missing_copies_and_solutions_are_reported(content, folder_of, base):
    notices = text_in(content(folder_of(base))["notices"])
    for words in ("No solution was kept", "No trace was kept", "Of 1 instance the results folder has no readable copy"):
        assert words in notices


def test_a_search_with_missing_parts_is_reported(content, folder_of, base):
    part = replace(base, goal="count", answer="counted", solutions=8, options="part=1/3")
    found = content(folder_of(part, replace(part, options="part=3/3", run_id="1")))
    assert "gecode/cp_made [parts=3]: 2 of 3 parts are done, and what they found is no count." in text_in(
        found["notices"]
    )


def test_with_too_many_configurations_only_the_best_settings_are_drawn(content, folder_of, base, monkeypatch):
    folder = folder_of(*[replace(base, options=options) for options in ("", "symmetry=none")])
    assert "the figures show" not in text_in(content(folder))
    monkeypatch.setattr("reports.chapters.family.MOST_DRAWN", 1)
    assert "Of 2 configurations the figures show 1" in text_in(content(folder))
