"""The runs that a climb does not make: their ending, and the reason, as the message of their rows."""

import re
from typing import NamedTuple

from tilings.runners.record.schema import GIVEN_UP, SKIPPED

MOST = "most of its cases are"
_SOLVED, _UNSOLVED = "assumed solved", "assumed unsolved"
_REASON = re.compile(
    rf"({_SOLVED}|{_UNSOLVED}): (?:{MOST}|(?:not held|nothing solved) at sizes? (.+)|size (\S+) is solved( soon)?)"
)


class Assumed(NamedTuple):
    """The ending and the reason of a run that is not made."""

    ended: str
    reason: str


class Reason(NamedTuple):
    """A reason as read from a row.

    ended: the ending that the reason stands for.
    sizes: the sizes of the rungs that the reason names; none if it names the run's own rung only.
    soon: whether those rungs took little time, as rows of former versions say of a smaller size.
    """

    ended: str
    sizes: list[float]
    soon: bool


def above(size: float) -> Assumed:
    """The ending of a run above the end of a climb. size: the size of the lowest rung that was not held."""
    return Assumed(GIVEN_UP, f"{_UNSOLVED}: not held at size {size:g}")


def below(size: float) -> Assumed:
    """The ending of a run on a rung that the climb leaps over. size: the size of the next higher rung that is held."""
    return Assumed(SKIPPED, f"{_SOLVED}: size {size:g} is solved")


def like_most(solved: bool) -> Assumed:
    """The ending of a run on a rung that is decided by the other cases. solved: whether most of these are solved."""
    return Assumed(SKIPPED, f"{_SOLVED}: {MOST}") if solved else Assumed(GIVEN_UP, f"{_UNSOLVED}: {MOST}")


def read(text: str) -> Reason:
    """The reason in a text; raises ValueError for another text."""
    known = _REASON.fullmatch(text)
    if not known:
        raise ValueError(f"not the reason of a run that was not made: {text!r}")
    sizes = re.split(", | and ", known[2] or known[3] or "")
    return Reason(SKIPPED if known[1] == _SOLVED else GIVEN_UP, [float(size) for size in sizes if size], bool(known[4]))
