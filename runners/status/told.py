"""What shards may say of themselves (see runners.campaign.signs): whatever else a file holds is refused.

A folder is followed by others than those who write it, and for a week: no file in it may end that.
"""

import math
from typing import Any, get_type_hints

from runners.plan.estimate import Kind

_MOST = 10**9  # runs, and numbers of shards, processes and the like
_LATEST = 10**11  # seconds: a clock that is set wrongly tells a year, but none that has no name
_KIND = {name: kind for name, kind in get_type_hints(Kind).items() if kind is not bool}


def plan(content: dict[str, Any]) -> None:
    """Raise ValueError unless this is a shard's plan."""
    _each(content, suite=str, jobs=int, attempts=int, written_at=float)
    number, count = _array(content, "shard", 2)
    if not (type(number) is int and type(count) is int and 1 <= number <= count <= _MOST):
        raise ValueError("'shard' is no pair of numbers k, n")
    if content.get("budget_hours") is not None:
        _each(content, budget_hours=float)
        if not content["budget_hours"]:
            raise ValueError("'budget_hours' is 0")
    whole = _object(content.get("whole"), "whole")
    _each(whole, shards=int)
    for kind in _array(whole, "kinds"):
        _kind(kind)
        _each(kind, runs=int)
    for kind in _array(content, "kinds"):
        _kind(kind)
        if not all(isinstance(each, str) for each in _array(kind, "run_ids")):
            raise ValueError("'run_ids' are no texts")


def sign(content: dict[str, Any]) -> None:
    """Raise ValueError unless this is a shard's sign of life."""
    _each(content, state=str, at=float, since=float, host=str, process=int, jobs=int, cores=int)
    if not (content["jobs"] and content["cores"]):
        raise ValueError("'jobs' or 'cores' is 0")
    for run in _array(content, "running"):
        _kind(run)
        _each(run, run_id=str, instance=str, seen_at=float)


def _kind(value: Any) -> None:
    cells = _object(value, "a kind")
    _each(cells, **_KIND)
    if type(cells.get("costs")) is not bool:
        raise ValueError("'costs' is neither true nor false")


def _each(content: dict[str, Any], **kinds: type) -> None:
    for name, kind in kinds.items():
        value = content.get(name)
        if kind is str:
            if not isinstance(value, str) or not value.isprintable():
                raise ValueError(f"'{name}' is no text")
        elif kind is int and type(value) is not int:
            raise ValueError(f"'{name}' is no whole number")
        elif isinstance(value, bool) or not isinstance(value, int | float) or not _small(value, kind):
            raise ValueError(f"'{name}' is no number from 0")


def _small(value: float, kind: type) -> bool:
    return 0 <= value <= (_MOST if kind is int else _LATEST) and math.isfinite(value)


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"'{name}' is no object")
    return value


def _array(content: dict[str, Any], name: str, length: int | None = None) -> list[Any]:
    value = content.get(name)
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise ValueError(f"'{name}' is no array")
    return value
