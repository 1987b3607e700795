"""Checks that each clause of a CNF follows from the rules of an instance, apart from its symmetry breaking."""

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
        found = check(given.instance, clauses, goal, given.objective)
    unchecked = (f", {count} of the symmetry breaking '{name}' were not" for name, count in found.symmetries.items())
    verdict = "not all of them follow" if found.faults else "all of them follow"
    lines = [*found.faults, *found.unknown[:MOST_LINES]]
    lines.append(f"{found.clauses} clauses were checked{''.join(unchecked)}; {verdict}")
    show(given, vars(found), "\n".join(lines))
    return WRONG_ANSWER if found.faults else UNANSWERED if found.unknown else ANSWERED


def formula_lines(path: Path) -> TextIO:
    """The lines of a formula's file."""
    return io.TextIOWrapper(files.opened(path), encoding="ascii", newline="\n")


def parser() -> Parser:
    """The command's arguments."""
    made = Parser(
        "python -m runners.binding",
        "Check that each clause of a formula follows from the rules of an instance, apart from its symmetry breaking.",
        [
            "instances/squares/h07k1.json h07k1.cnf",
            "instances/squares/h07.json h07.cnf --objective 1",
        ],
        "docs/proofs.md",
        {
            ANSWERED: "all clauses follow",
            UNANSWERED: "some constraints have no rule here or are not understood",
            WRONG_ANSWER: "some clause does not follow",
        },
    )
    made.add_argument("instance", type=Path, metavar="INSTANCE.json", help="the instance")
    made.add_argument("formula", type=Path, metavar="FORMULA.cnf", help="DIMACS text whose comments name constraints")
    made.add_argument("--goal", choices=GOALS, help="default: first, or optimum with --objective")
    made.add_argument("--objective", type=int, metavar="V", help="the solutions spoken of are this good or better")
    return made


if __name__ == "__main__":
    run(main)
