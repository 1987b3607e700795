"""The way in which a solver ends, or refuses to, is recorded, and no process or file of it is left."""

import re
import signal
import sys
from pathlib import Path

import pytest

from tests.runners import fakes
from tests.runners.fakes import CRASHED, EXHAUSTED, NOTHING, SILENT, TILING, Runs, axes, how, says, worth
from tests.waiting import LIMIT_S
from tilings.generators.covers import matrices
from tilings.models.covers import PROBLEM
from tilings.models.problem import UserError
from tilings.runners.confine import Usage
from tilings.runners.execute import run_files
from tilings.runners.execute.judge import RunVerdict
from tilings.runners.execute.solution_checks import SolutionChecks
from tilings.runners.execute.transcript import Transcript
from tilings.runners.solvers.interface.events import Bounded, Event, Failed, Found, Measured, OutOfTime, SearchComplete

FOUND = ("sat", "finished", "valid", "", 0, None, "")
TIMED_OUT = ("none", "wall", "unchecked", "encode")


@pytest.mark.parametrize("name", ["SEGV", "KILL", "XCPU"])
def test_the_death_of_a_solver_by_a_signal_is_recorded_with_its_number(outcome: Runs, name: str) -> None:
    number = getattr(signal, f"SIG{name}")
    died = f"the solver died by signal {number:d} (SIG{name})"
    died += "; it was killed by another program" if name == "KILL" else ""
    assert how(outcome(f"ulimit -c 0; kill -{name} $$")) == (*CRASHED, None, number, died)
    after = outcome(f"ulimit -c 0; {says(TILING)}; kill -{name} $$")
    assert how(after) == ("sat", "crash", "valid", "encode", None, number, died), "the answer stands, and the death"


def test_an_exit_code_other_than_zero_is_recorded_as_a_crash(outcome: Runs) -> None:
    assert how(outcome("exit 7")) == (*CRASHED, 7, None, "the solver ended with exit code 7")
    assert how(outcome("echo oh no >&2; exit 7")) == (*CRASHED, 7, None, "oh no")
    after = outcome(f"{says(TILING)}; exit 7")
    assert how(after) == ("sat", "crash", "valid", "encode", 7, None, "the solver ended with exit code 7")


def test_a_command_that_cannot_be_started_is_recorded_as_a_crash(outcome: Runs) -> None:
    missing = outcome("exec /no/such/solver")
    assert (*axes(missing), missing.exit_code) == ("none", "crash", "unchecked", 127)


def test_a_run_that_got_too_few_processes_says_that_and_not_what_it_failed_of() -> None:
    said = Transcript()
    said.add(0.1, [Failed("can't start new thread")])
    used = Usage(
        "processes", 1, None, 0.3, 0.3, 1.0, "RuntimeError: can't start new thread", shortage="no place for it"
    )
    columns, _ = RunVerdict(SolutionChecks.of(PROBLEM, matrices(2), "first", said), said).columns(used, 10.0)
    assert (columns["ended"], columns["phase"], columns["message"]) == ("processes", "encode", "no place for it")


@pytest.mark.parametrize(
    ("failed_s", "reported", "ended"),
    [(4.9, "crash", "crash"), (5.0, "crash", "wall"), (5.1, "memory", "memory")],
)
def test_a_failure_at_the_solvers_own_limit_is_a_timeout_that_keeps_its_message(
    failed_s: float, reported: str, ended: str
) -> None:
    said = Transcript()
    said.add(failed_s, [Failed("printed a model with '-24c'", ended=reported)])
    used = Usage("finished", 1, None, 5.2, 5.2, 1.0, "")
    columns, _ = RunVerdict(SolutionChecks.of(PROBLEM, matrices(2), "first", said), said).columns(used, 5.0)
    assert (columns["ended"], columns["message"]) == (ended, "printed a model with '-24c'")


@pytest.mark.parametrize(
    "left",
    [
        pytest.param("sleep 600 &", id="a child"),
        pytest.param("setsid sleep 600 &", id="in a session of its own"),
        pytest.param("(setsid sleep 600 &) &", id="forked twice"),
        pytest.param("(trap '' TERM HUP; setsid sleep 600) &", id="that ignores SIGTERM"),
        pytest.param("(sleep 0.1; echo garbage; sleep 600) &", id="that would talk on"),
    ],
)
def test_children_that_hold_the_output_open_delay_nothing(outcome: Runs, left: str) -> None:
    assert how(outcome(f"{left} {says(TILING)}")) == FOUND, "and not at the limit"


