"""Why each climb stops: where the time went on the first size above the reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.chapters.failing import BEFORE, DEEP, MEMORY, ROOT, SEARCH, before_search, causes
from tilings.reports.data.campaign import Results
from tilings.reports.english import count, listed, opened
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.cells import matrix
from tilings.reports.plot.style import colour
from tilings.reports.reach import words
from tilings.reports.reach.reach import Reach, best
from tilings.runners.record.schema import IMPORTED

if TYPE_CHECKING:
    from pandas import DataFrame

    from tilings.reports.reach.findings import Findings

PLACE = 55
# The cause of an unsolved run in words, and its colour.
_SEARCH = "in the search"
_KINDS = {
    BEFORE: ("in reading and building", "#f3d9a4"), ROOT: ("at its root", "#8fd3cb"), DEEP: (_SEARCH, "#b7a3d6"),
    SEARCH: (_SEARCH, "#b7a3d6"), MEMORY: ("for want of memory", "#f0b27a"),
}  # fmt: skip
_OTHER = ("by a fault", "#d9d9d9")
_MOSTLY = 2 / 3
_SENTENCE = (
    "The first size above each reach that was tried. Colour: what the run did when it was ended; number: the share of "
    "its time before the search began. Empty: no such run."
)


@dataclass(frozen=True)
class Stop:
    """The end of a climb.

    cause: the cause in words.
    before: the share of the wall time that passed before the search, from 0 to 1.
    """

    reach: Reach
    size: float
    cause: str
    before: float


def chapter(results: Results, found: Findings) -> Chapter:
    """Where the climbs of the best configurations end; empty where none does."""
    own = stops(results.runs, found)
    if not own:
        return Chapter("")
    numbers = Counter(each.cause for each in own)
    (first, most), *rest = numbers.most_common()
    said = [f"{most} of {count(len(own), 'climb')} end {first}", *(f"{number} {name}" for name, number in rest)]
    title = f"Why does each stop? {listed(said)}"
    return Chapter(title, [Words(_said(own)), draw(own)], whole=True)


def stops(runs: DataFrame, found: Findings) -> list[Stop]:
    """The end of the climb of each paradigm's best configuration; none of a climb whose end is open."""
    ended = runs[runs["ran"] & ~runs["solved"] & (runs["limit_backend"] != IMPORTED)]  # a table has no phases
    ended = ended.assign(cause=causes(ended), before=_before(ended))
    made = []
    for each in (each for group in found.reaches.values() for each in best(group)):
        rung = each.climb.end
        own = ended[ended["run_id"].isin([case.run.run_id for case in rung.cases] if rung else [])]
        if rung and len(own):
            cause = Counter(own["cause"]).most_common(1)[0][0]
            share = median(own.loc[own["cause"] == cause, "before"])  # a crash and a time-out have no common share
            made.append(Stop(each, rung.size, _KINDS.get(cause, _OTHER)[0], share))
    return made


def _before(runs: DataFrame) -> DataFrame:
    """The share of the wall time before the search: starting, loading, stating the model."""
    share = (before_search(runs) / runs["wall_s"].astype(float)).clip(0, 1)
    return share.mask(runs["phase"] == "encode", 1.0)


def _said(own: Sequence[Stop]) -> str:
    """The paradigms of which most climbs end in one way."""
    said = []
    for name in paradigms_in_order(each.reach.name for each in own):
        mine = Counter(each.cause for each in own if each.reach.name == name)
        cause, number = mine.most_common(1)[0]
        if number >= _MOSTLY * mine.total():
            said.append(f"{name} ends {cause} in {number} of {mine.total()}")
    text = (
        "A climb ends where the limit cuts off a run. Reading and building: the solver had not begun to search, or "
        "more than half of its time had passed before. Root: it had begun, but not branched. "
    )
    return f"{text}{opened('; '.join(said))}." if said else text


def draw(own: Sequence[Stop]) -> Drawing:
    """A row a ladder, a column a paradigm."""
    ladders = list(dict.fromkeys(each.reach.climb.ladder for each in own))
    shades = dict([*_KINDS.values(), _OTHER])
    columns = {name: colour(name) for name in paradigms_in_order(each.reach.name for each in own)}
    cells = {
        (ladders.index(each.reach.climb.ladder), each.reach.name): (f"{each.before:.0%}", shades[each.cause])
        for each in own
    }
    return Drawing("", matrix([opened(words.name(ladder)) for ladder in ladders], columns, cells, shades), _SENTENCE)
