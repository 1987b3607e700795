"""Numbers of pieces, one-sided pieces, gaps: formulations that state them find the solutions that brute force finds."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.canonical import canonical
from tests.models import solving
from tilings.models import registry
from tilings.models.polycubes import PROBLEM, drawn, notes
from tilings.models.polycubes.check import check, objective
from tilings.models.polycubes.instance import Cell, PolycubesInstance, parse, to_json
from tilings.models.polycubes.screen import definition
from tilings.models.problem import Solution, UserError

SHAPES = {"M": [[0, 0, 0]], "D": [[0, 0, 0], [1, 0, 0]], "L": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}
SHAPES |= {"J": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]], "S": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]]}
STATES = registry.formulations("polycubes")["dlx_states"]
STATING = [one for one in registry.formulations("polycubes").values() if "ranges" not in one.excludes]


@st.composite
def puzzles(draw: st.DrawFn, named: str = "MDLJS") -> PolycubesInstance:
    """A small board, the numbers of its pieces from none to a few, some of them one-sided, and numbers of gaps."""
    box = draw(st.sampled_from([[3, 2, 1], [2, 2, 2], [3, 3, 1]]))
    pieces = []
    for name in draw(st.sets(st.sampled_from(named), min_size=1)):
        copies = draw(st.integers(1, 4))
        optional = draw(st.integers(0, copies))
        piece = {"name": name, "cells": SHAPES[name], "copies": copies, "optional": optional}
        pieces.append(piece | {"one_sided": draw(st.booleans())})
    gaps = sorted(draw(st.tuples(st.integers(0, 4), st.integers(0, 9))))
    also = {"convention": draw(st.sampled_from(["raw", "reflections"])), "reflect": draw(st.booleans())}
    try:
        return parse({"name": "x", "box": box, "pieces": pieces, "gaps": gaps} | also)
    except UserError:  # the volumes do not fit
        assume(False)
        raise


def packings(instance: PolycubesInstance) -> set[Solution]:
    """All solutions, by brute force: each cell in turn is a gap or lies under a placement of which it is the first."""
    chosen = [
        (piece.name, cells)
        for piece in instance.pieces
        for cells in combinations(sorted(instance.cells), len(piece.cells))
    ]
    placements = [one for one in chosen if all(fault.rule != "shape" for fault in check(instance, (one,), "first"))]

    def fill(left: frozenset[Cell], placed: Solution, gaps: int) -> Iterator[Solution]:
        used = Counter(name for name, _ in placed)
        if any(used[piece.name] > piece.copies for piece in instance.pieces) or gaps > instance.gaps[1]:
            return
        if not left:
            if gaps >= instance.gaps[0] and all(used[piece.name] >= piece.least for piece in instance.pieces):
                yield tuple(sorted(placed))
            return
        first = min(left)
        yield from fill(left - {first}, placed, gaps + 1)
        for name, cells in placements:
            if min(cells) == first and left.issuperset(cells):
                yield from fill(left.difference(cells), (*placed, (name, cells)), gaps)

    return set(fill(frozenset(instance.cells), (), 0))


@pytest.mark.parametrize("formulation", STATING, ids=lambda found: found.name)
def test_every_formulation_that_states_ranges_finds_all_packings_and_the_fewest_gaps(formulation) -> None:
    slow = formulation.language in ("cp", "cpmpy", "mip")  # each solution takes a program's start

    @settings(max_examples=3 if slow else 25, deadline=None)
    @given(puzzles())
    def compared(instance: PolycubesInstance) -> None:
        expected, symmetries = packings(instance), PROBLEM.symmetries(instance)
        if formulation.name in ("dlx_auto", "dlx_states"):
            count = solving.number(formulation, instance)
            assert count == len({canonical(one, symmetries) for one in expected}), "it may count by states"
        elif "count" in formulation.goals:
            found = solving.solve(formulation, instance, "count")
            classes = {canonical(one, symmetries) for one in expected}
            assert {canonical(one, symmetries) for one in found} == classes
            if formulation.engines and instance.ranges:
                assert len(found) == len(classes), "the engine lets one solution of each class count"
        if "optimum" in formulation.goals and "optimum" in PROBLEM.goals(instance):
            best = [objective(instance, solution) for solution in solving.solve(formulation, instance, "optimum")]
            assert best == sorted(objective(instance, solution) for solution in expected)[:1]

    compared()


@pytest.mark.parametrize(
    ("box", "pieces", "count"),
    [
        ("4x4", "any number of tetrominoes", 22),
        ("6x6", "any number of tetrominoes", 22516),
        ("8x8", "any number of tetrominoes", 2384735766),
    ],
)
def test_any_number_of_pieces_is_counted_by_states(box: str, pieces: str, count: int) -> None:
    instance = parse(drawn.read(f"box {box}\n{pieces}\n", "x", "x").instance)
    assert solving.number(STATES, instance) == count


@settings(max_examples=40, deadline=None)
@given(puzzles())
def test_a_proof_that_there_is_no_solution_is_right(instance: PolycubesInstance) -> None:
    assert not (notes.impossible(instance) and packings(instance))


@settings(max_examples=40, deadline=None)
@given(puzzles("DL"), st.data())
def test_the_checker_counts_copies_and_gaps(instance: PolycubesInstance, data: st.DataObject) -> None:
    """A part of a solution is one exactly if brute force finds it; in wider ranges others are solutions, too."""
    solution = data.draw(st.sampled_from(sorted(packings(instance)) or [()]))
    part = tuple(one for one in solution if data.draw(st.booleans()))
    assert (check(instance, part, "first") == []) == (part in packings(instance))
    looser = instance._replace(gaps=(0, 9), pieces=tuple(one._replace(optional=one.copies) for one in instance.pieces))
    assert check(looser, part, "first") == []


def test_only_formulations_that_need_every_copy_may_be_left_out() -> None:
    stating = {
        "asp_cover", "cp_channel", "cp_cover", "cpmpy_cover", "cpsat_cover", "dlx_auto", "dlx_cover", "dlx_states",
        "mip_placement", "sat_cover",
    }  # fmt: skip
    assert stating <= {one.name for one in STATING}


@given(puzzles())
def test_gaps_range_between_numbers_that_some_of_the_pieces_leave(instance: PolycubesInstance) -> None:
    used = product(*(range(piece.least, piece.copies + 1) for piece in instance.pieces))
    filled = (sum(n * len(piece.cells) for n, piece in zip(each, instance.pieces, strict=True)) for each in used)
    assert set(instance.gaps) <= {len(instance.cells) - cells for cells in filled}


@given(puzzles())
def test_an_instance_is_read_back_from_its_file(instance: PolycubesInstance) -> None:
    assert parse(to_json(instance)) == instance


def test_gaps_are_pieces_of_one_cell_in_a_definition_file() -> None:
    instance = parse({"name": "x", "box": [2, 2, 1], "pieces": [{"name": "D", "cells": SHAPES["D"]}], "gaps": [0, 4]})
    assert "\ngap   gap.2\nD     D\n" in definition(instance, (("D", ((0, 0, 0), (1, 0, 0))),))


def test_a_definition_file_names_the_one_sided_pieces_in_a_comment() -> None:
    pieces = [{"name": name, "cells": SHAPES["J"], "one_sided": name == "K"} for name in "JK"]
    instance = parse({"name": "x", "box": [4, 2, 1], "pieces": pieces, "reflect": True})
    solution = next(iter(packings(instance)))
    assert definition(instance, solution).startswith("# one-sided: K\nD:xDim=4")
    assert not definition(instance._replace(reflect=False), solution).startswith("#")


COPIES = {"name": "x", "box": [3, 1, 1], "pieces": [{"name": "M", "cells": [[0, 0, 0]], "copies": 3, "optional": 2}]}


@pytest.mark.parametrize(
    ("used", "gaps", "broken"),
    [
        (0, [0, 3], ["copies", "gaps"]), (1, [0, 3], []), (2, [0, 3], []), (3, [0, 3], []), (4, [0, 3], ["copies"]),
        (1, [0, 1], ["gaps"]), (2, [0, 1], []), (2, [1, 2], []), (3, [1, 2], ["gaps"]), (3, [0, 0], []),
    ],
)  # fmt: skip
def test_the_checker_knows_the_fewest_and_the_most_copies_and_gaps(
    used: int, gaps: list[int], broken: list[str]
) -> None:
    """The unused cells among three in a row are gaps; a fourth piece lies on the third."""
    solution = tuple(("M", ((min(place, 2), 0, 0),)) for place in range(used))
    rules = {violation.rule for violation in check(parse(COPIES | {"gaps": gaps}), solution, "first")}
    assert sorted(rules - {"overlap"}) == broken
