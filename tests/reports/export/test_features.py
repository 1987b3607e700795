"""The features of small instances, counted by hand."""

import pytest

from tilings.models.registry import problem
from tilings.models.squares.data import placements
from tilings.reports.export.features import features

NAMES = ["cells", "placements", "choices", "density", "copies", "values", "symmetry", "parity"]
CUBE = {"cells": [[0, 0, 0]], "copies": 2, "fixed": False, "name": "I"}
BAR = {"cells": [[0, 0, 0], [1, 0, 0]], "copies": 3, "fixed": False, "name": "II"}
BOX = {"name": "x", "box": [2, 2, 2], "blocked": [], "reflect": False, "convention": "raw"}
OPTIONS = [{"items": ["a", "x:red"]}, {"items": ["a", "b"]}, {"items": ["b", "x:blue"], "cost": 1}]
MADE = {
    # Of side 1 two count, of side 2 one, since the board has no room for two.
    "squares": ({"name": "x", "width": 3, "height": 3, "max_copies": 2}, (9, None, None, (2 + 4) / 9, 2, 0, 8, 1)),
    # 6 positions of two layouts (123, 321) and of one (111), in each of which 3 of 9 cells lie.
    "triominoes": (
        {"name": "x", "rows": 3, "cols": 3, "tiles": [[1, 2, 3], [3, 2, 1], [1, 1, 1]], "connected": False},
        (9, 18, 6, 1, 2, 3, 8, 1),
    ),
    # 8 places of a cube, 12 of a bar; the box has 48 motions.
    "polycubes": (BOX | {"pieces": [CUBE, BAR]}, (8, 20, (8 + 24) / 8, 1, 3, 0, 48, 0)),
    "covers": ({"name": "x", "primary": ["a", "b"], "secondary": ["x"], "options": OPTIONS}, (3, 3, 2, 1, 1, 2, 1, 0)),
}


@pytest.mark.parametrize("family", MADE)
def test_features_are_those_counted_by_hand(family):
    data, expected = MADE[family]
    known = problem(family)
    found = features(family, known.parse(data))
    wanted = {name: value for name, value in zip(NAMES, expected, strict=True) if value is not None}
    assert list(found) == NAMES
    assert {name: found[name] for name in wanted} == pytest.approx(wanted)


def test_places_of_squares_are_those_of_the_models():
    known = problem("squares")
    instance = known.parse({"name": "x", "width": 9, "height": 7, "max_copies": 2})
    every = placements(instance)
    found = features("squares", instance)
    assert found["placements"] == len(every)
    assert found["choices"] == pytest.approx(sum(side**2 for _, _, side in every) / 63)


def test_blocked_cells_take_the_symmetry_and_make_the_parity():
    known = problem("polycubes")
    data = BOX | {"box": [3, 2, 1], "blocked": [[0, 0, 0]], "pieces": [CUBE | {"copies": 5}]}
    found = features("polycubes", known.parse(data))
    assert (found["cells"], found["symmetry"], found["parity"], found["placements"]) == (5, 1, 1, 6)


def test_an_unknown_family_has_no_features():
    assert features("unknown", problem("squares").parse(MADE["squares"][0])) == {}
