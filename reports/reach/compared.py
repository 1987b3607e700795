"""What is compared, and how: the set-up, the puzzles, the solvers, and the words of the findings."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.formulation import NATIVE, paradigms_in_order
from tilings.reports import chapters
from tilings.reports.chapters import machines
from tilings.reports.chapters.chapter import Block, Chapter, Table
from tilings.reports.english import count, listed
from tilings.reports.plot.style import label
from tilings.reports.reach import words
from tilings.runners.record.paired import ERROR, LEAST_S, RATIO

if TYPE_CHECKING:
    from pandas import DataFrame

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 10
_MADE = (
    "The models and the engines in C++ (the solver `dlx`) were written for this comparison, by the "
    "same authors; all other solvers are other people's. Gecode and Chuffed search as the MiniZinc model states, the "
    "others as they choose. Nobody can measure whether each paradigm got the same effort: every model is a file in "
    "`models/`, and a better one can take its place."
)
_IMPORTED = "The runs were imported from a table, which has their limits, answers and times; nothing was checked here."
_CONTESTANTS = Path(chapters.__file__).with_name("contestants.csv")
# The name of each paradigm in full, and what it works with.
PARADIGMS = {
    "CP": ("constraint programming", "variables with domains, global constraints, propagation and search"),
    "CP-SAT": ("constraint programming on clauses", "a solver of clauses, with linear programming beside it"),
    "ASP": ("answer set programming", "rules whose stable models are the solutions"),
    "MIP": ("mixed-integer programming", "linear inequalities, branch and cut"),
    "SAT": ("satisfiability of clauses", "the puzzle in true and false"),
    "PB": ("pseudo-Boolean constraints", "linear inequalities over true and false"),
    "SMT": ("satisfiability modulo theories", "clauses over linear arithmetic"),
    "exact cover": ("dancing links and its successors", "options of which each item is in exactly one"),
    NATIVE: ("our own engines", "outside the comparison"),
}
_MEANINGS = {
    "configuration": "A solver and a model, such as miniexact/dlx_cover: the solver miniexact, by other authors, on "
    "our model dlx_cover, a matrix of options.",
    "ladder": "One kind of puzzle in growing sizes, all with a solution or all without, with one goal.",
    "climb": "The runs of one solver with one model on a ladder, up to the first size that is not solved. Sizes "
    "are skipped while they take little time; those between the last solved and the first unsolved one are tried by "
    "halves.",
    "solved size": "More than half of its instances are solved within the limit; of several seeds the median run "
    "counts. Sizes between two that take little time are skipped, and assumed to be solved.",
    "reach": "The largest size that a climb solves. A paradigm has the reach of its best solver and model; of "
    "equal ones the faster is the best, as among paradigms.",
    "pair": "A run of the paradigm that got furthest and one of another, each by its best solver and model, on an "
    f"instance that no climb had. Solved beats unsolved; of two solved runs the one that is {RATIO:g} times and "
    f"{LEAST_S:g} s faster wins, else they tie.",
    "ahead": f"The winner of so many pairs that a contestant no better would win them with a chance of {ERROR:.0%} at "
    "most, however often the pairs were counted meanwhile.",
    "leader": "The paradigm that is ahead of all others; one that solves nothing, or got less far than one already "
    "beaten, needs no pairs. Two are equal if the pairs show that the median ratio of their times lies within "
    f"{RATIO:g}. Else the kind of puzzle is undecided.",
    "fitted reach": "The size at which the curve of the times meets the limit, for growth and predictions alone, with "
    "an interval meant to hold in 95 % of climbs. "
    "A run that was cut off counts as longer than the limit; a skipped one does not count.",
}


def chapter(results: Results, found: Findings) -> Chapter:
    """The set-up in four lines, the puzzles, the solvers, and the words; empty without ladders of several sizes."""
    if not found.reaches:
        return Chapter("")
    ladders = [[words.name(ladder), words.rule(ladder), words.measure(ladder)] for ladder in found.reaches]
    meanings = [[word, meaning] for word, meaning in _MEANINGS.items()]
    ran = results.runs[results.runs["ran"]]
    wide = ("auto", "1fr", "auto")
    blocks: list[Block] = [
        _set_up(results, ran),
        Table(["kind of puzzle", "task", "size"], ladders, "The puzzles.", "puzzles", left=3, widths=wide, size=8),
        _solvers(ran),
        Table(["word", "meaning"], meanings, "The words.", "words", left=2, widths=("auto", "1fr"), size=8),
    ]
    ranked = {climb.paradigm for climb in found.climbs if climb.ranked}
    title = (
        f"What is compared? {count(ran.loc[ran['ranked'], 'solver'].nunique(), 'solver')} of "
        f"{count(len(ranked), 'paradigm')} on {count(len(ladders), 'kind of puzzle', 'kinds of puzzle')}"
    )
    return Chapter(title, blocks)


def _set_up(results: Results, ran: DataFrame) -> Table:
    """Limits, threads and runs at a time, machine and authors: a row each."""
    about = machines.facts(results)
    threads = listed([f"{number:g}" for number in sorted(set(ran["threads"].astype(float)))], "or")
    where = ("processor", "cores", "memory", "system", "started")
    rows = [
        ["limits", f"{machines.limits(ran)}. An answer counts if it comes within the wall time; a run that is still "
         "there a tenth of it later, at least 1 s, is ended."],
        ["runs", f"{threads} thread{'s' * (threads != '1')} a run, {ran['cores'].nunique()} at a time, each on a core "
         f"of its own. Disturbed by other programs: {about['disturbed']}."],
        ["machine", "; ".join(about[name] for name in where if about[name])],
        ["authors", _MADE],
    ]  # fmt: skip
    if results.imported:
        rows = [["limits", f"{machines.limits(ran)}."], ["runs", _IMPORTED], *(row for row in [rows[2]] if row[1])]
    return Table(["", ""], rows, "The set-up.", "set-up", left=2, widths=("auto", "1fr"), size=8)


def _solvers(ran: DataFrame) -> Table:
    """The solvers by paradigm: version, its year where it is known, and authors."""
    with _CONTESTANTS.open(encoding="utf-8", newline="") as file:
        known = {row["solver"]: row for row in csv.DictReader(file)}
    rows = []
    shown = ran[["paradigm", "solver", "solver_version"]].drop_duplicates()
    for name in paradigms_in_order(set(shown["paradigm"])):
        said = []
        for solver, part in shown[shown["paradigm"] == name].groupby("solver", sort=True):
            fact = known.get(str(solver), {"version": "?", "year": "", "by": ""})
            versions = sorted({re.split(r" \(|, ", str(version))[0] for version in part["solver_version"] if version})
            version = "" if name == NATIVE else f" {', '.join(versions)}"
            dated = fact["year"] and all(fact["version"] in version for version in versions)
            year = f" ({fact['year']})" if dated else ""
            package = f" {fact['package']}" if fact.get("package") else ""
            said.append(f"{solver}{package}{version}{year}{', ' * bool(fact['by'])}{fact['by']}")
        rows.append([label(name), ": ".join(PARADIGMS.get(name, ())), "\n".join(said)])
    header = ["paradigm", "in words", "solvers: version (year), authors"]
    caption = "The solvers; year: of the package of this version. The models are under What was run."
    return Table(header, rows, caption, "solvers", left=3, widths=("auto", "1fr", "auto"), size=8)
