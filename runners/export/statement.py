"""What is exported: a formulation's model of an instance for a goal; and the lines that every exported file has."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from models.encoding import atom
from models.problem import Encoding, Instance, Problem
from models.registry import Formulation


@dataclass(frozen=True)
class Statement:
    """A formulation's model of an instance for a goal.

    options: a value for each of the formulation's own options; library: the solver for whose library of constraints
    MiniZinc flattens the model, empty for its standard one.
    """

    problem: Problem
    instance: Instance
    formulation: Formulation
    goal: str
    options: dict[str, str]
    library: str = ""

    def build(self) -> Any:
        """What the Python formulation builds."""
        return self.formulation.module().build(self.instance, self.goal, **self.options)

    def title(self) -> str:
        """One line that says what the model states."""
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        return f"{self.problem.family}/{self.instance.name} goal={self.goal} {self.formulation.name}{options}"


def objective(sign: int, constant: int) -> str:
    """The line that says how the objective follows from the value that a file's reader reports."""
    return f"objective = {'-' if sign < 0 else ''}value{f' {constant:+d}' if constant else ''}"


def commented(prefix: str, lines: Iterable[str]) -> str:
    """The lines as comments of a format."""
    return "".join(f"{prefix} {line}\n" for line in lines)


def meanings(encoding: Encoding) -> dict[str, str]:
    """By a variable's name, the atom that a solution has if the variable is 1.

    Empty where an atom depends on several variables or on a whole number.
    """
    if encoding.atoms(lambda _: 0):
        return {}
    read: list[Any] = []

    def one(variable: Any) -> int:
        read.append(variable)
        return 1

    atoms = encoding.atoms(one)
    return {var.name: atom(*each) for var, each in zip(read, atoms, strict=True)} if len(read) == len(atoms) else {}
