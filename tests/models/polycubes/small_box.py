"""A box of four pieces, one of them fixed, with a blocked cell, and a way to fill it."""

import json

from tilings.models import registry
from tilings.models.problem import Solution

BOX = {
    "family": "polycubes", "name": "b", "box": [2, 2, 2], "blocked": [[1, 1, 1]],
    "pieces": [
        {"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 2},
        {"name": "F", "cells": [[0, 0, 1], [0, 1, 1]], "fixed": True}, {"name": "#", "cells": [[0, 0, 0]]},
    ],
}  # fmt: skip
PROBLEM, INSTANCE = registry.parse_instance(json.dumps(BOX), "here")
PACKED: Solution = (
    ("#", ((1, 0, 1),)), ("F", ((0, 0, 1), (0, 1, 1))), ("I", ((0, 0, 0), (1, 0, 0))), ("I", ((0, 1, 0), (1, 1, 0))),
)  # fmt: skip
