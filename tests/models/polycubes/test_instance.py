"""A bad instance is refused in one clear line before any expensive work."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.waiting import at_once
from tilings.models import registry
from tilings.models.polycubes import PROBLEM, geometry
from tilings.models.polycubes.instance import _most_placements, parse
from tilings.models.problem import UserError

DOT = {"name": "A", "cells": [[0, 0, 0]]}
DOMINO = {"name": "D", "cells": [[0, 0, 0], [1, 0, 0]]}


def instance(**fields: object) -> dict[str, object]:
    return {"family": "polycubes", "name": "x", "box": [2, 1, 1], "pieces": [DOMINO]} | fields


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"box": [0, 1, 1]}, "'box' must be a whole number from 1 to 1000000, not 0"),
        ({"box": [2, 1]}, "'box' must be an array of 3"),
        ({"box": [10**6, 10**6, 10**6]}, "the box 1000000x1000000x1000000 has 1000000000000000000 cells; at most"),
        ({"box": [10**4000, 1, 1]}, "'box' must be a whole number from 1 to 1000000, not 1000"),
        ({"box": [float("inf"), 1, 1]}, "'box' must be a whole number from 1 to 1000000, not inf"),
        ({"pieces": [DOT]},
         "the pieces, of 1 cells each, fill 1 cells, and 2 of 2 are to be filled: add or leave out pieces"),
        ({"pieces": [DOT | {"copies": 5}]},
         "the pieces, of 1 cells each, fill 5 cells, and 2 of 2 are to be filled"),
        ({"box": [5, 1, 1], "pieces": [DOMINO | {"copies": 3, "optional": 3}]},
         "the pieces, of 2 cells each, fill 0 to 6 cells, and 5 of 5 are to be filled"),
        ({"pieces": [DOT | {"copies": 10**30}]}, "'copies of piece A' must be a whole number from 1 to 1000000"),
        ({"pieces": [DOT, DOT]}, "two pieces are named A"),
        ({"pieces": [DOT | {"name": "\ud800"}]}, "a piece's 'name' must be a word"),
        ({"pieces": [DOT | {"cells": []}]}, "piece A is empty"),
        ({"pieces": [DOT | {"cells": [[0, 0, 0], [0, 0, 0]]}]}, "piece A names a cell twice"),
        ({"pieces": [DOT | {"fixed": True, "cells": [[2, 0, 0]]}]}, "'cells of piece A' must be a whole number"),
        ({"pieces": [DOT | {"weight" * 99: 1}]}, "unknown field"),
        ({"blocked": [[0, 0, 1]]}, "'blocked' must be a whole number from 0 to 0, not 1"),
    ],
)  # fmt: skip
def test_a_bad_instance_is_refused_in_one_short_line(fields: dict[str, object], message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        registry.parse_instance(json.dumps(instance(**fields)), "x.json")
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("depth", [10, 300, 900, 990, 1000, 100000])
def test_deep_json_is_refused_at_any_depth(depth: int) -> None:
    text = json.dumps(instance())[:-1] + ', "blocked": ' + "[" * depth + "]" * depth + "}"
    with pytest.raises(UserError) as caught:
        registry.parse_instance(text, "x.json")
    assert len(str(caught.value)) < 300


def test_a_box_too_large_for_memory_is_refused_at_once() -> None:
    snake = {"name": "S", "cells": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1], [2, 1, 1]]}
    with at_once(), pytest.raises(UserError, match="too large for these pieces: their placements may cover"):
        parse(instance(box=[60, 60, 60], pieces=[snake | {"copies": 60**3 // 5}]))
    assert parse(instance(box=[300, 300, 1], pieces=[DOMINO | {"copies": 45000}]))


@given(
    st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4)),
    st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=6),
    st.booleans(),
)
def test_the_estimate_is_an_upper_bound_on_the_number_of_placements(
    box: tuple[int, int, int], cells: set[tuple[int, int, int]], reflect: bool
) -> None:
    size = box[0] * box[1] * box[2]
    fill = [{"name": "A", "cells": sorted(cells)}] + [DOT | {"name": "B", "copies": size - len(cells)}]
    try:
        found = parse(instance(box=list(box), pieces=fill[: 1 + (size > len(cells))], reflect=reflect))
    except UserError:
        return
    piece = found.pieces[0]
    real = geometry.placements(piece, found.box, set(found.cells), reflect)
    assert len(real) <= _most_placements(piece, found)


def test_a_disconnected_piece_is_accepted_with_a_note() -> None:
    gap = {"name": "G", "cells": [[0, 0, 0], [2, 0, 0]]}
    found = parse(instance(box=[3, 1, 1], pieces=[gap, DOT]))
    assert PROBLEM.notes(found) == ["pieces of several parts, which move together: G"]
