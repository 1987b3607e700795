"""Assembles the studies: a front page and a chapter each, as data for template.typ."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from reports.chapters.chapter import Chapter, set_in
from reports.pdf import parallel
from reports.plot.style import context
from studies import engines, front, worth
from studies.busche import table2
from studies.hn import bounds, sequence
from studies.peers import chapter as peers
from studies.sources import ABLATIONS, ENGINES, HARDNESS, SQUARES, Studies
from studies.tam import chapter as tam
from studies.tam import hard_boards


def chapters(studies: Studies) -> dict[str, Callable[[], Chapter]]:
    """What makes each chapter, by its name in the document and in its order."""
    named = studies.campaigns.get
    return {
        "sequence": partial(sequence.chapter, studies.certified),
        "bounds": partial(bounds.chapter, named(SQUARES)),
        "worth": partial(worth.chapter, [named(name) for name in ABLATIONS]),
        "hardness": partial(hard_boards.chapter, named(HARDNESS)),
        "tam": partial(tam.chapter, studies.campaigns, studies.published),
        "table2": partial(table2.chapter, studies.reproduced),
        "peers": partial(peers.chapter, studies.peers),
        "engines": partial(engines.chapter, named(ENGINES)),
    }


def assemble(studies: Studies, folder: Path) -> dict[str, Any]:
    """The content of the document; its figures and long tables are written to `folder` and named in it."""
    content: dict[str, Any] = {
        "title": "Tilings: what the published experiments show",
        "about": front.about(studies),
        "author": "Tilings, python -m studies",
        "description": "Certified values, ablations, hardness, and other people's experiments made again",
        "keywords": ["tiling puzzles", "squared squares", "triominoes", "polycubes", *sorted(studies.campaigns)],
        "notices": front.notices(studies),
        "sentences": front.sentences(studies),
    }
    made = {"front": partial(front.opening, studies)} | chapters(studies)
    with context(text=True):
        opening, *others = parallel.made([partial(_set, name, each, folder) for name, each in made.items()])
    return content | {"opening": opening["blocks"], "chapters": [chapter for chapter in others if chapter["blocks"]]}


def _set(name: str, chapter: Callable[[], Chapter], folder: Path) -> dict[str, Any]:
    return set_in(chapter(), folder, name)
