"""The process in which clingo checks answer sets of a user's program: ANSWER-SETS.jsonl GOAL PROGRAM.lp ….

A line of the file is an array: the shown terms of an answer set, and its claimed cost or null. The program is grounded
anew. An answer set is right if the program has one that shows these terms and no others, with at most this cost at the
highest priority; costs are computed here, from the ground program. For the goal count all such answer sets are counted,
as several can show the same terms.

The output is JSON objects, each on a line:

- ``wrong``: a sentence on the first wrong answer set; or
- ``failed``: the reason why nothing was checked; or
- ``number``: the number of answer sets; and then for the goal optimum
- ``costs``: the costs of an answer set that shows the last terms, as [priority, cost] from the highest priority on. If
  there are several priorities, these are the least costs.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import clingo

Costs = list[tuple[int, int]]


class _Ground:
    """The ground program. shown: the conditions of each term that it shows; weights: its objective, by priority."""

    def __init__(self) -> None:
        self.shown: dict[str, list[list[int]]] = {}
        self.weights: dict[int, list[tuple[int, int]]] = {}

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self.shown.setdefault(str(symbol), []).append([atom] if atom else [])

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        self.shown.setdefault(str(symbol), []).append(list(condition))

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.weights.setdefault(priority, []).extend(literals)


class _Program:
    def __init__(self, paths: Sequence[str], goal: str) -> None:
        self._ground = _Ground()
        self._mode = "enum" if goal == "optimum" else "ignore"
        self._control = clingo.Control([f"--models={int(goal != 'count')}", f"--opt-mode={self._mode}", "--warn=none"])
        self._control.register_observer(self._ground)  # type: ignore[arg-type]  # it has the methods that it needs
        for path in paths:
            self._control.load(path)
        self._control.ground([("base", [])])
        self.theory = any(True for _ in self._control.theory_atoms)
        self._literals = {}
        with self._control.backend() as backend:
            for term, conditions in self._ground.shown.items():
                self._literals[term] = backend.add_atom()
                for condition in conditions:
                    backend.add_rule([self._literals[term]], condition)

    def check(self, terms: Sequence[str], claimed: int | None) -> tuple[str, list[Costs]]:
        """The error in an answer set, empty for a right one; and the costs of the answer sets that show these terms."""
        if strange := next((term for term in terms if term not in self._literals), None):
            return f"the program shows {strange} in no answer set", []
        within = "" if claimed is None else f" at a cost of {claimed}"
        found = list(self._answer_sets(terms, self._mode if claimed is None else f"enum,{claimed}"))
        if not found or (claimed is not None and found[-1] and found[-1][0][1] > claimed):
            return f"no answer set of the program shows exactly these terms{within}", []
        return "", found

    def least(self, terms: Sequence[str]) -> Costs:
        """The least costs of an answer set that shows these terms."""
        self._control.configuration.solve.models = 0  # type: ignore[union-attr]
        return list(self._answer_sets(terms, "opt"))[-1]

    def _answer_sets(self, terms: Sequence[str], mode: str) -> Iterator[Costs]:
        """The costs of the answer sets that show these terms and no others. mode: clingo's mode of optimisation."""
        assumed = {term: -literal for term, literal in self._literals.items()}
        assumed |= {term: self._literals[term] for term in terms}
        if mode != "ignore":
            self._control.configuration.solve.opt_mode = mode  # type: ignore[union-attr]
        with self._control.solve(assumptions=list(assumed.values()), yield_=True) as models:
            for model in models:
                yield [
                    (level, sum(weight for atom, weight in weights if model.is_true(atom)))
                    for level, weights in sorted(self._ground.weights.items(), reverse=True)
                ]


def main(answer_sets: str, goal: str, *paths: str) -> Iterator[dict[str, Any]]:
    """The results on the answer sets."""
    try:
        program = _Program(paths, goal)
    except RuntimeError as error:
        yield {"failed": f"clingo: {error}"}
        return
    if program.theory:
        yield {"failed": "theory atoms (&) mean nothing to clingo alone"}
        return
    total, terms, seen = 0, list[str](), set[frozenset[str]]()
    found: list[Costs] = []
    with Path(answer_sets).open(encoding="utf-8") as lines:
        for line in lines:
            terms, claimed = json.loads(line)
            shown = frozenset(terms)  # a term of #show can equal an atom, and is then there twice
            if goal == "count" and shown in seen:
                continue
            seen.add(shown)
            wrong, found = program.check(terms, claimed)
            if wrong:
                yield {"wrong": wrong}
                return
            total += len(found)
    yield {"number": total}
    if goal == "optimum":
        costs = found[-1]
        yield {"costs": program.least(terms) if len(costs) > 1 else costs}


if __name__ == "__main__":
    for result in main(*sys.argv[1:]):
        print(json.dumps(result), flush=True)
