"""Under every backend, limits hold for the whole process tree of a command or a fork, and no process of it is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.runners.confine.trees import confined, forked, python, shell
from tests.waiting import LIMIT_S

LARGE = "block = b'x' * {} * 10**6"
BURN = "while :; do :; done"
IGNORES = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"


def test_a_command_that_ends_by_itself_is_finished_with_its_exit_code(backend: str) -> None:
    found = shell(backend, "echo one; printf two; exit 4")
    assert (found["ended"], found["exit_code"], found["lines"]) == ("finished", 4, ["one", "two"])


def test_a_command_that_dies_by_a_signal_is_reported_with_its_number(backend: str) -> None:
    found = shell(backend, "kill -SEGV $$")
    assert (found["ended"], found["exit_code"], found["signal"]) == ("finished", None, 11)


def test_the_last_line_of_standard_error_is_kept(backend: str) -> None:
    assert shell(backend, "echo first >&2; echo assertion failed >&2; exit 1")["complaint"] == "assertion failed"


def test_the_wall_limit_ends_a_tree_that_escapes_its_group_and_ignores_sigterm(backend: str) -> None:
    found = shell(backend, "trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep 600' & sleep 600", wall_s=1)
    assert (found["ended"], found["left"]) == ("wall", 0)
    assert 1 <= found["wall_s"] < 300


def test_a_command_whose_end_is_seen_after_the_limit_has_passed_it(backend: str) -> None:
    delay = "import time; from tilings.runners.confine import output_reader; line = output_reader.OutputReader._line\n"
    delay += "output_reader.OutputReader._line = lambda *given: (time.sleep(2.5), line(*given))[1]"
    found = confined(backend, ["sh", "-c", "echo long to read; sleep 0.3"], first=delay, wall_s=LIMIT_S)
    assert (found["ended"], found["exit_code"], found["lines"]) == ("wall", 0, ["long to read"])
    assert found["wall_s"] > LIMIT_S


def test_at_the_wall_limit_a_command_may_still_print_its_best_answer(backend: str) -> None:
    found = shell(backend, "trap 'echo best so far; exit 7' TERM; while :; do sleep 0.01; done", wall_s=LIMIT_S)
    assert (found["ended"], found["exit_code"], found["lines"]) == ("wall", 7, ["best so far"])


def test_the_orphan_of_an_orphan_is_ended(backend: str) -> None:
    found = shell(backend, "(setsid sh -c 'setsid sleep 60 & sleep 0.2' &) ; sleep 0.5; echo gone")
    assert (found["ended"], found["lines"], found["left"]) == ("finished", ["gone"], 0)


def test_the_cpu_limit_counts_children_together(backend: str) -> None:
    found = shell(backend, f"({BURN}) & ({BURN}) & wait", cpu_s=1)
    assert (found["ended"], found["left"]) == ("cpu", 0)
    assert found["cpu_s"] >= 1


def test_cpu_time_of_reaped_grandchildren_is_counted(backend: str) -> None:
    burn = "import time\nwhile time.process_time() < 0.4: pass"
    assert shell(backend, f"setsid {sys.executable} -c '{burn}'")["cpu_s"] >= 0.4


def test_cpu_time_of_children_that_nobody_waits_for_is_counted(backend: str) -> None:
    parent = "import os, signal, time; signal.signal(signal.SIGCHLD, signal.SIG_IGN); r, w = os.pipe()"
    burn = "if not os.fork():\n while time.process_time() < 0.5: pass\n time.sleep(1)\n os._exit(0)"
    assert python(backend, f"{parent}\n{burn}\nos.close(w); os.read(r, 1)")["cpu_s"] >= 0.4, "as far as it was seen"


def test_the_memory_limit_counts_children_together(backend: str) -> None:
    child = "import time; x = b'1' * 40_000_000; time.sleep(200)"
    parent = f"import subprocess, sys; [subprocess.Popen([sys.executable, '-c', {child!r}]) for _ in range(8)]"
    found = python(backend, parent + "\nimport time; time.sleep(200)", memory_mb=200)
    assert (found["ended"], found["left"]) == ("memory", 0)
    assert found["peak_mb"] >= 190


def test_children_together_below_the_memory_limit_are_left_alone(backend: str) -> None:
    child = "import time; x = b'1' * 40_000_000; time.sleep(0.3)"
    parent = f"import subprocess, sys; [subprocess.run([sys.executable, '-c', {child!r}]) for _ in range(8)]"
    found = python(backend, parent, memory_mb=200)
    assert (found["ended"], found["exit_code"]) == ("finished", 0), "one at a time they never pass it"
    assert found["peak_mb"] >= 40


def test_more_processes_than_allowed_end_the_run(backend: str) -> None:
    fork = "import os, time\nfor _ in range(120):\n  if not os.fork(): time.sleep(200)\ntime.sleep(200)"
    found = python(backend, fork, processes=50)
    assert (found["ended"], found["left"]) == ("processes", 0)


def test_threads_count_as_processes_for_the_limit(backend: str) -> None:
    start = "import threading, time\nfor _ in range(120): threading.Thread(target=time.sleep, args=(200,)).start()"
    found = python(backend, start, processes=50)
    assert (found["ended"], found["left"]) == ("processes", 0)


def test_a_hundred_processes_that_ignore_sigterm_are_ended_soon(backend: str) -> None:
    fork = f"import os\nfor _ in range(7): os.fork()\n{IGNORES}"
    started = time.monotonic()
    found = python(backend, fork, wall_s=2)
    assert (found["ended"], found["left"]) == ("wall", 0)
    assert time.monotonic() - started < 300, "and not after the ten minutes that they sleep"


def test_a_process_whose_main_thread_has_ended_is_ended(backend: str) -> None:
    thread = "import ctypes, threading, time; threading.Thread(target=time.sleep, args=(600,)).start()"
    started = time.monotonic()
    found = python(backend, f"{thread}; ctypes.CDLL(None).pthread_exit(None)", wall_s=1)
    assert (found["ended"], found["left"]) == ("wall", 0)
    assert time.monotonic() - started < 300


def test_all_output_is_read_up_to_its_limit(backend: str) -> None:
    assert python(backend, "print('x' * 3_000_000)")["ended"] == "finished"
    assert shell(backend, "yes no line end | tr -d '\\n'", output_mb=2)["ended"] == "output"


@pytest.mark.parametrize("garbage", [r"\377\376\n", r"\000\001"])
def test_output_that_is_not_text_is_read_without_an_error(garbage: str) -> None:
    assert shell("auto", f"printf '{garbage}'")["ended"] == "finished"


def test_all_threads_of_the_tree_stay_on_the_cores_given(backend: str) -> None:
    core = max(os.sched_getaffinity(0))
    look = "import os, threading; threading.Thread(target=lambda: print(os.sched_getaffinity(0), flush=True)).start()"
    found = confined(backend, ["sh", "-c", f"setsid {sys.executable} -c '{look}'"], cores=(core,))
    assert found["lines"] == [f"{{{core}}}"]


def test_a_killed_minizinc_leaves_no_solver() -> None:
    from tilings.runners.install.programs import program

    minizinc = program("minizinc")
    if minizinc is None:
        pytest.skip("MiniZinc is not installed (tilings doctor)")
    model = """
      array[1..60] of var 1..60: x;
      constraint forall(i, j in 1..60 where i < j)(x[i] != x[j] /\\ x[i] + i != x[j] + j);
      constraint sum(x) = 1831;  % the sum is 1830, which the solver finds out the hard way
      solve satisfy;"""
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"endless-{os.getpid()}.mzn"
    path.write_text(model, encoding="utf-8")
    command = [minizinc, "--solver", "gecode", str(path)]
    try:
        found = confined("auto", command, cpu_s=1.5)
    finally:
        path.unlink()
    time.sleep(0.1)
    assert (found["ended"], found["left"]) == ("cpu", 0), "minizinc itself only waits: the time of fzn-gecode counts"
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(path) not in running


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
def test_the_end_of_a_fork_is_reported_as_that_of_a_command(
    backend: str, script: str, code: int | None, number: int | None
) -> None:
    found = forked(backend, script or "pass")
    assert (found["ended"], found["exit_code"], found["signal"], found["left"]) == ("finished", code, number, 0)


def test_an_exception_in_a_fork_is_its_last_complaint(backend: str) -> None:
    assert forked(backend, "1 / 0")["complaint"] == "ZeroDivisionError: division by zero"


def test_what_a_fork_prints_comes_as_lines_without_what_its_parent_had_not_yet_printed(backend: str) -> None:
    libc = "import ctypes; ctypes.CDLL(None).printf"
    found = forked(backend, f"print('python'); {libc}(b'C\\n')", first=f"print(); {libc}(b'\\n')")
    assert sorted(found["lines"]) == ["C", "python"]


def test_a_forks_folder_environment_and_session_are_its_own_and_no_file_is_open(backend: str) -> None:
    script = (
        "import os, tempfile; from pathlib import Path; own = os.getpid()\n"
        "print(Path.cwd(), os.getsid(0) == own, 'TILINGS_CALLED_AT' in os.environ, tempfile.tempdir)\n"
        "print(sorted(set(os.listdir('/proc/self/fd')) - {'0', '1', '2'})[1:], input.__name__)\n"
    )
    assert forked(backend, script)["lines"] == ["/tmp True True None", "[] input"]


def test_in_a_fork_the_signals_that_stop_a_harness_are_at_their_defaults(backend: str) -> None:
    first = "import signal; [signal.signal(number, signal.SIG_IGN) for number in (1, 2, 3, 15)]"
    script = "import signal; print([signal.getsignal(number).name for number in (1, 3, 15)])"
    assert forked(backend, script, first=first)["lines"] == ["['SIG_DFL', 'SIG_DFL', 'SIG_DFL']"]


def test_a_fork_is_pinned_to_its_cores(backend: str) -> None:
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
def test_the_limits_hold_for_a_fork_and_its_descendants(backend: str, limit: str, script: str) -> None:
    value = {"wall_s": 1, "cpu_s": 0.5, "memory_mb": 150, "processes": 30}
    found = forked(backend, script, **{name: most for name, most in value.items() if name.startswith(limit)})
    assert (found["ended"], found["left"]) == (limit, 0)
    assert found["wall_s"] < 300


def test_the_cpu_time_of_a_fork_is_its_own(backend: str) -> None:
    burn = "import time\nwhile time.process_time() < {}: pass"
    found = forked(backend, burn.format(0.3), first=burn.format(1.5))
    assert 0.25 <= found["cpu_s"] < 1.5


def test_the_memory_of_a_fork_is_without_its_parents(backend: str) -> None:
    script = f"import time\n{LARGE.format(100)}\ntime.sleep(1)"
    found = forked(backend, script, first=f"inherited_{LARGE.format(200)}")
    assert 90 <= found["peak_mb"] < 150
