"""Formulas of square tilings: a right one is bound to its instance, and what a wrong one gets wrong is named."""

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest
from pysat import card, pb

from tests.runners.binding.writer import Writer
from tilings.runners.binding.check import check
from tilings.runners.binding.families.squares import SquaresRules
from tilings.studies.hn.plain_search import PlainSearch

BOARD: dict[str, Any] = {"family": "squares", "name": "b", "width": 5, "height": 4, "max_copies": 3}


Square = tuple[int, int, int]


def placements(board: dict[str, Any]) -> list[Square]:
    width, height = board["width"], board["height"]
    largest = min(width, height) - (width == height)
    return [
        (x, y, side)
        for side in range(1, largest + 1)
        for x, y in product(range(width - side + 1), range(height - side + 1))
    ]


def cells(square: Square) -> list[tuple[int, int]]:
    x, y, side = square
    return list(product(range(x, x + side), range(y, y + side)))


def named(square: Square) -> str:
    return "square({},{},{})".format(*square)


def over(board: dict[str, Any], x: int, y: int) -> list[str]:
    return [named(square) for square in placements(board) if (x, y) in cells(square)]


def encoded(board: dict[str, Any], value: int | None = None) -> Writer:
    """A cover encoding of a board, with every constraint that has a rule."""
    made = Writer()
    squares = placements(board)
    for x, y in product(range(board["width"]), range(board["height"])):
        group = f"constraint cover({x},{y})"
        made.add(group, *over(board, x, y))
        for first, second in combinations(over(board, x, y), 2):
            made.add(group, f"-{first}", f"-{second}")
    limit = board["max_copies"] or value
    for first, second in combinations(squares, 2):
        if any(cell in cells(first) for cell in cells(second)):
            made.add("constraint apart", f"-{named(first)}", f"-{named(second)}")
    for side in sorted({side for *_, side in squares}):
        names = [named(square) for square in squares if square[2] == side]
        if limit and limit < len(names):
            made.at_most(f"constraint copies({side})", names, limit)
        if value is not None:
            made.at_most(f"constraint objective({value})", names, value)
    corner = [f"square(0,0,{side})" for side in sorted({side for *_, side in squares})]
    made.order = corner
    for motion, last in (("-1,2", board["width"]), ("1,-2", board["height"])):
        for one, other in combinations(range(1, len(corner) + 1), 2):
            opposite = f"{last - other},0" if motion == "-1,2" else f"0,{last - other}"
            made.add(f"symmetry motion({motion})", f"-square(0,0,{one})", f"-square({opposite},{other})")
    return made


@pytest.mark.parametrize(
    ("board", "value"), [(BOARD, None), ({**BOARD, "max_copies": None}, 2), ({**BOARD, "max_copies": None}, None)]
)
def test_a_right_formula_is_bound(board: dict[str, Any], value: int | None) -> None:
    found = check(board, encoded(board, value).text(), "first", value)
    assert not found.faults
    assert found.clauses > 400
    assert found.unbroken == []


@pytest.mark.parametrize(
    "board",
    [
        {**BOARD, "max_copies": None},
        {**BOARD, "width": 4, "max_copies": None},
        {**BOARD, "width": 4, "max_copies": 4},
        {**BOARD, "max_copies": 4},
        {**BOARD, "width": 6},
        {"family": "squares", "name": "b", "width": 4, "height": 4, "sides": [2, 2, 2, 1, 1, 1, 1]},
    ],
)
def test_each_rule_holds_in_each_tiling(board: dict[str, Any]) -> None:
    """Each tiling that the instance allows satisfies all inequalities, with the variables as their names say."""
    squares = placements(board)
    variables = {("square", square): number for number, square in enumerate(squares, start=1)}
    sides = range(1, 5)
    constraints = [("cover", cell) for cell in product(range(board["width"]), range(board["height"]))]
    constraints += [(name, (number,)) for name in ("copies",) for number in sides]
    constraints += [("area", ()), ("strips", ())]
    seen = 0
    for tiling in PlainSearch(board["width"], board["height"], [99] * max(side for *_, side in squares)).tilings():
        counts = [sum(square[2] == side for square in tiling) for side in sides]
        allowed = board.get("max_copies") or 99
        if max(counts) > allowed or ("sides" in board and counts != [board["sides"].count(side) for side in sides]):
            continue
        seen += 1
        for value in (None, max(counts)):
            rules = SquaresRules(board, "first", value, variables)
            true = {variables["square", square] for square in tiling}
            for constraint in [*constraints, ("objective", (value or 0,))]:
                rule = rules.rule(constraint)
                for sums in rule.inequalities if rule else ():
                    held = [literal for literal in sums.weights if (abs(literal) in true) == (literal > 0)]
                    assert sum(sums.weights[literal] for literal in held) <= sums.bound, (constraint, tiling)
    assert seen


def test_a_square_beside_a_strip_that_nothing_fills_is_in_no_tiling() -> None:
    """One square of side 1 cannot fill a strip of width 1 and length 3."""
    board = {**BOARD, "max_copies": 1}
    made = Writer()
    made.add("constraint strips", "-square(1,0,3)")
    assert not check(board, made.text(), "first").faults
    made.add("constraint strips", "-square(2,1,3)")
    assert not check(board, made.text(), "first").faults, "the other edges of the board count as well"
    made.add("constraint strips", "-square(0,0,3)")
    assert not check(board, made.text(), "first").faults, "above it is a strip of length 3 and width 1"
    made.add("constraint strips", "-square(1,0,1)")
    assert len(check(board, made.text(), "first").faults) == 1


