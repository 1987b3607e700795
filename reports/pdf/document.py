"""Assembles the report on a campaign: a front page and CHAPTERS, as data for template.typ."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tilings.reports.chapters import answers, experiment, front, own_models, ranking, troubles, verdict
from tilings.reports.chapters.caveats import alarms
from tilings.reports.chapters.chapter import Block, Chapter, set_in
from tilings.reports.chapters.machines import kind, kinds
from tilings.reports.data.campaign import Results
from tilings.reports.pdf import parallel
from tilings.reports.plot.style import adopt, context
from tilings.reports.reach import (
    compared,
    difficulty,
    growth,
    how_far,
    ladders,
    luck,
    models,
    prediction,
    presets,
    proof,
    stops,
    threads,
)  # fmt: skip
from tilings.reports.reach import front as first_page
from tilings.reports.reach.findings import Findings, findings

# By name, which links and files carry, in the order of the document.
CHAPTERS: dict[str, Callable[[Results], Chapter]] = {
    "ranking": ranking.chapter,
    "experiment": experiment.chapter,
    "boards": experiment.boards,
    "answers": answers.chapter,
    "troubles": troubles.chapter,
    "definitions": ranking.definitions,
}
# Of a campaign with climbed ladders: no chapter compares times or scores over cases.
CLIMBED: dict[str, Callable[[Results, Findings], Chapter]] = {
    "definitions": lambda _, found: compared.chapter(found),
    "how-far": lambda _, found: how_far.chapter(found),
    "luck": lambda results, _: luck.chapter(results),
    "growth": lambda _, found: growth.chapter(found),
    "difficulty": lambda _, found: difficulty.chapter(
        found.by_difficulty, found.origin("difficulty", found.by_difficulty)
    ),
    "models": lambda _, found: models.chapter(found.crossed, found.origin("factorial", found.crossed), found.climbs),
    "threads": lambda _, found: threads.chapter(found.with_threads, found.origin("threads", found.with_threads)),
    "presets": lambda _, found: presets.chapter(found.under_presets, found.origin("presets", found.under_presets)),
    "proof": proof.chapter,
    "stops": stops.chapter,
    "answers": lambda results, _: answers.chapter(results),
    "prediction": lambda _, found: prediction.chapter(found.predictions),
    "ladders": lambda _, found: ladders.chapter(found),
    "experiment": lambda results, _: experiment.chapter(results),
    "troubles": lambda results, _: troubles.chapter(results),
}
OF_PARADIGMS = ("ranking", "answers", "definitions")  # chapters that a report on models of the user's own leaves out
NO_RUNS = "The results folder holds no runs: its files have their header, but no row."
LONGEST = "presets"  # the chapter that takes longest begins first, so that no core waits for it
OF_ALL_MACHINES = ("troubles",)  # chapters whose answers are compared across all kinds of machines


def assemble(results: Results, folder: Path, machine: int = 1) -> dict[str, Any]:
    """The content of the report; its figures and long tables are written to `folder` and named in it.

    machine: the number of the kind of machine that it reports on, 1 for the kind with the most runs. Raises UserError
    where there are fewer kinds.
    """
    part, names = kind(results, machine), [name for name, _ in kinds(results)]
    content: dict[str, Any] = {
        "title": "Tilings: which paradigm wins, and by how much",
        "about": f"Campaign {results.name}",
        "author": "Tilings, tilings report",
        "description": "Constraint, answer set and integer programming and exact cover on tiling puzzles",
        "keywords": ["tiling puzzles", "constraint programming", *sorted(results.runs["solver"].unique())],
        "notices": front.notices(results, names, machine),
        "alarms": alarms(results),
        "sentences": [NO_RUNS],
        "opening": [],
        "chapters": [],
    }
    if results.runs.empty:
        return content
    content["about"] = front.about(part)
    adopt(results.colours)
    with context(text=True):
        if not part.climbed:
            # The tables of several chapters are computed once, before the fork.
            _ = part.tasks, part.standings
        reach = findings(part) if part.climbed else None
        left_out = OF_PARADIGMS if part.own_models else ()
        made: dict[str, Callable[[Results], Chapter]] = {
            name: CHAPTERS[name] for name in CHAPTERS if name not in left_out
        }
        if reach:
            made = {name: partial(_of_reach, make, reach) for name, make in CLIMBED.items()}
        tasks = [
            partial(_chapter, name, make, results if name in OF_ALL_MACHINES else part, folder)
            for name, make in sorted(made.items(), key=lambda item: item[0] != LONGEST)
        ]
        said = reach.opening if reach else verdict.sentences(part)
        first = partial(_opening, part, reach, said, content["alarms"] + content["notices"], folder)
        opening, *chapters = parallel.results([first, *tasks])
    order = list(made)
    chapters.sort(key=lambda chapter: order.index(chapter["name"]))
    return content | opening | {"chapters": [chapter for chapter in chapters if chapter["blocks"]]}


def _of_reach(make: Callable[[Results, Findings], Chapter], found: Findings, results: Results) -> Chapter:
    return make(results, found)


def _chapter(name: str, make: Callable[[Results], Chapter], results: Results, folder: Path) -> dict[str, Any]:
    return set_in(make(results), folder, name)


def sentences(results: Results) -> list[str]:
    """The sentences that open the report: the reach where ladders were climbed, else who wins on the same cases."""
    return findings(results).sentences if results.climbed else verdict.sentences(results)


def _opening(
    results: Results, reach: Findings | None, said: list[str], notices: list[str], folder: Path
) -> dict[str, Any]:
    """The first page; that of a climbed campaign, of which the findings on reach are given, has the first as title."""
    blocks: list[Block] = (
        first_page.opening(results, reach.reaches, reach.standings) if reach else front.opening(results, said, notices)
    )
    blocks = [*own_models.tables(results), *blocks]
    content = {"sentences": said, "opening": set_in(Chapter("", blocks), folder, "front")["blocks"]}
    if reach and said:
        content |= {"title": said[0].removesuffix("."), "sentences": said[1:]}
    if results.own_models:
        content |= {"title": own_models.title(results), "subject": own_models.subject(results), "flows": True}
    return content
