"""The rules of a user's own formula in DIMACS, CNF or WCNF: its clauses, and the sum of its weights.

x(n): the variable n of the file; falsified(k): its soft clause k is false.

The clauses of the constraint ``file`` are hard clauses of the file. The clause of soft(k) is the soft clause k with
falsified(k). objective(v): the weights of the false soft clauses add up to at most v.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from typing import Any

from tilings.runners.binding.counting import Inequality, Rule
from tilings.runners.binding.dimacs import Name
from tilings.runners.binding.symmetry import Image


class OwnRules:
    """The clauses of the file. Raises ValueError for a word that is not a number."""

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        del goal  # a file with weights has no goal but the optimum
        lines = [line.strip() for line in data["files"][data["model"]].splitlines()]
        weighted = data["format"] == "wcnf"
        header: list[str] = next((line.split() for line in lines if line.startswith("p")), [])
        top = int(header[4]) if weighted and len(header) > 4 else None
        words = " ".join(line for line in lines if not line.startswith(("c", "p"))).partition("%")[0].split()
        number = {name[1][0]: variable for name, variable in variables.items() if name[0] == "x"}
        self._number = number
        self._denied: set[frozenset[int]] = set()  # the negated literals of each hard clause
        self._soft: list[tuple[int, frozenset[int]]] = []  # the weight and the negated literals of each soft clause
        for weight, clause in _clauses(words, weighted):
            negated = frozenset(-number[literal] if literal > 0 else number[-literal] for literal in clause)
            if weight == "h" or (top is not None and int(weight) >= top):
                self._denied.add(negated)
            else:
                self._soft.append((int(weight), negated))
        self._falsified = [variables["falsified", (number,)] for number in range(1, len(self._soft) + 1)]
        self._value = value

    def rule(self, constraint: Name) -> Rule | None:
        """The rule of one of the constraints above; None for any other."""
        name, arguments = constraint
        if constraint == ("file", ()):
            return Rule(excludes=self.excludes)
        if name == "soft" and arguments and 0 < arguments[0] <= len(self._soft):
            negated, falsified = self._soft[arguments[0] - 1][1], self._falsified[arguments[0] - 1]
            return Rule(excludes=lambda true: frozenset(true) == negated | {-falsified})
        if name == "objective" and self._value is not None and arguments and self._value <= arguments[0]:
            pairs = zip(self._falsified, self._soft, strict=True)
            return Rule([Inequality({each: weight for each, (weight, _) in pairs if weight}, arguments[0])])
        return None

    def excludes(self, literals: Set[int]) -> bool:
        """Whether the literals are the negation of a hard clause."""
        return frozenset(literals) in self._denied

    def automorphism(self, name: Name) -> Image | None:
        """permutation(…): x(v) has the image x(w), or its negation, if the v-th number is w, or -w.

        The set of hard clauses has itself as image, and so have the soft clauses with their weights.
        """
        kind, images = name
        every = list(range(1, 1 + len(images)))
        if kind != "permutation" or sorted(map(abs, images)) != every or sorted(self._number) != every:
            return None
        image = {variable: images[number - 1] for number, variable in self._number.items()}
        literals = {variable: self._number[abs(other)] * (1 if other > 0 else -1) for variable, other in image.items()}
        literals |= {-variable: -literal for variable, literal in literals.items()}

        def moved(clause: frozenset[int]) -> frozenset[int]:
            return frozenset(map(literals.__getitem__, clause))

        soft = Counter((weight, moved(clause)) for weight, clause in self._soft)
        if set(map(moved, self._denied)) != self._denied or soft != Counter(self._soft):
            return None
        return lambda x, _: (("x", (abs(images[x[1][0] - 1]),)), images[x[1][0] - 1] > 0) if x[0] == "x" else None


def _clauses(words: list[str], weighted: bool) -> Iterator[tuple[str, list[int]]]:
    """The clauses with their weights, h for those of a formula without weights."""
    at = 0
    while at < len(words):
        weight, start = (words[at], at + 1) if weighted else ("h", at)
        at = words.index("0", start) + 1
        yield weight, [int(word) for word in words[start : at - 1]]
