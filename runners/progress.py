"""Progress bars, with the lines that are printed above them."""

import sys
import time
from collections.abc import Collection

from tqdm import tqdm

from models.claims import Contradiction
from runners.record.schema import GIVEN_UP, REFUTED, RunRecord, RunSummary


class Progress:
    """A bar for runs on standard error: made, solved, time elapsed and left; a line now and then without a terminal.

    kept: the rows of the runs that an earlier session made.
    """

    def __init__(self, total: int, kept: Collection[RunRecord | RunSummary]) -> None:
        tqdm.monitor_interval = 0  # tqdm starts a monitor thread, and the harness forks
        self._counts = {"solved": 0, "given up": 0, "made again": 0}
        for row in kept:
            self._count(row, 1)
        self._bar = tqdm(
            total=total, initial=len(kept), unit="run", file=sys.stderr, dynamic_ncols=True,
            mininterval=0.2 if sys.stderr.isatty() else 15,
            bar_format="{desc} of {n} runs made |{bar}| {total} planned, {elapsed} elapsed, {remaining} to go{postfix}",
        )  # fmt: skip
        self._noted_at = time.monotonic()
        self._show()
        self._bar.refresh()

    def step(self, record: RunRecord, instead_of: RunRecord | RunSummary | None = None) -> None:
        """Count a run. instead_of: its row so far, where it has one."""
        if instead_of is not None:
            self._count(instead_of, -1)
            self._counts["made again"] += instead_of.ended != GIVEN_UP
        self._count(record, 1)
        self._show()
        self._bar.update(instead_of is None)

    def note(self, words: str) -> None:
        """Set the text beside the bar."""
        self._bar.set_postfix_str(words, refresh=False)
        if time.monotonic() - self._noted_at >= self._bar.mininterval:
            self._noted_at = time.monotonic()
            self._bar.refresh()

    def alarm(self, record: RunRecord, contradictions: list[Contradiction]) -> None:
        """Print above the bar that an answer is wrong, or that answers contradict each other."""
        if record.check in REFUTED:
            who = f"{record.solver}/{record.formulation} on {record.family}/{record.instance}, goal {record.goal}"
            tqdm.write(f"WRONG ANSWER ({record.check}): {who}: {record.message}", file=sys.stderr)
        for contradiction in contradictions:
            tqdm.write(str(contradiction), file=sys.stderr)

    def close(self) -> None:
        """Stop updating the bar and leave it on the screen."""
        self._bar.close()

    def _count(self, row: RunRecord | RunSummary, by: int) -> None:
        self._counts["solved"] += by * row.proven
        self._counts["given up"] += by * (row.ended == GIVEN_UP)

    def _show(self) -> None:
        words = [f"{count} {what}" for what, count in self._counts.items() if count or what == "solved"]
        self._bar.set_description_str(", ".join(words), refresh=False)


class SearchProgress:
    """A bar for one search on standard error: what was found, and how far it is. It is removed at the end.

    Where the solver does not tell its share of the tree, there is no bar and no expected time.
    """

    def __init__(self) -> None:
        tqdm.monitor_interval = 0  # as above
        self._bar = tqdm(total=1.0, file=sys.stderr, dynamic_ncols=True, leave=False, smoothing=0, bar_format=_UNKNOWN)
        self._nodes = 0
        self.show(0)

    def show(self, solutions: int, nodes: int | None = None, share: float | None = None) -> None:
        """Show the numbers so far; nodes and share (of the tree, from 0 to 1) keep their last known value."""
        self._nodes = self._nodes if nodes is None else nodes
        if share is not None:
            self._bar.bar_format = _KNOWN
            self._bar.n = min(1.0, share)
        words = f"{solutions:,} solutions" + (f", {self._nodes:,} nodes" if self._nodes else "")
        self._bar.set_description_str(words, refresh=False)
        self._bar.update(0)

    def close(self) -> None:
        """Remove the bar."""
        self._bar.close()


class WorkProgress:
    """A bar on standard error for work whose cost is known in advance, on a terminal only. Lines go above it.

    total: the cost of all that is to be done, in any unit.
    """

    def __init__(self, total: float) -> None:
        tqdm.monitor_interval = 0  # as above
        self._bar = tqdm(
            total=total, file=sys.stderr, dynamic_ncols=True, leave=False, smoothing=0.1,
            disable=not sys.stderr.isatty(),
            bar_format="{desc} |{bar}| {percentage:.1f} %, {elapsed} elapsed, {remaining} to go",
        )  # fmt: skip

    def step(self, cost: float, words: str) -> None:
        """Advance the bar by so much cost. words: the text before the bar."""
        self._bar.set_description_str(words, refresh=False)
        self._bar.update(cost)

    def say(self, line: str) -> None:
        """Print a line on standard output."""
        tqdm.write(line, file=sys.stdout)
        sys.stdout.flush()

    def close(self) -> None:
        """Remove the bar."""
        self._bar.close()


_UNKNOWN = "{desc}, {elapsed}"
_KNOWN = "{desc} |{bar}| {percentage:.1f} % of the tree, {elapsed} elapsed, {remaining} to go"
