"""Checks that each clause of a CNF follows from the rules of an instance, apart from its symmetry breaking.

Exit code: 0 all follow, 1 some constraints have no rule here or are not understood, 2 an input is malformed, 3 some
clause does not follow.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from models.command import ANSWERED, UNANSWERED, WRONG_ANSWER, Parser, run, tell

GOALS = ("first", "count", "optimum")
MOST_LINES = 20  # on constraints that cannot be checked


def main() -> int:
    """The command ``python -m runners.binding``."""
    from runners.binding.check import check

    given = _parser().parse_args()
    goal = given.goal or ("first" if given.objective is None else "optimum")
    with given.formula.open(encoding="ascii", newline="\n") as lines:
        found = check(given.instance, lines, goal, given.objective)
    for fault in found.faults:
        tell(fault)
    unchecked = (f", {count} of the symmetry breaking '{name}' were not" for name, count in found.symmetries.items())
    for line in found.unknown[:MOST_LINES]:
        tell(line)
    verdict = "not all of them follow" if found.faults else "all of them follow"
    tell(f"{found.clauses} clauses were checked{''.join(unchecked)}; {verdict}")
    return WRONG_ANSWER if found.faults else UNANSWERED if found.unknown else ANSWERED


def _parser() -> argparse.ArgumentParser:
    what, *_, codes = (__doc__ or "").split("\n\n")
    parser = Parser(prog="python -m runners.binding", description=what, epilog=codes)
    parser.add_argument("instance", type=Path, metavar="INSTANCE", help="its JSON file")
    parser.add_argument("formula", type=Path, metavar="FORMULA.cnf", help="DIMACS text whose comments name constraints")
    parser.add_argument("--goal", choices=GOALS, help="first, or optimum with --objective")
    parser.add_argument("--objective", type=int, metavar="V", help="the solutions spoken of are this good or better")
    return parser


if __name__ == "__main__":
    run(main)
