"""A sub-puzzle fixes the kept pieces, and its solutions are those of the whole puzzle that hold them there."""

import pytest

from tests.generators.shipped import instances
from tilings.models.polycubes import data, dlx_cover
from tilings.models.polycubes.check import check
from tilings.models.polycubes.instance import PolycubesInstance, keep, parse, to_json
from tilings.models.problem import Solution, UserError
from tilings.runners.native.dlx import Search

CATALOGUE = instances("polycubes")


def solutions(instance: PolycubesInstance, most: int = 0) -> list[Solution]:
    """All solutions, or the first `most` of them, symmetric ones included."""
    instance = instance._replace(convention="raw")
    cover = dlx_cover.build(instance, "count")
    found = Search(cover.primary, cover.capacities, cover.options).advance(max_solutions=most)
    return [data.decode(instance, [cover.atoms[option] for option in options]) for options in found]


@pytest.mark.parametrize(("name", "pieces"), [("soma-raw", ["V", "L"]), ("pentominoes3x20", ["X"])])
def test_a_sub_puzzle_has_the_solutions_that_contain_the_kept_pieces(name: str, pieces: list[str]) -> None:
    instance = CATALOGUE[name]
    every = solutions(instance)
    held = {item for item in every[0] if item[0] in pieces}
    sub_puzzle = parse(to_json(keep(instance, every[0], pieces)))
    expected = {solution for solution in every if held <= set(solution)}
    assert 1 <= len(expected) < len(every)
    assert set(solutions(sub_puzzle)) == expected


def test_each_kept_copy_becomes_a_fixed_piece_with_its_own_name() -> None:
    bars = [{"name": "A", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 3}, {"name": "A.2", "cells": [[0, 0, 0]]}]
    instance = parse({"name": "x", "box": [7, 1, 1], "pieces": bars})
    sub_puzzle = keep(instance, solutions(instance, most=1)[0], ["A"])
    assert [(piece.name, piece.fixed) for piece in sub_puzzle.pieces] == [
        ("A", True), ("A.3", True), ("A.4", True), ("A.2", False),
    ]  # fmt: skip
    (only,) = solutions(sub_puzzle)
    assert check(sub_puzzle, only, "first") == []


def test_a_fixed_piece_may_be_kept_and_an_unknown_one_is_refused() -> None:
    diamond = CATALOGUE["box-in-a-diamond"]
    wall = next(piece for piece in diamond.pieces if piece.fixed)
    assert keep(diamond, ((wall.name, wall.cells),), [wall.name]) == diamond
    with pytest.raises(UserError, match="there is no piece 'Q'; the pieces are A, B, L, P, T, V, Z"):
        keep(CATALOGUE["soma-raw"], (), ["V", "Q"])
