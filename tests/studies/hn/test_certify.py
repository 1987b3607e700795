"""Certifying h(n) finds the right values, loses no row, searches nothing twice and believes no wrong result."""

from __future__ import annotations

import csv
import errno
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from tests.called import called, stopped
from tilings.models.squares.published import LEAST_COPIES
from tilings.models.terminal.command import ROOT
from tilings.studies.hn import __main__ as certify
from tilings.studies.hn import search

Rows = list[dict[str, str]]

command = partial(called, "tilings.studies.hn")  # in this process, so that the engine can be another


def rows(folder: Path, pattern: str = "*.csv") -> Rows:
    found: Rows = []
    for path in sorted(folder.glob(pattern)):
        # The whole text at once: a reader that meets the end of an empty file takes a row written since for the names.
        found += csv.DictReader(path.read_text(encoding="utf-8").splitlines(keepends=True))
    return found


def tasks(found: Rows) -> list[tuple[str, ...]]:
    return [(row["size"], row["copies"], row.get("part") or row["tiling"]) for row in found]


def edit(path: Path, old: str, new: str) -> None:
    content = path.read_text(encoding="utf-8")
    assert old in content
    path.write_text(content.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the complete search for n = 2 to 24."""
    folder = tmp_path_factory.mktemp("certified")
    done = command("squares", "--to", 24, "--results", folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(" copies refuted in ") + done.stdout.count("1 copy refuted in ") == 23
    assert "agrees with A036444" in done.stdout and "n = 2–24" in done.stdout
    return folder


def copied(folder: Path, to: Path) -> Path:
    for path in folder.glob("*.csv"):
        (to / path.name).write_bytes(path.read_bytes())
    return to


def test_the_least_copies_are_those_of_the_literature(certified: Path) -> None:
    tilings = rows(certified, "tilings-*.csv")
    assert {int(row["size"]): int(row["copies"]) for row in tilings} == {n: LEAST_COPIES[n] for n in range(2, 25)}
    for row in tilings:
        sides = Counter(int(square.split(":")[2]) for square in row["tiling"].split())
        assert sum(side * side * count for side, count in sides.items()) == int(row["size"]) ** 2
        assert max(sides.values()) <= int(row["copies"])
    refuted = {(int(row["size"]), int(row["copies"])) for row in rows(certified, "shards-*.csv")}
    assert refuted >= {(n, LEAST_COPIES[n] - 1) for n in range(2, 25)}
    assert all(copies < LEAST_COPIES[n] for n, copies in refuted)


def test_only_the_command_and_the_chapter_read_the_published_values() -> None:
    readers = {"__main__.py", "sequence.py"}
    modules = [path for folder in ("runners", "studies") for path in (ROOT / folder).rglob("*.py")]
    assert {path.name for path in modules if "published import" in path.read_text(encoding="utf-8")} == readers


def test_recorded_tasks_are_not_searched_again(certified: Path, tmp_path: Path) -> None:
    folder = copied(certified, tmp_path)
    before = {path.name: path.read_bytes() for path in folder.glob("*.csv")}
    done = command("squares", "--from", 5, "--to", 20, "--results", folder)
    assert done.returncode == 0
    assert "16 of 16 sides certified" in done.stdout
    assert {path.name: path.read_bytes() for path in folder.glob("*.csv")} == before


def test_only_the_task_of_a_torn_last_row_is_searched_again(certified: Path, tmp_path: Path) -> None:
    folder = copied(certified, tmp_path)
    for path in folder.glob("*.csv"):
        path.write_bytes(path.read_bytes()[:-9])
    before = rows(folder)
    assert command("squares", "--to", 24, "--results", folder).returncode == 0
    after = rows(folder)
    assert sorted(tasks(after)) == sorted(set(tasks(after)))
    assert len(after) == len(before)


def test_two_machines_share_all_tasks_and_either_folder_shows_the_joint_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "WHOLE_BELOW", 23)  # forked processes inherit it
    arguments = ("squares", "--from", 19, "--to", 26, "--results", tmp_path)
    first = command(*arguments, "--shard", "1/2")
    assert first.returncode == 1 and "not certain: n = " in first.stdout
    assert command(*arguments, "--shard", "2/2").returncode == 0
    shards = [tasks(rows(tmp_path, f"shards-{machine}-of-2.csv")) for machine in (1, 2)]
    assert not set(shards[0]) & set(shards[1])
    assert all(sum(size == "25" for size, _, _ in part) == search.PARTS / 2 for part in shards), (
        "large sides are divided"
    )
    for path in tmp_path.glob(".lock-*"):
        path.unlink()
    assert command(*arguments).returncode == 0
    assert rows(tmp_path, "*-1-of-1.csv") == []


def test_ctrl_c_keeps_all_records_and_the_same_command_resumes(tmp_path: Path) -> None:
    words = ["squares", "--from", "75", "--to", "110", "--results", tmp_path]
    done = stopped(lambda: rows(tmp_path), "tilings.studies.hn", *words)
    assert (done.returncode, done.stderr) == (130, "interrupted; recorded runs are kept\n")
    before = rows(tmp_path)
    assert before
    again = command(*words, "--timeout", "1")
    assert again.returncode == 1
    assert len(set(tasks(rows(tmp_path)))) == len(rows(tmp_path)) >= len(before)


def test_a_fresh_start_sets_the_records_aside(certified: Path, tmp_path: Path) -> None:
    folder = copied(certified, tmp_path)
    assert command("squares", "--to", 4, "--results", folder, "--fresh").returncode == 0
    assert {row["size"] for row in rows(folder)} == {"2", "3", "4"}
    (aside,) = folder.glob("superseded-*")
    assert len(rows(aside)) == len(rows(certified))


def test_a_certificate_for_which_there_is_no_space_leaves_no_half(
    monkeypatch: pytest.MonkeyPatch, certified: Path, tmp_path: Path
) -> None:
    folder, new = copied(certified, tmp_path), tmp_path / "new"
    words = ("squares", "--from", 20, "--to", 20, "--results", folder, "--certificates", new)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        refused(command(*words), "new: No space")
    assert not list(new.iterdir())
    assert command(*words).returncode == 0 and list(new.iterdir())


def test_a_complete_refutation_by_another_version_counts_and_has_no_certificate_of_this_one(
    certified: Path, tmp_path: Path
) -> None:
    folder = copied(certified, tmp_path)
    edit(folder / "shards-1-of-1.csv", search.VERSION, "another-1")
    before = rows(folder, "shards-*.csv")
    done = command("squares", "--from", 20, "--to", 20, "--results", folder, "--certificates", tmp_path / "new")
    assert done.returncode == 0
    assert "0 certificates in " in done.stdout and "1 refutation by another version of the engine" in done.stderr
    assert rows(folder, "shards-*.csv") == before


def test_a_tiling_of_a_smaller_board_is_scaled_up_instead_of_searched(certified: Path, tmp_path: Path) -> None:
    folder = copied(certified, tmp_path)
    assert command("squares", "--from", 69, "--to", 69, "--results", folder).returncode == 0
    small, large = (next(row for row in rows(folder, "tilings-*.csv") if row["size"] == size) for size in ("23", "69"))
    assert large["nodes"] == "0"
    enlarged = [":".join(str(3 * int(part)) for part in square.split(":")) for square in small["tiling"].split()]
    assert sorted(large["tiling"].split()) == sorted(enlarged)


class PrescribedEngine:
    """An engine that returns prescribed results: a tiling or none for each number of copies."""

    finished, nodes, solutions, digest = True, 7, 0, 5
    tilings: dict[int, list[int]] = {4: [0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1]}

    def __init__(self, width: int, height: int, copies: list[int], **more: int) -> None:
        self._copies = copies[0]

    def advance(self, **limits: object) -> list[list[int]]:
        return [self.tilings[self._copies]] if self._copies in self.tilings else []


def test_a_search_that_is_no_longer_needed_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(PrescribedEngine):
        """Finds a tiling with four copies of side 1, refutes three and two, and never ends with one."""

        def advance(self, **limits: object) -> list[list[int]]:
            if self._copies == 1:
                time.sleep(3600)
            return super().advance()

    monkeypatch.setattr(search, "Skyline", Endless)
    assert command("squares", "--to", 2, "--results", tmp_path, "--jobs", 2).returncode == 0
    assert {row["copies"] for row in rows(tmp_path)} == {"2", "3", "4"}


def test_an_invalid_tiling_is_reported_as_a_wrong_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "Skyline", type("Overlapping", (PrescribedEngine,), {"tilings": {2: [0, 0, 1] * 4}}))
    done = command("squares", "--to", 2, "--results", tmp_path)
    assert done.returncode == 3
    assert "WRONG: a tiling of the 2 x 2 board with 2 copies of a side is not one: overlap" in done.stdout
    assert rows(tmp_path, "tilings-*.csv") == [], "what is wrong is not recorded"


def test_a_value_other_than_the_published_one_is_reported_as_a_wrong_answer(
    certified: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certify, "LEAST_COPIES", LEAST_COPIES | {9: 2})
    done = command("squares", "--to", 12, "--results", certified)
    assert done.returncode == 3
    assert "DIFFERS from the published value: n = 9\n" in done.stdout
    assert "n = 2–8 and 10–12\n" in done.stdout
    monkeypatch.setattr(certify, "LEAST_COPIES", {})
    done = command("squares", "--to", 3, "--results", certified)
    assert done.returncode == 0 and "nothing is published: n = 2–3\n" in done.stdout


def test_a_contradiction_in_the_folder_is_reported(certified: Path, tmp_path: Path) -> None:
    folder = copied(certified, tmp_path)
    edit(folder / "shards-1-of-1.csv", "\n9,2,0,1,", "\n9,3,0,1,")
    done = command("squares", "--from", 9, "--to", 9, "--results", folder)
    assert done.returncode == 3 and "WRONG: " in done.stdout and "which were refuted" in done.stdout


@pytest.mark.parametrize(
    "content", ["a,b\n1,2\n", "HEAD\n9,2,0\n", "HEAD\n9,x\n", "HEAD\n9,1,1,1,5,0,0,0,,,,,\n", "\0\n"]
)
def test_a_foreign_or_broken_file_is_refused_and_left_unchanged(certified: Path, tmp_path: Path, content: str) -> None:
    head = (certified / "shards-1-of-1.csv").read_text(encoding="utf-8").splitlines()[0]
    path = tmp_path / "shards-1-of-1.csv"
    path.write_text(content.replace("HEAD", head), encoding="utf-8")
    refused(command("squares", "--to", 4, "--results", tmp_path), str(path))
    assert path.read_text(encoding="utf-8") == content.replace("HEAD", head)


def test_a_full_disk_stops_in_one_line_and_keeps_all_records(tmp_path: Path) -> None:
    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))

    words = [sys.executable, "-m", "tilings.studies.hn", "squares", "--to", "9", "--results", tmp_path]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False, preexec_fn=full)
    refused(done, "cannot write into", "kept")
    assert command("squares", "--to", 9, "--results", tmp_path).returncode == 0


def test_a_search_that_fails_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(PrescribedEngine):
        def advance(self, **limits: object) -> list[list[int]]:
            raise MemoryError

    monkeypatch.setattr(search, "Skyline", Failing)
    refused(command("squares", "--to", 2, "--results", tmp_path), "MemoryError")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("squares", "--from", "1"), ("--from 1", "2 <= from <= to <= 127")),
        (("squares", "--from", "5", "--to", "4"), ("--from 5 --to 4",)),
        (("squares", "--to", "128"), ("--to 128", "127")),
        (("triominoes",), ("triominoes", "squares")),
        (("squares", "--shard", "3/2"), ("a shard is k/n",)),
        (("squares", "--results", "/proc/none"), ("/proc/none", "cannot be written")),
        (("squares", "--part", "1"), ("--part goes with --verify",)),
        (("--verify", "/nowhere"), ("/nowhere",)),
        (("--verify", "README.md"), ("README.md", "not a certificate")),
    ],
)
def test_bad_arguments_are_refused_in_one_line(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    refused(command(*arguments), *words)


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert "error: " in last and all(word in last for word in words), last
