"""Assembles the report on a campaign: a front page and a dozen chapters, as data for template.typ."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from reports.chapters import boards, definitions, experiment, factorial, front, ranking, troubles, verdict
from reports.chapters.chapter import Chapter, set_in
from reports.chapters.machines import kinds
from reports.data.campaign import Results
from reports.pdf import parallel
from reports.plot.style import context

# In the order of the document.
CHAPTERS: tuple[Callable[[Results], Chapter], ...] = (
    ranking.chapter,
    factorial.chapter,
    experiment.chapter,
    boards.chapter,
    troubles.chapter,
    definitions.chapter,
)


def assemble(results: Results, folder: Path) -> dict[str, Any]:
    """The content of the report; its figures and long tables are written to `folder` and named in it.

    Seconds are those of the kind of machine that made the most runs; answers are those of all.
    """
    title = "Tilings: which paradigm wins, by how much, and why"
    content: dict[str, Any] = {
        "title": title,
        "about": front.about(results),
        "author": "Tilings, python -m reports.build",
        "description": "Constraint, answer set and integer programming and exact cover on tiling puzzles",
        "keywords": ["tiling puzzles", "constraint programming", *sorted(results.runs["solver"].unique())],
        "notices": front.notices(results),
        "sentences": ["The results folder holds no runs: its files have their header, but no row."],
        "opening": [],
        "chapters": [],
    }
    if results.runs.empty:
        return content
    _, part = kinds(results)[0]
    with context(text=True):
        part.tasks  # noqa: B018 -- the scores that most chapters need are computed once, before the processes part
        tasks = [partial(_made, chapter, part, folder) for chapter in CHAPTERS]
        opening, *chapters = parallel.made([partial(_opening, part, folder), *tasks])
    return content | opening | {"chapters": [chapter for chapter in chapters if chapter["blocks"]]}


def _made(chapter: Callable[[Results], Chapter], results: Results, folder: Path) -> dict[str, Any]:
    return set_in(chapter(results), folder, chapter.__module__.rpartition(".")[2])


def _opening(results: Results, folder: Path) -> dict[str, Any]:
    return {
        "sentences": verdict.sentences(results),
        "opening": set_in(Chapter("", front.opening(results)), folder, "front")["blocks"],
    }
