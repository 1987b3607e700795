"""The study of decisions on square tilings: finding a tiling with h(n) copies of a side, and refuting one copy less."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from models.squares.instance import SquaresInstance
from reports.chapters.chapter import Block, Chapter, Table, Words
from reports.data.campaign import Results
from reports.scores import best_settings
from reports.studies.sources import SQUARES, Studies
from reports.text.english import count, listed, seconds, some

if TYPE_CHECKING:
    from pandas import DataFrame

FIND, REFUTE = "find", "refute"
_WORDS = {"timeout": "time", "incumbent": "time", "memory": "mem", "failed": "fail", "wrong": "wrong", "given_up": "§"}


def chapter(studies: Studies) -> Chapter:
    """How the time of either side grows with the board, by configuration; empty without runs of the campaign."""
    title = "Squares: finding a tiling, and refuting one copy less"
    rows = boards(studies.campaigns[SQUARES]) if SQUARES in studies.campaigns else None
    if rows is None or rows.empty:
        return Chapter(title)
    blocks: list[Block] = [Words(_about(rows)), Words(settled(rows)), table(rows)]
    return Chapter(title, blocks)


def boards(results: Results) -> DataFrame:
    """The decisions on n x n boards with columns `n`, `copies` and `task`: to find h(n) copies, or to refute one less.

    Of each solver and formulation only the runs with its best setting stay: of those that ran on the most boards the
    one that solves the most, in the least time. One run stands for each case, its median.
    """
    median = results.median
    sizes = {
        instance.name: (instance.width, instance.max_copies)
        for _, instance in results.instances.values()
        if isinstance(instance, SquaresInstance) and instance.width == instance.height and not instance.sides
    }
    own = median[median["counts"] & (median["goal"] == "first") & (median["family"] == "squares")]
    own = own[own["instance"].isin(sizes)]
    n, copies = (own["instance"].map(lambda name, part=part: sizes[name][part]) for part in (0, 1))
    own = own.assign(n=n.astype(float), copies=copies.astype(float))
    own = own[own["configuration"].isin(best_settings(own))]
    chosen = {task: asked(own, task) for task in (FIND, REFUTE)}
    tasks = [
        next((task for task in chosen if chosen[task].get(n) == copies), "")
        for n, copies in zip(own["n"], own["copies"], strict=True)
    ]
    own = own.assign(task=tasks)
    return own[own["task"] != ""]


def asked(decisions: DataFrame, task: str) -> dict[int, int]:
    """By n the number of copies that a task is about; n is missing where there is none.

    find: the least k that was found, or else the least that may be; refute: the greatest k below that was asked.

    >>> import pandas as pd
    >>> rows = pd.DataFrame({"n": [9, 9, 10], "copies": [2, 3, 3], "answer": ["none", "sat", "none"]})
    >>> asked(rows, "find"), asked(rows, "refute")
    ({9: 3, 10: 3}, {9: 2})
    """
    chosen = {}
    for n, part in decisions.groupby("n"):
        tried = {int(copies) for copies in part["copies"]}
        refuted = {copies for copies in tried if copies <= part[part["answer"] == "unsat"]["copies"].max()}
        enough = {copies for copies in tried if copies >= part[part["answer"] == "sat"]["copies"].min()}
        found = min(enough or tried - refuted, default=math.inf)
        copies = found if task == FIND else max((k for k in tried if k < found), default=math.inf)
        if copies < math.inf:
            chosen[int(n)] = int(copies)
    return chosen


def settled(rows: DataFrame) -> str:
    """Of how many boards some configuration solved both tasks, and which solved both of the most."""
    tasks = rows.groupby("n")["task"].nunique()
    both = rows[rows["n"].isin(tasks[tasks == 2].index) & rows["solved"]]
    done = both.groupby(["configuration", "n"])["task"].nunique() == 2
    number = done.groupby("configuration").sum().sort_values(ascending=False, kind="stable")
    every = int((tasks == 2).sum())
    if not len(number) or not number.iloc[0]:
        return f"No configuration solved both tasks of one of {count(every, 'board')}."
    best = sorted(number[number == number.iloc[0]].index)
    text = f"Of {count(every, 'board')} with both tasks {int(number.iloc[0])} are settled by {some(best)}"
    rest = [f"{int(value)} by {name}" for name, value in number[number < number.iloc[0]].items()]
    return f"{text}; {listed(rest)}." if rest else f"{text}."


def table(rows: DataFrame) -> Table:
    """A row a run: seconds, or what ended it."""
    body = [
        [run.configuration, run.task, f"{run.n:.0f}", f"{run.copies:.0f}",
         seconds(run.time_s) if run.outcome == "solved" else _WORDS[run.outcome], seconds(run.solve_s)]
        for run in rows.sort_values(["configuration", "task", "n"]).itertuples()
    ]  # fmt: skip
    header = ["configuration", "task", "n", "copies", "wall s", "search s"]
    return Table(header, body, "The seconds of each run, or what ended it.", "squares", left=2)


def _about(rows: DataFrame) -> str:
    limits = listed([f"{limit:g} s" for limit in sorted(set(rows["wall_limit_s"]))])
    return (
        "A decision whether k copies are enough bounds h(n) from above or from below, and the two are different tasks: "
        "to find a tiling with h(n) copies and to refute that there is one with a copy less. Of each formulation and "
        f"solver the setting stands here that, of those that ran on the most boards, solves the most. The limit was "
        f"{limits} of wall time."
    )
