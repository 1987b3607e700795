"""What a suite says: the runs that a campaign makes, as blocks of a matrix."""

from __future__ import annotations

from dataclasses import dataclass


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
