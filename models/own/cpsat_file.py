"""The user's own formula in DIMACS, CNF or WCNF, or in OPB, in CP-SAT's own terms: nothing is added to it.

Variables: those of the file, and one for each soft clause and each product, which the others determine.
Constraints: those of the file.
Objective: that of the file.
Symmetry breaking: none.
Source: the user's file.

Goals: first, count, optimum
Formats: cnf, wcnf, opb
"""

from collections.abc import Iterable
from typing import Any

from ortools.sat.python import cp_model

from tilings.models.own import dimacs, opb
from tilings.models.own.data import encoding_of
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Encoding, NotApplicable


def build(instance: OwnInstance, goal: str) -> Encoding:
    """The model; its atoms have the file's names. Raises NotApplicable for a file that contradicts its header, and for
    numbers that CP-SAT does not hold."""
    stated = _Stated()
    (stated.sums if instance.format == "opb" else stated.clauses)(instance)

    return encoding_of(stated.model, stated.variables, goal)


class _Stated:
    """The model. variables: those of the file, by name."""

    def __init__(self) -> None:
        self.model, self.variables = cp_model.CpModel(), dict[str, Any]()
        self._products: dict[frozenset[str], Any] = {}

    def clauses(self, instance: OwnInstance) -> None:
        text, weighted = dict(instance.files)[instance.model], instance.format == "wcnf"
        formula = dimacs.read(text, instance.model, weighted)
        _require("weights", 50, sum(weight for weight, _ in formula.soft))
        self._declare(f"x{number}" for number in range(1, formula.variables + 1))

        def literals(clause: tuple[int, ...]) -> list[Any]:
            return [self._literal(f"{'~' * (each < 0)}x{abs(each)}") for each in clause]

        for clause in formula.hard:
            self.model.add_bool_or(literals(clause))
        falsified = [(weight, self.model.new_bool_var(""), clause) for weight, clause in formula.soft]
        for _, broken, clause in falsified:
            self.model.add_bool_or([*literals(clause), broken])
        if weighted:
            self.model.minimize(sum(weight * broken for weight, broken, _ in falsified))

    def sums(self, instance: OwnInstance) -> None:
        formula = opb.read(dict(instance.files)[instance.model])
        _require("coefficients", 64, 4 * formula.greatest)
        _require("coefficients of an objective", 50, sum(abs(weight) for weight, _ in formula.costs or ()))
        self._declare(formula.names)
        for terms, sign, bound in formula.rows:
            total = self._total(terms)
            self.model.add(total >= bound if sign == ">=" else total <= bound if sign == "<=" else total == bound)
        if formula.costs is not None:
            (self.model.maximize if instance.sense == "max" else self.model.minimize)(self._total(formula.costs))

    def _declare(self, names: Iterable[str]) -> None:
        self.variables = {name: self.model.new_bool_var(name) for name in names}

    def _literal(self, name: str) -> Any:
        return ~self.variables[name[1:]] if name.startswith("~") else self.variables[name]

    def _total(self, terms: Iterable[opb.Term]) -> Any:
        weights, names = zip(*terms, strict=True) if (terms := list(terms)) else ((), ())
        return cp_model.LinearExpr.weighted_sum(list(map(self._product, names)), weights)

    def _product(self, names: tuple[str, ...]) -> Any:
        """The literal that is true where all of these are."""
        factors = frozenset(names)
        if len(factors) == 1:
            return self._literal(names[0])
        if factors not in self._products:
            product, literals = self.model.new_bool_var(""), list(map(self._literal, factors))
            self.model.add_bool_and(literals).only_enforce_if(product)
            self.model.add_bool_or([product, *(~literal for literal in literals)])
            self._products[factors] = product
        return self._products[factors]


def _require(numbers: str, bits: int, total: int) -> None:
    """Raise NotApplicable for a sum of magnitudes that CP-SAT does not hold; its objective is a double."""
    if total >= 2 ** min(bits, 63):
        raise NotApplicable(f"{numbers} beyond {bits} bits are not supported by CP-SAT")
