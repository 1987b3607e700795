"""Words for an error message about a name that does not exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MOST_LISTED = 40


def near(word: str, known: Iterable[str]) -> str:
    """A question for the known name that is nearest to a word, to follow a sentence; empty where none is near."""
    found = difflib.get_close_matches(word[:100], sorted(set(known)), n=1)
    return f"; did you mean '{found[0]}'?" if found else ""


def instead(word: str, known: Iterable[str], where: str = "") -> str:
    """All known names, or where they are listed if they are too many, and the one that was perhaps meant."""
    names = sorted(set(known))
    listed = (
        ", ".join(names) if len(names) <= MOST_LISTED else f"{len(names)}" + (f", listed in {where}" if where else "")
    )
    return f"there are: {listed}{near(word, names)}"
