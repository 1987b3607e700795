"""The bit-parallel engine finds what plain dancing links find, for all registers, threads, parts and slices."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.runners.native import slices
from tests.runners.native.packings import LARGE, orbits, puzzles, representatives, shipped
from tests.runners.native.slices import check_slices
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import Packing, UserError
from tilings.runners.native._engine import BitsPuzzle, BitsSearch
from tilings.runners.native.bits import Bits, candidates, kinds


def same_with_all_registers(instance: PolycubesInstance) -> None:
    """Each kind of register finds every class of solutions once, and all kinds search the same tree."""
    found = packing(instance, "bits", {})
    expected = orbits(found)
    assume(expected is not None)
    efforts = set()
    for kind in kinds():
        search = Bits(found._replace(settings={"registers": kind}))
        assert representatives(found, search.advance()) == expected
        assert (search.kind, search.finished, search.solutions) == (kind, True, len(expected or ()))
        efforts.add((search.nodes, search.updates))
    assert len(efforts) == 1


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_solutions_are_those_of_the_plain_search_with_all_registers(instance: PolycubesInstance) -> None:
    same_with_all_registers(instance)


@pytest.mark.parametrize("box", LARGE)
@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_masks_of_every_width_give_the_same_solutions(box: tuple[int, int, int], data: st.DataObject) -> None:
    same_with_all_registers(data.draw(puzzles(boxes=(box,))))


@settings(max_examples=30, deadline=None)
@given(puzzles(), st.sampled_from(["rotations", "reflections"]))
def test_the_classes_of_solutions_do_not_depend_on_the_constrained_piece(
    instance: PolycubesInstance, convention: str
) -> None:
    found = packing(instance._replace(convention=convention), "bits", {})
    expected = orbits(found)
    assume(expected is not None)
    for choice in ("none", "auto", *(found.names[piece] for piece in candidates(found))):
        search = Bits(found._replace(settings={"constrain": choice}))
        assert representatives(found, search.advance()) == expected


@settings(max_examples=30, deadline=None)
@given(puzzles(), st.integers(1, 40))
def test_a_search_in_slices_gives_the_same_sequence_of_solutions(instance: PolycubesInstance, step: int) -> None:
    found = packing(instance, "bits", {})
    check_slices(lambda: Bits(found), step)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_limit_of_solutions_is_exact(threads: int) -> None:
    """Whether the solutions are wanted or only counted may change from call to call."""
    search = Bits(shipped("bits", "pentominoes5x12"), threads)
    seen: list[list[int]] = []
    for wanted in (1, 7, 2, 30):
        before = search.solutions
        assert search.advance(max_solutions=3, collect=False) == []
        seen += search.advance(max_solutions=wanted)
        assert search.solutions == before + 3 + wanted
    assert len({tuple(solution) for solution in seen}) == 40
    rest = search.advance()
    assert search.solutions == len(rest) + 40 + 12 == 1010


@pytest.mark.parametrize("name", ["soma-reflections", "pentominoes3x20", "tetrominoes4x5"])
def test_the_expected_time_is_positive_and_the_same_each_time(name: str) -> None:
    search = Bits(shipped("bits", name))
    assert search.expected_s() == search.expected_s() > 0


def test_the_empty_puzzle_has_one_solution_in_one_part() -> None:
    nothing = Packing("bits", {}, (1, 1, 1), (), (), (), (), (), ((),), ())
    assert Bits(nothing).advance() == [[]]
    assert [Bits(nothing, part=part, parts=3).advance() for part in range(3)] == [[[]], [], []]


def test_pieces_without_room_have_no_solution() -> None:
    cells = ((0, 0, 0), (1, 0, 0))
    assert Bits(Packing("bits", {}, (2, 1, 1), cells, ("I", "X"), (1, 1), (0,), ((0, 1),), ((0,),), ())).advance() == []
    assert Bits(Packing("bits", {}, (2, 1, 1), cells, ("I",), (2,), (0,), ((0, 1),), ((0,),), ())).advance() == []


def test_memory_stays_bounded_with_threads() -> None:
    """A million solutions of 32 placements would take some 150 MB."""
    program = (
        "import sys; sys.path.insert(0, '.')\n"
        "from resource import RUSAGE_SELF, getrusage\n"
        "from tests.runners.native.test_bits import Bits, shipped\n"
        "search = Bits(shipped('bits', 'dominoes8x8'), threads=2)\n"
        "search.advance(max_solutions=1000, collect=False)\n"
        "before = getrusage(RUSAGE_SELF).ru_maxrss\n"
        "search.advance(max_solutions=1_000_000, collect=False)\n"
        "print(search.solutions, getrusage(RUSAGE_SELF).ru_maxrss - before)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    solutions, kilobytes = map(int, ran.stdout.split())
    assert solutions == 1_001_000
    assert kilobytes < 30_000


@pytest.mark.parametrize("threads", [1, 3])
def test_ctrl_c_interrupts_a_search_that_can_then_be_continued(threads: int) -> None:
    search = Bits(shipped("bits", "box-in-a-diamond", constrain="none"), threads=threads)
    slices.interrupt(search)
    before = search.nodes
    search.advance(max_nodes=1000)
    assert search.nodes > before


# Two dominoes in a square, as the engine is given it.
SQUARE: dict[str, Any] = {
    "cells": 4, "copies": [2], "piece": [0, 0, 0, 0], "covers": [[0, 1], [2, 3], [0, 2], [1, 3]],
    "symmetries": [[0, 1, 2, 3], [1, 0, 2, 3]], "adjacent": [(0, 1), (2, 3), (0, 2), (1, 3)], "constrained": -1,
}  # fmt: skip
ALONE: dict[str, Any] = {"kind": "", "threads": 1, "part": 0, "parts": 1, "depth": -1}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"cells": -1}, "the number of cells is out of range: -1"),
        ({"cells": 2**40}, "the number of cells is out of range"),
        ({"cells": 3}, "placement 1 covers cell 3, but cells are 0..2"),
        ({"covers": [[0, 1], [2, 3], [0, 2], []]}, "placement 3 covers nothing"),
        ({"covers": [[0, 1], [2, 3], [0, 2], [1, 1]]}, "placement 3 covers cell 1 twice"),
        ({"covers": [[0, 1], [2, 3], [0, 2], [1, 0]]}, "placements 0 and 3 are the same"),
        ({"covers": [[0, 1]]}, "every placement needs its piece and its cells"),
        ({"piece": [0, 0, 0, 1]}, "placement 3 is of piece 1, which does not exist"),
        ({"piece": [0, 0, 0, -1]}, "placement 3 is of piece -1"),
        ({"copies": [0]}, "a piece has 0 copies"),
        ({"symmetries": [[0, 1, 2, 3], [1, 1, 2, 3]]}, "is not a permutation of 4 placements"),
        ({"symmetries": [[0, 1, 2, 4]]}, "is not a permutation of 4 placements"),
        ({"adjacent": [(0, 4)]}, "cells 0 and 4 cannot be neighbours"),
        ({"adjacent": [(1, 1)]}, "cells 1 and 1 cannot be neighbours"),
        ({"constrained": 1}, "there is no piece 1 to constrain"),
        ({"kind": "mmx"}, "this processor has no vector registers 'mmx'; it has .*plain"),
        ({"threads": 0}, "threads must be from 1 to 1024, not 0"),
        ({"parts": 0}, "parts must be from 1 to"),
        ({"part": 2, "parts": 2}, "part must be from 0 to 1, not 2"),
        ({"depth": -2}, "depth must be 0 or more, or -1 for automatic, not -2"),
        ({"threads": 4, "parts": 2**62}, "parts must be from 1 to"),
    ],
)
def test_bad_input_is_refused_in_one_clear_line(wrong: dict[str, Any], message: str) -> None:
    assert len(BitsSearch(BitsPuzzle(**SQUARE), **ALONE).advance()) == 2
    changed = SQUARE | ALONE | wrong
    with pytest.raises(ValueError, match=message) as refusal:
        BitsSearch(BitsPuzzle(**{key: changed[key] for key in SQUARE}), **{key: changed[key] for key in ALONE})
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("limit", ["max_solutions", "max_nodes"])
def test_negative_limits_are_refused(limit: str) -> None:
    with pytest.raises(ValueError, match=f"{limit} is negative"):
        Bits(shipped("bits", "soma-raw")).advance(**{limit: -1})


@pytest.mark.parametrize(
    ("name", "options", "complaint"),
    [
        ("pentominoes6x10", {"registers": "mmx"}, "registers are auto or, on this machine, .*plain, not 'mmx'"),
        ("pentominoes6x10", {"constrain": "Q"}, "there is no piece 'Q' to constrain; the pieces are F, I"),
        ("dominoes4x4", {"constrain": "D"}, "piece D cannot be constrained"),
    ],
)
def test_bad_settings_are_refused_in_one_clear_line(name: str, options: dict[str, str], complaint: str) -> None:
    with pytest.raises(UserError, match=complaint) as refusal:
        Bits(shipped("bits", name, **options))
    assert "\n" not in str(refusal.value)
