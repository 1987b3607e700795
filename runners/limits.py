"""Limits as words of a command line; argparse turns their ValueError into a clear line."""

from __future__ import annotations

import math


def positive(text: str) -> float:
    """A limit in seconds."""
    value = float(text)
    if not 0 < value < math.inf:
        raise ValueError
    return value


def whole(text: str) -> int:
    """A whole number from 1."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


positive.__name__, whole.__name__ = "number of seconds (above 0)", "number (a whole one, from 1)"
