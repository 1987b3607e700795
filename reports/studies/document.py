"""Assembles the studies: a front page and a chapter each, as data for template.typ."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from reports.chapters.chapter import Chapter
from reports.pdf import parallel
from reports.plot.style import context
from reports.studies import bounds, engines, front, hardness, peers, sequence, table2, tam, worth
from reports.studies.sources import Studies

# In the order of the document.
CHAPTERS: tuple[Callable[[Studies], Chapter], ...] = (
    sequence.chapter,
    bounds.chapter,
    worth.chapter,
    hardness.chapter,
    tam.chapter,
    table2.chapter,
    peers.chapter,
    engines.chapter,
)


def assemble(studies: Studies, folder: Path) -> dict[str, Any]:
    """The content of the document; its figures and long tables are written to `folder` and named in it."""
    content: dict[str, Any] = {
        "title": "Tilings: what the published experiments show",
        "about": front.about(studies),
        "author": "Tilings, python -m reports.studies",
        "description": "Certified values, ablations, hardness, and other people's experiments made again",
        "keywords": ["tiling puzzles", "squared squares", "triominoes", "polycubes", *sorted(studies.campaigns)],
        "notices": front.notices(studies),
        "sentences": front.sentences(studies),
    }
    with context(text=True):
        tasks = [partial(parallel.set_chapter, each, studies, folder) for each in (front.opening, *CHAPTERS)]
        opening, *chapters = parallel.made(tasks)
    return content | {"opening": opening["blocks"], "chapters": [chapter for chapter in chapters if chapter["blocks"]]}
