"""The first-hole search finds what plain dancing links find, in slices and with hardly any memory as well."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.runners.native.packings import KNOWN, orbits, puzzles, representatives, shipped
from tests.runners.native.slices import check_slices
from tilings.models.polycubes.instance import PolycubesInstance, parse
from tilings.models.polycubes.packing import packing
from tilings.models.problem import NotApplicable, Packing, UserError
from tilings.runners.native._engine import BitsPuzzle, HolesSearch
from tilings.runners.native.bits import candidates
from tilings.runners.native.holes import Holes

THICK = {"solid-pentominoes3x4x5", "solid-pentominoes2x5x6", "tetris-cube", "bedlam-cube"}  # not for this search


@pytest.mark.parametrize("name", [name for name in KNOWN if name not in THICK])
def test_counts_equal_the_published_ones(name: str) -> None:
    search = Holes(shipped("holes", name))
    search.advance(collect=False)
    assert (search.finished, search.solutions, search.progress) == (True, KNOWN[name], 1)


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_each_class_of_solutions_is_found_once_whatever_piece_is_constrained(instance: PolycubesInstance) -> None:
    found = packing(instance, "holes", {})
    expected = orbits(found)
    assume(expected is not None)
    for choice in ("auto", "none", *(found.names[piece] for piece in candidates(found))):
        search = Holes(replace(found, settings={"constrain": choice}))
        assert representatives(found, search.advance()) == expected
        assert (search.finished, search.solutions) == (True, len(expected or ()))


@pytest.mark.parametrize("length", [30, 60, 120, 250])
def test_masks_of_every_width_give_the_same_solutions(length: int) -> None:
    """A rod in one of two rows, two shorter ones in the other; the last is the longest that still fits into a mask."""
    rods = {"I": length, "J": length - 3, "K": 2, "M": 1}
    pieces = [{"name": name, "cells": [[x, 0, 0] for x in range(size)]} for name, size in rods.items()]
    found = packing(parse({"name": "rods", "box": [length, 2, 1], "pieces": pieces, "convention": "raw"}), "holes", {})
    expected = orbits(found)
    assert representatives(found, Holes(found).advance()) == expected
    assert len(expected or ()) == 2 * 6


@settings(max_examples=30, deadline=None)
@given(puzzles(), st.integers(1, 40))
def test_a_search_in_slices_gives_the_same_sequence_of_solutions(instance: PolycubesInstance, step: int) -> None:
    found = packing(instance, "holes", {})
    check_slices(lambda: Holes(found), step)


@pytest.mark.parametrize("name", ["pentominoes4x15", "soma-rotations"])
def test_states_that_are_forgotten_and_found_again_change_no_solution(name: str) -> None:
    roomy, cramped = Holes(shipped("holes", name)), Holes(shipped("holes", name), memory=200_000)
    assert cramped.advance() == roomy.advance()
    assert cramped.updates > roomy.updates


@settings(max_examples=20, deadline=None)
@given(puzzles())
def test_hardly_any_memory_is_enough(instance: PolycubesInstance) -> None:
    found = packing(instance, "holes", {})
    expected = orbits(found)
    assume(expected is not None)
    assert representatives(found, Holes(found, memory=0).advance()) == expected


def test_more_copies_than_a_multiset_can_count_are_searched_without_guidance() -> None:
    """The cells of a board as so many pieces of one cell and different names: each permutation is a solution."""
    cells = ((0, 0, 0), (1, 0, 0))
    names = tuple(f"P{i}" for i in range(70))
    places = tuple(product(range(70), range(2)))
    found = Packing(
        "holes", {}, (2, 1, 1), cells, names, (1,) * 70, tuple(piece for piece, _ in places),
        tuple((cell,) for _, cell in places), (tuple(range(140)),), (),
    )  # fmt: skip
    assert Holes(found).advance() == []
    tall = Packing(
        "holes", {}, (70, 1, 1), tuple((x, 0, 0) for x in range(70)), names, (1,) * 70, tuple(range(70)),
        tuple((cell,) for cell in range(70)), (tuple(range(70)),), (),
    )  # fmt: skip
    assert Holes(tall).advance() == [list(range(70))]


def test_the_empty_puzzle_has_one_solution() -> None:
    assert Holes(Packing("holes", {}, (1, 1, 1), (), (), (), (), (), ((),), ())).advance() == [[]]


def test_pieces_without_room_have_no_solution() -> None:
    cells = ((0, 0, 0), (1, 0, 0))
    for names, copies in ((("I", "X"), (1, 1)), (("I",), (2,))):
        found = Packing("holes", {}, (2, 1, 1), cells, names, copies, (0,), ((0, 1),), ((0,),), ())
        assert Holes(found).advance() == []


def test_a_placement_that_reaches_too_far_is_refused_in_one_clear_line() -> None:
    cells = tuple((x, 0, 0) for x in range(513))
    found = Packing("holes", {}, (513, 1, 1), cells, ("I",), (1,), (0,), (tuple(range(513)),), ((0,),), ())
    with pytest.raises(NotApplicable, match="a placement reaches over 513 cells, more than 512") as refusal:
        Holes(found)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"constrain": "Q"}, "there is no piece 'Q' to constrain; the pieces are F, I"),
        ({"constrain": ""}, "there is no piece '' to constrain"),
    ],
)
def test_bad_settings_are_refused(options: dict[str, str], complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        Holes(shipped("holes", "pentominoes6x10", **options))


@pytest.mark.parametrize("memory", [-1, -(2**40)])
def test_a_negative_memory_is_refused(memory: int) -> None:
    with pytest.raises(ValueError, match=f"memory is negative: {memory}"):
        HolesSearch(BitsPuzzle(2, [1], [0], [[0, 1]], [], [], -1), memory)
