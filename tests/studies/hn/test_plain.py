"""A result of the plain search is held against what is certified of the same board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from models.problem import UserError
from studies.hn import plain
from studies.hn.certified import Certified, ProofState, Shard, Tiling
from studies.hn.plain import PlainResult

WHERE = ("engine 1", "host", "cpu", "commit", "2026-11-21T12:00:00+00:00")
FOUR = "0:0:1 0:1:1 1:0:1 1:1:1"
RESULT = PlainResult(2, 4, FOUR, 5, 0.1, *WHERE, 4, 0.1)
CERTAIN = [Tiling(2, 4, FOUR, 9, 0.1, *WHERE), Shard(2, 3, 0, 1, 5, 0, "0" * 16, 0.5, *WHERE)]


def certified(*rows: Shard | Tiling) -> Certified:
    return ProofState(rows).certified


def test_the_same_certain_value_is_confirmed() -> None:
    assert RESULT.confirms(certified(*CERTAIN))
    assert not RESULT.contradiction(certified(*CERTAIN))


@pytest.mark.parametrize("rows", [[], CERTAIN[:1], CERTAIN[1:]])
def test_a_value_that_is_not_certain_is_neither_confirmed_nor_contradicted(rows: list[Shard | Tiling]) -> None:
    assert not RESULT.confirms(certified(*rows))
    assert not RESULT.contradiction(certified(*rows))


@pytest.mark.parametrize(
    ("rows", "result", "words"),
    [
        ([replace(CERTAIN[1], copies=4)], RESULT, "finds a tiling for n = 2 with copies 4, which are refuted"),
        (CERTAIN[:1], replace(RESULT, copies=5, tiling=f"{FOUR} 0:0:1"), "is none"),
        (CERTAIN, replace(RESULT, tiling="0:0:1"), "is none"),
    ],
)
def test_what_cannot_both_be_true_is_a_contradiction(
    rows: list[Shard | Tiling], result: PlainResult, words: str
) -> None:
    assert words in result.contradiction(certified(*rows))
    assert not result.confirms(certified(*rows))


def test_a_tiling_with_fewer_copies_that_is_missed_is_a_contradiction() -> None:
    best = Tiling(4, 4, "0:0:2 0:2:2 2:0:2 2:2:2", 9, 0.1, *WHERE)
    many = " ".join(f"{x}:{y}:1" for x in range(4) for y in range(4))
    result = PlainResult(4, 16, many, 5, 0.1, *WHERE, 4, 0.1)
    assert "misses the tiling for n = 4 with copies 4" in result.contradiction(certified(best))


def test_a_broken_row_is_named(tmp_path: Path) -> None:
    columns = ",".join(PlainResult.__dataclass_fields__)
    (tmp_path / "plain-1-of-1.csv").write_text(f"{columns}\n1,0,,0,0,e,h,c,g,s,0,0\n", encoding="utf-8")
    with pytest.raises(UserError, match="plain-1-of-1.csv:2: a row is broken"):
        plain.read(tmp_path)
