"""The chapter on the native engine: the content of its tables; a report without its data leaves it out."""

from dataclasses import replace

import pytest

from models.problem import UserError
from reports.chapters import native
from reports.data.campaign import read_results
from reports.figures import effort, peers
from reports.pdf.document import assemble

TABLE2 = """\
case,instance,settings,scale,published_trials,trials,published_attempts,published_fits,published_unique,published_s,attempts,fits,unique,fits_error,unique_error,user_s,equal,source
P-1,box,"order=f=12,x=3",complete,0,0,20,10,4,38.7,20,10,4,,,1.5,yes,0
P-2,box,mch=12 constrain=auto,complete,0,0,200,100,4,3.2,201,100,4,,,0.5,no,0
TC-1,cube,bruijn=12,1000 probes,0,0,5000,2000,9,100,,1500,0,400,0,2,,0
HP-1,hex,order=x=35,20 trials,10000,20,1000000,1000000,5000,100,2400,2400,30,200,10,3,,0
HBD-1,dia,order=f=35 parity_filter=35,20 trials,10000,20,1000000,3000000,0,100,5600,5600,0,100,0,3,,0
"""
EFFORT = """\
case,source,remaining,attempts,fits
P-8,0,1,9,1
P-8,0,2,400,90
P-8,0,1,10,2
TC-8,0,1,1000000,2000
TC-8,0,2,50,0
"""
PEERS = """\
instance,name,ours,round,user_s,system_s,wall_s,peak_mb,ended,known,command
soma,mine,true,1,1.0,0,1,9,finished,yes,solve {json}
soma,other,false,1,3.0,0,3,9,finished,yes,other <#x> {dlx}
soma,mine,true,2,2.0,0,1,9,finished,yes,solve {json}
soma,other,false,2,8.0,0,3,9,finished,no,other <#x> {dlx}
cube,mine,true,1,2.0,0,1,9,finished,yes,solve --more {json}
cube,other,false,1,0.0,0,60.1,9,wall,,other <#x> {dlx}
"""


@pytest.fixture
def found(tmp_path):
    """The chapter's data, read from a folder that holds nothing else."""
    for name, text in (("table2", TABLE2), ("effort", EFFORT), ("peers", PEERS)):
        (tmp_path / f"{name}.csv").write_text(text)
    return native.load(tmp_path, tmp_path)


def test_effort_is_exact_and_seconds_are_ratios_within_one_machine(found):
    rows = native.complete(found.table2)["rows"]
    assert rows == [
        ["P-1", "f=12,x=3", "20", "10", "4", "1.0", "1.0"],
        ["P-2", "mch=12 R", "200\n≠ 201", "100", "4", "0.083", "0.33"],
    ]


def test_sampled_rows_are_compared_per_trial_in_standard_errors(found):
    rows = {row[0]: row[2:] for row in native.sampled(found.table2)["rows"]}
    assert rows["TC-1"] == ["1000 probes", "2,000", "1,500 ± 400", "-1.2", "9.00", "none met"]
    assert rows["HP-1"] == ["20 trials", "100", "120 ± 10", "+2.0", "0.50", "1.50 ± 0.50"]
    assert rows["HBD-1"][1:4] == ["100 or 300", "280 ± 5", "-4.0"], "the nearest of two published figures"


def test_cases_that_agree_with_the_article_are_counted(found):
    words = native.agreement(found.table2)
    assert "Of 2 rows that ran completely, 2 have the published number of solutions, and 1 agree" in words
    assert "Of 3 rows that were sampled, 2 lie within 2 of our standard errors" in words


def test_peers_are_compared_round_by_round(found):
    table = native.peers(found.peers)
    assert table["header"] == ["command", "soma", "cube"]
    assert table["rows"] == [
        ["mine (ours)", "1.5 s", "2.0 s"],
        ["other", "5.5 s\n× 3.5 (3.0–4.0)\nwrong count", "not in 60 s"],
    ]
    assert [name for name, _ in native.commands(found.peers)] == ["mine", "mine", "other"]


def test_the_sentences_of_the_figures_state_what_the_data_show(found):
    assert effort.draw(found.effort).figure is not None
    assert "P-8 with 2, TC-8 with 1 pieces remaining" in effort.draw(found.effort).sentence
    assert effort.panels(found.effort)["P"]["P-8"]["attempts"].tolist() == [10, 400], "the last run counts"
    assert peers.draw(found.peers).figure is not None
    assert "soma: mine 1.5 s against other 5.5 s; cube: mine 2.0 s." in peers.draw(found.peers).sentence


def test_without_data_there_is_a_sentence_and_no_figure(found):
    other = found.effort.assign(case="HP-1")
    assert effort.draw(other).figure is None and effort.draw(other).sentence
    late = found.peers.assign(ended="wall")
    assert peers.draw(late).figure is None and peers.draw(late).sentence


def test_published_data_stand_in_for_missing_ones_and_are_named_as_such(tmp_path, found):
    empty = tmp_path / "campaign"
    empty.mkdir()
    assert native.load(empty, published=tmp_path).elsewhere == tmp_path.name
    assert not native.load(empty, published=empty)


@pytest.mark.parametrize(("name", "text"), [("table2", "case,instance\nP-1,x\n"), ("peers", "")])
def test_files_of_another_schema_are_refused(tmp_path, name, text):
    (tmp_path / f"{name}.csv").write_text(text)
    with pytest.raises(UserError, match=f"{name}.csv"):
        native.load(tmp_path, tmp_path)


@pytest.mark.usefixtures("undrawn")
def test_the_report_has_the_chapter(folder_of, base, found, tmp_path):
    folder = folder_of(replace(base, family="polycubes"))
    assert assemble(read_results(folder), tmp_path, tmp_path)["native"]["complete"]["rows"]
    assert assemble(read_results(folder), tmp_path, folder)["native"] is None
