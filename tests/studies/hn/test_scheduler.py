"""The scheduler skips the tasks of a certification that recorded results have settled."""

from __future__ import annotations

from tilings.studies.hn.certified import ProofState
from tilings.studies.hn.rows import Shard, Tiling
from tilings.studies.hn.scheduler import settled
from tilings.studies.hn.search import VERSION, SearchTask

WHERE = (VERSION, "host", "cpu", "commit", "2026-11-21T12:00:00+00:00")
FOUR = Tiling(2, 4, 9, 0.1, *WHERE, "0:0:1 0:1:1 1:0:1 1:1:1")
TWO_REFUTED = Shard(2, 2, 5, 0.1, *WHERE, 0, 1, 0, "0" * 16)


def test_a_tiling_settles_the_tasks_with_as_many_copies_or_more() -> None:
    state = ProofState([FOUR])
    assert [settled(SearchTask(2, copies), state) for copies in (3, 4, 5)] == [False, True, True]


def test_a_refutation_settles_the_tasks_with_as_many_copies_or_fewer() -> None:
    state = ProofState([TWO_REFUTED])
    assert [settled(SearchTask(2, copies), state) for copies in (1, 2, 3)] == [True, True, False]


def test_a_recorded_part_settles_only_that_part() -> None:
    state = ProofState([Shard(90, 1, 5, 0.1, *WHERE, 3, 16, 0, "0" * 16)])
    assert [settled(SearchTask(90, 1, part, 16), state) for part in (2, 3)] == [False, True]
