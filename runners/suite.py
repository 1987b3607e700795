"""Suites: TOML files of ``runners/suites/`` that say what is run, with which limits."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from models.problem import GOALS, UserError

HOME = Path(__file__).parent / "suites"


@dataclass(frozen=True)
class Block:
    """One matrix of a suite. Names are shell patterns.

    limits: ``timeout`` (seconds of wall time a run) and ``memory`` (MB); options: name -> the values to run, in every
    combination; alone: of these options each value is run as well, the formulation's others at their default; parts:
    each count is divided into so many runs, where the formulation has an option ``part``.
    """

    family: str
    instances: list[str]
    goals: list[str]
    formulations: list[str]
    solvers: list[str]
    options: dict[str, list[str]]
    alone: list[str]
    seeds: list[int]
    repetitions: int
    threads: int
    parts: int
    limits: dict[str, float]


@dataclass(frozen=True)
class Suite:
    """A named list of blocks."""

    name: str
    description: str
    blocks: list[Block]


_LIMITS = ("timeout", "memory")
_DEFAULTS: dict[str, Any] = {
    "instances": ["*"], "goals": list(GOALS), "formulations": ["*"], "solvers": ["*"], "options": {},
    "alone": [], "seeds": [1], "repetitions": 1, "threads": 1, "parts": 1, "timeout": 300, "memory": 4000,
}  # fmt: skip


def names() -> list[str]:
    """The names of the shipped suites."""
    return sorted(path.stem for path in HOME.glob("*.toml"))


def load(name: str) -> Suite:
    """A shipped suite by name, or a suite file by its path; raises UserError that names the file and the key."""
    path = Path(name) if name.endswith(".toml") else HOME / f"{name}.toml"
    if not path.is_file():
        raise UserError(f"unknown suite '{name}'; there are {', '.join(names())}, or give the path of a .toml file")
    try:
        with path.open("rb") as file:
            data = tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: {error}") from None
    common = {key: value for key, value in data.items() if key not in ("description", "runs")}
    blocks = data.get("runs")
    if not isinstance(blocks, list) or not blocks or not all(isinstance(block, dict) for block in blocks):
        raise UserError(f"{path}: a suite needs at least one [[runs]] table")
    return Suite(path.stem, str(data.get("description", "")), [_block(path, common | block) for block in blocks])


def _block(path: Path, data: dict[str, Any]) -> Block:
    known = {field.name for field in fields(Block)} - {"limits"} | set(_LIMITS)
    unknown = sorted(set(data) - known)
    if unknown:
        raise UserError(f"{path}: unknown key '{unknown[0]}'; the keys are {', '.join(sorted(known))}")
    if not isinstance(data.get("family"), str):
        raise UserError(f"{path}: every [[runs]] table needs a family")
    values = _DEFAULTS | data
    for key, default in _DEFAULTS.items():
        wrong = not isinstance(values[key], int | float if key in _LIMITS else type(default))
        wrong = wrong or (isinstance(values[key], list) and not all(_item(key, item) for item in values[key]))
        wrong = wrong or (isinstance(values[key], dict) and not all(isinstance(v, list) for v in values[key].values()))
        if wrong or isinstance(values[key], bool) or (isinstance(values[key], int | float) and values[key] <= 0):
            raise UserError(f"{path}: '{key}' cannot be {values[key]!r}; an example is {default!r}")
    return Block(**{key: values[key] for key in values if key not in _LIMITS}, limits={k: values[k] for k in _LIMITS})


def _item(key: str, item: Any) -> bool:
    """Whether a list's item is of its kind: a positive number for seeds, else a word."""
    return type(item) is int and item > 0 if key == "seeds" else isinstance(item, str)
