"""Worker processes return results and failures, and none of them is left."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable

import pytest

from tilings.models.problem import UserError
from tilings.runners.confine.preloaded import Preload
from tilings.runners.confine.process_table import descendants
from tilings.runners.confine.worker_pool import Workers

Fork = Callable[[], int]


def work(task: int) -> int:
    """Squares a number; never ends for a large one, fails for a negative one, and ends the process for 0."""
    if task == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    if task < 0:
        raise ValueError(f"{task} is negative")
    if task > 99:
        time.sleep(3600)
    return task * task


def slow(fork: Fork) -> Fork:
    """A fork whose child starts late."""

    def forked() -> int:
        pid = fork()
        if pid == 0:
            time.sleep(0.2)
        return pid

    return forked


def interrupted(fork: Fork) -> Fork:
    """A fork during which the parent is asked to stop."""

    def forked() -> int:
        pid = fork()
        if pid:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)  # if there is another thread, it takes the signal
        return pid

    return forked


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_task_has_its_result(jobs: int) -> None:
    with Workers(jobs, work) as workers:
        assert sorted(workers.each(range(1, 20))) == [(task, task * task) for task in range(1, 20)]
    assert descendants(os.getpid()) == []


def test_without_a_task_under_way_there_is_no_waiting() -> None:
    signal.alarm(120)
    try:
        with Workers(2, work) as workers:
            assert workers.results() == []
    finally:
        signal.alarm(0)


@pytest.mark.parametrize(
    ("task", "message"), [(0, "0 failed: its process ended with status -9"), (-2, "-2 is negative")]
)
def test_a_task_that_fails_is_reported(task: int, message: str) -> None:
    with pytest.raises(UserError, match=message), Workers(2, work) as workers:
        list(workers.each([5, task]))
    assert descendants(os.getpid()) == []


def test_a_failure_may_be_a_result() -> None:
    with Workers(2, work, lambda task, reason: len(reason)) as workers:
        found = dict(workers.each([5, -2, 0]))
    assert found[5] == 25 and found[-2] > 0 < found[0]


def test_no_more_processes_than_jobs() -> None:
    with Workers(2, work) as workers:
        for _ in workers.each(range(1, 9)):
            assert workers.busy <= 2 >= len(descendants(os.getpid()))


@pytest.mark.parametrize("preload", [None, Preload("any", list)])
def test_dropped_tasks_are_ended_and_others_take_their_place(preload: Preload | None) -> None:
    with Workers(2, work, preload=lambda _: preload) as workers:
        for task in (100, 101):
            workers.give(task)
        assert not workers.free
        assert workers.results(timeout_s=0.01) == []
        assert workers.drop(lambda task: task == 101) == [101]
        workers.give(3)
        assert workers.results() == [(3, 9)]
        assert workers.busy == 1
    assert descendants(os.getpid()) == []


@pytest.mark.parametrize("preload", [None, Preload("any", list)])
def test_a_request_to_stop_ends_the_processes(preload: Preload | None) -> None:
    with pytest.raises(KeyboardInterrupt), Workers(1, work, preload=lambda _: preload) as workers:
        workers.give(100)
        os.kill(os.getpid(), signal.SIGTERM)
        workers.results()
    assert descendants(os.getpid()) == []


def test_a_process_can_be_ended_before_it_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(os, "fork", slow(os.fork))
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(120)
    try:
        with Workers(1, work) as workers:
            workers.give(100)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert descendants(os.getpid()) == []


def test_a_request_to_stop_while_a_process_starts_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", interrupted(os.fork))
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), Workers(1, work) as workers:
        workers.give(100)
    assert descendants(os.getpid()) == []
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_request_to_stop_that_another_thread_receives_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    other = threading.Thread(target=over.wait, daemon=True)
    other.start()
    try:
        test_a_request_to_stop_while_a_process_starts_leaves_no_process(monkeypatch)
    finally:
        over.set()
        other.join()
