"""The checker of packings knows the rotations of solid pieces, and their mirror images."""

import pytest

from tilings.models.polycubes.check import check
from tilings.models.polycubes.instance import parse

Cells = frozenset[tuple[int, int, int]]
SCREW = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]]  # differs from its mirror image
LONG = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0], [2, 1, 1], [2, 1, 2]]  # without any symmetry but a half turn


def quarter_turns(cells: list[list[int]]) -> set[Cells]:
    """The images under all products of quarter turns about two axes, each moved to the origin."""
    found, new = set[Cells](), [at_origin([(x, y, z) for x, y, z in cells])]
    while new:
        image = new.pop()
        if image not in found:
            found.add(image)
            new += [at_origin([(x, -z, y) for x, y, z in image]), at_origin([(-y, x, z) for x, y, z in image])]
    return found


def at_origin(cells: list[tuple[int, int, int]]) -> Cells:
    least = [min(cell[axis] for cell in cells) for axis in range(3)]
    return frozenset((x - least[0], y - least[1], z - least[2]) for x, y, z in cells)


def broken(cells: list[list[int]], image: Cells, reflect: bool) -> set[str]:
    """The rules that a piece in a box of 3 x 3 x 3 breaks."""
    gaps = 27 - len(cells)
    piece = {"name": "A", "cells": cells}
    case = parse({"name": "x", "box": [3, 3, 3], "pieces": [piece], "gaps": [gaps, gaps], "reflect": reflect})
    return {violation.rule for violation in check(case, (("A", tuple(sorted(image))),), "first")}


@pytest.mark.parametrize(("cells", "orientations"), [(SCREW, 12), (LONG, 12)])
def test_a_piece_may_be_turned_in_all_ways_and_mirrored_only_where_that_is_allowed(
    cells: list[list[int]], orientations: int
) -> None:
    turned, mirrored = quarter_turns(cells), quarter_turns([[x, y, -z] for x, y, z in cells])
    assert len(turned) == len(mirrored) == orientations and not turned & mirrored
    for image in turned | mirrored:
        assert broken(cells, image, reflect=True) == set()
        assert broken(cells, image, reflect=False) == ({"shape"} if image in mirrored else set())


def test_a_piece_that_is_stretched_along_an_axis_has_another_shape() -> None:
    for axis in range(3):
        image = frozenset(tuple(2 * at if one == axis else at for one, at in enumerate(cell)) for cell in SCREW)
        assert "shape" in broken(SCREW, image, reflect=True)  # type: ignore[arg-type]
