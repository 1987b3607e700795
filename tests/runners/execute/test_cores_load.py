"""The load of other processes is measured apart from that of our own runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runners.fakes import TILING, Runs, says
from tests.runners.record.test_schema import record
from tilings.runners.execute import cores, scheduler
from tilings.runners.execute.cores import Counts, Load, LoadMeter

pytestmark = pytest.mark.machine
CORE = min(os.sched_getaffinity(0))


def counts(at: float, busy: float, own: float, stolen: float) -> Counts:
    """Counts of a machine with one core."""
    return Counts(at, {CORE: busy}, own, {CORE: stolen})


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (counts(2.0, 5.0, 4.0, 0.0), Load(0.0, 0.0)),
        (counts(2.0, 7.0, 4.0, 0.5), Load(1.0, 0.25)),
        (counts(2.0, 1.5, 4.0, 0.0), Load(0.0, 0.0)),  # the kernel's two counters are not read at the same moment
    ],
)
def test_the_load_is_the_cpu_time_that_our_process_tree_did_not_use(
    monkeypatch: pytest.MonkeyPatch, after: Counts, expected: Load
) -> None:
    found = iter([counts(0.0, 1.0, 0.0, 0.0), after])
    monkeypatch.setattr(LoadMeter, "counts", lambda _: next(found))
    assert LoadMeter().load(shortest_s=0.0) == expected


def test_a_measurement_is_reused_for_a_short_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores.time, "monotonic", lambda: 100.2)
    found = iter([counts(99.0, 0.0, 0.0, 0.0), counts(100.0, 1.0, 0.0, 0.0)])
    monkeypatch.setattr(LoadMeter, "counts", lambda _: next(found))
    meter = LoadMeter()
    assert meter.load() == Load(1.0, 0.0)
    assert meter.load() == Load(1.0, 0.0), "only 0.2 s have passed"


def test_before_the_first_measurement_the_load_is_unknown() -> None:
    assert LoadMeter().load(shortest_s=60) is None


def test_living_and_ended_children_count_as_our_own_load() -> None:
    meter = LoadMeter()
    before = meter.counts()
    burn = "import time\nwhile time.process_time() < 0.3: pass\n"
    subprocess.run([sys.executable, "-c", burn], check=True)
    ended = meter.counts()
    assert ended.own - before.own >= 0.3
    with subprocess.Popen([sys.executable, "-c", burn + "print(flush=True); time.sleep(60)"], stdout=-1) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert meter.counts().own - ended.own >= 0.25
        child.kill()
    assert sum(ended.busy.values()) > sum(before.busy.values())


def test_the_load_before_a_run_is_measured_while_the_last_one_lasts(
    monkeypatch: pytest.MonkeyPatch, outcome: Runs, tmp_path: Path
) -> None:
    looks: list[float] = []
    monkeypatch.setattr(scheduler, "_LOOK_S", 0.05)

    def look(_: LoadMeter, shortest_s: float = cores.SHORTEST_S) -> None:
        looks.append(shortest_s)
        if len(looks) > 3:
            (tmp_path / "seen").touch()

    monkeypatch.setattr(LoadMeter, "load", look)
    found = outcome(f"while [ ! -e {tmp_path}/seen ]; do sleep 0.01; done; {says(TILING)}")
    assert found.answer == "sat", "else what began or ended meanwhile counts only by its share of the whole run"


@pytest.mark.parametrize(
    ("busy", "own", "stolen", "taken", "disturbed"),
    [
        (10.0, 10.0, 0.0, (0.0, 0.0), False),
        (10.3, 10.0, 0.0, (0.3, 0.0), False),
        (10.8, 10.0, 0.0, (0.8, 0.0), True),
        (10.0, 10.0, 0.8, (0.0, 0.8), True),
        (10.8, 10.8, 0.0, (0.0, 0.0), False),  # work of this harness beside the run
    ],
)
def test_what_others_take_from_a_run_disturbs_it(
    monkeypatch: pytest.MonkeyPatch, busy: float, own: float, stolen: float, taken: tuple[float, float], disturbed: bool
) -> None:
    before, after = counts(0.0, 0.0, 0.0, 0.0), counts(10.0, busy, own, stolen)
    monkeypatch.setattr(LoadMeter, "counts", lambda _: after)
    found = LoadMeter().judged(record(wall_s=10.0, cpu_s=10.0, disturbed=False), (CORE,), before)
    assert (found.foreign_s, found.stolen_s) == pytest.approx(taken)
    assert found.disturbed == disturbed


def test_a_run_that_called_no_solver_is_not_disturbed() -> None:
    meter = LoadMeter()
    assert not meter.judged(record(ended="not_applicable", disturbed=True), (), meter.counts()).disturbed
