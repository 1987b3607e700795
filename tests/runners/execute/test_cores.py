"""No two runs share a core, and a run has one for each of its threads."""

import os
from pathlib import Path

import pytest

from tilings.runners.execute import cores
from tilings.runners.execute.cores import CORES, CoreAllocator

MACHINE = os.sched_getaffinity(0)


@pytest.fixture(autouse=True)
def _machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine with four cores and no other harness."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3})
    monkeypatch.setattr(cores, "CORES", tmp_path)
    for core in range(4):
        (tmp_path / f"cpu{core}").mkdir()
        (tmp_path / f"cpu{core}" / "uevent").touch()


def taken(places: CoreAllocator, threads: int) -> tuple[int, ...] | None:
    """The cores to which a run with the given number of threads is pinned; None if it has to wait."""
    slot = places.take(threads)
    return None if slot is None else slot.cores


def test_each_run_of_one_thread_has_a_core_of_its_own() -> None:
    places = CoreAllocator(jobs=3)
    assert [taken(places, 1) for _ in range(4)] == [(0,), (1,), (2,), None]


def test_a_run_has_a_core_for_each_thread_and_waits_for_them() -> None:
    places = CoreAllocator(jobs=4, threads=2)
    first = places.take(2)
    assert first is not None
    assert (first.cores, taken(places, 1), taken(places, 2)) == ((0, 1), (2,), None)
    places.give_back(first)
    assert taken(places, 2) == (0, 1)


def test_a_run_of_more_threads_than_cores_runs_alone_and_unpinned() -> None:
    places = CoreAllocator(jobs=2, threads=8)
    small = places.take(1)
    assert small is not None
    assert places.take(8) is None, "it would share the core of the other run"
    places.give_back(small)
    large = places.take(8)
    assert large is not None
    assert (large.cores, places.take(1)) == ((), None)
    places.give_back(large)
    assert taken(places, 1) == (0,)


def test_more_jobs_than_cores_are_not_pinned() -> None:
    places = CoreAllocator(jobs=5)
    assert [taken(places, 1) for _ in range(6)] == [(), (), (), (), (), None]


def test_two_harnesses_never_share_a_core() -> None:
    first, second = CoreAllocator(jobs=3), CoreAllocator(jobs=1)
    assert taken(first, 1) == (0,)
    assert taken(second, 1) == (3,)
    assert taken(CoreAllocator(jobs=1), 1) == (), "none is left"
    first.close()
    assert taken(CoreAllocator(jobs=1, threads=4), 4) == (), "this harness has fewer cores than the run has threads"
    assert taken(CoreAllocator(jobs=1), 1) == (0,)


def test_the_files_that_are_locked_exist_for_all_users() -> None:
    assert all((CORES / f"cpu{core}" / "uevent").is_file() for core in MACHINE), "all users see the same"


def test_without_the_kernels_list_of_cores_no_run_is_pinned(tmp_path: Path) -> None:
    for core in range(4):
        (tmp_path / f"cpu{core}" / "uevent").unlink()
    assert [taken(CoreAllocator(jobs=1), 1), taken(CoreAllocator(jobs=1), 2)] == [(), ()]
