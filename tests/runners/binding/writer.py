"""Writes small formulas in the commented DIMACS format, so that tests can also write wrong ones."""

from collections.abc import Iterable

Literal = str | int


class Writer:
    """Variables are named as in the text, `square(0,0,1)`, or numbers that `new` gives; `-` negates a name."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.last = 0
        self.groups: dict[str, list[list[int]]] = {}
        self.order: list[str] = []  # the literals that lex-leader constraints compare

    def new(self) -> int:
        """An auxiliary variable."""
        self.last += 1
        return self.last

    def literal(self, literal: Literal) -> int:
        """The number of a literal; its variable is made where it is new."""
        if isinstance(literal, int):
            return literal
        name = literal.removeprefix("-")
        if name not in self.numbers:
            self.numbers[name] = self.new()
        return -self.numbers[name] if literal.startswith("-") else self.numbers[name]

    def add(self, group: str, *clause: Literal) -> None:
        """A clause of a group, such as `constraint cover(0,0)`."""
        self.groups.setdefault(group, []).append([self.literal(literal) for literal in clause])

    def at_most(self, group: str, literals: Iterable[Literal], bound: int, *unless: Literal) -> None:
        """No more of the literals hold, by a sequential counter, unless the last literal does."""
        rows: list[int] = []
        for literal in map(self.literal, literals):
            now = [self.new() for _ in range(bound + 1)]
            self.add(group, -literal, now[0], *unless)
            for place, before in enumerate(rows):
                self.add(group, -before, now[place], *unless)
                if place < bound:
                    self.add(group, -before, -literal, now[place + 1], *unless)
            rows = now
        if rows:
            self.add(group, -rows[bound], *unless)

    def text(self) -> str:
        """The formula."""
        order = [str(self.literal(literal)) for literal in self.order]
        clauses = sum(map(len, self.groups.values()))
        lines = [f"p cnf {self.last} {clauses}"]
        lines += [f"c variable {number} {name}" for name, number in self.numbers.items()]
        lines += [" ".join(["c order", *order])] if order else []
        for group, written in self.groups.items():
            lines += [f"c {group}", *(" ".join(map(str, [*clause, 0])) for clause in written)]
        return "\n".join(lines) + "\n"
