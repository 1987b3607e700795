"""An optimum found by a sequence of decision problems is recorded as one search would be."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.runners import fakes
from tests.runners.fakes import EXHAUSTED, TILING, says
from tests.waiting import LIMIT_S
from tilings.models import registry
from tilings.models.formulation import STEPWISE_OPTION
from tilings.runners.execute.attempt import Outcome, Session
from tilings.runners.execute.scheduler import execute
from tilings.runners.plan.run import Run

MEASURED = (
    '{"event": "Measured", "values": {"encode_s": 0.25, "solve_s": 0.5, "nodes": 10, "effort": 7, "effort_unit": "u",'
    ' "variables": 3}}'
)
# The solver as it is at the level that it is called for: below 4 copies, a 2 x 2 board has no tiling.
HONEST = f"if [ -e level-4.json ]; then {says(MEASURED, TILING)}\nelse {says(MEASURED, EXHAUSTED)}\nfi"


@pytest.fixture
def outcome(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Outcome]:
    """Gives the outcome of a stepwise run with a script in the place of the solver."""

    def made(script: str, wall_s: float = 60.0) -> Outcome:
        fakes.install(monkeypatch, script)
        run = fakes.run(tmp_path, "optimum", wall_s)
        stepping: Run = run._replace(options=run.options | {STEPWISE_OPTION: "levels"})
        ((_, found),) = execute([stepping], Session(tmp_path))
        return found

    return made


def test_the_first_level_with_a_solution_is_the_optimum(outcome: Callable[..., Outcome]) -> None:
    found = outcome(HONEST)
    record = found.record
    assert (record.answer, record.ended, record.check) == ("optimal", "finished", "valid")
    assert (record.objective, record.bound) == (4, 4)
    assert [(objective, bound) for _, objective, bound in found.trace] == [("", 1), ("", 2), ("", 3), ("", 4), (4, "")]
    assert record.command.count(" ; sh -c ") == 3, "one command a level"
    times = [time_s for time_s, _, _ in found.trace]
    assert times == sorted(times) and record.first_s == times[-1]


def test_effort_is_summed_over_the_levels_and_sizes_are_those_of_the_last(outcome: Callable[..., Outcome]) -> None:
    record = outcome(HONEST).record
    assert (record.nodes, record.effort, record.effort_unit, record.variables) == (40, 28, "u", 3)
    assert (record.encode_s, record.solve_s) == (1.0, 2.0)


def test_the_time_limit_holds_for_all_levels_together(outcome: Callable[..., Outcome]) -> None:
    slow = f"if [ -e level-2.json ]; then sleep 600; else {says(EXHAUSTED)}\nfi"
    record = outcome(slow, wall_s=LIMIT_S).record
    assert (record.answer, record.ended, record.bound) == ("none", "wall", 2)
    assert record.wall_s is not None and LIMIT_S <= record.wall_s < 300


@pytest.mark.parametrize("ending", ["exit 7", "kill -SEGV $$", says('{"event": "Failed", "message": "no"}'), "exit 0"])
def test_a_level_that_fails_ends_the_run(outcome: Callable[..., Outcome], ending: str) -> None:
    record = outcome(f"if [ -e level-2.json ]; then {ending}\nelse {says(EXHAUSTED)}\nfi").record
    assert (record.answer, record.ended, record.bound) == ("none", "crash", 2)


def test_a_solution_that_misses_its_level_is_invalid(outcome: Callable[..., Outcome]) -> None:
    record = outcome(says(TILING)).record
    assert (record.check, record.message) == ("invalid", "objective: the solver reports 1, the solution has 4")


def test_every_formulation_with_levels_belongs_to_a_family_that_defines_them() -> None:
    stepping = [
        family
        for family in registry.families()
        for formulation in registry.formulations(family).values()
        if "levels" in formulation.options.get(STEPWISE_OPTION, ())
    ]
    assert stepping and all(registry.problem(family).levels is not None for family in stepping)
