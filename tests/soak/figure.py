"""What a section of the soak yields: one measured number, and what it may be at most."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured number.

    what: in words, short; value: in `unit` (empty: a count); most: the target, "at most"; None: for information.
    """

    what: str
    value: float
    unit: str = ""
    most: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None: there is none."""
        return None if self.most is None else self.value <= self.most  # so that NaN misses it


class CannotRun(Exception):
    """A section, or a part of it, cannot run on this machine. The message says why, in one line."""
