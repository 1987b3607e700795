"""Which puzzle suits whom: who wins where, whether the instance tells it, and what choosing by it would gain."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports.analysis.choosing import Choice, choices
from reports.analysis.features import NAMES, features
from reports.analysis.selection import DEPTH, Prediction, prediction, single, winners, wins
from reports.chapters.chapter import Block, Chapter, Heading, Table, Words
from reports.data.campaign import Results
from reports.figures import footprints
from reports.text.english import count, listed, opened, seconds

if TYPE_CHECKING:
    from pandas import DataFrame

_NEAR = 1.2  # times the winner's time: nearer than that a single run tells little


def chapter(results: Results) -> Chapter:
    """No chapter where no case was solved that several paradigms tried."""
    cases = winners(results.runs, results.median, features(results.instances))
    blocks: list[Block] = []
    if len(cases):
        blocks += [Words(_who(cases)), footprints.draw(cases)]
    if found := prediction(cases):
        blocks += [Heading(_verdict(found)), Words(_method(found)), _tree(found, single(cases))]
        ways = choices(results.median, found)
        blocks += [Heading(_gain(ways)), _ways(ways)] if ways else []
    return Chapter("Why: which puzzle suits whom", blocks)


def _who(cases: DataFrame) -> str:
    """In words: how many cases each paradigm wins, and which families one paradigm wins alone."""
    sure = cases[cases["decided"]]
    text = f"{count(len(cases), 'case')} were solved that several paradigms tried"
    if open_cases := len(cases) - len(sure):
        text += f"; on {open_cases} of them the fastest two are nearer than two seeds of one may be: undecided"
    if single(cases):
        near = int((cases["lead"] <= _NEAR).sum())
        text += (
            "; none ran with several seeds: the winners are of single runs, and none is decided "
            f"(on {near} the next paradigm takes at most {_NEAR:g} times as long)"
        )
    if sure.empty:
        return f"{text}."
    won = listed([f"{name} wins {number}" for name, number in wins(cases).items()])
    text += f". Of the {count(len(sure), 'case' if single(cases) else 'decided case')} {won}."
    alone: dict[str, list[str]] = {}
    for family, part in sure.groupby("family", sort=True):
        if part["paradigm"].nunique() == 1:
            alone.setdefault(part["paradigm"].iloc[0], []).append(f"{family} ({len(part)})")
    for paradigm, families in alone.items():
        text += f" {opened(paradigm)} wins all of {listed(families)}."
    return text


def _verdict(found: Prediction) -> str:
    """As a title: whether a tree knows the winner better than who names the most frequent one."""
    low, high = found.gain
    tree, usual = f"{found.accuracy:.0%}", f"{found.usual:.0%}"
    if low > 0:
        return f"The instance tells the winner: a tree names that of {tree} of cases, guessing the usual one {usual}"
    if high < 0:
        return f"The instance does not tell the winner: a tree is right on {tree}, guessing the usual one on {usual}"
    return f"Undecided: a tree names the winner of {tree} of cases, guessing the usual one of {usual}"


def _method(found: Prediction) -> str:
    low, high = found.gain
    text = (
        f"The tree asks at most {DEPTH} questions about the family, the goal, {listed(list(NAMES.values()))}. It is "
        f"judged on ladders (family, goal and class) that it did not see: each of {found.cases['ladder'].nunique()} is "
        "left out once, with all that was run on its instances, because to know one rung is to know its neighbours. "
        "The usual winner is the most frequent one of the other ladders."
    )
    if low == low:
        points = f"{100 * low:+.0f} to {100 * high:+.0f}".replace("-", "−")
        text += f" Over ladders like these the difference is {points} percentage points."
    return text


def _tree(found: Prediction, alone: bool) -> Table:
    rows = [[answer.which, answer.paradigm, str(answer.cases), str(answer.right)] for answer in found.answers]
    caption = (
        f"The tree of all {'' if alone else 'decided '}cases, in words: on which cases it names whom, and how many of "
        "them that one wins."
    )
    return Table(
        ["puzzles", "it names", "cases", "won by it"],
        rows,
        caption,
        "tree",
        left=2,
        widths=("1fr", "auto", "auto", "auto"),
    )


def _gain(ways: list[Choice]) -> str:
    """As a title: how the times of the tree's choice compare with those of each task's best configuration."""
    task, tree, best = ways[-3:]
    interval = f" ({1 - best.high:.0%} to {1 - best.low:.0%})" * (best.low < best.high)
    perfect = f"a perfect choice, which picks lucky runs, too, would save {1 - best.ratio:.0%}{interval}"
    if tree.low > 1 or tree.solved < task.solved:
        return f"Choosing by the tree costs time against each task's best configuration; {perfect}"
    if tree.high < 1:
        return f"Choosing by the tree saves {1 - tree.ratio:.0%} of the time; {perfect}"
    return f"Undecided whether choosing by the tree saves time; {perfect}"


def _ways(ways: list[Choice]) -> Table:
    rows = [
        [way.name, f"{way.solved}/{way.cases}", seconds(way.par2_s), seconds(way.mean_s), _ratio(way)] for way in ways
    ]
    caption = (
        "What a choice of a configuration for each case costs, native searches left out: cases solved, PAR2, geometric "
        "mean wall time (an unsolved run counts as its limit), and its ratio to the best configuration of each family "
        "and goal, with an interval over ladders. The best configurations are those of the least geometric mean, "
        "one for a paradigm."
    )
    return Table(
        ["choice", "solved", "PAR2 (s)", "mean (s)", "ratio"], rows, caption, "choices", widths=("1fr", *["auto"] * 4)
    )


def _ratio(way: Choice) -> str:
    text = f"{way.ratio:.2f}"
    return text if math.isnan(way.low) or way.low == way.high else f"{text} ({way.low:.2f}–{way.high:.2f})"