@pytest.mark.parametrize(
    ("script", "number"),
    [
        pytest.param("trap '' TERM; while :; do sleep 1; done", 9, id="ignores SIGTERM"),
        pytest.param("kill -STOP $$", 9, id="stops itself"),
        pytest.param("exec >&- 2>&-; exec sleep 600", 15, id="closes its output and goes on"),
        pytest.param("exec sleep 600", 15, id="sleeps"),
        pytest.param("while :; do :; done", 15, id="is busy"),
        pytest.param("while :; do sh -c 'exit 0' & done", 15, id="makes zombies"),
    ],
)
def test_a_solver_that_does_not_end_is_ended(outcome: Runs, script: str, number: int) -> None:
    record = outcome(script, wall_s=LIMIT_S, cpu_s=60.0)
    assert how(record) == (*TIMED_OUT, None, number, "")
    assert record.wall_s is not None and LIMIT_S <= record.wall_s < 300


def test_an_answer_after_the_signal_at_the_limit_does_not_count(outcome: Runs) -> None:
    script = f"last() {{ {says(TILING)}; exit 0; }}; trap last TERM; sleep 60 & wait"
    record = outcome(script, wall_s=LIMIT_S)
    assert (axes(record), record.exit_code) == (("none", "wall", "unchecked"), 0)
    assert re.fullmatch(r"it answered after .* s, too late to count", record.message)


def test_a_solver_with_its_own_limit_reports_its_incumbent_in_the_grace_and_no_answer(
    outcome: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fakes.FakeSolver, "unlimited", ())
    at_its_end = worth("4").replace("}", ', "late": true}')
    record = outcome(f"sleep {LIMIT_S}; {says(at_its_end, EXHAUSTED)}", "optimum", wall_s=LIMIT_S)
    assert (axes(record), record.objective) == (("feasible", "wall", "valid"), 4), "not optimal: the proof is late"
    assert axes(outcome(f"sleep {LIMIT_S}; {says(at_its_end)}", wall_s=LIMIT_S)) == ("none", "wall", "unchecked")


def test_of_an_optimum_proved_late_the_solutions_within_the_limit_count() -> None:
    heard = Transcript(until_s=2.0, incumbents=True)
    found = [Found((("option", (0,)),), float(value)) for value in (7, 6)]
    heard.add(1.9, [found[0]])
    heard.add(2.2, [Bounded(6.0), found[1], SearchComplete(), Measured({"nodes": 5})])
    assert [claimed for _, claimed in heard.solutions()] == [7.0]
    assert (heard.complete, heard.bound, heard.measured, heard.overdue_s) == (None, 6.0, {"nodes": 5}, 2.2)


@pytest.mark.parametrize(
    ("took_s", "said", "code", "ended", "message"),
    [
        pytest.param(9.1, [], 0, "wall", "", id="after its own limit"),
        pytest.param(8.9, [], 0, "crash", SILENT, id="long before it"),
        pytest.param(5.1, [OutOfTime()], 0, "wall", "", id="before it, and says that it is out of time"),
        pytest.param(4.9, [OutOfTime()], 0, "crash", NOTHING, id="at once, and says the same"),
        pytest.param(11.0, [], 1, "crash", "the solver ended with exit code 1", id="with an error after it"),
    ],
)
def test_a_solver_without_an_answer_is_out_of_time_only_if_it_ends_at_its_limit(
    took_s: float, said: list[Event], code: int, ended: str, message: str
) -> None:
    heard = Transcript()
    heard.add(0.0, said)
    columns, _ = RunVerdict(SolutionChecks.of(PROBLEM, matrices(2), "first", heard), heard).columns(
        Usage("finished", code, None, took_s, took_s, 1.0), limit_s=10.0
    )
    assert (columns["answer"], columns["ended"], columns["message"]) == ("none", ended, message)


