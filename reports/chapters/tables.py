"""The report's tables: a header and rows of text, computed from the runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from models.paradigms import NATIVE, PARADIGMS
from reports.data.tasks import Task
from reports.text.english import ASSUMED, seconds
from reports.text.tables import grid

if TYPE_CHECKING:
    pass


def paradigms(tasks: Iterable[Task]) -> dict[str, Any]:
    """For each family and goal the best configuration of each paradigm, by PAR2; †: not run on every case.

    Native searches, last, are a reference.
    """
    bests: list[dict[str, str]] = []
    for task in tasks:
        every = {NATIVE: task.references}
        found = {name: every.get(name, task.scores[task.scores["paradigm"] == name]) for name in PARADIGMS}
        best = {name: _best_words(part.iloc[0]) for name, part in found.items() if not part.empty}
        bests.append({"family": task.family, "goal": task.goal} | best)
    shown = [name for name in PARADIGMS if any(name in best for best in bests)]
    keys = ["family", "goal", *shown]
    header = [f"{key} (reference)" if key == NATIVE else key for key in keys]
    return grid(header, [[best.get(key, "–") for key in keys] for best in bests], left=len(header))


def _best_words(row: Any) -> str:
    mark = "" if row["complete"] else " †"
    sign = f" {ASSUMED}" * bool(row["assumed"])
    return f"{row['configuration']}{mark}\n{row['solved']}/{row['cases']}{sign}, {seconds(row['par2'])} s"
