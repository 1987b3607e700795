"""Limits as words of a command line; argparse turns their ValueError into a clear line."""

from __future__ import annotations

import argparse

from runners.confine.choice import CHOICES

LONGEST_S = 10_000_000
LARGEST_SEED = 2**31 - 1


def positive(text: str) -> float:
    """A limit in seconds."""
    value = float(text)
    if not 0 < value <= LONGEST_S:
        raise ValueError
    return value


def whole(text: str) -> int:
    """A whole number from 1."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def seed(text: str) -> int:
    """A solver's seed; not 0, which Chuffed takes from the clock."""
    value = int(text)
    if not 1 <= value <= LARGEST_SEED:
        raise ValueError
    return value


def shard(text: str) -> tuple[int, int]:
    """The k-th of n parts of the work, as k/n."""
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"a shard is k/n with 1 <= k <= n, not {text}")
    return int(number), int(count)


def confinement(parser: argparse.ArgumentParser) -> None:
    """Add the option that says what holds a run's limits; its value is for ``confine.choose``."""
    meaning = "what holds a run's limits; auto: a cgroup where one can be made, else procfs"
    parser.add_argument("--confine", choices=CHOICES, default="auto", help=meaning)


positive.__name__ = f"number of seconds (above 0, at most {LONGEST_S})"
whole.__name__ = "number (a whole one, from 1)"
seed.__name__ = f"seed (1 to {LARGEST_SEED})"
