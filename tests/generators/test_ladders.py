"""Each ladder makes any of its rungs by name, always as the same bytes, and its sizes grow."""

from __future__ import annotations

import csv
import hashlib
import os
import shutil
import subprocess
import sys
from bisect import bisect_left
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.called import called
from tilings.generators import all as command
from tilings.generators import emit, ladders
from tilings.generators.ladders import Ladder
from tilings.models import registry
from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.runners.plan import manifest

LADDERS = ladders.ladders()
CLIMBED = [ladder for ladder in LADDERS if not ladder.sweep]
SWEEPS = [ladder for ladder in LADDERS if ladder.sweep]


def words(ladder: Ladder) -> str:
    return f"{ladder.family}/{ladder.name}/{' '.join(ladder.goals)}"


def text(name: str, family: str) -> str:
    entry = ladders.entry(name, family)
    assert entry is not None
    return registry.instance_json(registry.problem(family), entry.instance)


def test_there_are_ladders_of_every_kind() -> None:
    assert len({(ladder.family, ladder.name, ladder.goals) for ladder in LADDERS}) == len(LADDERS) >= 12
    assert {ladder.family for ladder in LADDERS} == set(command.families())
    assert sum(ladder.side == "unsat" for ladder in LADDERS) >= 4


@pytest.mark.parametrize("ladder", CLIMBED, ids=words)
def test_sizes_grow_and_names_are_unique(ladder: Ladder) -> None:
    rungs = [rung for number in range(40) if (rung := ladder.rung(number))]
    assert all(lower.size < upper.size for lower, upper in pairwise(rungs))
    names = [name for rung in rungs for name in rung.names]
    assert all(len(rung.names) == 3 for rung in rungs)
    assert len(rungs) >= 10 and len(set(names)) == len(names)


@pytest.mark.parametrize("ladder", CLIMBED, ids=words)
def test_fresh_instances_are_none_of_the_cases_and_all_differ(ladder: Ladder) -> None:
    rung = ladder.rung(2)
    assert rung
    names = [ladders.fresh(ladder.family, rung, number) for number in (1, 2, 3)]
    assert len({*names, *rung.names}) == len(rung.names) + 3
    assert len({text(name, ladder.family) for name in (*names, *rung.names)}) == len(rung.names) + 3


@pytest.mark.parametrize("ladder", CLIMBED, ids=words)
def test_steps_are_at_most_an_eighth_once_an_instance_is_not_tiny(ladder: Ladder) -> None:
    sizes = [rung.size for number in range(60) if (rung := ladder.rung(number))]
    wide = [step for step in pairwise(sizes) if step[1] > step[0] * 9 / 8]
    tiny = 36 if ladder.measure == "cells" else 9
    assert all(lower < tiny or (lower, upper) == (42, 48) for lower, upper in wide), wide


@pytest.mark.parametrize("ladder", CLIMBED, ids=words)
def test_a_ladder_ends_before_an_instance_that_is_too_large(ladder: Ladder) -> None:
    rung = ladder.rung(1000)
    assert rung is None or ladders.entry(rung.names[0], ladder.family)


@pytest.mark.parametrize("name", ["mutilated", "dominoes"])
def test_the_largest_board_for_dominoes_can_be_made(name: str) -> None:
    ladder = next(each for each in LADDERS if each.name == name)
    last = ladder.rung(bisect_left(range(10**6), True, key=lambda number: ladder.rung(number) is None) - 1)
    assert last and ladders.entry(last.names[0], ladder.family)


@pytest.mark.parametrize("ladder", SWEEPS, ids=words)
def test_a_sweep_ends_and_has_three_instances_of_each_number(ladder: Ladder) -> None:
    rungs = [rung for number in range(40) if (rung := ladder.rung(number))]
    assert 3 <= len(rungs) < 12 and all(lower.size < upper.size for lower, upper in pairwise(rungs))
    assert all(len(rung.names) == 3 for rung in rungs)


@pytest.mark.parametrize("ladder", LADDERS, ids=words)
@settings(max_examples=5, deadline=None)
@given(number=st.integers(0, 8))
def test_each_name_of_a_rung_makes_its_instance(ladder: Ladder, number: int) -> None:
    rung = ladder.rung(number)
    if rung is None:
        assert ladder.sweep
        return
    for name in rung.names:
        entry = ladders.entry(name, ladder.family)
        assert entry is not None and entry.instance.name == name
        assert (entry.ladder_class, entry.size) == (ladder.name, rung.size)
        assert set(ladder.goals) <= set(registry.problem(ladder.family).goals(entry.instance))
        assert "first" not in ladder.goals or entry.known["first"] == ladder.side
        assert not entry.known or entry.source
        assert registry.parse_instance(text(name, ladder.family), name)[1] == entry.instance


PRINT = """
from tilings.generators import ladders
from tilings.models import registry
for ladder in ladders.ladders():
    entry = ladders.entry(ladder.rung(2).names[-1], ladder.family)
    print(registry.instance_json(registry.problem(ladder.family), entry.instance), end="")
"""


