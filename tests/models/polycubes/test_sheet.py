"""A sheet of small boards shows every board and fits them on a page."""

import json

import pytest

from tilings.models import registry
from tilings.models.polycubes.sheet import HEIGHT, WIDTH, sheet

BOX = {
    "family": "polycubes", "name": "b", "box": [3, 2, 2], "blocked": [[0, 0, 0], [1, 0, 0]],
    "pieces": [
        {"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 3}, {"name": "F", "cells": [[0, 0, 1]], "fixed": True},
        {"name": "V", "cells": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]},
    ],
}  # fmt: skip
_, INSTANCE = registry.parse_instance(json.dumps(BOX), "here")


@pytest.mark.parametrize("number", [1, 2, 7, 100])
def test_all_boards_fit_on_a_page(number: int) -> None:
    made = sheet(INSTANCE, [()] * number, [f"board {n}" for n in range(number)])
    width, height = made.get_size_inches()
    assert 0 < width <= WIDTH + 1e-6
    assert 0 < height <= HEIGHT + 1e-6
    assert [text.get_text() for text in made.axes[0].texts if text.get_text()] == [f"board {n}" for n in range(number)]
