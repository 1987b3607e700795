"""The study of decisions on square tilings: finding a tiling with h(n) copies of a side, and refuting one copy less."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tilings.models.squares.instance import SquaresInstance
from tilings.reports.chapters.chapter import Chapter, Table, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import listed
from tilings.reports.plot.style import colour
from tilings.reports.reach.over_time import draw
from tilings.reports.reach.reach import Reach, observed, reaches, steps
from tilings.reports.scores import median_runs
from tilings.runners.record.climbs import Climb, RecordedLadder, climbs
from tilings.studies.settings import best_settings

if TYPE_CHECKING:
    from pandas import DataFrame

FIND, REFUTE = "find", "refute"


def chapter(results: Results | None) -> Chapter:
    """How large boards of either side are solved, by configuration; empty without runs of the campaign."""
    title = "Squares: finding a tiling, and refuting one copy less"
    if results is None or (rows := boards(results)).empty:
        return Chapter(title)
    found = reaches(on_ladders(results, rows))
    lines = {ladder: steps(each.climb for each in group) for ladder, group in found.items()}
    return Chapter(title, [Words(_about(rows)), draw(lines), table(rows, found)])


def boards(results: Results) -> DataFrame:
    """The decisions on n x n boards with columns `n`, `copies` and `task`: to find h(n) copies, or to refute one less.

    `ladder`: the boards of one task and number of copies are one. `row`: the number of the record.

    Of each solver and formulation only the runs with its best setting stay: of those that ran on the most boards the
    one that solves the most, in the least time. One run stands for each case, its median.
    """
    median = median_runs(results.runs.assign(row=range(len(results.runs))))
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
    own = own[own["task"] != ""]
    return own.assign(
        ladder=[f"{task} {copies:.0f} copies" for task, copies in zip(own["task"], own["copies"], strict=True)]
    )


def on_ladders(results: Results, rows: DataFrame) -> list[Climb]:
    """The climbs on the ladders of `boards`."""
    runs = [
        results.as_tasks[place]._replace(ladder=ladder, rung=n)
        for place, ladder, n in zip(rows["row"], rows["ladder"], rows["n"], strict=True)
    ]
    kinds, fair = ([of[place] for place in rows["row"]] for of in (results.kinds, results.fair))
    return climbs(runs, kinds, fair)


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


def table(rows: DataFrame, found: dict[RecordedLadder, list[Reach]]) -> Table:
    """A row a configuration: of both tasks how many boards it solved, and its reach on each ladder."""
    own = {(ladder.name, each.climb.configuration): each for ladder, group in found.items() for each in group}
    ladders = sorted({ladder.name for ladder in found}, key=lambda name: (not name.startswith(FIND), name))
    body, shades = [], []
    for configuration, runs in rows.sort_values("configuration").groupby("configuration"):
        cells = []
        for task in (FIND, REFUTE):
            part = runs[runs["task"] == task]
            cells.append(f"{int(part['solved'].sum())}/{len(part)}" if len(part) else "–")
        reached = (own.get((ladder, str(configuration))) for ladder in ladders)
        cells += [observed(each) if each else "–" for each in reached]
        body.append([str(configuration), *cells])
        shades.append(colour(runs["paradigm"].iloc[0]))
    caption = (
        "All configurations: the number of boards whose tiling they found, or refuted with one copy less, and the "
        "largest side solved on each ladder. ≥: no larger board was tried; <: the smallest board was not solved."
    )
    return Table(["configuration", "found", "refuted", *ladders], body, caption, "squares", colours=shades)


def _about(rows: DataFrame) -> str:
    limits = listed([f"{limit:g} s" for limit in sorted(set(rows["wall_limit_s"]))])
    return (
        "A decision whether k copies are enough bounds h(n) from above or from below, and the two are different tasks: "
        "to find a tiling with h(n) copies and to refute that there is one with a copy less. Boards of one k make a "
        "ladder. Each formulation and solver is shown with the setting that solves the most boards. The limit was "
        f"{limits} of wall time."
    )
