"""The chapter on which puzzle suits whom: what its titles and words say of made-up campaigns whose truth is known."""

from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import pytest

from reports.chapters.chapter import Heading, Table, Words
from reports.chapters.winners import _verdict, chapter
from reports.data.campaign import read_results
from reports.figures.drawing import Drawing
from reports.plot.style import context
from tests.reports.conftest import CUT_OFF, dump

TILES = (3, 4, 5, 7, 8, 9)  # on a board of 5 x 5 cells


def boards(base, winner):
    """Runs of two paradigms on boards of these numbers of tiles, four each, the winner four times as fast."""
    for tiles, rung, paradigm in product(TILES, range(4), ("CP-SAT", "exact cover")):
        yield replace(
            base, family="triominoes", goal="optimum", sense="max", answer="optimal", objective=1, solver=paradigm,
            paradigm=paradigm, instance=f"t{tiles}-{rung}", ladder=f"d{tiles}", run_id=f"{tiles}{rung}{paradigm[0]}",
            wall_s=0.5 if winner(tiles, rung) == paradigm else 2.0,
        )  # fmt: skip


@pytest.fixture
def told(folder_of):
    """The chapter's blocks on a campaign of these runs, whose instances have as many tiles as their ladder says."""

    def made(records):
        records = list(records)
        folder = folder_of(*records)
        for name in {record.instance for record in records if record.family == "triominoes"}:
            tiles, rung = map(int, name[1:].split("-"))
            board = [[1, 1, 1 + rung % 2]] * tiles
            data = {"family": "triominoes", "name": name, "rows": 5, "cols": 5, "tiles": board, "connected": False}
            dump(folder / "instances" / "triominoes" / f"{name}.json", data)
        with context():
            return chapter(read_results(folder)).blocks

    return made


def of_kind(blocks, kind):
    return [block for block in blocks if isinstance(block, kind)]


def test_a_rule_that_the_instance_tells_is_told_in_words_with_what_it_saves(told, base):
    blocks = told(boards(base, lambda tiles, _: "CP-SAT" if tiles > 6 else "exact cover"))
    words = of_kind(blocks, Words)[0].text
    assert words.startswith("24 cases were solved that several paradigms tried; none ran with several seeds")
    assert "decided (on 0 the next paradigm takes at most 1.2 times as long). Of the 24 cases CP-SAT" in words
    verdict, gain = (block.text for block in of_kind(blocks, Heading))
    assert verdict.startswith("The instance tells the winner: a tree names that of 100% of cases")
    tree, choices = of_kind(blocks, Table)
    assert [row[1:] for row in tree.rows] == [["exact cover", "12", "12"], ["CP-SAT", "12", "12"]]
    assert [row[0] for row in choices.rows][2:] == [
        "the configuration that the tree names",
        "the best run of each case",
    ]
    assert choices.rows[2][1:4] == ["24/24", "0.50", "0.50"] and choices.rows[1][1:4] == ["24/24", "1.2", "1.0"]
    assert "a perfect choice, which picks lucky runs, too, would save 50%" in gain
    (footprint,) = of_kind(blocks, Drawing)
    assert footprint.figure is not None and "triominoes CP-SAT wins 12 of 24 cases" in footprint.title


def test_where_the_tree_does_not_beat_the_usual_winner_that_is_undecided(told, base):
    blocks = told(boards(base, lambda tiles, _: "CP-SAT" if tiles in (3, 5, 8) else "exact cover"))
    assert of_kind(blocks, Heading)[0].text.startswith("Undecided: a tree")


@pytest.mark.parametrize(
    ("gain", "words"),
    [((-0.3, -0.1), "The instance does not"), ((-0.3, 0.1), "Undecided"), ((0.1, 0.3), "The instance tells")],
)
def test_only_an_interval_beside_zero_decides_whether_the_instance_tells(gain, words):
    assert _verdict(SimpleNamespace(gain=gain, accuracy=0.5, usual=0.6)).startswith(words)


def test_one_winner_of_everything_is_said_and_nothing_is_predicted(told, base):
    blocks = told(boards(base, lambda *_: "CP-SAT"))
    assert not of_kind(blocks, Heading) and all(drawing.figure is None for drawing in of_kind(blocks, Drawing))
    assert of_kind(blocks, Words)[0].text.endswith("CP-SAT wins 24. CP-SAT wins all of triominoes (24).")


def test_leads_within_the_spread_of_seeds_are_undecided(told, base):
    seeds = [replace(base, seed=seed, solver=who, paradigm=who, run_id=f"{who}{seed}", wall_s=time_s)
             for who in ("CP", "ASP") for seed, time_s in ((1, 1.0), (2, 3.0))]  # fmt: skip
    (words,) = of_kind(told(seeds), Words)
    assert words.text.endswith("on 1 of them the fastest two are nearer than two seeds of one may be: undecided.")


@pytest.mark.parametrize("records", [[{}], [CUT_OFF, CUT_OFF | {"solver": "cbc", "paradigm": "MIP"}], []])
def test_a_campaign_without_a_contest_has_no_chapter(told, base, records):
    assert not told(replace(base, **changes) for changes in records)
