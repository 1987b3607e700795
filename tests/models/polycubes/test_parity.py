"""Parity proves infeasibility of known impossible puzzles, and of none that has a solution."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from generators import polycubes as generator
from models.polycubes import PROBLEM, dlx_cover, parity
from models.polycubes.instance import parse
from runners.native.dlx import Search

CATALOGUE = {entry.instance.name: entry.instance for entry in generator.catalogue()}


def test_one_of_each_tetromino_fills_no_rectangle() -> None:
    assert parity.impossible(CATALOGUE["tetrominoes4x5"]) == (
        "no solution, by parity: coloured like a chessboard, the open cells are as many of one colour as of the other; "
        "the pieces differ by 2 (1 piece), 0 (4 pieces), and no choice of signs makes these add up to 0"
    )
    assert parity.impossible(CATALOGUE["tetrominoes5x8"]) == ""


def test_the_35_hexominoes_fill_no_rectangle() -> None:
    hexominoes = [{"name": piece.name, "cells": piece.cells} for piece in CATALOGUE["box-in-a-diamond"].movable]
    for box in ([15, 14, 1], [30, 7, 1], [42, 5, 1]):
        proof = parity.impossible(parse({"name": "x", "box": box, "pieces": hexominoes}))
        assert "differ by 2 (11 pieces), 0 (24 pieces)" in proof
    assert parity.impossible(CATALOGUE["hexomino-parallelogram"]) == ""


def test_no_shipped_puzzle_with_a_solution_is_excluded() -> None:
    solvable = [entry for entry in generator.catalogue() if entry.known.get("first") == "sat"]
    assert [entry.instance.name for entry in solvable if parity.impossible(entry.instance)] == []


def test_the_proof_says_by_how_much_the_colours_differ() -> None:
    corners = [[0, 0, 0], [3, 3, 0]]
    dominoes = [{"name": "D", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 7}]
    mutilated = parse({"name": "x", "box": [4, 4, 1], "pieces": dominoes, "blocked": corners})
    assert "2 more of one colour than of the other; the pieces differ by 0 (7 pieces)" in parity.impossible(mutilated)
    assert PROBLEM.notes(mutilated) == [parity.impossible(mutilated)]


@given(st.dictionaries(st.integers(0, 6), st.integers(1, 4), max_size=4), st.integers(0, 40))
def test_a_difference_is_reachable_if_some_choice_of_signs_sums_to_it(pieces: dict[int, int], wanted: int) -> None:
    every = [d for d, count in pieces.items() for _ in range(count)][:12]
    some = {d: every.count(d) for d in every}
    sums = {sum(signed) for signed in product(*((d, -d) for d in every))}
    assert parity.reachable(some, wanted) == (wanted in sums)


def test_a_million_equal_pieces_are_decided_quickly() -> None:
    assert parity.reachable({1: 10**6, 2: 10**6}, 0)
    assert not parity.reachable({2: 10**6 + 1}, 0)


@given(
    st.lists(st.sampled_from("AABBC"), min_size=8, max_size=8),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1), st.just(0)), min_size=2, max_size=2, unique=True),
)
def test_no_random_puzzle_that_is_excluded_has_a_solution(
    owners: list[str], blocked: list[tuple[int, int, int]]
) -> None:
    """The pieces of a 4x2 box, to be put into a 5x2 box less two cells."""
    cells: dict[str, list[tuple[int, int, int]]] = {}
    for cell, owner in zip(product(range(4), range(2), (0,)), owners, strict=True):
        cells.setdefault(owner, []).append(cell)
    pieces = [{"name": name, "cells": found} for name, found in cells.items()]
    instance = parse({"name": "x", "box": [5, 2, 1], "pieces": pieces, "blocked": blocked, "reflect": True})
    if parity.impossible(instance):
        cover = dlx_cover.build(instance, "first")
        assert not Search(cover.primary, cover.capacities, cover.options).advance(max_solutions=1)
