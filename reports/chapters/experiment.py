"""What was run, where, and how it was measured."""

from __future__ import annotations

from reports.chapters import machines, tables
from reports.chapters.chapter import Block, Chapter, Table, Words
from reports.chapters.clocks import clocks
from reports.data.campaign import Results
from reports.text.english import ASSUMED

TIME = (
    "A case is an instance with a goal: `first` (a solution, or a proof that there is none), `count` (all solutions), "
    "`optimum` (a best solution, and the proof). A configuration is a solver with a formulation, and with its options "
    "where they are not the defaults. Two clocks run: wall, from the call to the answer, is what a person waits, and "
    "what every headline, limit and score is about; search is what the solver needs once the model stands. "
)


def chapter(results: Results) -> Chapter:
    """The cases, the limits and clocks, the solvers, and the machine."""
    coverage, versions, where = tables.coverage(results.runs), tables.versions(results.runs), machines.machine(results)
    runs, solvers = (
        f"Runs by family and goal. {ASSUMED}: assumed unsolved.",
        "Solvers, and the runs made of those planned.",
    )
    blocks: list[Block] = [
        Words(TIME + clocks(results.median)),
        Words(f"Each run had limits of {machines.limits(results.runs)}. {tables.assumed(results.median)}"),
        Table(coverage["header"], coverage["rows"], runs, "runs", left=2),
        Table(versions["header"], versions["rows"], solvers, "solvers", left=3, widths=("auto", "1fr", "1fr", "auto")),
        Table(where["header"], where["rows"], "The machine.", "machine", left=2, widths=("auto", "1fr")),
    ]
    return Chapter("What was run, and how", blocks)
