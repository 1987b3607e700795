"""The first page: three sentences that answer the title, the picture of solver by model, a board of each family."""

from __future__ import annotations

from models.registry import HOME
from reports.chapters.caveats import notices as caveats
from reports.chapters.chapter import Block, Boards
from reports.chapters.machines import kinds, limits
from reports.data.campaign import Results
from reports.figures import boards
from reports.text.english import count

BOARD_CM = 3.6


def about(results: Results) -> str:
    """The campaign in a line: its name, its days, its machine."""
    days = sorted({time[:10] for time in results.runs["started_at"] if time})
    parts = [f"Campaign {results.name}", " to ".join(dict.fromkeys(days[:1] + days[-1:]))]
    parts += [name for name, _ in kinds(results)[:1]]
    return " · ".join(filter(None, parts))


def notices(results: Results) -> list[str]:
    """The caveats, a sentence or two each."""
    names = [name for name, _ in kinds(results)]
    found = caveats(results, names)
    if len(names) > 1:
        found.insert(0, f"All seconds of this report are of the kind with the most runs: {names[0]}.")
    return found


def sentences(results: Results) -> list[str]:
    """Which paradigm wins, by how much, and why."""
    ran = results.runs[results.runs["ran"]]
    return [f"{count(len(ran), 'run')} with limits of {limits(ran)}."] if len(ran) else ["No run took place."]


def opening(results: Results) -> list[Block]:
    """The heatmap of solver by model, and one board of each family."""
    found = []
    for family in sorted(set(results.runs["family"])):
        if (HOME / family / "draw.py").exists():
            drawn, _ = boards.boards(results, family)
            found += drawn[len(drawn) // 2 :][:1]
    return [Boards(found, BOARD_CM)]
