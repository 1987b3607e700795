"""What of a suite's block fits nothing that there is: it would do nothing, silently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from models import registry
from models.problem import UserError
from models.registry import Formulation
from models.suggest import instead, near
from runners.plan import patterns
from runners.plan.suite import Block
from runners.solvers.interface import solver

_KINDS = {"instances": "instance", "goals": "goal", "formulations": "formulation", "solvers": "solver"}


@dataclass(frozen=True)
class Fault:
    """What is wrong with a block: the way to the key (or the option in its table), in words, and with which value."""

    way: tuple[str, ...]
    message: str
    value: Any = None


def misfits(block: Block, own: set[str]) -> Iterator[Fault]:
    """What fits nothing. own: the keys that stand in the block; those above all blocks may be meant for others."""
    if block.family not in registry.families():
        yield Fault(("family",), f"unknown family '{block.family}'; {instead(block.family, registry.families())}")
        return
    for key, kind in _KINDS.items():
        known = patterns.known(kind, [block.family] if key in own else None)
        for pattern in getattr(block, key):
            if complaint := patterns.unknown(kind, pattern, known):
                yield Fault((key,), complaint, pattern)
    if not any(patterns.matches(name, block.instances) for name in patterns.known("instance", [block.family])):
        yield Fault(("instances",), f"none of these instances is of {block.family}, so that its [[runs]] has no run")
    stated = registry.formulations(block.family).values()
    chosen = [formulation for formulation in stated if patterns.matches(formulation.name, block.formulations)]
    solvers = [name for name in solver.names() if patterns.matches(name, block.solvers)]
    languages = sorted({formulation.language for formulation in chosen})
    if not {solver.find(name).accepts for name in solvers} & set(languages):
        words = f"no solver of this block takes its formulations ({', '.join(languages) or 'there are none'})"
        yield Fault(("solvers" if "solvers" in own else "formulations",), words)
    yield from _options(block, chosen)


def _options(block: Block, formulations: list[Formulation]) -> Iterator[Fault]:
    known = {option for formulation in formulations for option in formulation.options}
    for way, option in [(("options", name), name) for name in block.options] + [(("alone",), o) for o in block.alone]:
        if not any(fnmatchcase(name, option) for name in known):
            words = f"no formulation of this block of {block.family} has an option '{option}'"
            yield Fault(way, f"{words}; {instead(option, known)}", option)
    for option, values in block.options.items():
        for value in values:
            for formulation in formulations:
                yield from _refused(formulation, option, value)


def _refused(formulation: Formulation, option: str, value: str) -> Iterator[Fault]:
    if option not in formulation.options:
        return
    try:
        formulation.settings({option: value})
    except UserError as error:
        yield Fault(("options", option), f"{error}{near(value, formulation.options[option])}", value)
