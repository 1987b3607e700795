"""The study of other people's solvers, timed side by side with ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.chapters.chapter import Chapter, Words
from studies.peers import figure

if TYPE_CHECKING:
    from pandas import DataFrame

_ABOUT = (
    "Whole commands, in turns on one machine: all that a command does counts, the start of its language included. Ours "
    "also check each solution and compare the count with the known one. Exact-cover libraries were given the same "
    "items and options, with one piece constrained. polycube-algorithms is our engine with Busche's algorithms; his "
    "own program and Knuth's are here only where they are named. The commands stand in `peers.csv`."
)


def chapter(times: DataFrame | None) -> Chapter:
    """The times of whole commands; empty where none were taken."""
    title = "Other people's solvers"
    return Chapter(title, [] if times is None else [Words(_ABOUT), figure.draw(times)])
