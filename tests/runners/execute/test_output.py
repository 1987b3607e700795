"""Whatever a solver prints, or fails to print, is recorded and breaks nothing."""

import sys
from pathlib import Path

import pytest

from tests.runners.fakes import CRASHED, EXHAUSTED, NOTHING, SILENT, TILING, WRONG, Runs, axes, how, says
from tests.waiting import LIMIT_S
from tilings.runners.confine import output_reader
from tilings.runners.execute import run_files

FLOODS = {
    "stdout": "yes 'no event'",
    "stderr": "yes complaint >&2",
    "one endless line": "yes | tr -d '\\n'",
    "NUL bytes": "cat /dev/zero",
    "no UTF-8": "yes $(printf '\\377\\376')",
}
FOUND = ("sat", "finished", "valid", "", 0, None, "")


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_is_stopped_at_the_limit_of_output(outcome: Runs, name: str) -> None:
    record = outcome(FLOODS[name], output_mb=2)
    assert (*axes(record), record.phase, record.message) == ("none", "output", "unchecked", "encode", "")
    assert (record.exit_code, record.signal) in ((None, 15), (None, 13), (1, None), (143, None))


def test_an_answer_before_a_flood_of_output_counts(outcome: Runs) -> None:
    record = outcome(f"{says(TILING)}; exec yes", output_mb=2)
    assert axes(record) == ("sat", "output", "valid")


@pytest.mark.parametrize(
    "chatter",
    [
        pytest.param("printf '\\000\\000\\n'", id="NUL bytes"),
        pytest.param("printf '\\377\\376\\303\\n'", id="no UTF-8"),
        pytest.param("head -c 50000 /dev/urandom; echo", id="noise"),
        pytest.param("printf '\\n\\n\\r\\n'", id="empty lines"),
        pytest.param("head -c 300000 /dev/zero | tr '\\000' x; echo", id="a long line"),
        pytest.param("yes | head -c 300000", id="more than a pipe holds"),
        pytest.param("yes | head -c 300000 >&2", id="more than a pipe of errors holds"),
    ],
)
def test_other_text_around_an_answer_is_ignored(outcome: Runs, chatter: str) -> None:
    assert how(outcome(f"{chatter}; {says(TILING)}; {chatter}")) == FOUND


def test_a_solver_without_output_has_no_answer(outcome: Runs) -> None:
    assert how(outcome("exit 0")) == (*CRASHED, 0, None, SILENT)
    assert how(outcome("exec sleep 60", wall_s=0.3)) == (
        "none", "wall", "unchecked", "encode", None, 15, "",
    )  # fmt: skip


def test_half_a_line_is_no_answer(outcome: Runs) -> None:
    half = TILING[:39]
    ended = outcome(f"printf '{half}'")
    assert how(ended) == (*CRASHED, 0, None, f"{NOTHING}; unreadable: {half}")
    killed = outcome(f"printf '{half}'; exec sleep 60", wall_s=0.3)
    assert how(killed) == ("none", "wall", "unchecked", "encode", None, 15, "")


def test_a_whole_last_line_without_an_end_counts(outcome: Runs) -> None:
    assert how(outcome(f"printf '{TILING}'")) == FOUND
    killed = outcome(f"printf '{TILING}'; exec sleep 60", wall_s=LIMIT_S)
    assert axes(killed) == ("sat", "wall", "valid")


def test_a_torn_line_before_a_proof_makes_it_invalid(outcome: Runs) -> None:
    record = outcome(says(TILING[:40], EXHAUSTED))
    assert axes(record) == ("unsat", "finished", "invalid")
    assert record.message.startswith("malformed: ")


def test_a_line_that_is_too_long_cannot_become_an_event(monkeypatch: pytest.MonkeyPatch, outcome: Runs) -> None:
    monkeypatch.setattr(output_reader, "LONGEST_LINE", len(TILING))
    assert axes(outcome(says(TILING))) == ("sat", "finished", "valid")
    assert outcome(says(f"x{TILING}")).answer == "none"
    assert outcome(says(f"{TILING} ")).answer == "sat", "the cut took nothing that matters"
    assert axes(outcome(says(WRONG + "x" * 99, TILING))) == ("sat", "finished", "invalid")


def test_a_log_that_is_too_long_keeps_its_beginning_and_says_so(
    monkeypatch: pytest.MonkeyPatch, outcome: Runs, tmp_path: Path
) -> None:
    monkeypatch.setattr(run_files, "LOG_BYTES", 1000)
    record = outcome(f"echo first; yes | head -c 100000; {says(TILING)}")
    log = (tmp_path / Path(record.log).name).read_bytes()
    assert b"first\n" in log and log.endswith(b"[cut here]\n") and len(log) < 1100
    assert how(record) == FOUND, "the log's limit is none on what is read"


def test_an_error_message_is_recorded_as_one_printable_line(outcome: Runs) -> None:
    escaped = outcome("printf 'a\\033[31mb\\000c\\377\\n' >&2; exit 3")
    assert how(escaped) == (*CRASHED, 3, None, "a [31mb c\N{REPLACEMENT CHARACTER}")
    endless = outcome(f"exec {sys.executable} -c 'raise SystemExit(\"x\" * 100000)'")
    assert endless.exit_code == 1 and len(endless.message) < 600
