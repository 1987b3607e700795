"""The first page: three sentences that answer the title, the picture of solver by model, a board of each family."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from tilings.reports.chapters.caveats import notices as caveats
from tilings.reports.chapters.chapter import Block, Boards
from tilings.reports.chapters.machines import kinds
from tilings.reports.data.campaign import Results
from tilings.reports.figures import solver_by_model
from tilings.reports.figures.boards import boards

BOARD_CM = 1.8, 4.5  # the least and the greatest height of a board
# Heights: of the page within its margins, of the title with all gaps, and of a line of large and of small text.
_PAGE_CM, _TITLE_CM, _LINE_CM, _SMALL_LINE_CM = 25.9, 6.0, 0.62, 0.42
_WIDE_CM = 16.2  # of the boards in a row, without the gaps between them


def about(results: Results) -> str:
    """The campaign in a line: its name, its days, its machine."""
    days = sorted({time[:10] for time in results.runs["started_at"] if time})
    parts = [f"Campaign {results.name}", " to ".join(dict.fromkeys(days[:1] + days[-1:]))]
    parts += [name for name, _ in kinds(results)[:1]]
    return " · ".join(filter(None, parts))


def notices(results: Results, names: list[str], machine: int) -> list[str]:
    """The caveats, a sentence or two each. names: of all kinds of machines; machine: the number of the report's."""
    found = caveats(results, names)
    if len(names) > 1:
        own, other = names[machine - 1], 1 if machine > 1 else 2
        found.insert(
            0, f"This report covers the runs on {own}; `--machine {other}` covers those on {names[other - 1]}."
        )
    return found


def opening(results: Results, said: Sequence[str], noticed: Sequence[str]) -> list[Block]:
    """The heatmap of solver by model, and three boards, each of another family, as high as the page has room for.

    said, noticed: the sentences above them and the notices below.
    """
    heatmap = solver_by_model.draw(results.runs)
    taken = (
        _TITLE_CM
        + _LINE_CM * _lines(said, 88)
        + _SMALL_LINE_CM * (_lines(noticed, 130) + _lines([heatmap.sentence], 110))
    )
    taken += 2.54 * heatmap.figure.get_figheight() if heatmap.figure else 0
    short = [
        replace(each, sentence=re.split("[:;.]", each.sentence.partition(": ")[2])[0])
        for each in islice(boards(results), 3)
    ]
    sizes = [each.figure.get_size_inches() for each in short if each.figure is not None]
    row = _WIDE_CM / max(sum(width / height for width, height in sizes), 1)
    height = max(min(_PAGE_CM - taken, BOARD_CM[1], row), BOARD_CM[0])
    return [heatmap, Boards(short, height)]


def _lines(texts: Sequence[str], characters: int) -> int:
    """How many lines of so many characters the texts take, each beginning on a new one."""
    return sum(-(-len(text) // characters) for text in texts)
