"""Parity proves infeasibility of known impossible puzzles, and of none that has a solution."""

from itertools import product

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from tests.generators.shipped import entries, instances
from tilings.models import registry
from tilings.models.polycubes import dlx_auto, dlx_bits, dlx_cover, notes
from tilings.models.polycubes.instance import PolycubesInstance, parse
from tilings.models.problem import Choice
from tilings.runners.native import engines

CATALOGUE = instances("polycubes")


def test_one_of_each_tetromino_fills_no_rectangle() -> None:
    assert notes.impossible(CATALOGUE["tetrominoes4x5"]) == (
        "no solution, by parity: coloured like a chessboard, the open cells are as many of one colour as of the other; "
        "the pieces differ by 2 (1 piece), 0 (4 pieces). However the pieces lie, the colours cannot balance"
    )
    assert notes.impossible(CATALOGUE["tetrominoes5x8"]) == ""


def test_the_35_hexominoes_fill_no_rectangle() -> None:
    hexominoes = [{"name": piece.name, "cells": piece.cells} for piece in CATALOGUE["box-in-a-diamond"].movable]
    for box in ([15, 14, 1], [30, 7, 1], [42, 5, 1]):
        proof = notes.impossible(parse({"name": "x", "box": box, "pieces": hexominoes}))
        assert "differ by 2 (11 pieces), 0 (24 pieces)" in proof
    assert notes.impossible(CATALOGUE["hexomino-parallelogram"]) == ""


def test_no_shipped_puzzle_with_a_solution_is_excluded() -> None:
    solvable = [entry for entry in entries("polycubes").values() if entry.known.get("first") == "sat"]
    assert [entry.instance.name for entry in solvable if notes.impossible(entry.instance)] == []


@pytest.mark.parametrize("name", ["dlx_auto", "dlx_bits"])
def test_the_search_ends_before_it_begins(name: str) -> None:
    built = registry.formulation("polycubes", name).module().build(CATALOGUE["tetrominoes4x5"], "count")
    model = built.search if isinstance(built, Choice) else built
    assert (model.piece, model.covers, model.atoms) == ((), (), ())
    assert dlx_cover.build(CATALOGUE["tetrominoes4x5"], "count").options


def test_pieces_of_any_number_are_not_searched_either_where_parity_excludes_them() -> None:
    domino = {"name": "D", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 7, "optional": 7}
    data = {"name": "x", "box": [4, 4, 1], "pieces": [domino], "blocked": [[0, 0, 0], [3, 3, 0]], "gaps": [0, 1]}
    instance = parse(data)
    assert "the pieces differ by 0 (at most 7 pieces)." in notes.impossible(instance)
    assert not dlx_auto.build(instance, "first").options
    assert dlx_cover.build(instance, "first").options


def test_a_piece_without_placements_may_be_named_to_be_constrained() -> None:
    search = engines.opened(dlx_bits.build(CATALOGUE["tetrominoes4x5"], "count", constrain="T"))
    assert (search.advance(), search.finished) == ([], True)


@given(st.dictionaries(st.integers(0, 6), st.integers(1, 4), max_size=4), st.integers(0, 40))
def test_a_difference_is_reachable_if_some_choice_of_signs_sums_to_it(pieces: dict[int, int], wanted: int) -> None:
    every = [d for d, count in pieces.items() for _ in range(count)][:12]
    some = {d: every.count(d) for d in every}
    sums = {sum(signed) for signed in product(*((d, -d) for d in every))}
    assert notes.reachable(some, wanted) == (wanted in sums)


def test_a_million_equal_pieces_are_decided_quickly() -> None:
    assert notes.reachable({1: 10**6, 2: 10**6}, 0)
    assert not notes.reachable({2: 10**6 + 1}, 0)


BOX = list(product(range(3), range(2), range(2)))


@given(
    st.permutations(BOX), st.permutations(BOX), st.lists(st.sampled_from("ABC"), min_size=8, max_size=8), st.booleans()
)
def test_the_engines_that_are_told_of_it_count_as_the_one_that_is_not(
    source: list[tuple[int, int, int]], target: list[tuple[int, int, int]], owners: list[str], reflect: bool
) -> None:
    """Pieces of eight cells of a box, in one part or several, to be put into eight others, one of which is fixed."""
    cells: dict[str, list[tuple[int, int, int]]] = {}
    for cell, owner in zip(source, owners, strict=False):
        cells.setdefault(owner, []).append(cell)
    pieces = [{"name": name, "cells": found} for name, found in cells.items()]
    fixed = {"name": "X", "cells": target[8:9], "fixed": True}
    given = {"name": "x", "box": [3, 2, 2], "pieces": [*pieces, fixed], "blocked": target[9:], "reflect": reflect}
    instance = parse(given)
    event(f"excluded: {bool(notes.impossible(instance))}")
    counts = {name: _count(instance, name) for name in ("dlx_auto", "dlx_bits", "dlx_cover")}
    assert len(set(counts.values())) == 1, counts


def _count(instance: PolycubesInstance, formulation: str) -> int:
    """The number of solutions by a formulation's engine; conventions do not matter here, as each counts all."""
    search = engines.opened(registry.formulation("polycubes", formulation).module().build(instance, "count"))
    while not search.finished:
        search.advance(collect=False)
    return search.solutions
