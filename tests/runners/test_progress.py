"""The progress of a campaign: a bar with the expected end on a terminal, whole lines elsewhere, nothing on stdout."""

import io
import itertools
import re
import time

import pytest
import tqdm

from tests.runners.record.test_schema import record
from tilings.runners import progress
from tilings.runners.progress import Progress


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO, planned: int, monkeypatch: pytest.MonkeyPatch, **fields: object) -> str:
    """What two equal runs of a campaign, not solved, show on standard error."""
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "_LINE_EVERY_S", 0.0)
    now = itertools.count(1.0, 0.01)  # time passes only as it is looked at
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    left = [planned]
    bar = Progress([], lambda: left[0], lambda: 3.0 if planned > 2 else 0.0)
    for _ in range(2):
        for _ in range(25):
            time.monotonic()  # a bar on a terminal is drawn five times a second
        row = record(**fields)
        left[0] -= 1
        bar.step(row)
        bar.alarm(row)
    bar.close()
    return stream.getvalue()


def test_a_terminal_shows_a_bar_with_the_expected_end(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(Screen(), 5, monkeypatch)
    assert re.search(r"\r2 of 5 runs, 0 solved \|.+\| 00:00 elapsed, 00:0\d to go, until .*\d\d:\d\d", text)


@pytest.mark.parametrize("by", [-3600, 3600])
def test_a_clock_that_is_set_changes_neither_the_lines_nor_their_times(
    by: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = time.time
    looks = itertools.count()
    monkeypatch.setattr(time, "time", lambda: right() + by * (next(looks) > 0))
    monkeypatch.setattr(tqdm.std, "time", lambda: time.time())
    lines = shown(io.StringIO(), 5, monkeypatch).splitlines()
    assert re.match(r"2 of 5 runs, 0 solved, 00:0\d elapsed, 00:0\d to go, until ", lines[-1])


def test_elsewhere_each_state_is_a_line_without_control_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(io.StringIO(), 2, monkeypatch).splitlines()
    assert lines[0] == "0 of 2 runs, 0 solved, 00:00 elapsed"
    assert lines[1].startswith("1 of 2 runs, 0 solved, 00:00 elapsed, 00:00 to go, until ")
    assert lines[2] == "2 of 2 runs, 0 solved, 00:00 elapsed"
    assert not [line for line in lines if re.search(r"[\r\x1b█]", line)]


def test_a_long_run_after_many_short_ones_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, now = io.StringIO(), [0.0]
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    bar = Progress([], lambda: 1, lambda: 300.0)
    for seconds in (*[0.1] * 400, 300.0):
        now[0] += seconds
        bar.step(record())
    assert stream.getvalue().splitlines()[-1].startswith("401 of 402 runs, 0 solved, 05:40 elapsed")


@pytest.mark.parametrize(("colour", "start"), [("", "WRONG ANSWER"), ("1", "\x1b[1;31mWRONG ANSWER")])
def test_a_wrong_answer_is_a_line_of_its_own(colour: str, start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", colour)
    monkeypatch.delenv("NO_COLOR", raising=False)
    lines = shown(io.StringIO(), 2, monkeypatch, check="invalid", message="two tiles overlap").splitlines()
    (first, second) = [line for line in lines if "two tiles overlap" in line]
    assert first == second and first.startswith(start)
