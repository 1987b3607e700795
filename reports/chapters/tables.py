"""The report's tables: a header and rows of text, computed from the runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from models.paradigms import NATIVE, PARADIGMS
from reports.data.campaign import GIVEN_UP
from reports.data.tasks import Task
from reports.plot.style import BLANK, colour
from reports.scores import par2, shifted_geometric_mean, virtual_best
from reports.text.english import ASSUMED, count, seconds
from reports.text.tables import grid

if TYPE_CHECKING:
    from pandas import DataFrame


def coverage(runs: DataFrame) -> dict[str, Any]:
    """What was run: for each family and goal the instances, configurations, and runs."""
    rows = [
        [
            family,
            goal,
            str(part["instance"].nunique()),
            str(part["configuration"].nunique()),
            str(len(part)),
            str(int(part["ran"].sum())),
            str(int(part["solved"].sum())),
            str(int((part["outcome"] == GIVEN_UP).sum()) or "·"),
        ]
        for (family, goal), part in runs.groupby(["family", "goal"], sort=True)
    ]
    return grid(
        ["family", "goal", "instances", "configurations", "planned", "ran", "solved", f"given up {ASSUMED}"],
        rows,
        left=2,
    )


def versions(runs: DataFrame) -> dict[str, Any]:
    """Solvers, their versions, and how many of the runs that were planned for them took place."""
    rows = []
    for solver, part in runs.groupby("solver", sort=True):
        known = sorted({version for version in part["solver_version"] if version})
        names = ", ".join(sorted(part["formulation"].unique()))
        ran = f"{int(part['ran'].sum())}/{len(part)}"
        rows.append([solver, ", ".join(known) or "not installed", names, ran])
    return grid(["solver", "version", "formulations", "ran"], rows, left=3)


def totals(runs: DataFrame) -> dict[str, Any]:
    """answer x ended x check, by solver."""
    solvers = sorted(runs["solver"].unique())
    rows = []
    for (answer, ended, check), part in runs.groupby(["answer", "ended", "check"], sort=True):
        counts = part["solver"].value_counts()
        cells = [str(int(counts.get(solver, 0)) or "·") for solver in solvers]
        rows.append([answer, ended, check, *cells, str(len(part))])
    rows.sort(key=lambda row: (-int(row[-1]), row[:3]))
    sums = [str(int((runs["solver"] == solver).sum())) for solver in solvers]
    rows.append(["all", "", "", *sums, str(len(runs))])
    return grid(["answer", "ended", "check", *solvers, "all"], rows, left=3)


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


def scores(task: Task) -> dict[str, Any]:
    """Solved, PAR2, shifted geometric mean, and firsts of each configuration of one family and goal.

    The native searches stand below the others, as a reference.
    """
    found, reference = task.scores, task.references
    rows = [_scored(row, str(row.first or "·")) for row in found.itertuples()]
    best = virtual_best(task.median)
    if len(found) > 1:
        reached = f"{int(best['solved'].sum())}/{len(best)}"
        rows.append(["virtual best", reached, seconds(par2(best)), seconds(shifted_geometric_mean(best)), ""])
    rows += [_scored(row, "reference") for row in reference.itertuples()]
    shown = grid(["configuration", "solved", "PAR2 (s)", "shifted mean (s)", "fastest on"], rows)
    best_row = [BLANK] * (len(found) > 1)
    shown["colours"] = [*map(colour, found["paradigm"]), *best_row, *map(colour, reference["paradigm"])]
    notes = []
    if not found["complete"].all():
        notes.append(
            "† ran on fewer instances: its means are not over the same instances and not ranked with the rest."
        )
    if sentence := assumed(task.every):
        notes.append(sentence)
    if len(reference):
        notes.append("Native searches are a reference, written for one problem each: they are in no ranking.")
    shown["note"] = " ".join(notes)
    return shown


def assumed(every: DataFrame) -> str:
    """In words: how many of these runs were given up and count as unsolved; empty where none was."""
    number = int((every["outcome"] == GIVEN_UP).sum())
    if not number:
        return ""
    return (
        f"{ASSUMED} {count(number, 'run')} of {len(every)} {'was' if number == 1 else 'were'} not made: the "
        "configuration solved nothing on smaller instances of the same kind, so that they are assumed to be unsolved."
    )


def _scored(row: Any, first: str) -> list[str]:
    name = row.configuration + ("" if row.complete else " †")
    solved = f"{row.solved}/{row.cases}" + f" {ASSUMED}" * bool(row.assumed)
    return [name, solved, seconds(row.par2), seconds(row.mean), first]


def _best_words(row: Any) -> str:
    mark = "" if row["complete"] else " †"
    sign = f" {ASSUMED}" * bool(row["assumed"])
    return f"{row['configuration']}{mark}\n{row['solved']}/{row['cases']}{sign}, {seconds(row['par2'])} s"
