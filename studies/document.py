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
from tilings.studies import engines, inputs, worth
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

    certified: what is proven of h(n). published: the runs that G. Tam published. reproduced: M. Busche's Table 2 run
    again. peers: the times of whole commands. None where there are none.
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

    Beside campaigns on his boards stand the runs that G. Tam published, which this repository holds.
    Raises UserError where there is none, or where a file is not of its schema.
    """
    known = inputs.campaigns(folder, CAMPAIGNS)
    published, reproduced = runs.load(folder, known), busche.load(folder)
    found = Studies(folder, known, hn.load(folder), published, reproduced, peers.load(folder))
    if not found:
        raise UserError(f"{folder} holds no experiments: no folder of {', '.join(CAMPAIGNS)} or certify")
    return found


def assemble(studies: Studies, folder: Path) -> dict[str, Any]:
    """The content of the document; its figures and long tables are written to `folder` and named in it."""
    content: dict[str, Any] = {
        "title": "Tilings: what the published experiments show",
        "about": about(studies),
        "author": "Tilings, python -m studies",
        "description": "Certified values, ablations, hardness, and other people's experiments made again",
        "keywords": ["tiling puzzles", "squared squares", "triominoes", "polycubes", *sorted(studies.campaigns)],
        "notices": notices(studies),
        "sentences": sentences(studies),
    }
    made = {"front": partial(opening, studies)} | chapters(studies)
    with context(text=True):
        first, *others = parallel.made([partial(_set, name, each, folder) for name, each in made.items()])
    return content | {"opening": first["blocks"], "chapters": [chapter for chapter in others if chapter["blocks"]]}


def chapters(studies: Studies) -> dict[str, Callable[[], Chapter]]:
    """What makes each chapter, by its name in the document and in its order."""
    named = studies.campaigns.get
    return {
        "sequence": partial(sequence.chapter, studies.certified),
        "bounds": partial(bounds.chapter, named(SQUARES)),
        "worth": partial(worth.chapter, [named(name) for name in ABLATIONS]),
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
    """The machines of the campaigns, whose seconds compare with no others."""
    kinds: dict[str, list[str]] = {}
    for name, results in studies.campaigns.items():
        kinds.setdefault(results.runs["kind"].iloc[0], []).append(name)
    if not kinds:
        return []
    said = "; ".join(f"{kind} ({listed(names)})" for kind, names in kinds.items())
    return [f"Seconds are wall times of the kind of machine with the most runs of a campaign: {said}."]


def sentences(studies: Studies) -> list[str]:
    """What was certified, what constraints are worth, and what became of the triomino-domino experiments."""
    return [said for said in (_certified(studies), _constraints(studies), _boards(studies)) if said]


def opening(studies: Studies) -> Chapter:
    """The finest of the tilings and the first film of the folder."""
    found = studies.certified
    blocks: list[Block] = []
    if found is not None and found.tilings:
        blocks.append(Boards(sequence.draw_all(found, sequence.finest(found)), BOARD_CM))
    blocks += [Boards([strip], FILM_CM) for strip in list(films(studies.folder))[:1]]
    return Chapter("", blocks)


def _certified(studies: Studies) -> str:
    found = studies.certified
    if found is None:
        return ""
    certain = found.certain
    if not certain:
        return "How often a size must occur where smaller squares tile the n × n square, is certain for no n yet."
    return (
        "Cut the n × n square into smaller squares so that no size occurs more than k times: the least k, h(n), is "
        f"certain for n = {ranges(certain)}; {sequence.brief(found)}."
    )


def _constraints(studies: Studies) -> str:
    said = [
        f"on {family} {worth.finding(found)}"
        for family, found in worth.by_family(map(studies.campaigns.get, ABLATIONS)).items()
    ]
    return re.sub(r"\w+=\w+", r"`\g<0>`", f"All else being equal, {'; '.join(said)}.") if said else ""


def _boards(studies: Studies) -> str:
    """What became of G. Tam's conclusions, by how much our models are faster, and where the hard boards lie."""
    parts, said = tam.sources(studies.campaigns, studies.published), []
    if (judged := tam.conclusions(parts)) is not None:
        there, here, every = claims.holding(judged)
        said.append(
            f"{there} of {count(every, 'conclusion')} of G. Tam's report hold for his own runs and {here} for the same "
            "models here"
        )
    if best := tam.fastest(parts):
        said.append(best)
    if HARDNESS in studies.campaigns:
        drawn = hardness.title(hardness.halves(hardness.boards(hardness.select(studies.campaigns[HARDNESS].runs))))
        said.append(drawn[0].lower() + drawn[1:])
    return f"On triomino-domino boards {'; '.join(said)}." if said else ""


def _set(name: str, chapter: Callable[[], Chapter], folder: Path) -> dict[str, Any]:
    return set_in(chapter(), folder, name)
