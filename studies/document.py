"""Reads the studies of a folder and assembles them for template.typ: a front page, and a chapter each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models.problem import UserError
from tilings.reports.chapters.chapter import Block, Boards, Chapter, set_in
from tilings.reports.data.campaign import Results
from tilings.reports.english import count, listed, ranges
from tilings.reports.figures.boards import films
from tilings.reports.pdf import parallel
from tilings.reports.plot.style import context
from tilings.studies import ablation_chapter, engines, inputs
from tilings.studies.busche import chapter as busche
from tilings.studies.hn import bounds, sequence
from tilings.studies.hn import certified as hn
from tilings.studies.hn.certified import Certified
from tilings.studies.peers import chapter as peers
from tilings.studies.tam import chapter as tam
from tilings.studies.tam import claims, hardness, runs
from tilings.studies.tam.runs import REPORT, TRIOMINOES

if TYPE_CHECKING:
    from pandas import DataFrame

HARDNESS, SQUARES, ENGINES = "triominoes-hardness", "squares", "engines"
ABLATIONS = ("squares-ablation", "triominoes-ablation")
CAMPAIGNS = (REPORT, TRIOMINOES, HARDNESS, SQUARES, ENGINES, *ABLATIONS)
BOARD_CM, FILM_CM = 8.0, 7.0


@dataclass(frozen=True)
class Studies:
    """The experiments in a folder. campaigns: by name, each with the runs of one kind of machine.

    certified: the proven values of h(n). published: the runs that G. Tam published. reproduced: M. Busche's Table 2 run
    again. peers: the times of whole commands. None for a missing study.
    """

    folder: Path
    campaigns: dict[str, Results]
    certified: Certified | None
    published: DataFrame | None
    reproduced: busche.Reproduced
    peers: DataFrame | None

    def __bool__(self) -> bool:
        parts = (self.certified, self.published, self.peers)
        return bool(self.campaigns or self.reproduced) or any(part is not None for part in parts)

    @cached_property
    def days(self) -> list[str]:
        """The days of the campaigns' runs."""
        started = [time for each in self.campaigns.values() for time in each.runs["started_at"]]
        return sorted({time[:10] for time in started if time})


def load(folder: Path) -> Studies:
    """The experiments in a folder: campaigns in folders of their names or in this one, files in it or in `reproduce`.

    With campaigns on his boards the runs that G. Tam published are read from this repository.
    Raises UserError where there is no study, or where a file is not of its schema.
    """
    known = inputs.campaigns(folder, CAMPAIGNS)
    published, reproduced = runs.load(folder, known), busche.load(folder)
    studies = Studies(folder, known, hn.load(folder), published, reproduced, peers.load(folder))
    if not studies:
        raise UserError(f"{folder} holds no experiments: no folder of {', '.join(CAMPAIGNS)} or certify")
    return studies


def assemble(studies: Studies, folder: Path) -> dict[str, Any]:
    """The content of the document; its figures and long tables are written to `folder` and named in it."""
    content: dict[str, Any] = {
        "title": "Tilings: what the published experiments show",
        "about": about(studies),
        "author": "Tilings, python -m studies",
        "description": "Certified values, ablations, hardness, and other authors' experiments repeated",
        "keywords": ["tiling puzzles", "squared squares", "triominoes", "polycubes", *sorted(studies.campaigns)],
        "notices": notices(studies),
        "sentences": sentences(studies),
    }
    makers = {"front": partial(opening, studies)} | chapters(studies)
    with context(text=True):
        first, *others = parallel.results([partial(_set, name, make, folder) for name, make in makers.items()])
    return content | {"opening": first["blocks"], "chapters": [chapter for chapter in others if chapter["blocks"]]}


def chapters(studies: Studies) -> dict[str, Callable[[], Chapter]]:
    """The functions that make the chapters, by name, in the order of the document."""
    named = studies.campaigns.get
    return {
        "sequence": partial(sequence.chapter, studies.certified),
        "bounds": partial(bounds.chapter, named(SQUARES)),
        "worth": partial(ablation_chapter.chapter, [named(name) for name in ABLATIONS]),
        "hardness": partial(hardness.chapter, named(HARDNESS)),
        "tam": partial(tam.chapter, studies.campaigns, studies.published),
        "table2": partial(busche.chapter, studies.reproduced),
        "peers": partial(peers.chapter, studies.peers),
        "engines": partial(engines.chapter, named(ENGINES)),
    }


def about(studies: Studies) -> str:
    """The studies in a line: their folder and the days of their campaigns."""
    days = studies.days
    return " · ".join([studies.folder.name, *([" to ".join(dict.fromkeys((days[0], days[-1])))] if days else [])])


def notices(studies: Studies) -> list[str]:
    """The machines of the campaigns, whose seconds do not compare with others."""
    kinds: dict[str, list[str]] = {}
    for name, results in studies.campaigns.items():
        kinds.setdefault(results.runs["kind"].iloc[0], []).append(name)
    if not kinds:
        return []
    said = "; ".join(f"{kind} ({listed(names)})" for kind, names in kinds.items())
    return [f"Seconds are wall times of the kind of machine with the most runs of a campaign: {said}."]


def sentences(studies: Studies) -> list[str]:
    """The certified values, the effects of constraints, and the results on triomino-domino boards."""
    return [text for text in (_certified(studies), _constraints(studies), _boards(studies)) if text]


def opening(studies: Studies) -> Chapter:
    """The finest of the tilings and the first film of the folder."""
    certified = studies.certified
    blocks: list[Block] = []
    if certified is not None and certified.tilings:
        blocks.append(Boards(sequence.draw_all(certified, sequence.finest(certified)), BOARD_CM))
    blocks += [Boards([strip], FILM_CM) for strip in list(films(studies.folder))[:1]]
    return Chapter("", blocks)


def _certified(studies: Studies) -> str:
    certified = studies.certified
    if certified is None:
        return ""
    certain = certified.certain
    if not certain:
        return "How often a size must occur where smaller squares tile the n × n square, is certain for no n yet."
    return (
        "Cut the n × n square into smaller squares so that no size occurs more than k times: the least k, h(n), is "
        f"certain for n = {ranges(certain)}; {sequence.brief(certified)}."
    )


def _constraints(studies: Studies) -> str:
    said = [
        f"on {family} {ablation_chapter.finding(effects)}"
        for family, effects in ablation_chapter.by_family(map(studies.campaigns.get, ABLATIONS)).items()
    ]
    return re.sub(r"\w+=\w+", r"`\g<0>`", f"All else being equal, {'; '.join(said)}.") if said else ""


def _boards(studies: Studies) -> str:
    """How many of G. Tam's conclusions hold, by how much our models are faster, and where the hard boards lie."""
    parts, clauses = tam.sources(studies.campaigns, studies.published), []
    if (judged := tam.conclusions(parts)) is not None:
        published, repeated, every = claims.holding(judged)
        clauses.append(
            f"{published} of {count(every, 'conclusion')} of G. Tam's report hold for his own runs and {repeated} for "
            "the same models here"
        )
    if best := tam.fastest(parts):
        clauses.append(best)
    if HARDNESS in studies.campaigns:
        title = hardness.title(hardness.halves(hardness.boards(hardness.select(studies.campaigns[HARDNESS].runs))))
        clauses.append(title[0].lower() + title[1:])
    return f"On triomino-domino boards {'; '.join(clauses)}." if clauses else ""


def _set(name: str, chapter: Callable[[], Chapter], folder: Path) -> dict[str, Any]:
    return set_in(chapter(), folder, name)
