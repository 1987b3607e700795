"""Drawn boards: some solutions of a family, from small to large, each checked again before drawing."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from reports.data.solutions import stored
from reports.figures.drawing import Drawing
from reports.text.english import count, seconds

if TYPE_CHECKING:
    from models.problem import Problem
    from reports.data.campaign import Results
    from runners.record.schema import RunRecord

TITLE = "Boards"
MOST = 12
_GOAL_RANK = {"optimum": 0, "first": 1, "count": 2}


def boards(results: Results, family: str) -> tuple[list[Drawing], int]:
    """Drawings of a family's solutions, and how many stored solutions were left out: they do not hold."""
    draw = importlib.import_module(f"models.{family}.draw")
    times = dict(zip(results.runs["run_id"], results.runs["time_s"], strict=True))
    found, bad = [], 0
    for record in _chosen(results, family, times):
        problem, instance = results.instances[family, record.instance]
        solution = stored(results, record)
        if solution is None:
            bad += 1
            continue
        words = draw.words(instance, solution)
        caption = _caption(problem, record, words, times[record.run_id])
        found.append(Drawing(TITLE, draw.figure(instance, solution, bare=True), caption))
    return found, bad


def sentence(found: list[Drawing], bad: int) -> str:
    """How many boards there are, or why there are none."""
    text = (
        f"A solution of each of {count(len(found), 'instance')}, from small to large; each was checked again here."
        if found
        else "No board is drawn: no run of this family left a solution that was checked and found valid."
    )
    lost = f" Left out: {count(bad, 'stored solution')} that could not be read or broke a rule."
    return text + lost * bool(bad)


def _chosen(results: Results, family: str, times: dict[str, float]) -> list[RunRecord]:
    """One run for each of up to MOST instances, spread over the sizes: solved runs first, then fast."""
    stored = {path.stem for path in (results.folder / "solutions").glob("*.json")}
    valid = [
        record
        for record in results.records
        if record.family == family
        and record.check == "valid"
        and record.run_id in stored
        and record.objective != 0
        and (family, record.instance) in results.instances
    ]
    valid.sort(key=lambda record: (not record.proven, _GOAL_RANK.get(record.goal, 9), times[record.run_id]))
    best: dict[str, RunRecord] = {}
    for record in valid:
        best.setdefault(record.instance, record)
    sizes = results.runs.drop_duplicates(["family", "instance"]).set_index(["family", "instance"])["size"]
    order = sorted(best, key=lambda name: (sizes[family, name], name))
    count = min(MOST, len(order))
    picks = [round(i * (len(order) - 1) / max(count - 1, 1)) for i in range(count)]
    return [best[order[pick]] for pick in picks]


def _caption(problem: Problem, record: RunRecord, words: str, time_s: float) -> str:
    """Instance, what is drawn, who found it, and whether that is the optimum."""
    who = f"{record.solver}/{record.formulation} in {seconds(time_s)} s"
    if record.goal != "optimum":
        return f"{record.instance}: {words}. Goal {record.goal}: {who}."
    least = "least" if problem.sense == "min" else "most"
    value = f"{record.objective}, {f'proven the {least}' if record.answer == 'optimal' else 'not proven optimal'}"
    return f"{record.instance}: {words}. Objective {value}: {who}."
