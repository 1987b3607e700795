"""The study of the published table and of other solvers: its tables and figures, and what is missing."""

import pytest

from tilings.models.problem import UserError
from tilings.studies import document
from tilings.studies.busche import chapter as busche
from tilings.studies.peers import chapter as peers

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
    """The studies in a folder that holds nothing else."""
    for name, text in (("table2", TABLE2), ("effort", EFFORT), ("peers", PEERS)):
        (tmp_path / f"{name}.csv").write_text(text)
    return document.load(tmp_path)


def test_effort_is_exact_and_seconds_are_ratios_within_one_machine(found):
    rows = busche.complete(found.reproduced.table2).rows
    assert rows == [
        ["P-1", "f=12,x=3", "20", "10", "4", "1.0", "1.0"],
        ["P-2", "mch=12 R", "200\n≠ 201", "100", "4", "0.083", "0.33"],
    ]


def test_sampled_rows_are_compared_per_trial_in_standard_errors(found):
    rows = {row[0]: row[2:] for row in busche.sampled(found.reproduced.table2).rows}
    assert rows["TC-1"] == ["1000 probes", "2,000", "1,500 ± 400", "-1.2", "9.00", "none met"]
    assert rows["HP-1"] == ["20 trials", "100", "120 ± 10", "+2.0", "0.50", "1.50 ± 0.50"]
    assert rows["HBD-1"][1:4] == ["100 or 300", "280 ± 5", "-4.0"], "the nearest of two published figures"


def test_cases_that_agree_with_the_article_are_counted(found):
    words = busche.agreement(found.reproduced.table2)
    assert "Of 2 rows that ran completely, 2 have the published number of solutions, and 1 agree" in words
    assert "Of 3 rows that were sampled, 2 lie within 2 of our standard errors" in words


def test_our_fastest_command_is_ahead_where_it_is_in_every_round(found):
    assert peers.ahead(found.peers[found.peers["ended"] == "finished"]) == ([3.5], [])
    drawn = peers.draw(found.peers)
    assert drawn.figure is not None
    assert drawn.title.endswith("in every round on 1 of 1 instance, by a factor of 3.5")
    assert drawn.sentence.endswith("Counts that differ from the known one: other.")
    texts = [text.get_text() for axes in drawn.figure.axes for text in axes.texts]
    assert texts == ["1.5", "5.5", "2.0", "> 60 s"]
    slower = found.peers.assign(user_s=found.peers["user_s"].where(found.peers["round"] == 1, 9.0))
    assert "on 0 of 1 instance" in peers.draw(slower).title, "in the second round the other is as fast"


def test_the_figure_of_effort_says_where_it_is_spent(found):
    assert busche.draw(found.reproduced.effort).figure is not None
    assert busche.draw(found.reproduced.effort).title == "Most attempts are made with 1 to 2 pieces remaining"
    assert busche.panels(found.reproduced.effort)["P"]["P-8"]["attempts"].tolist() == [10, 400], "the last run counts"


def test_without_data_there_is_no_figure(found):
    assert busche.draw(found.reproduced.effort.assign(case="HP-1")).figure is None
    assert peers.draw(found.peers.assign(ended="wall")).figure is None


def test_what_the_command_wrote_into_its_own_folder_is_found(tmp_path, found):
    home = tmp_path / "results"
    (home / "reproduce").mkdir(parents=True)
    (tmp_path / "table2.csv").rename(home / "reproduce" / "table2.csv")
    loaded = document.load(home)
    assert len(loaded.reproduced.table2) == 5 and loaded.peers is None


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("table2", TABLE2.replace("38.7,20,10", "38.7,,10"), "line 2: attempts takes a number from 0, not ''"),
        ("table2", TABLE2.replace(",0.5,no", ",soon,no"), "line 3: user_s takes a number from 0, not 'soon'"),
        ("peers", PEERS.replace("8.0", "-1"), "line 5: user_s takes a number from 0, not '-1'"),
        ("peers", PEERS.replace("60.1", "nan"), "line 7: wall_s takes a number from 0, not 'nan'"),
        ("peers", PEERS.replace("wall_s", "wall"), "peers.csv lacks the column wall_s"),
        ("peers", "", "peers.csv"),
    ],
)
def test_a_file_of_another_schema_and_a_cell_that_is_no_number_are_refused(tmp_path, name, text, said):
    (tmp_path / f"{name}.csv").write_text(text)
    with pytest.raises(UserError, match=said):
        document.load(tmp_path)
