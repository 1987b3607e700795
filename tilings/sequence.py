"""The sequence command prints the optima or counts of a ladder as a b-file of the OEIS: lines "n value".

A line that begins with # is a comment there; the last lines say on what the values rest, by support.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import NamedTuple

from tilings.generators import ladders
from tilings.models.problem import UserError
from tilings.models.terminal.arguments import seconds, whole
from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, Parser, print_text, run, show
from tilings.models.terminal.phrases import instead
from tilings.reports.english import ranges
from tilings.runners.record.schema import REFUTED
from tilings.runners.record.support import Support
from tilings.runners.solve.puzzle import load
from tilings.runners.solve.solving import Answer
from tilings.solving import solve

_N = re.compile(r"\{n([+-]\d+)?\}")  # in the form of a ladder's names
_VALUED = ("optimum", "count")


class Term(NamedTuple):
    """A term of a sequence. rests_on: its support, in words."""

    n: int
    value: int | float
    instance: str
    rests_on: str


def main() -> int:
    """Print the terms, each as soon as it is proved, up to the first that is not."""
    given = parser().parse_args()
    if given.least > given.most:
        raise UserError(f"--from {given.least} is greater than --to {given.most}")
    form, goal = chosen(given.ladder, given.goal)
    terms: list[Term] = []
    stopped, code = "", ANSWERED
    for n in range(given.least, given.most + 1):
        try:
            answers = _answers(named(form, n), goal, given)
        except UserError as error:
            raise UserError(f"n = {n}: {error}") from None
        if reason := next((each.reason for each in answers if not each.proven), ""):
            stopped = f"n = {n}: {reason}"
            code = WRONG_ANSWER if any(each.record.check in REFUTED for each in answers) else UNANSWERED
            break
        values = {each.record.solver: _value(each) for each in answers}
        if len(set(values.values())) > 1:
            said = ", ".join(f"{solver} says {value}" for solver, value in values.items())
            stopped, code = f"n = {n}: CONTRADICTION: {said}", WRONG_ANSWER
            break
        support = Support(each.record for each in answers)
        terms.append(Term(n, _value(answers[0]), answers[0].record.instance, support.sentence))
        if not given.json:
            print_text(f"{n} {terms[-1].value}")
    comments = [*_supports(terms), *([f"# {stopped}"] if stopped else [])]
    found = {"form": form, "terms": [term._asdict() for term in terms], "stopped": stopped}
    show(given, found, "\n".join(comments))
    return code


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m tilings.sequence",
        "Print the optima or counts of a ladder as a sequence: a b-file of the OEIS, lines 'n value'. It ends at the "
        "first term that is not proved.",
        [
            "hn --from 2 --to 20",
            "dominoes --from 2 --to 12 --solver dlx,clingo",
            "'h{n}x{n-1}k2' --goal count --from 7 --to 12",
        ],
        "docs/solve.md",
        {UNANSWERED: "a term is not proved", WRONG_ANSWER: "an answer is wrong, or solvers contradict each other"},
    )
    add = command.add_argument
    add("ladder", metavar="LADDER", help="a ladder of instances/ladders.csv, or a form of names")
    add("--from", type=whole, required=True, metavar="N", dest="least", help="the first n")
    add("--to", type=whole, required=True, metavar="N", dest="most", help="the last n")
    add("--goal", choices=_VALUED, help="what a term is: %(choices)s (default: the ladder's, or else the optimum)")
    add("--solver", default="", metavar="A,B", help="solvers, which must agree (default: the preferred one)")
    add("--timeout", type=seconds, default=300.0, metavar="S", help="limit of each run (%(default)g)")
    return command


def chosen(text: str, goal: str | None) -> tuple[str, str]:
    """The form of the instances' names, and the goal.

    text: a ladder's name, or such a form. goal: the goal; None: the ladder's. Raises UserError for a ladder that is not
    known or has several instances a size.
    """
    if "{" in text:
        if not _N.search(text) or "{" in _N.sub("", text):
            raise UserError(f"'{text}' is not a form of names: it has {{n}}, {{n+1}} or {{n-1}}, and no other braces")
        return text, goal or ""
    forms = {(ladder.name, each): ladder.rule for ladder in ladders.ladders() for each in ladder.goals
             if each in _VALUED and _N.search(ladder.rule) and "{" not in _N.sub("", ladder.rule)}  # fmt: skip
    own = [(form, each) for (name, each), form in forms.items() if name == text and goal in (None, each)]
    if not own:
        known = sorted({name for name, _ in forms})
        raise UserError(f"no ladder '{text}' has one optimum or count a size: {instead(text, known)}; a form will do")
    return own[0]


def named(form: str, n: int) -> str:
    """The name of the instance of n.

    >>> named("h{n}x{n-1}k2", 9)
    'h9x8k2'
    """
    return _N.sub(lambda match: str(n + int(match[1] or 0)), form)


def _answers(name: str, goal: str, given: argparse.Namespace) -> list[Answer]:
    """The answers of the solvers to an instance."""
    puzzle = load(name)
    goal = goal or (puzzle.goal if puzzle.goal in _VALUED else "count")
    solvers = given.solver.split(",") if given.solver else [None]
    return [solve(puzzle, solver, goal=goal, timeout=given.timeout) for solver in solvers]


def _value(answer: Answer) -> int | float:
    """The optimum or the number of solutions; 0 where there is none."""
    record = answer.record
    return (record.solutions if record.goal == "count" else record.objective) or 0


def _supports(terms: Iterable[Term]) -> list[str]:
    """A comment for each support, with its terms."""
    by_support: dict[str, list[int]] = {}
    for term in terms:
        by_support.setdefault(term.rests_on, []).append(term.n)
    return [f"# n = {ranges(own).replace('–', '-')}: {rests_on}" for rests_on, own in by_support.items()]


if __name__ == "__main__":
    run(main)
