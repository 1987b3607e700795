"""Progress bars, with the lines that are printed above them."""

import sys
import time
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any, TextIO

from tqdm import tqdm

from tilings.models.terminal.ansi import alarm, unfiltered
from tilings.runners.record.schema import ASSUMED, REFUTED, RunRecord


class _Bar:
    """A bar on standard error, with lines above it. settings: of tqdm; by default it is removed when closed."""

    def __init__(self, **settings: Any) -> None:
        tqdm.monitor_interval = 0  # tqdm starts a monitor thread, and the harness forks
        # miniters: by default tqdm waits for as many steps as in the last interval, which may have been short runs
        usual = {"file": unfiltered(sys.stderr), "dynamic_ncols": True, "leave": False, "miniters": 0}
        self._bar = tqdm(**usual | settings)
        self._bar._time = time.monotonic  # with the clock of the day, setting it back would stop the lines
        self._bar.start_t = self._bar.last_print_t = time.monotonic()

    def close(self) -> None:
        """Stop updating the bar, and remove it unless it is to stay."""
        self._bar.close()


class Progress(_Bar):
    """A bar for runs on standard error: made, solved, time elapsed and left, the expected end.

    Without a terminal it is a line every _LINE_EVERY_S seconds.

    kept: the rows of earlier sessions.
    pending: returns the number of runs that are left.
    to_go: returns the seconds until all runs are made.
    """

    def __init__(self, kept: Collection[RunRecord], pending: Callable[[], int], to_go: Callable[[], float]) -> None:
        self._pending, self._to_go = pending, to_go
        self._counts = {"solved": 0, "assumed": 0, "repeated": 0}
        for row in kept:
            self._count(row, 1)
        self._words = ""
        shown: dict[str, Any] = {"file": _Lines(), "mininterval": _LINE_EVERY_S, "dynamic_ncols": False}
        bar = ","
        if sys.stderr.isatty():
            shown, bar = {"mininterval": 0.2}, " |{bar}|"
        super().__init__(
            total=len(kept) + pending(), initial=len(kept), desc=self._counted(), leave=True, **shown,
            bar_format=f"{{n}} of {{total}} runs, {{desc}}{bar} {{elapsed}} elapsed{{postfix}}",
        )  # fmt: skip
        self._noted_at = time.monotonic()

    def step(self, record: RunRecord, instead_of: RunRecord | None = None) -> None:
        """Count a run. instead_of: its earlier row, if any."""
        if instead_of is not None:
            self._count(instead_of, -1)
            self._counts["repeated"] += instead_of.ended not in ASSUMED
        self._count(record, 1)
        self._bar.n += instead_of is None
        self._bar.total = self._bar.n + self._pending()
        self._show()
        self._bar.update(0)

    def note(self, words: str) -> None:
        """Set the text beside the bar."""
        self._words = words
        self._show()
        if time.monotonic() - self._noted_at >= self._bar.mininterval:
            self._noted_at = time.monotonic()
            self._bar.refresh()

    def alarm(self, record: RunRecord) -> None:
        """Print a wrong answer above the bar."""
        if record.check in REFUTED:
            run = f"{record.solver}/{record.formulation} on {record.family}/{record.instance}, goal {record.goal}"
            self.say(f"{alarm('WRONG ANSWER', sys.stderr)} ({record.check}): {run}: {record.message}")

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        _above_bars(line, sys.stderr)

    def _count(self, row: RunRecord, by: int) -> None:
        self._counts["solved"] += by * row.proven
        self._counts["assumed"] += by * (row.ended in ASSUMED)

    def _counted(self) -> str:
        return ", ".join(f"{count} {name}" for name, count in self._counts.items() if count or name == "solved")

    def _show(self) -> None:
        self._bar.set_description_str(self._counted(), refresh=False)
        self._bar.set_postfix_str(", ".join(filter(None, (self._end(), self._words))), refresh=False)

    def _end(self) -> str:
        """The expected end of the pending runs."""
        made, left = self._bar.n - self._bar.initial, self._bar.total - self._bar.n
        if made <= 0 or left <= 0:
            return ""
        now = datetime.now()
        to_go = timedelta(seconds=self._to_go())
        clock = "%H:%M" if (now + to_go).date() == now.date() else "%a %d %b %H:%M"
        return f"{tqdm.format_interval(to_go.total_seconds())} to go, until {now + to_go:{clock}}"


class SearchProgress(_Bar):
    """A bar for one search on standard error: solutions, nodes and the searched share. It is removed at the end.

    Without the share of the tree from the solver, there is no bar and no expected time.
    """

    def __init__(self) -> None:
        super().__init__(total=1.0, smoothing=0, desc="0 solutions", bar_format=_UNKNOWN)
        self._nodes = 0

    def show(self, solutions: int, nodes: int | None = None, share: float | None = None) -> None:
        """Show the numbers so far; nodes and share (of the tree, from 0 to 1) keep their last known value."""
        self._nodes = self._nodes if nodes is None else nodes
        if share is not None:
            self._bar.bar_format = _KNOWN
            self._bar.n = min(1.0, share)
        words = f"{solutions:,} solutions" + (f", {self._nodes:,} nodes" if self._nodes else "")
        self._bar.set_description_str(words, refresh=False)
        self._bar.update(0)


class WorkProgress(_Bar):
    """A bar on standard error for work whose cost is known in advance, on a terminal only. Lines go above it.

    total: the cost of the whole work, in any unit.
    """

    def __init__(self, total: float) -> None:
        super().__init__(
            total=total, smoothing=0.1, disable=not sys.stderr.isatty(),
            bar_format="{desc} |{bar}| {percentage:.1f} %, {elapsed} elapsed, {remaining} to go",
        )  # fmt: skip

    def step(self, cost: float, words: str) -> None:
        """Advance the bar by so much cost. words: the text before the bar."""
        self._bar.set_description_str(words, refresh=False)
        self._bar.update(cost)

    def say(self, line: str) -> None:
        """Print a line on standard output."""
        _above_bars(line, sys.stdout)


def _above_bars(line: str, stream: TextIO) -> None:
    with tqdm.external_write_mode(file=unfiltered(sys.stderr)):
        print(line, file=stream, flush=True)


class _Lines:
    """Standard error as a bar's stream where it is not a terminal: each state of the bar becomes a line."""

    def write(self, text: str) -> None:
        if words := text.strip():
            print(words, file=sys.stderr)

    def flush(self) -> None:
        sys.stderr.flush()


_LINE_EVERY_S = 30.0
_UNKNOWN = "{desc}, {elapsed} elapsed"
_KNOWN = "{desc} |{bar}| {percentage:.1f} % of the tree, {elapsed} elapsed, {remaining} to go"