def test_another_process_makes_the_same_bytes() -> None:
    """In particular, with other hashes of texts, which order sets."""
    rungs = [(ladder.family, rung) for ladder in LADDERS if (rung := ladder.rung(2))]
    here = "".join(text(rung.names[-1], family) for family, rung in rungs)
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    there = subprocess.run([sys.executable, "-c", PRINT], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert there.stdout == here, there.stderr


def test_a_rule_makes_the_bytes_of_the_manifest() -> None:
    with (emit.INSTANCES / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    made = 0
    for row in rows:
        if not (emit.INSTANCES / row["family"] / f"{row['name']}.json").exists():
            made += 1
            assert hashlib.sha256(text(row["name"], row["family"]).encode()).hexdigest() == row["sha256"], row["name"]
    assert made > 100


def test_the_list_of_ladders_is_that_of_the_generators() -> None:
    with (emit.INSTANCES / "ladders.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.DictReader(file)) == command.ladder_rows(), "run make instances and commit what it changed"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("h0", "must be a whole number from 1 to 250, not 0"),
        ("h300", "must be a whole number from 1 to 250, not 300"),
        ("cut0-s1", "must be a whole number from 1 to 250, not 0"),
        ("planted0x1x1-s1", "three extents of at least 1"),
        ("planted99x99x99-s1", "is too large: about"),
        ("board9999-d67-v8-s4", "is too large: about"),
        ("board5-d101-v8-s4", "from 1 to 100 per cent"),
        ("matrix1x5-s1", "sides of at least 2"),
        ("matrix99x99-s1", "is too large: about"),
        ("pigeons0", "at least one hole"),
        ("pigeons99999", "is too large: about"),
        ("dominoes3x3", "an even number of cells"),
        ("dominoes99999x9998", "at most 1000000 are supported"),
        ("mutilated2x2", "an even number of cells, at least 6"),
        ("uneven3x3x3-s1", "an even number of cells, at least 12"),
        ("pent5x0-s1", "at least one column"),
        ("filled6-d101-v8-s4", "from 1 to 100 per cent"),
        ("colours6x1c4-s1", "sides of at least 2"),
        ("colours6x6c0-s1", "at least one colour"),
        ("pieces4x4x3p0-s1", "pieces 1 <= smallest <= largest cells"),
        ("uneven4x4x3p5-s1", "an even number of cells, at least 4"),
    ],
)
def test_an_impossible_or_too_large_instance_is_refused(name: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as error:
        ladders.entry(name)
    assert "\n" not in str(error.value)


@given(name=st.from_regex(r"(h|cut|planted|board|matrix|pent5x|pigeons)[0-9xkdvs-]{0,12}", fullmatch=True))
@settings(max_examples=50, deadline=None)
def test_any_other_word_is_no_name_or_is_refused(name: str) -> None:
    if sum(character.isdigit() for character in name) > 3:
        return  # may be large
    try:
        entry = ladders.entry(name)
    except UserError:
        return
    assert entry is None or entry.instance.name[0] == name[0]


def test_an_instance_has_one_file_in_a_process() -> None:
    first, second = manifest.entry("squares", "h9"), manifest.entry("squares", "h9")
    assert first.name == "h09" and first.path == second.path and first.known == {"optimum": "3"}
    assert manifest.read_instance(first.path).sha256 == first.sha256
    assert manifest.entry("squares", "h09").sha256 == first.sha256
    assert manifest.entry("squares", "moron33x32").path.parent == manifest.INSTANCES / "squares"
    with pytest.raises(UserError, match="there is no instance h1e9 of squares"):
        manifest.entry("squares", "h1e9")


def test_the_command_solves_an_instance_of_a_ladder_and_refuses_an_impossible_one() -> None:
    done = called("tilings.runners.solve", "planted4x3x2-s7", "--solver", "dlx", "--quiet", "--timeout", "100")
    assert done.returncode == 0, done.stderr
    done = called("tilings.runners.solve", "board9999-d67-v8-s4")
    assert done.returncode == 2 and done.stderr.count("\n") == 1


PLUGIN = """\
from tilings.generators.emit import Entry
from tilings.generators.ladders import Ladder, Rung
from tilings.models.langford.instance import LangfordInstance


def made(name):
    number = name.removeprefix("row")
    if number == name or not number.isdecimal():
        return None
    known = {"first": "sat"}
    return Entry(LangfordInstance(name, int(number)), "rule", known=known, ladder_class="rows", size=int(number))


def rung(number):
    return Rung(4 * number + 3, (f"row{4 * number + 3}",))


LADDERS = [Ladder("langford", "rows", ("first",), "sat", "pairs", "", "row{n}", "", rung)]
"""


def test_a_plug_in_has_ladders_of_its_own(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "problem-plugin" / "models", tmp_path / "models")
    (tmp_path / "generators").mkdir()
    (tmp_path / "generators" / "langford.py").write_text(PLUGIN, encoding="utf-8")
    suite = tmp_path / "rows.toml"
    suite.write_text(
        'climb = true\n[[runs]]\nfamily = "langford"\nclasses = ["rows"]\nsolvers = ["clingo"]\n', encoding="utf-8"
    )
    command = [sys.executable, "-m", "tilings", "bench", "--suite", str(suite), "--dry-run"]
    planned = subprocess.run(
        command, env=os.environ | {"TILINGS_PLUGINS": str(tmp_path)}, capture_output=True, text=True, cwd=tmp_path
    )
    assert planned.returncode == 0, planned.stderr
    assert "1 climb (0 done) of 1 solver on 1 ladder" in planned.stdout
