"""The output of a solver is kept in bounded memory, however long it is."""

import os
from pathlib import Path

import pytest

from tests.runners.fakes import EXHAUSTED, TILING, Runs, axes, worth
from tilings.runners.execute import transcript
from tilings.runners.execute.transcript import Transcript
from tilings.runners.solvers.interface.events import Bounded, Found

ATOMS = tuple(("square", (x, y, 1)) for x in (0, 1) for y in (0, 1))


def test_stored_solutions_are_read_back_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "IN_MEMORY", 1000)
    said = Transcript()
    for number in range(100):
        said.add(number, [Found(ATOMS, number)])
    assert list(said.solutions()) == [(ATOMS, number) for number in range(100)]
    assert list(said.solutions()) == list(said.solutions()), "as often as they are asked for"


def test_many_solutions_take_bounded_memory() -> None:
    said = Transcript()
    before = _memory_mb()
    for number in range(50_000):
        said.add(number, [Found(ATOMS)])
    assert _memory_mb() - before < 12, "as objects they would be some 40 MB"
    assert sum(1 for _ in said.solutions()) == 50_000


def test_a_long_trace_keeps_its_last_improvement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "LONGEST_TRACE", 3)
    said = Transcript()
    for number in range(1, 11):
        said.add(number, [Bounded(number)])
    assert said.trace == [(1, "", 1), (2, "", 2), (10, "", 10)]


def test_a_solution_repeated_many_times_counts_once(outcome: Runs) -> None:
    script = f"yes '{TILING}' | head -2000; echo '{EXHAUSTED}'"
    record = outcome(script, "count", wall_s=60.0)
    assert (*axes(record), record.solutions) == ("counted", "finished", "valid", 1)
    worse = outcome(f"yes '{worth('4')}' | head -2000; echo '{EXHAUSTED}'", "optimum")
    assert (*axes(worse), worse.objective) == ("optimal", "finished", "valid", 4)


def _memory_mb() -> float:
    resident = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return resident * os.sysconf("SC_PAGE_SIZE") / 1e6
