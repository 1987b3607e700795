"""Suggestions in error messages about a name that does not exist."""

import difflib
from collections.abc import Iterable

MOST_LISTED = 40


def near(word: str, known: Iterable[str]) -> str:
    """The question whether the most similar known name was meant, to append to a message; empty if none is similar."""
    found = difflib.get_close_matches(word[:100], sorted(set(known)), n=1)
    return f"; did you mean '{found[0]}'?" if found else ""


def instead(word: str, known: Iterable[str], where: str = "") -> str:
    """A list of all known names, or their number and where to find them, and the name that was perhaps meant."""
    names = sorted(set(known))
    listed = (
        ", ".join(names) if len(names) <= MOST_LISTED else f"{len(names)}" + (f", listed in {where}" if where else "")
    )
    return f"there are: {listed}{near(word, names)}"
