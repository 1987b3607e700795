"""The page on ladders of one size and lists of instances: one table for each family and goal, a row a configuration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import MOST_ROWS, Block, Chapter, Table, Words
from tilings.reports.english import as_ratio, count, listed, opened, seconds
from tilings.reports.plot.style import colour
from tilings.reports.reach.one_size import Entry, RankedTask
from tilings.reports.scores import FEW, Estimate

if TYPE_CHECKING:
    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 60
HEADER = ["solver and model", "paradigm", "verdict", "solved", "median (s)", "times as long"]
_NAMED = 3  # configurations in a sentence
HOW = (
    "Solved: of the cases that a solver ran on with a model. Median: seconds over the cases that it solves. Times as "
    "long: as the first row takes, the geometric mean over the cases that both solve, with its interval of 95 %; none "
    f"for fewer than {FEW} such cases. Slower: it solves no more, and the interval lies above 1. Solves fewer: by more "
    "than chance (sign test, 5 %)."
)


def sentences(found: Sequence[RankedTask]) -> Iterator[str]:
    """Who is the fastest in how many tasks, and a sentence or two on each task."""
    if found:
        yield _title(found)
        yield from map(_said, found)


def _title(found: Sequence[RankedTask]) -> str:
    compared = [task for task in found if task.compared]
    if not compared:
        return f"Nothing can be compared on {listed([task.name for task in found])}."
    firsts = Counter(task.ranked[0].configuration for task in compared if task.decided)
    if len(compared) == 1:
        (task,) = compared
        if firsts:
            return f"{[*firsts][0]} is the fastest on {task.name}."
        return f"{opened(task.doubt)} who is the fastest on {task.name}."
    among = f"{len(compared)} tasks"
    if not firsts:
        return f"No solver and model is surely the fastest in any of {among}."
    (name, number), *rest = firsts.most_common()
    said = [f"{name} is the fastest in {number} of {among}", *(f"{name} in {number}" for name, number in rest)]
    open_ = len(compared) - firsts.total()
    if open_:
        return f"{listed(said)}; {open_} {'is' if open_ == 1 else 'are'} undecided."
    return f"{listed(said)}."


def _said(task: RankedTask) -> str:
    """Who solves the most cases of a task, and how the next one compares, or those of which it is open."""
    if not task.ranked or not task.ranked[0].solved:
        text = f"{opened(task.name)}: of {count(task.cases, 'case')} none is solved."
    else:
        first, *rest = task.ranked
        doubt = f" ({task.doubt})" if task.doubt else ""
        text = (
            f"{opened(task.name)}{doubt}: {first.configuration} solves {first.share} cases, in a median of "
            f"{seconds(first.median_s)} s"
        )
        near = task.near or rest[:1]
        text += "".join(f"; {each.configuration} {_beaten(each)}" for each in near[:_NAMED])
        if len(near) > _NAMED:
            text += f"; {len(near) - _NAMED} more are as near"
        text += "." if rest else "; nothing else was run."
    references = [each for each in task.entries if each.fair and not each.ranked and each.solved]
    for each in references[:1]:
        text += f" The reference, {each.configuration}, outside the comparison, solves {_beaten(each)}."
    return text


def _beaten(each: Entry) -> str:
    """How many cases another one solves, and how many times as long it takes."""
    return each.share + (f" in {times(each.ratio)} times the time" if each.ratio else "")


def times(ratio: Estimate) -> str:
    """A ratio of times with its interval."""
    value, low, high = (
        f"{each:.2f}" if each < 1.995 else as_ratio(each) for each in (ratio.value, ratio.low, ratio.high)
    )
    return f"{value} ({low}–{high})"


def chapter(_: Results, found: Findings) -> Chapter:
    """The tables of a campaign that has ladders of several sizes, too; without these they stand on the first page."""
    return Chapter("Solver by model, where one size was run", tables(found.tasks) if found.reaches else [])


def tables(found: Sequence[RankedTask]) -> list[Block]:
    """A table for each task, a row a configuration; the whole of a long one is a file beside the document."""
    blocks: list[Block] = []
    for task in found:
        name = f"solver-by-model-{task.family}-{task.goal}"
        rows, colours = [cells(each) for each in task.entries], [colour(each.paradigm) for each in task.entries]
        title = caption(task)
        if len(rows) > MOST_ROWS:
            blocks.append(Table(HEADER, rows, title, name, left=3, beside=True))
            title = f"{title} The first {MOST_ROWS} of {len(rows)}."
        blocks.append(Table(HEADER, rows[:MOST_ROWS], title, name, left=3, colours=colours[:MOST_ROWS]))
    return [*blocks, Words(HOW)] if found else []


def caption(task: RankedTask) -> str:
    """What the table of a task is about."""
    limits = listed([f"{limit:g} s" for limit in task.limits])
    return f"{opened(task.name)}: {count(task.cases, 'case')}, limit {limits}."


def cells(each: Entry) -> list[str]:
    """The row of a configuration, by HEADER."""
    verdict = each.verdict if each.ranked else "reference" if each.fair else "not ranked"
    return [
        each.configuration, each.paradigm, "; ".join(filter(None, (verdict, each.flaws))), each.share,
        seconds(each.median_s), times(each.ratio) if each.ratio else "–",
    ]  # fmt: skip
