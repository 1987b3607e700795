"""The values that rows of `studies.hn` prove, impossible rows, and comparison with results of the plain search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tilings.models.problem import UserError
from tilings.models.squares.published import A036444
from tilings.models.terminal.command import ROOT
from tilings.studies.hn.certified import ProofState, Refutation, load
from tilings.studies.hn.rows import PlainResult, Shard, Tiling, read

WHERE = ("engine 1", "host", "cpu", "commit", "2026-11-21T12:00:00+00:00")
SQUARES = "0:0:1 0:1:1 1:0:1 1:1:1"
FOUR = Tiling(2, 4, 9, 0.1, *WHERE, SQUARES)


def shard(size: int, copies: int, part: int = 0, parts: int = 1, nodes: int = 5) -> Shard:
    return Shard(size, copies, nodes, 0.5, *WHERE, part, parts, 0, "0" * 16)


RESULT = PlainResult(2, 4, 5, 0.1, *WHERE, SQUARES, 4, 0.1)
CERTAIN = [FOUR, shard(2, 3)]


def test_a_tiling_and_a_refutation_of_one_copy_less_prove_the_value() -> None:
    state = ProofState([FOUR])
    assert state.certified.value(2) is None
    state.add(shard(2, 2))
    assert (state.certified.value(2), state.certified.refuted(2)) == (None, 2)
    state.add(shard(2, 3))
    assert state.certified.certain == {2: 4}
    assert state.certified.objections == []


def test_a_refutation_needs_all_its_parts() -> None:
    state = ProofState(shard(90, 1, part, 16) for part in range(15))
    assert (state.certified.refuted(90), state.certified.incomplete) == (0, {90: (1, 15, 16)})
    assert len(list(state.unfinished())) == 15
    state.add(shard(90, 1, 15, 16))
    assert state.certified.refutations == {90: Refutation(90, 1, 16, 80, 8.0, "engine 1")}
    assert not state.certified.incomplete
    assert not list(state.unfinished())


@pytest.mark.parametrize("other", [shard(2, 3, 1, 3), replace(shard(2, 3, 1, 2), engine="engine 2")])
def test_parts_of_another_division_or_version_do_not_complete_a_search(other: Shard) -> None:
    assert not ProofState([FOUR, shard(2, 3, 0, 2), other]).certified.certain


@pytest.mark.parametrize(
    "rows", [[FOUR, replace(shard(2, 3), engine="engine 0")], [replace(FOUR, copies=9), shard(2, 3)]]
)
def test_any_version_may_have_made_a_search_and_the_copies_that_a_tiling_uses_count(rows: list[Shard | Tiling]) -> None:
    assert ProofState(rows).certified.certain == {2: 4}


@pytest.mark.parametrize(
    ("row", "objection"),
    [
        (shard(2, 4), "has a tiling with 4 copies of a side, which were refuted"),
        (shard(2, 3, nodes=6), "part 0 of 1 of the 2 x 2 board with 3 copies of a side was searched twice: 5 nodes"),
        (replace(shard(2, 3), digest="f" * 16), "was searched twice"),
        (replace(shard(2, 2), solutions=1), "is recorded as refuted, but with 1 solutions"),
        (replace(FOUR, copies=3), "is not one: copies"),
        (replace(FOUR, tiling="0:0:2"), "is not one: size"),
        (replace(FOUR, tiling="0:0:x"), "is not one: not a list of squares: '0:0:x'"),
        (replace(FOUR, tiling="0:0:1 1:0:1 0:1:1 1:1"), "not a list of squares"),
        (replace(FOUR, tiling="0:0:1 1:0:1 0:1:1"), "not covered"),
        (replace(FOUR, tiling="0:0:1 1:0:1 0:1:1 1:2:1"), "board"),
    ],
)
def test_an_impossible_row_gives_an_objection(row: Shard | Tiling, objection: str) -> None:
    state = ProofState([FOUR, shard(2, 3)])
    (found,) = state.add(row)
    assert objection in found
    assert state.certified.objections == [found]


def test_an_invalid_tiling_proves_nothing() -> None:
    state = ProofState([replace(FOUR, tiling="0:0:1 1:0:1 0:1:1"), shard(2, 3)])
    assert not state.certified.tilings and not state.certified.certain


def test_the_cost_sums_all_shards_and_the_best_tilings() -> None:
    assert ProofState([FOUR, shard(2, 2), shard(2, 3), shard(3, 4)]).cost([2]) == (19, pytest.approx(1.1))


MANY = " ".join(f"{x}:{y}:1" for x in range(4) for y in range(4))


@pytest.mark.parametrize(
    ("rows", "result", "words"),
    [
        (CERTAIN, RESULT, ""),
        ([], RESULT, ""),
        (CERTAIN[:1], RESULT, ""),
        (CERTAIN[1:], RESULT, ""),
        ([replace(CERTAIN[1], copies=4)], RESULT, "finds a tiling for n = 2 with copies 4, which are refuted"),
        (CERTAIN[:1], replace(RESULT, copies=5, tiling=f"{SQUARES} 0:0:1"), "is not one"),
        (CERTAIN, replace(RESULT, tiling="0:0:1"), "is not one"),
        (
            [Tiling(4, 4, 9, 0.1, *WHERE, "0:0:2 0:2:2 2:0:2 2:2:2")],
            replace(RESULT, size=4, copies=16, tiling=MANY),
            "misses the tiling for n = 4 with copies 4",
        ),
    ],
)
def test_a_certain_value_is_confirmed_and_what_cannot_both_be_true_contradicted(
    rows: list[Shard | Tiling], result: PlainResult, words: str
) -> None:
    found = ProofState(rows).certified
    assert found.confirmed_by(result) == (rows is CERTAIN and not words)
    said = found.contradiction(result)
    assert words in said and bool(words) == bool(said)


def test_a_broken_row_is_named(tmp_path: Path) -> None:
    columns = ",".join(PlainResult.COLUMNS)
    (tmp_path / "plain-1-of-1.csv").write_text(f"{columns}\n1,0,,0,0,e,h,c,g,s,0,0\n", encoding="utf-8")
    with pytest.raises(UserError, match="plain-1-of-1.csv:2: a row is broken"):
        read(tmp_path, PlainResult)


def test_the_published_rows_certify_every_term_that_oeis_lists_and_those_up_to_112() -> None:
    found = load(ROOT / "results/published")
    assert found is not None and found.objections == []
    assert (list(A036444), found.certain) == (
        list(range(2, 101)),
        A036444 | dict.fromkeys(range(101, 112), 2) | {110: 1, 112: 1},
    )
