"""Workers are forked from a parent that has loaded what they need; whoever dies, nothing is lost and nothing left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.waiting import until
from tilings.runners.confine.preloaded import Preload
from tilings.runners.confine.process_table import descendants
from tilings.runners.confine.stopping import adopt_orphans
from tilings.runners.confine.worker_pool import Workers

ROOT = Path(__file__).parent.parent.parent.parent
Answer = tuple[int, int, list[str]]
loaded: list[str] = []  # by a process or those that it was forked from


def work(task: str) -> Answer:
    """What is loaded in a worker and whose child it is; `die` ends without a result."""
    if task == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if task.startswith("wait for "):
        while not Path(task.removeprefix("wait for ")).exists():
            time.sleep(0.01)
    return os.getpid(), os.getppid(), loaded


def load() -> None:
    loaded.append(f"by {os.getpid()}")


def fail() -> None:
    raise ImportError("no such library")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def start_a_thread() -> None:
    threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()


@contextmanager
def pool(load: Callable[[], None] = load, jobs: int = 1) -> Iterator[Workers[str, Answer | None]]:
    """Workers with a parent for each first letter of a task; a worker that dies has the result None."""
    with Workers(jobs, work, lambda *_: None, lambda task: Preload(task[0], load)) as workers:
        yield workers
    assert descendants(os.getpid()) == []


def answers(workers: Workers[str, Answer | None], *tasks: str) -> list[Answer]:
    return [found for _, found in workers.each(tasks) if found is not None]


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    while any(process.pid == pid and not process.dead for process in descendants(os.getpid())):
        time.sleep(0.01)


def test_the_workers_of_a_kind_inherit_what_their_parent_has_loaded_once() -> None:
    with pool(jobs=2) as workers:
        found = answers(workers, "a1", "a2", "a3", "b1")
    assert len({pid for pid, _, _ in found}) == 4
    assert sorted(len({*names}) for _, _, names in found) == [1, 1, 1, 1]
    assert len({names[0] for _, _, names in found}) == 2
    assert loaded == []


def test_the_workers_are_children_of_the_process_that_gives_the_tasks() -> None:
    with pool() as workers:
        assert [parent for _, parent, _ in answers(workers, "a")] == [os.getpid()]


@pytest.mark.parametrize("unfit", [fail, die, start_a_thread])
def test_without_what_was_to_be_loaded_the_work_is_done_all_the_same(unfit: Callable[[], None]) -> None:
    with pool(unfit) as workers:
        found = answers(workers, "a1", "a2")
    assert [names for _, _, names in found] == [[], []]


def test_a_parent_that_was_killed_is_replaced() -> None:
    with pool() as workers:
        ((_, _, before),) = answers(workers, "a1")
        (parent,) = descendants(os.getpid())
        kill(parent.pid)
        ((_, _, after),) = answers(workers, "a2")
    assert before != after and len(after) == 1


def test_a_worker_under_way_outlives_its_parent(tmp_path: Path) -> None:
    with pool() as workers:
        workers.give(f"wait for {tmp_path / 'go'}")
        parents = [process.pid for process in descendants(os.getpid())]
        kill(min(parents))  # it is older than the worker
        (tmp_path / "go").touch()
        ((_, found),) = workers.results(120)
    assert found is not None and len(found[2]) == 1


def test_a_worker_that_dies_is_reported_and_its_parent_stays() -> None:
    with pool() as workers:
        assert answers(workers, "die", "d") != []
        assert len(descendants(os.getpid())) == 1


def test_parents_and_workers_end_with_the_process_that_made_them(tmp_path: Path) -> None:
    script = (
        "import os, sys, time\n"
        "from tilings.runners.confine.preloaded import Preload\n"
        "from tilings.runners.confine.process_table import descendants\n"
        "from tilings.runners.confine.worker_pool import Workers\n"
        "def work(begun): open(begun, 'w').close(); time.sleep(3600)\n"
        "with Workers(1, work, preload=lambda _: Preload('', list)) as workers:\n"
        "    workers.give(sys.argv[1])\n"
        "    while not os.path.exists(sys.argv[1]) or len(below := descendants(os.getpid())) > 2:\n"
        "        time.sleep(0.01)  # a process that only starts others may still be there\n"
        "    print(*(process.pid for process in below), flush=True)\n"
        "    workers.results()\n"
    )
    adopt_orphans()
    maker = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path / "begun")], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert maker.stdout is not None
    left = {int(word) for word in maker.stdout.readline().split()}
    assert len(left) == 2
    maker.kill()
    maker.communicate()
    assert until(
        lambda: not left.difference_update([pid for pid in left if os.waitpid(pid, os.WNOHANG)[0]]) and not left
    )
