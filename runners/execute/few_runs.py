"""A few runs in the place of a queue of many."""

from runners.plan.run import Run


class FewRuns:
    """The queue of runs that are each made once. It does without their identities, which take time to compute."""

    def __init__(self, *runs: Run) -> None:
        self.threads = max(run.threads for run in runs)
        self._left = list(runs)

    def __len__(self) -> int:
        return len(self._left)

    def peek(self) -> Run | None:
        """The next run; None: all are taken."""
        return self._left[0] if self._left else None

    def take(self) -> tuple[Run, int]:
        """The next run, and the number of the attempt."""
        return self._left.pop(0), 1

    def given_up(self) -> list[tuple[Run, str]]:
        """None, as the runs are on no ladder."""
        return []
