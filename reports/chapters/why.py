"""The chapter on where the time goes, and why: what is common to all families and goals.

Its figures show the best setting of each solver and formulation in each family and goal, a case's median run.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.analysis.formulation_effects import effects
from reports.analysis.gap_curves import anytime
from reports.chapters.factorial import factorial
from reports.data import published
from reports.data.load import Results
from reports.data.tasks import Task
from reports.figures import anytime as anytime_figure
from reports.figures import effort_rate, formulations, model_size, phases, seeds
from reports.figures.drawing import paged, written
from reports.scores import best_settings
from reports.text.tables import grid

if TYPE_CHECKING:
    from pandas import DataFrame

# What the record's columns count, by solver: variables, constraints, nodes.
COUNTED = {
    "gecode": ("of FlatZinc as Gecode states it", "propagators", "nodes"),
    "chuffed": ("of FlatZinc as Chuffed states it, with the Booleans of each value and bound", "propagators", "nodes"),
    "clingo": ("ground atoms", "ground rules", "choices"),
    "cpsat": ("of the model before presolve: integers, Booleans, intervals' ends", "before presolve", "branches"),
    "cbc": ("columns before presolve", "rows before presolve", "nodes of branch and bound"),
    "highs": ("columns before presolve", "rows before presolve", "nodes of branch and bound"),
    "dlx": ("options: ways to lay a tile", "items: cells and tiles", "partial placements"),
}


def chapter(results: Results, repeated: Results | None, folder: Path) -> dict[str, Any]:
    """The chapter's parts, their figures written to `folder`.

    repeated: a campaign with several seeds, for one that has none; of it the families that the campaign has.
    """
    best = _best(results.tasks)
    return {
        "phases": paged(map(phases.draw, phases.pages(best) or [best]), folder, "why-phases"),
        "sizes": [written(model_size.draw(best), folder, "why-size")],
        "counted": counted(best),
        "effort": [written(effort_rate.draw(best), folder, "why-effort")],
        "rates": effort_rate.table(best),
        "anytime": [written(anytime_figure.draw(anytime(results)), folder, "why-anytime")],
        "formulations": _paired(results, folder),
        "factorial": factorial(results.median[results.median["ranked"]], folder),
        "seeds": _seeds(results, repeated, folder),
    }


def counted(runs: DataFrame) -> dict[str, Any]:
    """What is counted as a variable, a constraint and a node, for each solver that told of one."""
    told = set(runs.loc[runs["variables"].notna() | runs["nodes"].notna(), "solver"])
    body = [[solver, *words] for solver, words in COUNTED.items() if solver in told]
    return grid(["solver", "variables", "constraints", "nodes"], body, left=4)


def _best(tasks: Sequence[Task]) -> DataFrame:
    """Of each family and goal the median runs with the best settings, native searches included."""
    import pandas as pd

    return pd.concat([task.only("configuration", best_settings(task.every)).every for task in tasks], ignore_index=True)


def _paired(results: Results, folder: Path) -> list[dict[str, str]]:
    pages = formulations.pages(effects(results.median)) or [[]]
    return paged(map(formulations.draw, pages), folder, "why-formulations")


def _seeds(results: Results, repeated: Results | None, folder: Path) -> dict[str, Any]:
    """Seeds and repetitions of the campaign, else those of the other one."""
    own = paged(map(seeds.draw, seeds.pages(results.runs)), folder, "why-seeds")
    if own[0]["file"] or repeated is None:
        return {"figures": own, "elsewhere": ""}
    runs = repeated.runs[repeated.runs["family"].isin(set(results.runs["family"]))]
    other = paged(map(seeds.draw, seeds.pages(runs)), folder, "why-seeds")
    if not other[0]["file"]:
        return {"figures": own, "elsewhere": ""}
    return {"figures": other, "elsewhere": published.elsewhere(results, repeated)}
