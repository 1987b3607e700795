"""Text in MiniZinc that fixes a model's variables to the values of one of several solutions; a variable selects it.

The values are those of MiniZinc's JSON: a set, a member of an enumeration and a record are objects, arrays and tuples
are lists.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

NUMBER = "tilings_solution"  # the variable, from 1
SLACK = 1e-6  # of numbers with a point, relative if they exceed 1


def text(solutions: Sequence[Mapping[str, Any]], dimensions: Mapping[str, int]) -> str:
    """The text, whose only output is NUMBER. dimensions: the number of dimensions of each variable that is an array."""
    items = [f"var 1..{len(solutions)}: {NUMBER} :: add_to_output;"]
    for name in solutions[0]:
        items += _items(_quoted(name), [each[name] for each in solutions], dimensions.get(name, 0))
    return "\n".join(items) + "\n"


def lists(solution: Mapping[str, Any]) -> list[str]:
    """The variables whose values are lists, of which `text` needs the dimensions."""
    return [name for name, value in solution.items() if isinstance(value, list | tuple)]


def inexact(value: Any) -> bool:
    """Whether a value has a number with a point."""
    if isinstance(value, Mapping):
        return any(map(inexact, value.values()))
    return any(map(inexact, value)) if isinstance(value, list | tuple) else isinstance(value, float)


def _items(place: str, values: Sequence[Any], dimensions: int = 0) -> Iterator[str]:
    """The constraints on a part of a variable. values: the part's values in the solutions."""
    shape = next((value for value in values if value is not None), None)
    if dimensions:
        for index, column in enumerate(zip(*(_flat(value, dimensions) for value in values), strict=True), 1):
            yield from _items(f"array1d({place})[{index}]", column)
    elif isinstance(shape, list | tuple):
        for index, column in enumerate(zip(*values, strict=True), 1):
            yield from _items(f"{place}.{index}", column)
    elif isinstance(shape, Mapping) and not _is_value(shape):
        for field in shape:
            yield from _items(f"{place}.{_quoted(field)}", [value[field] for value in values])
    elif isinstance(shape, float):
        slacks = [value if value is None else SLACK * max(1.0, abs(value)) for value in values]
        for sign, bounds in (("<=", [v + s for v, s in zip(values, slacks, strict=True)]),
                             (">=", [v - s for v, s in zip(values, slacks, strict=True)])):  # fmt: skip
            yield f"constraint {place} {sign} {_chosen(list(map(repr, bounds)))};"
    else:
        yield f"constraint {place} = {_chosen(list(map(_literal, values)))};"


def _chosen(literals: list[str]) -> str:
    """The value in the solution that NUMBER selects."""
    return literals[0] if len(set(literals)) == 1 else f"[{', '.join(literals)}][{NUMBER}]"


def _flat(value: Any, dimensions: int) -> list[Any]:
    return [part for row in value for part in _flat(row, dimensions - 1)] if dimensions > 1 else list(value)


def _is_value(value: Mapping[str, Any]) -> bool:
    """Whether an object is a set or a member of an enumeration, not a record."""
    return isinstance(value.get("set"), list | tuple) or isinstance(value.get("c", value.get("e")), str)


def _literal(value: Any) -> str:
    """A value in MiniZinc's syntax."""
    if value is None:
        return "<>"
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, Mapping):
        return repr(value)
    if "set" in value:
        parts = [_part(part) for part in value["set"]]
        return " union ".join(parts) or "{}"
    if "c" in value:
        return f"{_quoted(value['c'])}({_literal(value['e'])})"
    member = _quoted(value["e"])
    return f"to_enum({member}, {value['i']})" if "i" in value else member


def _part(part: Any) -> str:
    """Members of a set: a range, or one of them."""
    return f"{part[0]}..{part[1]}" if isinstance(part, list | tuple) else f"{{{_literal(part)}}}"


def _quoted(name: str) -> str:
    return f"'{name}'"
