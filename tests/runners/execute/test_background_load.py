"""The load of other processes is measured apart from that of our own runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from runners.execute import background_load, scheduler
from runners.execute.background_load import Load, LoadMeter, _Counts
from tests.runners.fakes import outcome

pytestmark = pytest.mark.machine


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (_Counts(2.0, 5.0, 4.0, 0.0), Load(0.0, 0.0)),
        (_Counts(2.0, 7.0, 4.0, 0.5), Load(1.0, 0.25)),
        (_Counts(2.0, 1.5, 4.0, 0.0), Load(0.0, 0.0)),  # the kernel's two counters are not read at the same moment
    ],
)
def test_the_load_is_the_cpu_time_that_our_process_tree_did_not_use(
    monkeypatch: pytest.MonkeyPatch, after: _Counts, expected: Load
) -> None:
    counts = iter([_Counts(0.0, 1.0, 0.0, 0.0), after])
    monkeypatch.setattr(LoadMeter, "_counts", lambda _: next(counts))
    assert LoadMeter().load(shortest_s=0.0) == expected


def test_a_measurement_is_reused_for_a_short_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_load.time, "monotonic", lambda: 100.2)
    counts = iter([_Counts(99.0, 0.0, 0.0, 0.0), _Counts(100.0, 1.0, 0.0, 0.0)])
    monkeypatch.setattr(LoadMeter, "_counts", lambda _: next(counts))
    meter = LoadMeter()
    assert meter.load() == Load(1.0, 0.0)
    assert meter.load() == Load(1.0, 0.0), "only 0.2 s have passed"


def test_before_the_first_measurement_the_load_is_unknown() -> None:
    assert LoadMeter().load(shortest_s=60) is None


def test_living_and_ended_children_count_as_our_own_load() -> None:
    meter = LoadMeter()
    before = meter._counts()
    burn = "import time\nwhile time.process_time() < 0.3: pass\n"
    subprocess.run([sys.executable, "-c", burn], check=True)
    ended = meter._counts()
    assert ended.own - before.own >= 0.3
    with subprocess.Popen([sys.executable, "-c", burn + "print(flush=True); time.sleep(60)"], stdout=-1) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert meter._counts().own - ended.own >= 0.25
        child.kill()
    assert ended.busy > before.busy


def test_the_load_before_a_run_is_measured_while_the_last_one_lasts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    looks: list[float] = []
    monkeypatch.setattr(scheduler, "_LOOK_S", 0.05)
    monkeypatch.setattr(LoadMeter, "load", lambda _, shortest_s=background_load.SHORTEST_S: looks.append(shortest_s))
    outcome(monkeypatch, tmp_path, "sleep 0.5")
    assert len(looks) > 3, "else what began or ended meanwhile counts only by its share of the whole run"


@pytest.mark.parametrize(
    ("found", "disturbing"), [(Load(0.1, 0.1), False), (Load(0.6, 0.0), True), (Load(0.3, 0.3), True)]
)
def test_time_that_the_hypervisor_took_disturbs_a_run_as_well(found: Load, disturbing: bool) -> None:
    assert found.disturbing == disturbing
