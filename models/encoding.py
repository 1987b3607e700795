"""Writes instance data as text: MiniZinc data and ASP facts. Equal input gives equal bytes."""

from collections.abc import Iterable, Mapping
from typing import Any

from tilings.models.problem import Atom


def dzn(parameters: Mapping[str, Any]) -> str:
    """MiniZinc data, one parameter on each line.

    A value is a bool, int, str or set of int, a list of these, or a list of equally long lists, a two-dimensional
    array.
    """
    return "".join(f"{name} = {_literal(value)};\n" for name, value in parameters.items())


def facts(atoms: Iterable[Atom]) -> str:
    """ASP facts, one on each line."""
    return "".join(f"{atom(name, arguments)}.\n" for name, arguments in atoms)


def atom(name: str, arguments: tuple[int, ...]) -> str:
    """An atom as text: ``square(0,3,5)``."""
    return f"{name}({','.join(map(str, arguments))})" if arguments else name


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(map(str, sorted(value))) + "}"
    if value and isinstance(value[0], list | tuple):
        rows = " | ".join(", ".join(_literal(cell) for cell in row) for row in value)
        return f"[| {rows} |]"
    return "[" + ", ".join(_literal(part) for part in value) + "]"
