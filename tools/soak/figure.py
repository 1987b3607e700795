"""The result of a section of the soak: measured numbers with their targets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured number.

    what: a short description; value: in `unit` (empty for a count); most: the largest allowed value or None.
    """

    what: str
    value: float
    unit: str = ""
    most: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without a target."""
        return None if self.most is None else self.value <= self.most  # NaN misses the target


class CannotRun(Exception):
    """A section, or a part of it, cannot run on this machine. The message is the reason, in one line."""
