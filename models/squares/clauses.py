"""The objective of the formulas of squares: the largest number of copies of a side."""

from collections.abc import Mapping, Sequence

from tilings.models.formula import Formula


def minimise(formula: Formula, of_side: Mapping[int, Sequence[int]], most: int, sums: str = "seqcounter") -> None:
    """Set the hooks for goal optimum. of_side: for each side its literals; most: a bound on the objective."""

    def limit(most: int) -> None:
        """No side has more than `most` copies."""
        formula.constraint("objective", most)
        for literals in of_side.values():
            formula.at_most(most, literals, sums)

    def costs() -> list[tuple[int, int]]:
        """A cost of 1 for each number of copies that some side exceeds."""
        more = [formula.variable("more", number) for number in range(1, most)]
        for number, variable in enumerate(more, start=1):
            formula.constraint("most", number)
            for literals in of_side.values():
                formula.at_most(number, literals, sums, unless=variable)
        return [(1, variable) for variable in more]

    formula.limit, formula.costs = limit, costs
