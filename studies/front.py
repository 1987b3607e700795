"""The first page of the studies: three sentences on what they found, the finest tilings, and a film of a search."""

from __future__ import annotations

import re

from reports.chapters.chapter import Block, Boards, Chapter
from reports.english import count, listed, ranges
from reports.figures.boards import films
from studies import worth
from studies import worth_matrix as constraints
from studies.hn import book, sequence
from studies.sources import ABLATIONS, HARDNESS, Studies
from studies.tam import chapter as tam
from studies.tam import claims, hardness
from studies.tam import hardness_curves as hard_boards

BOARD_CM, FILM_CM = 8.0, 7.0


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
        blocks.append(Boards(book.draw_all(found, book.finest(found)), BOARD_CM))
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
        f"on {family} {constraints.finding(found)}"
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
        drawn = hard_boards.title(hardness.halves(hardness.boards(hardness.select(studies.campaigns[HARDNESS].runs))))
        said.append(drawn[0].lower() + drawn[1:])
    return f"On triomino-domino boards {'; '.join(said)}." if said else ""
