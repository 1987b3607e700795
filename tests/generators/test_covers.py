"""`generators.covers` makes the ladders of exact covers, each with the solution that it was made from."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.called import called
from tests.generators.shipped import Entry, entries
from tilings.generators import covers, covers_ladders
from tilings.generators.covers_ladders import CLASSES
from tilings.models import registry
from tilings.models.covers import PROBLEM, dlx_general
from tilings.models.covers.instance import parse, to_json
from tilings.runners.native.general import Covers

LADDERS = [entry for entry in entries("covers").values() if entry.ladder_class in CLASSES]
SMALL = [entry for entry in LADDERS if (entry.size or 0) <= 25 and "count" in entry.known]
CHEAP = [entry for entry in LADDERS if "optimum" in entry.known and (entry.size or 0) <= 36]


@pytest.mark.parametrize("name", sorted(set(CLASSES) - {"mismatched"}))
@settings(max_examples=10, deadline=None)
@given(width=st.integers(2, 4), height=st.integers(2, 4), seed=st.integers(1, 10**9))
def test_an_instance_of_a_class_has_a_solution_and_its_parameters_give_it_again(
    name: str, width: int, height: int, seed: int
) -> None:
    instance = covers_ladders.instance(name, width, height, seed)
    assert parse(to_json(instance)) == instance == covers_ladders.instance(name, width, height, seed)
    cover = dlx_general.build(instance, "first")
    found = Covers(cover.bounds, cover.secondary, cover.options, colours=cover.colours).advance(1)
    solution = PROBLEM.decode(instance, [cover.atoms[option] for option in found[0]])
    assert PROBLEM.check(instance, solution, "first") == []


@pytest.mark.parametrize("name", ["mismatched3x2c4-s1", "mismatched3x3c4-s2", "pigeons4"])
def test_one_without_a_solution_has_none(name: str) -> None:
    entry = covers.made(name)
    assert entry is not None and entry.known == {"first": "unsat", "count": 0}
    cover = dlx_general.build(entry.instance, "first")
    assert Covers(cover.bounds, cover.secondary, cover.options, colours=cover.colours).advance() == []


@pytest.mark.parametrize("entry", SMALL, ids=lambda entry: entry.name)
def test_small_ones_have_as_many_covers_as_the_manifest_says(entry: Entry) -> None:
    cover = dlx_general.build(entry.instance, "count")
    found = Covers(cover.bounds, cover.secondary, cover.options, colours=cover.colours).advance()
    assert len(found) == entry.known["count"]


@pytest.mark.parametrize("entry", CHEAP, ids=lambda entry: entry.name)
def test_the_cheapest_cover_costs_what_the_manifest_says(entry: Entry) -> None:
    cover = dlx_general.build(entry.instance, "optimum")
    search = Covers(cover.bounds, cover.secondary, cover.options, colours=cover.colours, costs=cover.costs, best=1)
    least = sum(cover.costs[option] for option in search.advance()[-1])
    assert least == entry.known["optimum"]


def test_the_command_writes_an_instance_of_a_ladder(tmp_path: Path) -> None:
    words = ("--ladder", "coloured", "--box", 3, 2, "--seed", 5, "--name", "mine", "--out", tmp_path)
    done = called("tilings.generators.covers", *map(str, words))
    assert done.returncode == 0, done.stderr
    assert registry.load_instance(tmp_path / "mine.json")[1].name == "mine"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "give one of --import FILE, --classic KIND SIZE and --ladder CLASS"),
        (("--ladder", "matrix", "--box", "1", "5"), "a box of a ladder needs sides of at least 2, not 1 and 5"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_in_one_line(words: tuple[str, ...], message: str) -> None:
    done = called("tilings.generators.covers", *words)
    assert done.returncode == 2 and done.stderr.strip() == f"error: {message}"
