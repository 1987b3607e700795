"""A suite: the runs of a campaign, as blocks of a matrix. The types check the values of each key.

Names are shell patterns, on command lines as well; each pattern must match something.
"""

from argparse import ArgumentTypeError
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr
from pydantic_core import PydanticCustomError

from tilings.generators import ladders
from tilings.models import registry
from tilings.models.own.instance import expected
from tilings.models.problem import GOALS, UserError
from tilings.models.terminal.arguments import LARGEST_SEED, LONGEST_S, seconds
from tilings.models.terminal.phrases import instead
from tilings.runners.plan import instance_files, manifest
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.presets import DEFAULT, known

MOST = 10_000  # repetitions, threads, parts
PREFERRED = "preferred"  # in place of a formulation's name: of each solver the one that `tilings solve` takes
TWICE = "twice"  # the type of the error of a list in which a value stands twice
Item = TypeVar("Item", str, int)


def _unique(values: list[Item]) -> list[Item]:
    for value in values:
        if values.count(value) > 1:
            raise PydanticCustomError(TWICE, "{value} is listed twice", {"value": value})
    return values


def _expected(value: dict[str, Any]) -> dict[str, Any]:
    try:
        for answers in instance_files.by_data(value).values() or [value]:
            expected(answers)
        return value
    except UserError as error:
        raise ValueError(str(error)) from None


def _option_value(value: Any) -> Any:
    """An option's values are words; a whole number may be written without quotes."""
    return str(value) if type(value) is int else value


def _seconds(value: Any) -> Any:
    """A limit may be written with its unit, such as "5m"."""
    try:
        return seconds(value) if isinstance(value, str) else value
    except ArgumentTypeError as error:
        raise ValueError(str(error)) from None


def _preferred(value: Any) -> Any:
    """The word `preferred` may stand alone."""
    return [value] if value == PREFERRED else value


Count = Annotated[int, Field(ge=1, le=MOST)]
Seed = Annotated[int, Field(ge=1, le=LARGEST_SEED)]
Names = Annotated[list[str], Field(min_length=1), AfterValidator(_unique)]
OptionValue = Annotated[str, BeforeValidator(_option_value)]
OptionValues = Annotated[list[OptionValue], Field(min_length=1), AfterValidator(_unique)]


