"""Parts of a large enumeration: their sum, how even they are at each depth of the split, and the cost of dividing.

CPU seconds are those of all parts one after another, in one process, against those of the whole search: what grows are
the walks through the top of the tree, and each part's choice of the piece to constrain.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from models import registry
from models.parts import WHOLE, Part
from runners.native import engines
from tools.soak.figure import Figure

PARTS = 16
INSTANCES = Path(__file__).parents[2] / "instances" / "polycubes"


def measure(quick: bool) -> Iterator[Figure]:
    """The figures; `quick` takes a puzzle of milliseconds."""
    name = "soma-rotations" if quick else "tetris-cube"
    _, instance = registry.load_instance(INSTANCES / f"{name}.json")
    searched = partial(_searched, registry.formulation("polycubes", "dlx_bits").module().build(instance, "count"))
    whole, whole_s = searched(WHOLE)
    yield Figure(f"{name}: nodes of the whole", whole[1])
    yield Figure(f"{name}: CPU of the whole", whole_s, "s")
    for depth in (None, 0, 1, 2, 3, 4, 5, 6):
        shares, seconds = zip(*(searched(Part(number, PARTS, depth)) for number in range(1, PARTS + 1)), strict=True)
        where = f"{name} in {PARTS} parts, depth {'auto' if depth is None else depth}"
        off = [abs(sum(each) - all_) for each, all_ in zip(zip(*shares, strict=True), whole, strict=True)]
        yield Figure(f"{where}: solutions, nodes, updates that the sums are off", sum(off), most=0)
        nodes = [nodes for _, nodes, _ in shares]
        yield Figure(f"{where}: longest part by the mean, nodes", max(nodes) * PARTS / sum(nodes))
        yield Figure(f"{where}: longest part by the mean, CPU", max(seconds) * PARTS / sum(seconds))
        yield Figure(f"{where}: CPU of all parts by that of the whole", sum(seconds) / whole_s)


def _searched(stated: Any, part: Part) -> tuple[tuple[int, int, int], float]:
    """Solutions, nodes and updates of a part, and its CPU seconds."""
    begun = time.process_time()
    search = engines.opened(stated, part=part)
    search.advance(collect=False)
    return (search.solutions, search.nodes, search.updates), time.process_time() - begun
