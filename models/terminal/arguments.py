"""Types of command-line options that check values; argparse puts the option's name before the message."""

import argparse
from collections.abc import Callable
from typing import TypeVar

from tilings.models.search_parts import proper

Number = TypeVar("Number", int, float)
LONGEST_S = 10_000_000
LARGEST_SEED = 2**31 - 1


def positive(text: str) -> float:
    """A limit in seconds."""
    return _within(float, text, lambda value: 0 < value <= LONGEST_S, f"seconds (above 0, at most {LONGEST_S})")


def whole(text: str) -> int:
    """A whole number from 1."""
    return _within(int, text, lambda value: value >= 1, "a whole number from 1")


def seed(text: str) -> int:
    """A solver's seed, from 1: Chuffed replaces 0 by the time."""
    return _within(int, text, lambda value: 1 <= value <= LARGEST_SEED, f"a whole number from 1 to {LARGEST_SEED}")


def shard(text: str) -> tuple[int, int]:
    """The k-th of n parts of the work, as k/n."""
    if not proper(text):
        raise argparse.ArgumentTypeError(f"a shard is k/n with 1 <= k <= n, not '{text}'")
    number, count = map(int, text.split("/"))
    return number, count


def setting(text: str) -> tuple[str, str]:
    """The name and the value of an option, from KEY=VALUE."""
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"it takes KEY=VALUE, not '{text}'")
    return key, value


def _within(kind: Callable[[str], Number], text: str, fits: Callable[[Number], bool], takes: str) -> Number:
    try:
        value = kind(text)
    except ValueError:
        pass
    else:
        if fits(value):
            return value
    raise argparse.ArgumentTypeError(f"it takes {takes}, not '{text}'")