def test_a_count_that_is_cut_off_is_what_the_solver_has_counted_by_then(outcome: Runs) -> None:
    cut_off = '{"event": "OutOfTime", "solutions": 7}'
    record = outcome(f"{says(TILING, cut_off)}; sleep {LIMIT_S}", "count", wall_s=LIMIT_S)
    assert (axes(record), record.solutions) == (("none", "wall", "valid"), 7)
    assert record.answer_words == "at least 7"


def test_the_recorded_core_is_the_one_that_the_run_was_given(outcome: Runs) -> None:
    move = "import os; os.sched_setaffinity(0, range(os.cpu_count()))"
    record = outcome(f"{sys.executable} -c '{move}'; {says(TILING)}")
    assert how(record) == FOUND
    assert record.cores == "" or record.cores.isdecimal()


FILLS = "touch {mark}; while :; do head -c 1000000 /dev/zero >> {where}; sleep 0.01; done"


def test_a_solver_that_fills_the_disk_is_stopped_and_cleaned_up(outcome: Runs, tmp_path: Path) -> None:
    where = tmp_path / "where"
    script = f"{says(TILING)}; pwd > {where}; mkdir deep; " + FILLS.format(mark="deep/x", where="deep/$$")
    record = outcome(script, output_mb=5)
    full = "the files in its work folder took more than 5 MB"
    assert how(record) == ("sat", "output", "valid", "encode", None, 15, full)
    assert not Path(where.read_text(encoding="utf-8").strip()).exists()


@pytest.mark.parametrize("make", ["touch $i", "mkdir $i"])
def test_empty_files_count_towards_the_limit_on_disk_space(outcome: Runs, make: str) -> None:
    script = f"i=0; while [ $i -lt 300 ]; do i=$((i+1)); {make}; done; sleep 600"
    record = outcome(script, output_mb=1)
    assert (record.ended, record.message) == ("output", "the files in its work folder took more than 1 MB")


def test_folders_nested_too_deep_for_a_path_are_removed(
    monkeypatch: pytest.MonkeyPatch, outcome: Runs, tmp_path: Path
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    deep = 'import os\nfor _ in range(1500): os.mkdir("d"); os.chdir("d")'
    record = outcome(f"{sys.executable} -c '{deep}'; {says(TILING)}; sleep 0.5")
    assert how(record) == FOUND, "it is looked at while it runs"
    assert not [path for path in scratch.iterdir() if path.is_dir()]


def test_a_file_that_is_too_large_ends_its_writer(outcome: Runs, tmp_path: Path) -> None:
    elsewhere = tmp_path / "large"
    record = outcome(f"exec head -c 9000000 /dev/zero > {elsewhere}", output_mb=2)
    assert how(record) == ("none", "output", "unchecked", "encode", None, 25, "it wrote a file of more than 4 MB")
    assert elsewhere.stat().st_size == 4_000_000


STOPS = "kill -STOP $PPID; sleep {stopped_s}; kill -CONT $PPID"
STOPPED = r"the run was stopped for \d+\.\d s meanwhile"


def test_a_run_that_was_stopped_for_a_while_says_so(outcome: Runs) -> None:
    found = outcome("\n".join([STOPS.format(stopped_s=1), says(TILING)]), wall_s=60.0)
    assert (found.ended, found.disturbed) == ("finished", True)
    assert re.fullmatch(STOPPED, found.message)


def test_a_run_that_was_stopped_beyond_its_limit_says_so(outcome: Runs) -> None:
    """On a slow machine the shell may start only after the limit, and stops nothing: then with a longer one."""
    for wall_s in (LIMIT_S, 4 * LIMIT_S, 16 * LIMIT_S):
        found = outcome("\n".join([STOPS.format(stopped_s=wall_s + 1), says(TILING)]), wall_s=wall_s)
        if found.message:
            break
    assert (found.ended, found.disturbed) == ("wall", True)
    assert re.search(STOPPED, found.message)


def test_nothing_is_recorded_of_a_run_whose_disk_was_full(monkeypatch: pytest.MonkeyPatch, outcome: Runs) -> None:
    monkeypatch.setattr(run_files, "has_space", lambda folder: False)
    with pytest.raises(UserError, match="No space left on device"):
        outcome("exit 1")
