"""Finds suite entries that match nothing: they would do nothing, silently."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from models import registry
from models.problem import UserError
from models.registry import Formulation
from models.suggest import instead, near
from runners.plan import patterns
from runners.plan.suite import Block
from runners.plan.toml_lines import Path
from runners.solvers.interface import solver

_KINDS = {"instances": "instance", "goals": "goal", "formulations": "formulation", "solvers": "solver"}
Unmatched = tuple[Path, str]  # the path to the key or the item in its list, and what is wrong with it


def unmatched(block: Block, own: set[str]) -> Iterator[Unmatched]:
    """Entries of a block that match nothing. own: its own keys; a key above all blocks may be for others."""
    if block.family not in registry.families():
        yield ("family",), f"unknown family '{block.family}'; {instead(block.family, registry.families())}"
        return
    for key, kind in _KINDS.items():
        known = patterns.known(kind, [block.family] if key in own else None)
        for number, pattern in enumerate(getattr(block, key)):
            if complaint := patterns.unknown(kind, pattern, known):
                yield (key, number), complaint
    if not any(patterns.matches(name, block.instances) for name in patterns.known("instance", [block.family])):
        yield ("instances",), f"none of these instances is of {block.family}, so that its [[runs]] has no run"
    stated = registry.formulations(block.family).values()
    chosen = [formulation for formulation in stated if patterns.matches(formulation.name, block.formulations)]
    taken = {each.accepts for each in solver.adapters() if patterns.matches(each.name, block.solvers)}
    languages = sorted({formulation.language for formulation in chosen})
    if not taken & set(languages):
        words = f"no solver of this block takes its formulations ({', '.join(languages) or 'there are none'})"
        yield ("solvers" if "solvers" in own else "formulations",), words
    yield from _options(block, chosen)


def _options(block: Block, formulations: list[Formulation]) -> Iterator[Unmatched]:
    known = {option for formulation in formulations for option in formulation.options}
    named: list[Unmatched] = [(("options", name), name) for name in block.options]
    for path, option in named + [(("alone", number), option) for number, option in enumerate(block.alone)]:
        if not any(fnmatchcase(name, option) for name in known):
            words = f"no formulation of this block of {block.family} has an option '{option}'"
            yield path, f"{words}; {instead(option, known)}"
    for option, values in block.options.items():
        for number, value in enumerate(values):
            for formulation in formulations:
                if complaint := _refused(formulation, option, value):
                    yield ("options", option, number), complaint


def _refused(formulation: Formulation, option: str, value: str) -> str:
    """Why a formulation refuses a value of an option; empty where it has no such option or takes the value."""
    try:
        formulation.settings({option: value} if option in formulation.options else {})
    except UserError as error:
        return f"{error}{near(value, formulation.options[option])}"
    return ""
