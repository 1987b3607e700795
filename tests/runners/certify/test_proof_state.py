"""What rows prove, and which rows cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from runners.certify.ledger import Shard, Tiling
from runners.certify.proof_state import Evidence
from runners.certify.search import PARTS, VERSION, WHOLE_BELOW, Unit

WHERE = ("host", "cpu", "commit", "2026-11-21T12:00:00+00:00")
FOUR = Tiling(2, 4, "0:0:1 0:1:1 1:0:1 1:1:1", 9, 0.1, VERSION, *WHERE)


def shard(size: int, copies: int, part: int = 0, parts: int = 1, nodes: int = 5) -> Shard:
    return Shard(size, copies, part, parts, nodes, 0, "0" * 16, 0.1, VERSION, *WHERE)


def test_a_tiling_and_one_copy_less_refuted_make_certain() -> None:
    evidence = Evidence([FOUR])
    assert not evidence.certain(2)
    evidence.add(shard(2, 2))
    assert (evidence.certain(2), evidence.refuted(2)) == (False, 2)
    evidence.add(shard(2, 3))
    assert evidence.certain(2)
    assert evidence.objections == []


def test_a_refutation_needs_all_its_parts() -> None:
    evidence = Evidence(shard(WHOLE_BELOW, 1, part, PARTS) for part in range(PARTS - 1))
    assert evidence.missing(WHOLE_BELOW, 1) == [Unit(WHOLE_BELOW, 1, PARTS - 1, PARTS)]
    assert evidence.refuted(WHOLE_BELOW) == 0
    evidence.add(shard(WHOLE_BELOW, 1, PARTS - 1, PARTS))
    assert evidence.refuted(WHOLE_BELOW) == 1


def test_a_tiling_settles_the_units_with_as_many_copies_or_more() -> None:
    evidence = Evidence([FOUR])
    assert [evidence.settled(Unit(2, copies)) for copies in (3, 4, 5)] == [False, True, True]


def test_a_refutation_settles_the_units_with_as_many_copies_or_fewer() -> None:
    evidence = Evidence([shard(2, 2)])
    assert [evidence.settled(Unit(2, copies)) for copies in (1, 2, 3)] == [True, True, False]


@pytest.mark.parametrize("other", [replace(shard(2, 3), engine="another"), shard(2, 3, 0, 2)])
def test_other_versions_and_divisions_do_not_count(other: Shard) -> None:
    evidence = Evidence([FOUR, other])
    assert not evidence.certain(2)
    assert evidence.aside == 1


def test_a_tiling_counts_whatever_found_it() -> None:
    assert Evidence([replace(FOUR, engine="another"), shard(2, 3)]).certain(2)


@pytest.mark.parametrize(
    ("row", "objection"),
    [
        (shard(2, 4), "has a tiling with 4 copies of a side, which were refuted"),
        (shard(2, 3, nodes=6), "part 0 of 1 of the 2 x 2 board with 3 copies of a side was searched twice: 5 nodes"),
        (replace(shard(2, 3), digest="f" * 16), "was searched twice"),
        (replace(shard(2, 2), solutions=1), "is recorded as refuted, but with 1 solutions"),
        (replace(FOUR, copies=3), "is none: copies"),
        (replace(FOUR, tiling="0:0:2"), "is none: size"),
    ],
)
def test_what_cannot_be_is_objected_to(row: Shard | Tiling, objection: str) -> None:
    evidence = Evidence([FOUR, shard(2, 3)])
    (found,) = evidence.add(row)
    assert objection in found
    assert evidence.objections == [found]
