"""`generators.polycubes` imports puzzle files and cuts random boxes, under the convention that the user chooses."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.called import called
from tests.generators.shipped import Entry, entries
from tilings.generators.boxes import generate
from tilings.generators.polycubes import DEFINITIONS
from tilings.generators.polycubes_ladders import domino_tilings, made
from tilings.models import registry
from tilings.models.polycubes import PROBLEM, dlx_cover
from tilings.models.polycubes.instance import PolycubesInstance, parse, to_json
from tilings.models.problem import Solution
from tilings.runners.native import dlx


@pytest.mark.parametrize(
    ("source", "options", "convention"),
    [
        (("--import", DEFINITIONS / "soma-cube.txt"), (), "rotations"),
        (("--import", DEFINITIONS / "soma-cube.txt"), ("--convention", "reflections"), "reflections"),
        (("--import", DEFINITIONS / "soma-cube.txt"), ("--convention", "raw"), "raw"),
        (("--box", 3, 3, 2), (), "raw"),
        (("--box", 3, 3, 2), ("--convention", "rotations"), "rotations"),
    ],
)
def test_an_imported_instance_keeps_its_convention_unless_another_is_given(
    tmp_path: Path, source: tuple[object, ...], options: tuple[str, ...], convention: str
) -> None:
    done = called("tilings.generators.polycubes", *source, *options, "--name", "mine", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    _, instance = registry.load_instance(tmp_path / "mine.json")
    assert instance.convention == convention  # type: ignore[attr-defined]


PLANTED = [entry for entry in entries("polycubes").values() if entry.ladder_class == "planted"]
QUICK = [entry for entry in PLANTED if "count" in entry.known and (entry.size or 0) <= 36]


@settings(max_examples=15, deadline=None)
@given(
    box=st.tuples(st.integers(1, 4), st.integers(1, 3), st.integers(1, 3)),
    smallest=st.integers(1, 4), more=st.integers(0, 3), draws=st.integers(1, 3), seed=st.integers(0, 10**9),
)  # fmt: skip
def test_a_random_box_can_be_filled_and_its_seed_gives_it_again(
    box: tuple[int, int, int], smallest: int, more: int, draws: int, seed: int
) -> None:
    instance = generate(random.Random(seed), box, smallest, smallest + more, "t", draws=draws)
    assert parse(to_json(instance)) == instance
    assert instance == generate(random.Random(seed), box, smallest, smallest + more, "t", draws=draws)
    assert PROBLEM.check(instance, covers(instance, most=1)[0], "first") == []


def test_more_draws_leave_no_more_pieces() -> None:
    pieces = [
        sum(piece.copies for piece in generate(random.Random(1), (4, 4, 3), 5, 7, draws=draws).pieces)
        for draws in (1, 5, 20)
    ]
    assert pieces == sorted(pieces, reverse=True)


@pytest.mark.parametrize("entry", QUICK, ids=lambda entry: entry.name)
def test_a_planted_box_has_as_many_solutions_as_the_manifest_says(entry: Entry) -> None:
    assert len(covers(entry.instance)) == entry.known["count"]


def covers(instance: PolycubesInstance, most: int = 0) -> list[Solution]:
    """So many solutions, or all of them."""
    cover = dlx_cover.build(instance, "count")
    found = dlx.Search(cover.primary, cover.capacities, cover.options).advance(most)
    return [PROBLEM.decode(instance, [cover.atoms[option] for option in options]) for options in found]


@pytest.mark.parametrize(("width", "height"), [(2, 1), (3, 2), (4, 4), (6, 4), (5, 4), (6, 6), (7, 3)])
def test_the_tilings_by_dominoes_are_as_many_as_a_search_finds(width: int, height: int) -> None:
    board = {"name": "t", "box": [width, height, 1], "pieces": [{"name": "D", "cells": [[0, 0, 0], [1, 0, 0]]}]}
    board["pieces"][0]["copies"] = width * height // 2  # type: ignore[index]
    found = len(covers(parse(board))) if width * height % 2 == 0 else 0
    assert domino_tilings(width, height) == found


@pytest.mark.parametrize(
    "name", ["mutilated4x4", "mutilated5x4", "mutilated6x5", "uneven3x3x2-s1", "uneven4x3x2-s3", "uneven4x3x2p4-s1"]
)
def test_a_box_without_a_solution_has_none(name: str) -> None:
    entry = made(name)
    assert entry is not None and entry.known["count"] == 0 and covers(entry.instance) == []


@given(width=st.integers(1, 12), seed=st.integers(0, 10**9 - 1))
@settings(max_examples=10, deadline=None)
def test_the_pentominoes_of_a_cut_fill_its_box(width: int, seed: int) -> None:
    entry = made(f"pent5x{width}-s{seed}")
    assert entry is not None and entry.known["first"] == "sat"
    assert PROBLEM.check(entry.instance, covers(entry.instance, most=1)[0], "first") == []
