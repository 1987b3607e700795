"""Matches names with shell patterns, which suites and command lines give; each pattern must match something."""

from collections.abc import Iterable
from fnmatch import fnmatchcase

from models import registry
from models.problem import GOALS, UserError
from models.terminal.phrases import instead
from runners.plan import manifest
from runners.solvers.interface import solver


def matches(name: str, patterns: Iterable[str]) -> bool:
    """Whether one of the patterns matches a name."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def known(kind: str, families: Iterable[str] | None = None) -> list[str]:
    """The names of all families, solvers or goals, or of the formulations or instances of some families (None: all)."""
    if kind == "solver":
        return solver.names()
    if kind == "goal":
        return list(GOALS)
    wanted = registry.families() if families is None else list(families)
    if kind == "formulation":
        return [name for family in wanted for name in registry.formulations(family)]
    if kind == "instance":
        return [entry.name for entry in manifest.shipped() if entry.family in wanted]
    return wanted


def unknown(kind: str, pattern: str, names: Iterable[str]) -> str:
    """An error message for a pattern that matches none of the names of its kind; empty where it matches one."""
    if any(fnmatchcase(name, pattern) for name in names):
        return ""
    if kind == "solver" and solver.listed(pattern):
        return _unlisted(pattern)
    words = f"unknown {kind} '{pattern}'; {instead(pattern, names, str(manifest.MANIFEST))}"
    if kind == "instance" and not manifest.MANIFEST.exists():
        return f"{words} (the shipped ones are missing here; write them with: python -m generators.all)"
    return words


def _unlisted(name: str) -> str:
    try:
        solver.find(name, "cp")
    except UserError as error:
        return str(error)
    return ""


def require(kind: str, patterns: Iterable[str], more: Iterable[str] = ()) -> None:
    """Raise UserError that says what there is, unless each of the patterns matches a name of its kind, or of `more`."""
    names: list[str] = []
    for pattern in patterns:
        names = names or [*known(kind), *more]
        if complaint := unknown(kind, pattern, names):
            raise UserError(complaint)
