"""The scheduler skips the tasks of a certification that recorded results have settled."""

from __future__ import annotations

import pytest

from tilings.studies.hn.certified import ProofState
from tilings.studies.hn.rows import Shard, Tiling
from tilings.studies.hn.scheduler import settled
from tilings.studies.hn.search import VERSION, SearchTask

WHERE = (VERSION, "host", "cpu", "commit", "2026-11-21T12:00:00+00:00")
FOUR = Tiling(2, 4, 9, 0.1, *WHERE, "0:0:1 0:1:1 1:0:1 1:1:1")
TWO_REFUTED = Shard(2, 2, 5, 0.1, *WHERE, 0, 1, 0, "0" * 16)
PART = Shard(90, 1, 5, 0.1, *WHERE, 3, 16, 0, "0" * 16)


@pytest.mark.parametrize(
    ("row", "task", "done"),
    [
        *((FOUR, SearchTask(2, copies), copies >= 4) for copies in (3, 4, 5)),
        *((TWO_REFUTED, SearchTask(2, copies), copies <= 2) for copies in (1, 2, 3)),
        *((PART, SearchTask(90, 1, part, 16), part == 3) for part in (2, 3)),
    ],
)
def test_a_tiling_settles_what_allows_its_copies_a_refutation_what_allows_no_more_and_a_part_itself(
    row: Shard | Tiling, task: SearchTask, done: bool
) -> None:
    assert settled(task, ProofState([row])) == done
