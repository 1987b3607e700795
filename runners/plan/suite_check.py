"""Finds suite entries that match nothing: they would do nothing, silently."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from models import registry
from models.problem import UserError
from models.registry import Formulation
from models.terminal.phrases import instead, near
from runners.plan import given_files, manifest, patterns
from runners.plan.suite import Block
from runners.solvers.interface import solver

_KINDS = {"instances": "instance", "goals": "goal", "formulations": "formulation", "solvers": "solver"}
KeyPath = tuple[str | int, ...]
Unmatched = tuple[KeyPath, str]  # the path to the key or the item in its list, and what is wrong with it


def unmatched(block: Block, own: set[str]) -> Iterator[Unmatched]:
    """Entries of a block that match nothing. own: its own keys; a key above all blocks may be for others."""
    if block.family not in registry.families():
        yield ("family",), f"unknown family '{block.family}'; {instead(block.family, registry.families())}"
        return
    for key, kind in _KINDS.items():
        known = patterns.known(kind, [block.family] if key in own else None)
        for number, pattern in enumerate(getattr(block, key)):
            if kind == "instance" and given_files.is_path(pattern):
                continue
            if complaint := patterns.unknown(kind, pattern, known):
                yield (key, number), complaint
    yield from _instances(block, own)
    stated = registry.formulations(block.family).values()
    chosen = [formulation for formulation in stated if patterns.matches(formulation.name, block.formulations)]
    if block.models:
        given = [registry.load_instance(entry.path)[1] for entry in block.given]
        chosen = [formulation for formulation in chosen if any(map(formulation.takes, given))]
    yield from _configurations(block, own, chosen)
    yield from _options(block, chosen)


def _instances(block: Block, own: set[str]) -> Iterator[Unmatched]:
    """Classes that the family does not have, and keys that together leave no instance."""
    entries = [entry for entry in manifest.shipped() if entry.family == block.family]
    classes = {entry.ladder_class for entry in entries} - {""}
    for number, pattern in enumerate(block.classes if "classes" in own else ()):
        if complaint := patterns.unknown("class", pattern, classes | {"*"}):
            yield ("classes", number), complaint
    if not any(map(block.holds, [*entries, *block.given])):
        key = next((key for key in ("sizes", "classes") if key in own), "instances")
        yield (key,), f"none of these instances is of {block.family}, so that its [[runs]] has no run"
    elif block.give_up and "give_up" in own and not any(entry.on_ladder for entry in filter(block.holds, entries)):
        words = f"none of these instances has a class and a size in {manifest.MANIFEST}"
        yield ("give_up",), f"there is no ladder to give up: {words}"


def _configurations(block: Block, own: set[str], formulations: list[Formulation]) -> Iterator[Unmatched]:
    """Configurations that do not exist, and keys that together leave none."""
    adapters = solver.adapters(name for name in block.solvers if solver.listed(name))
    pairs = [(each.name, formulation.name) for each in adapters for formulation in formulations
             if each.accepts == formulation.language]  # fmt: skip
    for number, pattern in enumerate(block.configurations if "configurations" in own else ()):
        if complaint := patterns.unknown("configuration", pattern, ["/".join(pair) for pair in pairs]):
            yield ("configurations", number), complaint
    for number, pattern in enumerate(block.solvers if block.models else ()):
        if not any(fnmatchcase(name, pattern) for name, _ in pairs):
            yield ("solvers", number), f"{pattern} takes none of these models"
    if not any(block.pairs(*pair) for pair in pairs):
        languages = ", ".join(sorted({formulation.language for formulation in formulations})) or "there are none"
        key = next((key for key in ("configurations", "solvers") if key in own), "formulations")
        yield (key,), f"no solver of this block takes its formulations ({languages})"


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
