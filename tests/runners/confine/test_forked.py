"""A forked process that calls a function is limited, measured and ended as a command is, and as free of its parent."""

from __future__ import annotations

import os

import pytest

from tests.runners.confine.trees import forked

pytestmark = pytest.mark.machine

LARGE = "block = b'x' * {} * 10**6"


@pytest.mark.parametrize(
    ("script", "code", "number"),
    [
        ("", 0, None),
        ("raise SystemExit", 0, None),
        ("raise SystemExit(4)", 4, None),
        ("raise SystemExit('why')", 1, None),
        ("1 / 0", 1, None),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", None, 11),
    ],
)
def test_its_end_is_reported_as_that_of_a_command(
    backend: str, script: str, code: int | None, number: int | None
) -> None:
    found = forked(backend, script or "pass")
    assert (found["ended"], found["exit_code"], found["signal"], found["left"]) == ("finished", code, number, 0)


def test_an_exception_is_its_last_complaint(backend: str) -> None:
    assert forked(backend, "1 / 0")["complaint"] == "ZeroDivisionError: division by zero"


def test_what_it_prints_comes_as_lines_without_what_its_parent_had_not_yet_printed(backend: str) -> None:
    libc = "import ctypes; ctypes.CDLL(None).printf"
    found = forked(backend, f"print('python'); {libc}(b'C\\n')", first=f"print(); {libc}(b'\\n')")
    assert sorted(found["lines"]) == ["C", "python"]


def test_its_folder_environment_and_session_are_its_own_and_no_file_is_open(backend: str) -> None:
    script = (
        "import os, tempfile; from pathlib import Path; own = os.getpid()\n"
        "print(Path.cwd(), os.getsid(0) == own, 'TILINGS_CALLED_AT' in os.environ, tempfile.tempdir)\n"
        "print(sorted(set(os.listdir('/proc/self/fd')) - {'0', '1', '2'})[1:], input.__name__)\n"
    )
    assert forked(backend, script)["lines"] == ["/tmp True True None", "[] input"]


def test_the_signals_that_stop_a_harness_are_at_their_defaults(backend: str) -> None:
    first = "import signal; [signal.signal(number, signal.SIG_IGN) for number in (1, 2, 3, 15)]"
    script = "import signal; print([signal.getsignal(number).name for number in (1, 3, 15)])"
    assert forked(backend, script, first=first)["lines"] == ["['SIG_DFL', 'SIG_DFL', 'SIG_DFL']"]


def test_it_is_pinned_to_its_cores(backend: str) -> None:
    core = min(os.sched_getaffinity(0))
    assert forked(backend, "import os; print(os.sched_getaffinity(0))", cores=(core,))["lines"] == [f"{{{core}}}"]


@pytest.mark.parametrize(
    ("limit", "script"),
    [
        ("wall", "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"),
        ("cpu", "while True: pass"),
        ("memory", f"import time\n{LARGE.format(300)}\ntime.sleep(600)"),
        ("processes", "import os, time\nfor _ in range(40): os.fork() or time.sleep(600)\ntime.sleep(600)"),
    ],
)
def test_the_limits_hold_for_it_and_all_that_it_forks(backend: str, limit: str, script: str) -> None:
    value = {"wall_s": 1, "cpu_s": 0.5, "memory_mb": 150, "processes": 30}
    found = forked(backend, script, **{name: most for name, most in value.items() if name.startswith(limit)})
    assert (found["ended"], found["left"]) == (limit, 0)
    assert found["wall_s"] < 300


def test_its_cpu_time_is_its_own(backend: str) -> None:
    burn = "import time\nwhile time.process_time() < {}: pass"
    found = forked(backend, burn.format(0.3), first=burn.format(1.5))
    assert 0.25 <= found["cpu_s"] < 1.5


def test_its_memory_is_what_it_took_itself(backend: str) -> None:
    script = f"import time\n{LARGE.format(100)}\ntime.sleep(1)"
    found = forked(backend, script, first=f"inherited_{LARGE.format(200)}")
    assert 90 <= found["peak_mb"] < 150
