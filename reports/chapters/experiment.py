"""What was run, where, and how it was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.chapters import machines
from reports.chapters.chapter import Block, Chapter, Table, Words
from reports.chapters.clocks import clocks
from reports.data.campaign import Results
from reports.english import ASSUMED, count
from runners.record.schema import GIVEN_UP

if TYPE_CHECKING:
    from pandas import DataFrame

TIME = (
    "A case is an instance with a goal: `first` (a solution, or a proof that there is none), `count` (all solutions), "
    "`optimum` (a best solution, and the proof). A configuration is a solver with a formulation, and with its options "
    "where they are not the defaults. Two clocks run: wall, from the call to the answer, is what a person waits, and "
    "what every headline, limit and score is about; search is what the solver needs once the model stands. "
)
_COVERED = ["family", "goal", "instance", "configuration", "ran", "solved", "outcome"]


def chapter(results: Results) -> Chapter:
    """The cases, the limits and clocks, the solvers, and the machine."""
    blocks: list[Block] = [
        Words(TIME + clocks(results.median)),
        Words(f"Each run had limits of {machines.limits(results.runs)}. {_assumed(results.median)}"),
        _coverage(results.runs),
        _solvers(results.runs),
        machines.machine(results),
        machines.hosts(results),
    ]
    return Chapter("What was run, and how", blocks)


def _coverage(runs: DataFrame) -> Table:
    """For each family and goal the instances, configurations, and runs."""
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
        for (family, goal), part in runs[_COVERED].groupby(["family", "goal"], sort=True)
    ]
    header = ["family", "goal", "instances", "configurations", "planned", "ran", "solved", f"given up {ASSUMED}"]
    return Table(
        header, rows, f"Runs by family and goal. {ASSUMED}: not made, and assumed to be unsolved.", "runs", left=2
    )


def _solvers(runs: DataFrame) -> Table:
    """Solvers, their versions, and how many of the runs that were planned for them took place."""
    rows = []
    for solver, part in runs[["solver", "solver_version", "formulation", "ran"]].groupby("solver", sort=True):
        known = sorted({version for version in part["solver_version"] if version})
        names = ", ".join(sorted(part["formulation"].unique()))
        rows.append([solver, ", ".join(known) or "not installed", names, f"{int(part['ran'].sum())}/{len(part)}"])
    caption = "Solvers, their models, and the runs that took place of those planned."
    widths = ("auto", "1fr", "1fr", "auto")
    return Table(["solver", "version", "formulations", "ran"], rows, caption, "solvers", left=3, widths=widths)


def _assumed(median: DataFrame) -> str:
    """In words: how many of these runs were given up and count as unsolved; empty where none was."""
    number = int((median["outcome"] == GIVEN_UP).sum())
    if not number:
        return ""
    return (
        f"{ASSUMED} {count(number, 'run')} of {len(median)} {'was' if number == 1 else 'were'} not made: the "
        "configuration solved nothing on smaller instances of the same kind, so that they are assumed to be unsolved."
    )
