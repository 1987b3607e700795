"""The context of a check after a run: its limits, folder and processes."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tilings.runners.confine import Backend, Limits, StopRequest
from tilings.runners.confine.output_reader import Sink

_LEAST_LEFT_S = 0.1


class CheckContext(NamedTuple):
    """The solver's limits, and the folder, log, cores, backend and stop request of a check.

    until: the time (time.monotonic) at which a check ends at the latest (None: it has limits of its own).
    tell: called with a phrase when a check begins.
    """

    limits: Limits
    work: Path
    log: Sink
    cores: tuple[int, ...] = ()
    backend: Backend | None = None
    stop: StopRequest | None = None
    until: float | None = None
    tell: Callable[[str], None] = lambda _: None

    def begin(self, what: str, limits: Limits) -> Limits:
        """Tell that a check begins; returns its limits: those given, but not beyond `until`."""
        if self.until is not None:
            limits = limits._replace(wall_s=max(_LEAST_LEFT_S, min(limits.wall_s, self.until - time.monotonic())))
        self.tell(f"checking {what}, at most {limits.wall_s:.0f} s")
        return limits
