"""A chapter for each family: by goal the scores and figures of its runs, then boards of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.registry import HOME
from reports.chapters import tables
from reports.data.load import Results
from reports.figures import (
    boards,
    cactus,
    films,
    outcome_matrix,
    pairwise_scatter,
    performance_profile,
    time_by_difficulty,
    time_by_size,
    time_by_tiles,
    time_distribution,
)
from reports.figures.drawing import figure, paged, picture, shelf
from reports.scores import best_settings, median_runs, table

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_DRAWN = 24  # configurations: more cannot be told apart in one figure
TIMES = (
    cactus, performance_profile, pairwise_scatter, time_by_difficulty, time_distribution, time_by_size, time_by_tiles,
)  # fmt: skip


def chapter(results: Results, family: str, runs: DataFrame, folder: Path) -> dict[str, Any]:
    """What the family's runs show; its figures are written to `folder`."""
    goals = [_goal(family, goal, part, folder) for goal, part in runs.groupby("goal", sort=True)]
    drawn, bad = boards.boards(results, family) if (HOME / family / "draw.py").exists() else ([], 0)
    return {
        "family": family,
        "goals": goals,
        "boards": shelf(drawn, folder, f"{family}-board"),
        "boards_sentence": boards.sentence(drawn, bad),
        "films": _films(results, family, folder),
    }


def _films(results: Results, family: str, folder: Path) -> list[dict[str, str]]:
    found = enumerate(films.films(results, family))
    return [picture(made, films.TITLE, words, folder, f"{family}-film-{number}") for number, (made, words) in found]


def _goal(family: str, goal: str, runs: DataFrame, folder: Path) -> dict[str, Any]:
    shown, stem = selected(runs), f"{family}-{goal}"
    pages = outcome_matrix.pages(shown[shown["ended"] != "not_applicable"])
    figures = paged(outcome_matrix, pages, folder, f"{stem}-matrix")
    ran = shown[shown["ran"]]
    if not ran.empty:
        figures += [figure(module, ran, folder, f"{stem}-{module.__name__.rpartition('.')[2]}") for module in TIMES]
    return {
        "goal": goal,
        "scores": tables.scores(runs),
        "drawn": _selection(runs, shown),
        "figures": [each for each in figures if each["file"]],
        "missing": [" ".join(said)] if (said := [each["sentence"] for each in figures if not each["file"]]) else [],
    }


def selected(runs: DataFrame) -> DataFrame:
    """The runs that figures show: all, or where they have too many configurations, those of the best.

    These are the best setting of each solver and formulation; of those the best of each solver, then the best of all.
    """
    if runs["configuration"].nunique() <= MOST_DRAWN:
        return runs
    chosen = runs[runs["configuration"].isin(best_settings(median_runs(runs)))]
    ranked = table(chosen)
    first = ranked.drop_duplicates("solver")["configuration"]
    rest = ranked[~ranked["configuration"].isin(first)]["configuration"]
    return chosen[chosen["configuration"].isin([*first, *rest][:MOST_DRAWN])]


def _selection(runs: DataFrame, shown: DataFrame) -> str:
    """In words: what the figures leave out; empty where nothing is."""
    every, drawn = (part["configuration"].nunique() for part in (runs, shown))
    if drawn == every:
        return ""
    which = "each solver and formulation with its best setting, of those that ran on the most cases"
    if drawn == MOST_DRAWN:
        which = f"the best of each solver and then by PAR2, {which}"
    return f"Of {every} configurations the figures show {drawn}: {which}."
