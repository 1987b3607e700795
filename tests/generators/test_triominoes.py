"""Triominoes instances: reproducible, within the published ranges, and the shipped catalogue."""

from __future__ import annotations

import random
import sys

import pytest

from generators import triominoes
from models.problem import UserError
from models.triominoes.instance import parse, to_json


@pytest.mark.parametrize("difficulty", triominoes.CLASSES)
def test_classes_keep_the_published_ranges(difficulty: str) -> None:
    tiles, values, rows = triominoes.CLASSES[difficulty]
    for seed in range(30):
        instance = triominoes.from_class(random.Random(seed), "t", difficulty)
        assert tiles[0] <= len(instance.tiles) <= tiles[1]
        assert rows[0] <= instance.rows == instance.cols <= rows[1]
        assert all(1 <= value <= values[1] for tile in instance.tiles for value in tile)
        assert instance == triominoes.from_class(random.Random(seed), "t", difficulty)


def test_parameters_are_honoured() -> None:
    instance = triominoes.generate(random.Random(1), "t", 4, 7, 9, 3, blocked=5, connected=True)
    assert (instance.rows, instance.cols, len(instance.tiles), len(instance.blocked)) == (4, 7, 9, 5)
    assert instance.connected
    assert {value for tile in instance.tiles for value in tile} <= {1, 2, 3}


@pytest.mark.parametrize("wrong", [{"tiles": 0}, {"values": 0}, {"blocked": 17}, {"blocked": -1}, {"rows": 0}])
def test_impossible_parameters_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(UserError):
        triominoes.generate(random.Random(1), "t", **({"rows": 4, "cols": 4, "tiles": 3, "values": 3} | wrong))


def test_catalogue() -> None:
    entries = triominoes.catalogue()
    names = [entry.instance.name for entry in entries]
    assert len(set(names)) == len(names)
    assert entries == triominoes.catalogue()
    assert [sum(name.startswith(start) for name in names) for start in ("b", "extreme", "dense")] == [20, 5, 10]
    assert {*triominoes.OPEN, *triominoes.FEWER, *triominoes.COUNTS} <= set(names)
    for entry in entries:
        assert parse(to_json(entry.instance)) == entry.instance
        assert bool(entry.known) == bool(entry.source)
        if "optimum" in entry.known:
            full = entry.known["optimum"] == len(entry.instance.tiles)
            assert entry.known["first"] == ("sat" if full else "unsat")


def test_command(tmp_path, monkeypatch, capsys) -> None:
    command = ["triominoes", "--rows", "3", "--tiles", "2", "--seed", "4", "--name", "t", "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", command)
    assert triominoes.main() == 0
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == ["t.dzn", "t.json", "t.lp", "t.mps.gz"]
    assert len(capsys.readouterr().out.splitlines()) == 4
