"""What is compared: the puzzles, the paradigms, and the words of the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Block, Chapter, Table, Words
from tilings.reports.english import count
from tilings.reports.reach import words
from tilings.runners.record.paired import ERROR, LEAST_S, RATIO

if TYPE_CHECKING:
    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 10
_MADE = (
    "The models, and our own engines in C++ (the solver `dlx`), were written for this comparison, by the same authors; "
    "all other solvers are other people's, with one thread and their default settings: Gecode and Chuffed search as "
    "the MiniZinc model states, the others as they choose. "
    "Whether each paradigm got the same effort cannot be measured: every model is a file in `models/`, and a better "
    "one can take its place."
)
_PARADIGMS = {
    "CP": "constraint programming: variables with domains, global constraints, propagation and search",
    "CP-SAT": "constraint programming on a solver of clauses, with linear programming beside it",
    "ASP": "answer set programming: rules whose stable models are the solutions",
    "MIP": "mixed-integer programming: linear inequalities, branch and cut",
    "SAT": "satisfiability of clauses: the puzzle in true and false",
    "PB": "pseudo-Boolean constraints: linear inequalities over true and false",
    "SMT": "satisfiability modulo theories",
    "exact cover": "options of which each item is in exactly one: dancing links and its successors",
    "native search": "our own engines, the solver `dlx`: a reference, shown in grey and not compared",
}
_MEANINGS = {
    "ladder": "One kind of puzzle in growing sizes, all with a solution or all without, with one goal.",
    "climb": "The runs of one solver with one model on a ladder, up to the first size that is not solved. Sizes "
    "are skipped while they take little time; those between the last solved and the first unsolved one are tried by "
    "halves.",
    "solved size": "More than half of its instances are solved within the limit; of several seeds the median run "
    "counts. Sizes between two that take little time are skipped, and assumed to be solved.",
    "reach": "The largest size that a climb solves. A paradigm has the reach of its best solver and model.",
    "pair": "A run of the paradigm that got furthest and one of another, each by its best solver and model, on an "
    f"instance that no climb had. Solved beats unsolved; of two solved runs the one that is {RATIO:g} times and "
    f"{LEAST_S:g} s faster wins, else they tie.",
    "ahead": f"The winner of so many pairs that a contestant no better would win them with a chance of {ERROR:.0%} at "
    "most, however often the pairs were counted meanwhile.",
    "leader": "The paradigm that is ahead of all others; one that solves nothing needs no pairs. Two are equal if the "
    f"pairs show that the median ratio of their times lies within {RATIO:g}. Else the kind of puzzle is undecided.",
    "fitted reach": "The size at which the curve of the times meets the limit, for growth and predictions alone. A run "
    "that was cut off counts as longer than the limit; a skipped one does not count.",
}


def chapter(_: Results, found: Findings) -> Chapter:
    """A table of the puzzles, one of the paradigms, and one of words; empty without ladders of several sizes."""
    if not found.reaches:
        return Chapter("")
    ladders = [
        [words.name(ladder), words.rule(ladder), words.measure(ladder), ladder.family] for ladder in found.reaches
    ]
    solvers: dict[str, set[str]] = {}
    for climb in found.climbs:
        solvers.setdefault(climb.paradigm, set()).add(climb.solver)
    paradigms = [[name, _PARADIGMS.get(name, ""), ", ".join(sorted(solvers[name]))]
                 for name in paradigms_in_order(solvers)]  # fmt: skip
    meanings = [[word, meaning] for word, meaning in _MEANINGS.items()]
    wide, facts = ("auto", "1fr", "auto"), ["kind of puzzle", "task", "size", "family"]
    blocks: list[Block] = [
        Words(_MADE),
        Table(facts, ladders, "The puzzles.", "puzzles", left=4, widths=(*wide, "auto")),
        Table(["paradigm", "in words", "solvers"], paradigms, "The paradigms.", "paradigms", left=3, widths=wide),
        Table(["word", "meaning"], meanings, "The words.", "words", left=2, widths=("auto", "1fr")),
    ]
    ranked = {climb.paradigm for climb in found.climbs if climb.ranked}
    title = f"What is compared? {count(len(ladders), 'kind')} of puzzle, and {count(len(ranked), 'paradigm')}"
    return Chapter(title, blocks)
