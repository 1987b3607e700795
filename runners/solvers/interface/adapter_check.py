"""Checks that a plug-in's adapter has the members of Solver (interface/solver.py), each of the right type."""

import inspect
import re
from collections.abc import Callable
from typing import Any

_KINDS: dict[str, tuple[type, ...]] = {
    "name": (str,), "accepts": (str,), "paradigm": (str,), "install_command": (str,), "parallel": (bool,),
    "enumerates": (bool,),
}  # fmt: skip
# The methods, and their numbers of arguments.
_METHODS = {"version": (0, 1), "command": (1,), "parse": (1,)}
_SHAPES = {"version": "version(formulation=None)", "command": "command(job)", "parse": "parse(line)"}


def fault(adapter: Any, name: str, language: str) -> str:
    """The fault of a plug-in's adapter of a solver for a language; empty for a valid one."""
    for member in (*_KINDS, *_METHODS):
        value = getattr(adapter, member, None)
        if value is None:
            return f"lacks '{member}'"
        if not (callable(value) if member in _METHODS else isinstance(value, _KINDS[member])):
            return f"has a '{member}' that is not a {'method' if member in _METHODS else _KINDS[member][0].__name__}"
    for member, counts in _METHODS.items():
        if not all(_takes(getattr(adapter, member), count) for count in counts):
            return f"has a '{member}' that cannot be called as {_SHAPES[member]}"
    if adapter.name != name or adapter.accepts != language:
        return f"is named {adapter.name} and accepts {adapter.accepts}, not {name} and {language}"
    if not adapter.paradigm:
        return f"lacks 'paradigm': solvers of several paradigms take {language}"
    if not isinstance(getattr(adapter, "reads_files", False), bool):
        return "has a 'reads_files' that is not a bool"
    if not re.fullmatch(r"(#[0-9a-fA-F]{6})?", str(getattr(adapter, "colour", ""))):
        return f"has the colour {adapter.colour!r}, which is not written as '#rrggbb'"
    return ""


def _takes(method: Callable[..., Any], count: int) -> bool:
    """Whether a method can be called with so many arguments."""
    try:
        inspect.signature(method).bind(*range(count))
    except TypeError:
        return False
    return True
