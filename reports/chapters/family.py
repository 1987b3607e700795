"""A chapter for each family: by goal the scores and figures of its runs, then boards of it."""

from pathlib import Path
from typing import Any

from models.registry import HOME
from reports.chapters import tables
from reports.data.load import Results
from reports.data.tasks import Task
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
from reports.figures.drawing import Draws, board_grid, paged, written
from reports.scores import best_settings

MOST_DRAWN = 24  # configurations: more cannot be told apart in one figure
TIMES: tuple[Draws[Task], ...] = (
    cactus, performance_profile, pairwise_scatter, time_by_difficulty, time_distribution, time_by_size, time_by_tiles,
)  # fmt: skip


def chapter(results: Results, family: str, folder: Path) -> dict[str, Any]:
    """What the family's runs show; its figures are written to `folder`."""
    goals = [_goal(task, folder) for task in results.tasks if task.family == family]
    drawn, bad = boards.boards(results, family) if (HOME / family / "draw.py").exists() else ([], 0)
    return {
        "family": family,
        "goals": goals,
        "boards": board_grid(drawn, folder, f"{family}-board"),
        "boards_sentence": boards.sentence(drawn, bad),
        "films": [
            written(strip, folder, f"{family}-film-{number}")
            for number, strip in enumerate(films.films(results, family))
        ],
    }


def _goal(task: Task, folder: Path) -> dict[str, Any]:
    shown, stem = selected(task), f"{task.family}-{task.goal}"
    pages = outcome_matrix.pages(shown.only("ended", set(shown.runs["ended"]) - {"not_applicable"}))
    figures = paged(map(outcome_matrix.draw, pages), folder, f"{stem}-matrix")
    if len(shown.median):
        figures += [written(times.draw(shown), folder, f"{stem}-{number}") for number, times in enumerate(TIMES)]
    return {
        "goal": task.goal,
        "scores": tables.scores(task),
        "drawn": _selection(task, shown),
        "figures": [each for each in figures if each["file"]],
        "missing": [" ".join(said)] if (said := [each["sentence"] for each in figures if not each["file"]]) else [],
    }


def selected(task: Task) -> Task:
    """What figures show of a task: all, or where it has too many configurations, the best.

    These are the best setting of each solver and formulation; of those the best of each solver, then the best of all,
    and beside them the native searches.
    """
    if task.runs["configuration"].nunique() <= MOST_DRAWN:
        return task
    chosen = task.only("configuration", best_settings(task.every))
    first = chosen.scores.drop_duplicates("route")["configuration"]
    names = list(dict.fromkeys([*first, *chosen.scores["configuration"]]))[:MOST_DRAWN]
    return chosen.only("configuration", [*names, *chosen.references["configuration"]])


def _selection(task: Task, shown: Task) -> str:
    """In words: what the figures leave out; empty where nothing is."""
    every, drawn = (part.runs["configuration"].nunique() for part in (task, shown))
    if drawn == every:
        return ""
    which = "each solver and formulation with its best setting, of those that ran on the most cases"
    if drawn >= MOST_DRAWN:
        which = f"the best of each solver and then by PAR2, {which}"
    return f"Of {every} configurations the figures show {drawn}: {which}."