def test_areas_may_be_counted_by_weights() -> None:
    pytest.importorskip("pypblib", reason="PBLib is not installed")
    board = {**BOARD, "width": 3, "height": 2}
    made = Writer()
    squares = placements(board)
    numbers = [made.literal(f"square({x},{y},{side})") for x, y, side in squares]
    for write in (pb.PBEnc.leq, pb.PBEnc.geq):
        counted = write(
            lits=numbers, weights=[side**2 for *_, side in squares], bound=6, top_id=made.last,
            encoding=pb.EncType.seqcounter,
        )  # fmt: skip
        made.last = counted.nv
        for clause in counted.clauses:
            made.add("constraint area", *clause)
    assert not check(board, made.text(), "first").faults
    assert check({**board, "width": 4}, made.text(), "first").faults


def swap_meanings(made: Writer) -> None:
    one, other = made.numbers["square(0,0,2)"], made.numbers["square(3,1,2)"]
    made.numbers |= {"square(0,0,2)": other, "square(3,1,2)": one}


def leave_out(made: Writer) -> None:
    number = made.numbers["square(0,0,2)"]
    for clauses in made.groups.values():
        for clause in clauses:
            clause[:] = [literal for literal in clause if literal != number]


MISTAKES: dict[str, Callable[[Writer], object]] = {
    "a placement missing from a cell": lambda made: made.groups["constraint cover(2,2)"][0].pop(),
    "a pair that does not overlap": lambda made: made.add("constraint cover(2,2)", "-square(2,2,1)", "-square(0,0,1)"),
    "a pair under another cell": lambda made: made.add("constraint cover(0,0)", "-square(2,2,1)", "-square(1,1,2)"),
    "a wrong strip": lambda made: made.add("constraint strips", "-square(0,0,3)"),
    "a counter of two constraints": lambda made: made.add(
        "constraint copies(1)", -made.groups["constraint copies(2)"][0][1]
    ),
    "a free clause": lambda made: made.add("constraint copies(2)", "-square(0,0,2)"),
    "a counter that starts too high": lambda made: made.add(
        "constraint copies(1)", made.groups["constraint copies(1)"][-1][0] * -1
    ),
    "a wrong meaning": swap_meanings,
    "a square that is left out": leave_out,
    "a pair that lies apart": lambda made: made.add("constraint apart", "-square(0,0,2)", "-square(2,0,2)"),
    "an empty clause": lambda made: made.add("constraint cover(0,0)"),
}


def test_a_constraint_without_a_rule_is_named_and_its_formula_does_not_pass() -> None:
    made = encoded(BOARD)
    made.add("constraint lucky(1)", "-square(0,0,2)", "-square(1,1,2)")
    found = check(BOARD, made.text(), "first")
    assert (found.faults, found.unknown) == ([], ["lucky(1): there is no rule for this constraint"])


def test_an_encoding_that_is_not_understood_is_named_and_its_formula_does_not_pass() -> None:
    made = encoded(BOARD)
    names = [made.literal(named(square)) for square in placements(BOARD) if square[2] == 1]
    counted = card.CardEnc.atmost(names, 3, top_id=made.last, encoding=card.EncType.sortnetwrk)
    made.last = counted.nv
    made.groups["constraint copies(1)"] = counted.clauses
    found = check(BOARD, made.text(), "first")
    assert not found.faults
    assert [line.split(": ")[:2] for line in found.unknown] == [["copies(1)", "it counts a literal twice"]]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ("a placement missing from a cell", "cover(2,2): it does not follow"),
        ("a pair that does not overlap", "cover(2,2): it does not follow"),
        ("a pair under another cell", "cover(0,0): it does not follow"),
        ("a wrong strip", "strips: it does not follow"),
        ("a counter of two constraints", "the auxiliary variable"),
        ("a free clause", "copies(2): it does not follow"),
        ("a counter that starts too high", "copies(1): it does not follow"),
        ("a wrong meaning", "cover("),
        ("a square that is left out", "cover(0,0): it does not follow"),
        ("a pair that lies apart", "apart: it does not follow"),
        ("an empty clause", "cover(0,0): it does not follow"),
    ],
)
def test_each_mistake_is_found(change: str, where: str) -> None:
    made = encoded(BOARD)
    MISTAKES[change](made)
    assert any(fault.startswith(where) for fault in check(BOARD, made.text(), "first").faults)


def test_a_limit_that_is_too_small_and_an_objective_that_nobody_claimed_are_found() -> None:
    found = check(BOARD, encoded({**BOARD, "max_copies": 2}).text(), "first")
    assert any(fault.startswith("copies(1): it does not follow") for fault in found.faults)
    found = check(BOARD, encoded({**BOARD, "max_copies": None}, 2).text(), "first")
    assert any(fault.startswith("objective(2): no objective is claimed") for fault in found.faults)


def test_a_weaker_objective_than_the_claimed_one_follows_and_a_stronger_one_does_not() -> None:
    made = encoded({**BOARD, "max_copies": None}, 3)
    assert not check({**BOARD, "max_copies": None}, made.text(), "optimum", 2).faults
    assert check({**BOARD, "max_copies": None}, made.text(), "optimum", 4).faults
