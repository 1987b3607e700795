"""A campaign with planted crashes and a missing package: report, page, summary and verification say so, and no crash
becomes a time."""

import argparse
from collections import Counter

import pytest

from tests.runners.recorded import findings
from tilings.reports.data.campaign import read_results
from tilings.reports.page import core
from tilings.reports.pdf.document import assemble
from tilings.reports.reach.findings import findings as findings_of
from tilings.reports.reach.sentences import sentences
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.campaign.summary import CampaignSummary
from tilings.runners.plan.estimate import Remaining
from tilings.runners.record.schema import read_runs

LACKING = "Package 'pindakaas' is unavailable"
CRASH = {"answer": "none", "ended": "crash", "check": "unchecked", "objective": None, "wall_s": 0.2, "message": LACKING}
PLANTED = {  # seconds of 20 runs; None: it crashed
    "kissat/sat_cover": [1.0] * 20,
    "kissat/sat_order": [None] * 20,
    "cadical/sat_cover": [2.0] * 20,
    "cadical/sat_order": [None, *[2.2] * 19],
    "clingo/asp_cover": [9.0] * 20,
}


@pytest.fixture
def planted(folder_of, base):
    records = []
    for name, times in PLANTED.items():
        solver, _, formulation = name.partition("/")
        own = {"solver": solver, "formulation": formulation, "paradigm": "ASP" if solver == "clingo" else "SAT"}
        for number, time_s in enumerate(times):
            run = base._replace(**own, instance=f"i{number}", wall_s=time_s or 0.2, run_id=f"{len(records):016x}")
            records.append(run if time_s else run._replace(**CRASH))
    left_out = {"answer": "none", "ended": "not_installed", "wall_s": None, "message": "to install: make extras"}
    records.append(base._replace(solver="rc2", formulation="sat_cell", instance="i0", run_id="f" * 16, **left_out))
    return folder_of(*records)


def test_the_front_page_and_the_page_open_with_what_crashed_and_what_was_missing(planted, undrawn, tmp_path):
    results = read_results(planted)
    for said in (assemble(results, tmp_path)["alarms"], core.summary(results, None)["faulty"]):
        crashed, unranked, missing = said
        assert crashed.startswith("21 of 100 runs ended by a fault") and LACKING in crashed
        assert "all 20 of kissat/sat_order" in crashed and "1 of 20 of cadical/sat_order" in crashed
        assert "Not ranked" in unranked and "kissat/sat_order" in unranked and "cadical" not in unranked
        assert "rc2/sat_cell" in missing and "make extras" in missing


def test_summary_and_verification_say_the_same(planted, capsys):
    rows = {record.run_id: record for record in read_runs(planted / "runs-1of1.csv")}
    summary = CampaignSummary(planted, CrossCheck([]), Remaining(Counter, 1), rows, rows.values())
    summary.progress.close()
    summary.report(argparse.Namespace(json=False))
    told = capsys.readouterr().out.splitlines()[-3:]
    assert [each.words for each in findings(planted) if each.words in told] == told
    assert "all 20 of kissat/sat_order" in told[0] and "rc2/sat_cell" in told[2]


def test_no_sentence_takes_a_crash_for_slowness_and_one_that_mostly_crashed_has_no_rank(planted):
    found = findings_of(read_results(planted))
    first, second = sentences(found)
    assert first == "kissat/sat_cover is the fastest on squares, one solution."
    assert "sat_order" not in second and "cut off" not in second
    (task,) = found.tasks
    rows = {each.configuration: each for each in task.entries}
    assert [each.configuration for each in task.ranked] == ["kissat/sat_cover", "cadical/sat_cover", "clingo/asp_cover",
                                                            "cadical/sat_order"]  # fmt: skip
    assert (rows["cadical/sat_order"].share, rows["cadical/sat_order"].both) == ("19 of 20", 19)
    assert rows["cadical/sat_order"].ratio.value == pytest.approx(2.2), "no crash is a time"
    assert not rows["kissat/sat_order"].ranked and rows["kissat/sat_order"].flaws == "20 runs failed (crash)"
