"""A formula in conjunctive normal form, built clause by clause by a formulation in the language ``sat``.

A variable is a number from 1, a literal a variable or its negative. A *named* variable has an atom that states its
meaning in the problem's terms; auxiliary variables, which encode sums, have none. Each clause belongs to a constraint
or to a symmetry breaking, which also has a name and arguments. Comments in the formula's text name them, and
runners.binding checks each clause against the instance. A symmetry breaking passes its check if the clauses of each
named automorphism follow from the automorphism's lex-leader constraint in the formula's order
(runners/binding/symmetry.py).

Sums are encoded by PySAT, weighted ones by the package Pindakaas behind it. Sources of the encodings: A. Ignatiev,
A. Morgado and J. Marques-Silva, "PySAT: A Python toolkit for prototyping with SAT oracles", 2018; S. Hölldobler,
N. Manthey and P. Steinke, "A compact encoding of pseudo-Boolean constraints into SAT", 2012 (sequential counter);
N. Tamura, A. Taga, S. Kitagawa and M. Banbara, "Compiling finite linear CSP into SAT", 2009 (order encoding).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from math import gcd

from tilings.models.encoding import atom as shown
from tilings.models.problem import Atom, NotApplicable, UserError

PACKAGES = ("python-sat", "pindakaas")  # on PyPI: the encoders of sums
CARDINALITY = {"seqcounter": 1, "totalizer": 6}  # the names of PySAT's EncType, and their numbers
# Of PySAT's pb.EncType: the sequential weight counter, with a variable for each value of a partial sum, and adders.
WEIGHTED_SEQCOUNTER, ADDER = 2, 4
MOST_WEIGHT = 2**62  # a sum of weights beyond which Pindakaas leaves out terms


class Formula:
    """Clauses over numbered variables.

    variables: the number of variables.
    clauses: the clauses in their order.
    named: the variable of each atom.
    limit: for goal optimum, a function that the formulation sets. It states, by further clauses, that the objective is
        at least as good as a value.
    costs: for goal optimum, a function that the formulation sets. It returns the weighted literals (weight, literal)
        whose sum is to be minimised, and may add clauses.
    atoms: returns the atoms of a solution, given its true variables; by default the atoms of `named`.
    """

    def __init__(self) -> None:
        self.variables = 0
        self.clauses: list[Sequence[int]] = []
        self.named: dict[Atom, int] = {}
        self.limit: Callable[[int], object] = _no_optimum
        self.costs: Callable[[], list[tuple[int, int]]] = _no_optimum
        self.atoms: Callable[[Collection[int]], list[Atom]] = lambda true: [
            atom for atom, variable in self.named.items() if variable in true
        ]
        self._groups: list[tuple[int, str]] = []
        self.ordered: list[int] = []  # the literals of `order`

    def variable(self, name: str, *arguments: int) -> int:
        """A new variable whose meaning is the atom."""
        self.variables += 1
        self.named[name, arguments] = self.variables
        return self.variables

    def constraint(self, name: str, *arguments: int) -> None:
        """Name the constraint of the problem that the following clauses state."""
        self.begin(f"constraint {shown(name, arguments)}")

    def auxiliary(self) -> int:
        """A new variable without a meaning."""
        self.variables += 1
        return self.variables

    def symmetry(self, name: str, *arguments: int) -> None:
        """Name the symmetry that the following clauses break. They are not consequences of the problem.

        The clauses of an automorphism of the instance, such as motion(-1,2), follow from its lex-leader constraint.
        """
        self.begin(f"symmetry {shown(name, arguments)}")

    def begin(self, name: str) -> None:
        """Begin a constraint or a symmetry breaking by the text of its comment."""
        self._groups.append((len(self.clauses), name))

    def order(self, literals: Iterable[int]) -> None:
        """Append literals to the order in which lex-leader constraints compare a solution with its images.

        They keep the first of a solution's images under all automorphisms; a false literal comes before a true one.
        """
        self.ordered += literals

    def add(self, *literals: int) -> None:
        """Add a clause: at least one of the literals holds. An empty clause is false."""
        self.clauses.append(literals)

    def at_most(
        self, most: int, literals: Sequence[int], encoding: str = "seqcounter", unless: int | None = None
    ) -> None:
        """At most `most` of the literals hold, or the literal `unless` does.

        encoding: one of CARDINALITY, or pairwise: a clause for each set of `most` + 1 literals.
        """
        if most < 0:
            self._take([()], unless)
        elif most == 0:
            self._take([(-literal,) for literal in literals], unless)
        elif encoding == "pairwise":
            self._take([[-literal for literal in more] for more in combinations(literals, most + 1)], unless)
        elif most < len(literals):
            from pysat.card import CardEnc

            encoded = CardEnc.atmost(list(literals), most, top_id=self.variables, encoding=CARDINALITY[encoding])
            self._take(encoded.clauses, unless)

    def at_least(
        self, least: int, literals: Sequence[int], encoding: str = "seqcounter", unless: int | None = None
    ) -> None:
        """At least `least` of the literals hold, or the literal `unless` does. encoding: one of CARDINALITY."""
        if least == 1:
            self._take([tuple(literals)], unless)
        else:
            self.at_most(len(literals) - least, [-literal for literal in literals], encoding, unless)

    def within(self, least: int, most: int, literals: Sequence[int], conflicts: str) -> None:
        """At least and at most so many of the literals hold.

        conflicts: the encoding for at most 1; ``pairs`` has no auxiliary variables.
        """
        self.at_least(least, literals)
        self.at_most(most, literals, "pairwise" if conflicts == "pairs" and most == 1 else "seqcounter")

    def weights_at_most(
        self, most: int, weighted: Sequence[tuple[int, int]], encoding: int = WEIGHTED_SEQCOUNTER
    ) -> None:
        """The weights of the true literals sum up to at most `most`. weighted: pairs (weight, literal) with weights
        above 0. Raises NotApplicable for a sum of MOST_WEIGHT or more."""
        if most < 0:
            self.add()
        if most < 0 or not weighted:
            return
        weights, literals = zip(*weighted, strict=True)
        if sum(weights) >= MOST_WEIGHT:
            raise NotApplicable("weights beyond 64 bits are not supported by the encoders of sums, but by rc2")
        if most < sum(weights):
            from pysat.pb import PBEnc

            unit = gcd(*weights)
            small = [weight // unit for weight in weights]
            encoded = PBEnc.atmost(list(literals), small, most // unit, top_id=self.variables, encoding=encoding)
            self._take(encoded.clauses)

    def dimacs(self) -> str:
        """The formula in DIMACS; comments name the variables, and each constraint before its clauses."""
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        lines += [f"c variable {variable} {shown(*atom)}" for atom, variable in self.named.items()]
        lines += [" ".join(map(str, ["c order", *self.ordered]))] if self.ordered else []
        for name, clauses in self.groups():
            if name and clauses:
                lines.append(f"c {name}")
            lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
        return "\n".join(lines) + "\n"

    def rules(self) -> list[Sequence[int]]:
        """The clauses except those that break a symmetry."""
        return [clause for name, clauses in self.groups() if not name.startswith("symmetry") for clause in clauses]

    def groups(self) -> Iterator[tuple[str, list[Sequence[int]]]]:
        """The clauses of each constraint or symmetry breaking with its name; those before the first have none."""
        starts = [(0, ""), *self._groups, (len(self.clauses), "")]
        for (start, name), (end, _) in pairwise(starts):
            yield name, self.clauses[start:end]

    def drained(self) -> list[tuple[str, list[Sequence[int]]]]:
        """The same, for clauses that then leave the formula."""
        groups = [(name, clauses) for name, clauses in self.groups() if clauses]
        self.clauses, self._groups = [], []
        return groups

    def _take(self, clauses: Iterable[Sequence[int]], unless: int | None = None) -> None:
        """Add the clauses of an encoding, and its auxiliary variables."""
        for clause in clauses:
            self.variables = max(self.variables, *map(abs, clause)) if clause else self.variables
            self.clauses.append(clause if unless is None else [*clause, unless])


def _no_optimum(*_: int) -> list[tuple[int, int]]:
    """The hook of a formula without an objective."""
    raise UserError("the formula was not built for goal optimum")


Literal = int | bool  # a literal of a variable, or a constant


class Ordered:
    """A whole number from 0 to greatest, in order encoding.

    literals: the variables name(arguments..., v) for v below greatest; each states that the number is at most v.
    """

    def __init__(self, formula: Formula, greatest: int, name: str, *arguments: int) -> None:
        self.greatest = greatest
        self.literals = [formula.variable(name, *arguments, value) for value in range(greatest)]

    def at_most(self, value: int) -> Literal:
        """Whether the number is at most the value."""
        return self.literals[value] if 0 <= value < self.greatest else value >= 0

    def above(self, value: int) -> Literal:
        """Whether the number is more than the value."""
        return opposite(self.at_most(value))

    def value(self, true: Collection[int]) -> int:
        """The number in a solution, given its true variables."""
        return sum(variable not in true for variable in self.literals)

    def state(self, formula: Formula) -> None:
        """Add the clauses of the order: a number that is at most a value is at most the next value."""
        for value in range(self.greatest - 1):
            add_clause(formula, self.above(value), self.at_most(value + 1))


def opposite(literal: Literal) -> Literal:
    """The negation of a literal."""
    return not literal if isinstance(literal, bool) else -literal


def add_clause(formula: Formula, *literals: Literal) -> None:
    """Add a clause whose literals may be constants."""
    if not any(literal is True for literal in literals):
        formula.add(*(literal for literal in literals if literal is not False))
