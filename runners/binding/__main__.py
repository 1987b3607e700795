"""Checks that the clauses of a CNF follow from the rules of an instance, and that its symmetry breaking is sound."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TextIO

from tilings.models import files
from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, Parser, run, show

GOALS = ("first", "count", "optimum")
MOST_LINES = 20  # on constraints that cannot be checked


def main() -> int:
    """The command ``python -m runners.binding``."""
    from tilings.runners.binding.check import check

    given = parser().parse_args()
    goal = given.goal or ("first" if given.objective is None else "optimum")
    with formula_lines(given.formula) as clauses:
        result = check(given.instance, clauses, goal, given.objective)
    verdict = "all of them follow"
    if result.unbroken:
        verdict += ", up to the symmetry breaking"
    if result.faults:
        verdict = "not all of them follow"
    lines = [*result.faults, *[*result.unknown, *result.unbroken][:MOST_LINES]]
    lines.append(f"{result.clauses} clauses were checked; {verdict}")
    show(given, vars(result), "\n".join(lines))
    return WRONG_ANSWER if result.faults else UNANSWERED if result.unknown or result.unbroken else ANSWERED


def formula_lines(path: Path) -> TextIO:
    """The lines of a formula's file."""
    return io.TextIOWrapper(files.opened(path), encoding="ascii", newline="\n")


def parser() -> Parser:
    """The command's arguments."""
    parser = Parser(
        "python -m runners.binding",
        "Check that the clauses of a formula follow from the rules of an instance, and that its symmetry breaking is "
        "sound.",
        ["instances/squares/h07k1.json h07k1.cnf", "instances/squares/h07.json h07.cnf --objective 1"],
        "docs/proofs.md",
        {
            ANSWERED: "all clauses follow",
            UNANSWERED: "some constraints or symmetry breaking have no rule here or an unknown encoding",
            WRONG_ANSWER: "some clause does not follow",
        },
    )
    parser.add_argument("instance", type=Path, metavar="INSTANCE.json", help="the instance")
    parser.add_argument("formula", type=Path, metavar="FORMULA.cnf", help="DIMACS text whose comments name constraints")
    parser.add_argument("--goal", choices=GOALS, help="the goal (default: first, or optimum with --objective)")
    parser.add_argument("--objective", type=int, metavar="V", help="the solutions have this objective or a better one")
    return parser


if __name__ == "__main__":
    run(main)
