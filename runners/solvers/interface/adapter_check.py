"""Checks that an adapter which a plug-in defines has the members of Solver (interface/solver.py), each of its type."""

import re
from typing import Any

_KINDS: dict[str, tuple[type, ...]] = {
    "name": (str,), "accepts": (str,), "paradigm": (str,), "bring": (str,), "parallel": (bool,), "enumerates": (bool,),
}  # fmt: skip
_METHODS = ("version", "command", "parse")


def fault(adapter: Any, name: str, language: str) -> str:
    """What is wrong with the adapter of a solver for a language; empty where nothing is."""
    for member in (*_KINDS, *_METHODS):
        value = getattr(adapter, member, None)
        if value is None:
            return f"lacks '{member}'"
        if not (callable(value) if member in _METHODS else isinstance(value, _KINDS[member])):
            return f"has a '{member}' that is no {'method' if member in _METHODS else _KINDS[member][0].__name__}"
    if adapter.name != name or adapter.accepts != language:
        return f"says that it is {adapter.name} and accepts {adapter.accepts}, not {name} and {language}"
    if not adapter.paradigm:
        return f"lacks 'paradigm': solvers of several paradigms take {language}"
    if not re.fullmatch(r"(#[0-9a-fA-F]{6})?", str(getattr(adapter, "colour", ""))):
        return f"has the colour {adapter.colour!r}, which is not written as '#rrggbb'"
    return ""
