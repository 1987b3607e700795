"""Triominoes instances are reproducible and within the published ranges, and the shipped catalogue is complete."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from tests.called import called
from tilings.generators import emit, triominoes
from tilings.generators import triominoes_shipped as shipped
from tilings.models import registry
from tilings.models.problem import UserError
from tilings.models.triominoes import text
from tilings.models.triominoes.instance import parse, to_json


@pytest.mark.parametrize("difficulty", shipped.CLASSES)
def test_random_instances_of_a_class_lie_within_its_published_ranges(difficulty: str) -> None:
    tiles, values, rows = shipped.CLASSES[difficulty]
    for seed in range(30):
        instance = shipped.from_class(random.Random(seed), "t", difficulty)
        assert tiles[0] <= len(instance.tiles) <= tiles[1]
        assert rows[0] <= instance.rows == instance.cols <= rows[1]
        assert all(1 <= value <= values[1] for tile in instance.tiles for value in tile)
        assert instance == shipped.from_class(random.Random(seed), "t", difficulty)


def test_a_batch_has_four_easy_four_medium_and_two_hard_instances() -> None:
    ones = shipped.batch(3)
    assert ones == shipped.batch(3)
    assert Counter(instance.difficulty for _, instance in ones) == {"easy": 4, "medium": 4, "hard": 2}
    assert [instance.name for _, instance in ones][::9] == ["b3-1-easy", "b3-10-hard"]
    seed, last = ones[-1]
    assert last == shipped.from_class(random.Random(seed), last.name, "hard")


def test_an_instance_has_the_requested_size_tiles_and_values() -> None:
    instance = shipped.generate(random.Random(1), "t", 4, 7, 9, 3, blocked=5, connected=True, length=2)
    assert (instance.rows, instance.cols, len(instance.tiles), len(instance.blocked)) == (4, 7, 9, 5)
    assert instance.connected and {len(tile) for tile in instance.tiles} == {2}
    assert {value for tile in instance.tiles for value in tile} <= {1, 2, 3}


@pytest.mark.parametrize(
    "wrong", [{"tiles": 0}, {"values": 0}, {"blocked": 17}, {"blocked": -1}, {"rows": 0}, {"cols": -4}, {"length": 1}]
)
def test_impossible_parameters_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(UserError):
        shipped.generate(random.Random(1), "t", **({"rows": 4, "cols": 4, "tiles": 3, "values": 3} | wrong))


def test_the_catalogue_holds_all_instances_of_the_published_ladder() -> None:
    entries = triominoes.catalogue()
    assert entries == triominoes.catalogue()
    instances = {entry.instance.name: entry.instance for entry in entries}
    assert len(instances) == len(entries)
    batches = Counter(one.difficulty for name, one in instances.items() if name[0] == "b" and "board" not in name)
    assert batches == {"easy": 40, "medium": 40, "hard": 20}
    extreme = [instance for name, instance in instances.items() if name.startswith("extreme-")]
    assert [(one.rows, one.cols, len(one.tiles)) for one in extreme] == [(n, n, n) for n in range(17, 36, 2)]
    assert {value for one in extreme for tile in one.tiles for value in tile} == set(range(1, 10))


def test_the_same_parameters_give_the_same_instances() -> None:
    for entry in triominoes.catalogue():
        rng, instance = random.Random(entry.seed), entry.instance
        if set(entry.parameters) == {"difficulty"}:
            assert instance == shipped.from_class(rng, instance.name, **entry.parameters)
        else:
            assert instance == shipped.generate(rng, instance.name, **entry.parameters)


def test_known_answers_have_a_source_and_fit_their_instances() -> None:
    known = emit.answers("triominoes")
    entries = triominoes.catalogue()
    assert known and set(known) <= {entry.instance.name for entry in entries}
    for entry in entries:
        assert parse(to_json(entry.instance)) == entry.instance
        assert bool(entry.known) == bool(entry.source) == (entry.instance.name in known)
        if entry.known:
            tiles = len(entry.instance.tiles)
            assert 0 <= known[entry.instance.name].answers["optimum"] <= tiles
            assert entry.known["first"] == ("sat" if entry.known["optimum"] == tiles else "unsat")


call = partial(called, "tilings.generators.triominoes")


def test_one_instance_is_written_in_every_format(tmp_path: Path) -> None:
    done = call("--rows", 3, "--tiles", 2, "--seed", 4, "--name", "t", "--out", tmp_path)
    assert (done.returncode, done.stdout.count("\n")) == (0, 4)
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == ["t.dzn", "t.json", "t.lp", "t.mps.gz"]


def test_a_batch_written_as_text_is_read_back_and_written_in_every_format(tmp_path: Path) -> None:
    file, out = tmp_path / "b3.txt", tmp_path / "out"
    assert call("--batch", 3, "--text", file).stdout == f"{file}\n"
    batch = [instance for _, instance in shipped.batch(3)]
    assert list(text.read(file.read_text(), "b3.txt", "b3").values()) == batch
    two = "".join(file.read_text().splitlines(keepends=True)[:2])
    file.write_text(two)
    assert call("--read", file, "--out", out).returncode == 0
    assert len(list(out.iterdir())) == 2 * len(emit.ENDINGS)
    assert [registry.load_instance(out / f"{one.name}.json")[1] for one in batch[:2]] == batch[:2]


def test_the_extreme_ladder_can_be_written_as_text(tmp_path: Path) -> None:
    file = tmp_path / "extreme.txt"
    assert call("--extreme", "--text", file).returncode == 0
    found = text.read(file.read_text(), str(file), "extreme").values()
    assert [len(one.tiles) for one in found] == list(range(17, 36, 2))
    assert {one.difficulty for one in found} == {"extreme"}


def test_different_boards_have_different_names(tmp_path: Path) -> None:
    for words in ((), ("--connected",), ("--blocked", 2), ("--length", 2, "--tiles", 5), ("--length", 4, "--tiles", 5)):
        assert call("--rows", 4, *words, "--out", tmp_path).returncode == 0
    assert sorted(path.stem for path in tmp_path.glob("*.json")) == [
        "r4-c4-m5-v6-b2-s0", "r4-c4-m5-v6-connected-s0", "r4-c4-m5-v6-l2-s0", "r4-c4-m5-v6-l4-s0", "r4-c4-m5-v6-s0",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--batch", "1", "--name", "t"), "--name names one instance, not 10"),
        (("--rows", "4", "--text", "unused.txt"), "the text format needs a 'difficulty'"),
        (("--length", "0"), "'length' must be a whole number from 2"),
        (("--cols", "0"), "'cols' must be a whole number from 1, not 0"),
        (("--rows", "-3", "--cols", "4"), "'rows' must be a whole number from 1, not -3"),
        (("--tiles", "-1"), "'tiles' must be a whole number from 1, not -1"),
        (("--difficulty", "hard", "--rows", "6"), "--rows cannot be used with --difficulty"),
        (("--batch", "3", "--seed", "1"), "--seed cannot be used with --batch"),
        (("--difficulty", "hard", "--name", "t", "--text", "unused.txt"), "the text format has no names"),
        (("--extreme", "--text", "/nowhere/t.txt"), "cannot write /nowhere/t.txt: No such file"),
        (("--read", "/nowhere.txt"), "cannot read /nowhere.txt: No such file"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_in_one_line(words: tuple[str, ...], message: str) -> None:
    done = call(*words)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1) and message in done.stderr
