"""The first page: three sentences that answer the title, the picture of solver by model, a board of each family."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from reports.chapters.caveats import notices as caveats
from reports.chapters.chapter import Block, Boards
from reports.chapters.machines import kinds
from reports.data.campaign import Results
from reports.figures import solver_by_model
from reports.figures.boards import boards

BOARD_CM = 3.6
# The families by how well their boards look when small, and which of their boards by size, from 0 to 1.
BOARDS = {"squares": 1.0, "polycubes": 0.4, "triominoes": 0.4, "covers": 0.0}


def about(results: Results) -> str:
    """The campaign in a line: its name, its days, its machine."""
    days = sorted({time[:10] for time in results.runs["started_at"] if time})
    parts = [f"Campaign {results.name}", " to ".join(dict.fromkeys(days[:1] + days[-1:]))]
    parts += [name for name, _ in kinds(results)[:1]]
    return " · ".join(filter(None, parts))


def notices(results: Results, names: list[str], machine: int) -> list[str]:
    """The caveats, a sentence or two each. names: of all kinds of machines; machine: the number of the one told of."""
    found = caveats(results, names)
    if len(names) > 1:
        own, other = names[machine - 1], 1 if machine > 1 else 2
        found.insert(
            0, f"This report tells of the runs on {own}; `--machine {other}` tells of those on {names[other - 1]}."
        )
    return found


def opening(results: Results) -> list[Block]:
    """The heatmap of solver by model, and three boards, each of another family."""
    short = [
        replace(each, sentence=re.split("[:;.]", each.sentence.partition(": ")[2])[0])
        for each in islice(boards(results, BOARDS), 3)
    ]
    return [solver_by_model.draw(results.runs), Boards(short, BOARD_CM)]
