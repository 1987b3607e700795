"""What the report says of a campaign, whatever is missing in it, as the content that its template sets."""

import json
from dataclasses import replace

import pytest

from reports.data.load import load
from reports.pdf.document import assemble

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture
def content(tmp_path):
    """The content of the report on a folder, and nothing published."""
    return lambda folder: assemble(load(folder), tmp_path, tmp_path / "nothing")


def said(part):
    """All that a part of the content says."""
    return json.dumps(part, ensure_ascii=False)


def test_one_run(content, folder_of, base):
    found = content(folder_of(base))
    assert "gecode/cp_made (1 of 1 solved" in said(found["findings"])
    assert "No figure of time by difficulty" in said(found["measured"])


def test_nothing_solved_nothing_installed(content, folder_of, base):
    absent = replace(base, answer="none", check="unchecked", ended="not_installed", message="to install: make")
    found = content(folder_of(absent))
    assert "None of 1 planned run took place" in said(found["findings"])
    assert "to install: make" in said(found["cut_off"])
    cut_off = replace(base, answer="none", check="unchecked", ended="wall", encode_s=None, solve_s=None)
    assert "no configuration solved any of 1 instance" in said(content(folder_of(cut_off))["findings"])


def test_configurations_that_ran_on_different_instances_are_not_ranked(content, folder_of, base):
    other = replace(base, instance="sq5-first", solver="clingo", formulation="asp_made")
    found = content(folder_of(base, other))
    assert "no configuration ran on all 2 instances, so none is first; all together solve 2 of 2" in said(found)
    assert "gecode/cp_made †" in said(found["measured"][0]["paradigms"])
    assert "Without a run on some of the instances of a family and goal (†), and not ranked there: " in said(
        found["notices"]
    )


def test_contradictions_and_refuted_answers_are_told(content, folder_of, base):
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
    assert found["refuted"] == 1 and "known: 8" in said(found["failures"])
    assert "2 machines (alpha, beta) of one kind" in said(found["notices"])


def test_kinds_of_machines_are_apart_but_their_answers_are_compared(content, folder_of, base):
    counted = replace(base, goal="count", answer="counted", solutions=8)
    here = [replace(counted, instance=name) for name in ("one", "two")]
    slow = replace(counted, instance="one", solver="clingo", formulation="asp_made", solutions=9, cpu_model="Other CPU",
                   encode_s=0.0, solve_s=40.0)  # fmt: skip
    unsolved = {"answer": "none", "ended": "wall", "solutions": None}
    late = replace(slow, instance="three", **unsolved)
    there = replace(counted, instance="three", **unsolved)
    found = content(folder_of(*here, slow, late, there))
    first, second = found["measured"]
    assert (first["machine"], first["runs"]) == ("Example CPU", 3)
    assert (second["machine"], second["runs"]) == ("Other CPU", 2)
    assert "asp_made" not in said(first) and "cp_made" not in said(second)
    assert second["standing"]["file"].startswith("machine-2/")
    assert "kinds of machines (Example CPU; Other CPU)" in said(found["notices"])
    assert "clingo/asp_made says counted 9, but gecode/cp_made says counted 8" in said(found["contradictions"])
    assert "1 of 3 cases (an instance with a goal) nobody solved: squares/three (count)" in said(found["findings"])


def test_disturbed_runs_machines_and_what_held_the_limits_are_told(content, folder_of, base):
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
    notices = said(found["notices"])
    assert "1 of 4 runs started while other programs, or the hypervisor, kept cores from them" in notices
    assert "Limits were held by cgroup (3 runs) and procfs (1 run)" in notices
    assert "3 kinds of machines" in notices and "2 different commits" in notices
    for cell in ("128.0 GB", "performance up to 3400 MHz", "aaaaaaaa", "bbbbbbbb", "aaaaaaaa + cccccccc"):
        assert cell in said(found["hosts"])


def test_of_earlier_campaigns_it_is_not_known_which_runs_were_disturbed(content, folder_of, base):
    found = content(folder_of(base))
    assert ["disturbed", "not recorded"] in found["machine"]["rows"]
    assert "kept cores from them" not in said(found["notices"])


def test_what_was_not_kept_is_told(content, folder_of, base):
    notices = said(content(folder_of(base))["notices"])
    for words in ("No solution was kept", "No trace was kept", "Of 1 instance the results folder has no readable copy"):
        assert words in notices


def test_a_search_of_which_parts_are_missing_is_told(content, folder_of, base):
    part = replace(base, goal="count", answer="counted", solutions=8, options="part=1/3")
    found = content(folder_of(part, replace(part, options="part=3/3", run_id="1")))
    assert "gecode/cp_made [parts=3]: 2 of 3 parts are done, and what they found is no count." in said(found["notices"])


def test_of_too_many_configurations_the_best_settings_are_drawn(content, folder_of, base, monkeypatch):
    folder = folder_of(*[replace(base, options=options) for options in ("", "symmetry=none")])
    assert "the figures show" not in said(content(folder))
    monkeypatch.setattr("reports.chapters.family.MOST_DRAWN", 1)
    assert "Of 2 configurations the figures show 1" in said(content(folder))
