"""Columns of a table as JSON that is small and quick to read."""

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any


def coded(cells: Iterable[Any]) -> dict[str, Any]:
    """A column of one type as its distinct values and each row's index among them; no indices where all rows are equal.

    A column of mostly distinct values is given row by row instead.

    >>> coded(["a", "b", "a", "a"])
    {'values': ['a', 'b'], 'codes': [0, 1, 0, 0]}
    >>> coded([1, 1]), coded(["x", "y"])
    ({'values': [1]}, {'rows': ['x', 'y']})
    """
    cells = list(cells)
    places = {value: place for place, value in enumerate(dict.fromkeys(cells))}
    if len(places) <= 1:
        return {"values": [plain(value) for value in places]}
    if len(places) > len(cells) / 2:
        return {"rows": [plain(cell) for cell in cells]}
    return {"values": [plain(value) for value in places], "codes": [places[cell] for cell in cells]}


def plain(value: Any) -> Any:
    """A value as JSON can hold it: floats rounded as in the record, None for NaN and infinity."""
    if isinstance(value, float):
        if not isfinite(value):
            return None
        return int(value) if value.is_integer() else float(f"{value:.6g}") if abs(value) < 1e5 else value
    return value


def numbers(cells: Sequence[float]) -> list[Any]:
    """Numbers as JSON can hold them.

    >>> numbers([1.0, 0.12345678, float("nan")])
    [1, 0.123457, None]
    """
    return [plain(float(cell)) for cell in cells]