class Block(BaseModel):
    """One matrix of a suite: a table ``[[runs]]`` of its file, whose keys docs/suites.md explains.

    Names are shell patterns. The description of a field says what its values are.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    family: str = Field(description="a family's name", examples=['"squares"'])
    instances: Names = Field(["*"], description="a list of instances or paths", examples=['["h09", "./mine/*.json"]'])
    models: Names = Field([], description="a list of paths of models", examples=['["./bench/*.mzn"]'])
    data: Names = Field([], description="a list of paths of data", examples=['["./bench/*.dzn"]'])
    check: str = Field("", description="the path of a checker", examples=['"./check.py"'])
    problem: str = Field("", description="the name of what these models state", examples=['"queens8"'])
    expect: Annotated[dict[str, Any], AfterValidator(_expected)] = Field(
        {},
        description='a table of known answers, first ("sat" or "unsat"), count, optimum, or one for each data file',
        examples=['{ first = "sat", count = 92 }'],
    )
    goals: Names = Field(list(GOALS), description="a list of goals", examples=['["first", "count"]'])
    formulations: Annotated[Names, BeforeValidator(_preferred)] = Field(
        ["*"], description='a list of formulations, or "preferred"', examples=['["cp_*"]']
    )
    solvers: Names = Field(["*"], description="a list of solvers", examples=['["*"]'])
    configurations: Names = Field(
        ["*"], description="a list of solver/formulation", examples=['["gecode/cp_*", "*/asp_cover"]']
    )
    classes: Names = Field(["*"], description="a list of classes of ladders", examples=['["planted"]'])
    sizes: Annotated[list[float], Field(min_length=2, max_length=2)] | None = Field(
        None, description="the least and the greatest size", examples=["[7, 16]"]
    )
    options: dict[str, OptionValues] = Field(
        {}, description="a table: for each option a list of values", examples=['{ symmetry = ["all", "none"] }']
    )
    alone: Annotated[list[str], AfterValidator(_unique)] = Field(
        [], description="a list of options", examples=['["symmetry"]']
    )
    presets: Names = Field([DEFAULT], description="a list of presets", examples=['["default", "crafty"]'])
    seeds: Annotated[list[Seed], Field(min_length=1), AfterValidator(_unique)] = Field(
        [1], description=f"a list of seeds (whole, 1 to {LARGEST_SEED})", examples=["[1, 2, 3]"]
    )
    repetitions: Count = Field(1, description=f"a whole number from 1 to {MOST}", examples=["3"])
    threads: Count = Field(1, description=f"a whole number from 1 to {MOST}", examples=["2"])
    parts: Count = Field(1, description=f"a whole number from 1 to {MOST}", examples=["16"])
    timeout: Annotated[float, Field(gt=0, le=LONGEST_S), BeforeValidator(_seconds)] = Field(
        300, description=f"seconds (above 0, at most {LONGEST_S}), or with a unit", examples=['"5m"', "60"]
    )
    climb: bool | Literal["every", "rounds"] = Field(
        False, description='true, false, "every" for every rung, or "rounds" for growing limits', examples=["true"]
    )
    memory: Annotated[int, Field(ge=1)] = Field(4000, description="MB (whole, from 1)", examples=["4000"])

    _given: tuple[manifest.Shipped, ...] = PrivateAttr(())

    @property
    def given(self) -> tuple[manifest.Shipped, ...]:
        """The instances in the block's files, and those that a rule makes from their names."""
        return self._given

    def read_files(self, home: Path, names: dict[tuple[str, str], manifest.Shipped]) -> None:
        """Read the instances in the block's files, relative to a folder; raises UserError.

        names: the instances of the suite's blocks so far, by family and name, to which these are added.
        """
        paths = [word for word in self.instances if instance_files.is_path(word)]
        entries = [
            *instance_files.instances(paths, home),
            *(entry for word in self.instances if (entry := self._by_rule(word))),
            *instance_files.models(self.models, self.data, self.check, home, self.problem, self.expect),
        ]
        for entry in entries:
            if entry.family != self.family:
                raise UserError(f"{entry.name} is an instance of {entry.family}, not of {self.family}")
            other = names.setdefault((entry.family, entry.name), entry)
            if other.sha256 != entry.sha256:
                both = f"{other.source} and {entry.source}"
                raise UserError(f"two different instances are named {entry.name}: {both}; rename a file of one")
        self._given = tuple({entry.name: entry for entry in entries}.values())

    def _by_rule(self, name: str) -> manifest.Shipped | None:
        """The instance of a name which the catalogue lacks; None for other names."""
        if instance_files.is_path(name) or manifest.shipped(family=self.family, name=name):
            return None
        return manifest.find(self.family, name)

    def holds(self, entry: manifest.Shipped) -> bool:
        """Whether an instance is among the block's."""
        if entry in self._given:
            return True
        if entry.family != self.family or not matches(entry.name, self.instances):
            return False
        if self.sizes and (entry.size is None or not self.sizes[0] <= entry.size <= self.sizes[1]):
            return False
        return matches(entry.ladder_class, self.classes)

    def pairs(self, solver: str, formulation: str) -> bool:
        """Whether a solver runs a formulation in this block."""
        named = matches(solver, self.solvers) and self.has(formulation)
        return named and matches(f"{solver}/{formulation}", self.configurations)

    def has(self, formulation: str) -> bool:
        """Whether the block may run a formulation."""
        return PREFERRED in self.formulations or matches(formulation, self.formulations)

    @property
    def limits(self) -> dict[str, float]:
        """The limits of each run, by the names of their keys."""
        return {"timeout": self.timeout, "memory": self.memory}


class Suite(BaseModel):
    """A named list of blocks."""

    name: str
    description: str
    blocks: list[Block]


def matches(name: str, patterns: Iterable[str]) -> bool:
    """Whether one of the patterns matches a name."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def known_names(kind: str, families: Iterable[str] | None = None) -> list[str]:
    """The names of all families, solvers, goals or presets, or of the classes, formulations or instances of some
    families (None: all)."""
    if kind == "solver":
        return solver.names()
    if kind == "goal":
        return list(GOALS)
    if kind == "preset":
        return known(solver.adapters())
    wanted = registry.families() if families is None else list(families)
    if kind == "class":
        rising = {ladder.name for family in wanted for ladder in ladders.of(family)}
        return sorted(rising.union(entry.ladder_class for entry in manifest.shipped() if entry.family in wanted) - {""})
    if kind == "formulation":
        return [name for family in wanted for name in registry.formulations(family)]
    if kind == "instance":
        return [entry.name for entry in manifest.shipped() if entry.family in wanted]
    return wanted


def unknown(kind: str, pattern: str, names: Iterable[str]) -> str:
    """An error message for a pattern that matches no name of its kind, or empty."""
    if (kind, pattern) == ("formulation", PREFERRED) or any(fnmatchcase(name, pattern) for name in names):
        return ""
    if kind == "solver" and solver.listed(pattern):
        return _unlisted(pattern)
    words = f"unknown {kind} '{pattern}'; {instead(pattern, names, str(manifest.MANIFEST))}"
    if kind == "instance" and not manifest.MANIFEST.exists():
        return f"{words} (the shipped ones are missing here; write them with: make instances)"
    return words


def _unlisted(name: str) -> str:
    try:
        solver.find(name, *solver.languages(name))
    except UserError as error:
        return str(error)
    return ""


def require(kind: str, patterns: Iterable[str], more: Iterable[str] = ()) -> None:
    """Raise UserError, with suggestions, unless each of the patterns matches a name of its kind, or of `more`."""
    names: list[str] = []
    for pattern in patterns:
        names = names or [*known_names(kind), *more]
        if complaint := unknown(kind, pattern, names):
            raise UserError(complaint)
