"""Assembles the report on a campaign: a front page and CHAPTERS, as data for template.typ."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from reports.chapters import (
    answers,
    boards,
    definitions,
    experiment,
    factorial,
    failing,
    front,
    growth,
    progress,
    ranking,
    troubles,
    verdict,
)
from reports.chapters.caveats import faulty
from reports.chapters.chapter import Chapter, set_in
from reports.chapters.machines import kind, kinds
from reports.data.campaign import Results
from reports.pdf import parallel
from reports.plot.style import adopt, context

# In the order of the document.
CHAPTERS: tuple[Callable[[Results], Chapter], ...] = (
    ranking.chapter,
    factorial.chapter,
    failing.chapter,
    growth.chapter,
    progress.chapter,
    experiment.chapter,
    boards.chapter,
    answers.chapter,
    troubles.chapter,
    definitions.chapter,
)
NO_RUNS = "The results folder holds no runs: its files have their header, but no row."
# Those that are about answers, which are compared across all kinds of machines.
ANSWERS = (troubles.chapter,)


def assemble(results: Results, folder: Path, machine: int = 1) -> dict[str, Any]:
    """The content of the report; its figures and long tables are written to `folder` and named in it.

    machine: the number of the kind of machine whose runs it tells of, 1 for the kind with the most runs. Raises
    UserError where there are not so many kinds.
    """
    part, names = kind(results, machine), [name for name, _ in kinds(results)]
    title = "Tilings: which paradigm wins, by how much, and why"
    content: dict[str, Any] = {
        "title": title,
        "about": f"Campaign {results.name}",
        "author": "Tilings, python -m reports.build",
        "description": "Constraint, answer set and integer programming and exact cover on tiling puzzles",
        "keywords": ["tiling puzzles", "constraint programming", *sorted(results.runs["solver"].unique())],
        "notices": front.notices(results, names, machine),
        "alarms": faulty(results),
        "sentences": [NO_RUNS],
        "opening": [],
        "chapters": [],
    }
    if results.runs.empty:
        return content
    content["about"] = front.about(part)
    adopt(results.colours)
    with context(text=True):
        # What several chapters need is made once, before the processes part.
        _ = part.tasks, part.standings, part.crossed, part.effects_of_models
        tasks = [partial(parallel.set_chapter, each, results if each in ANSWERS else part, folder) for each in CHAPTERS]
        opening, *chapters = parallel.made(
            [partial(_opening, part, content["alarms"] + content["notices"], folder), *tasks]
        )
    return content | opening | {"chapters": [chapter for chapter in chapters if chapter["blocks"]]}


def _opening(results: Results, noticed: list[str], folder: Path) -> dict[str, Any]:
    said = verdict.sentences(results)
    return {
        "sentences": said,
        "opening": set_in(Chapter("", front.opening(results, said, noticed)), folder, "front")["blocks"],
    }
