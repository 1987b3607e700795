"""`studies.busche` runs rows of Table 2 again, writes each result once and compares it."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.called import called
from tilings.models.problem import UserError
from tilings.studies.busche import __main__ as reproduce
from tilings.studies.busche.cases import Figures, Scale, cases

CASES = cases()

command = partial(called, "tilings.studies.busche")


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_rows_are_chosen_by_patterns_in_the_order_of_the_table() -> None:
    names = [case.name for case in reproduce.selected("OP-*, P-1?,P-13")]
    assert names == ["OP-1", "OP-2", "P-10", "P-11", "P-12", "P-13"]
    with pytest.raises(UserError, match="no case of P, OP, TC, HP, HBD fits 'Q-1'"):
        reproduce.selected("P-1,Q-1")


def test_a_row_is_written_once_together_with_its_effort(tmp_path: Path) -> None:
    first = command("--rows", "OP-2", "--results", tmp_path)
    assert first.returncode == 0, first.stderr
    assert "OP-2 (complete): 668,117 fits, 46 unique; published 668,117 fits, 46 unique; all equal" in first.stdout
    (row,) = rows(tmp_path / "table2.csv")
    assert (row["attempts"], row["fits"], row["unique"], row["equal"]) == ("1930304", "668117", "46", "yes")
    effort = rows(tmp_path / "effort.csv")
    assert [int(each["remaining"]) for each in effort] == list(range(1, 19))
    assert sum(int(each["attempts"]) for each in effort) == 1_930_304
    again = command("--rows", "OP-2", "--results", tmp_path)
    assert again.returncode == 0
    assert "fits" not in again.stdout, "what is there is not run again"
    assert len(rows(tmp_path / "table2.csv")) == 1


def test_each_case_scale_and_seed_has_its_own_identity() -> None:
    case = CASES["HP-1"]
    hashes = {
        reproduce.source_digest(case, Scale("trials", 5)),
        reproduce.source_digest(case, Scale("trials", 6)),
        reproduce.source_digest(replace(case, seed=6), Scale("trials", 5)),
        reproduce.source_digest(CASES["HP-2"], Scale("trials", 5)),
    }
    assert len(hashes) == 4


@pytest.mark.parametrize(
    ("name", "scale", "fits", "equal"),
    [
        ("P-13", Scale("complete"), 2_091_215, "yes"),
        ("P-13", Scale("complete"), 2_091_216, "no"),
        ("P-13", Scale("probes", 10), 2_091_215, ""),
        ("HP-1", Scale("trials", 10_000), 1_131_766_165, ""),
    ],
)
def test_only_complete_searches_can_be_equal(name: str, scale: Scale, fits: int, equal: str) -> None:
    case = CASES[name]
    ours = Figures(case.attempts, fits, case.unique, None, [], 1.0)
    assert reproduce.compared(case, scale, ours, "").equal == equal


def test_a_wrong_number_of_solutions_has_its_own_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Figures(1, 1, 45, None, [], 1.0)
    monkeypatch.setattr(reproduce, "_with_progress", lambda case, how: wrong)
    for _ in range(2):  # also where the row is there already
        assert command("--rows", "OP-2", "--results", tmp_path).returncode == 3


def test_bad_input_is_refused_in_one_line(tmp_path: Path) -> None:
    done = command("--rows", "X", "--results", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
