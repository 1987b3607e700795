"""All engines find the same solutions of random puzzles as clingo."""

import clingo
from hypothesis import assume, given, settings

from tests.runners.native.packings import orbits, puzzles, raw, representatives
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import Choice, ColouredCover, Packing
from tilings.runners.native.auto import Auto
from tilings.runners.native.bits import Bits, kinds
from tilings.runners.native.dlx import Search
from tilings.runners.native.engines import opened
from tilings.runners.native.general import Covers
from tilings.runners.native.states import StatesSearch

CLINGO = """
1 { chosen(I) : covers(I,C) } 1 :- cell(C).
:- piece(P,N), not N { chosen(I) : of(I,P) } N.
#show chosen/1.
"""


def by_clingo(puzzle: Packing) -> list[list[int]]:
    """All solutions, symmetric ones included, from a program that is independent of the family's formulations."""
    facts = [f"cell({cell})." for cell in range(len(puzzle.cells))]
    facts += [f"piece({piece},{copies})." for piece, copies in enumerate(puzzle.copies)]
    for i, (piece, covered) in enumerate(zip(puzzle.piece, puzzle.covers, strict=True)):
        facts += [f"of({i},{piece}).", *(f"covers({i},{cell})." for cell in covered)]
    control = clingo.Control(["--models=0"], message_limit=0)
    control.add("base", [], CLINGO + "".join(facts))
    control.ground([("base", [])])
    solutions = []
    control.solve(
        on_model=lambda model: solutions.append(sorted(atom.arguments[0].number for atom in model.symbols(shown=True)))
    )
    return solutions


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_dancing_links_find_the_solutions_that_clingo_finds(instance: PolycubesInstance) -> None:
    puzzle = packing(instance, "bits", {})
    solutions = raw(puzzle)
    assume(solutions is not None)
    assert sorted(solutions or []) == sorted(by_clingo(puzzle))


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_all_engines_find_one_solution_of_each_class(instance: PolycubesInstance) -> None:
    puzzle = packing(instance, "bits", {})
    expected = orbits(puzzle)
    assume(expected is not None)
    assert representatives(puzzle, Bits(puzzle).advance()) == expected
    slow = puzzle._replace(settings={"registers": kinds()[-1], "constrain": "none"})
    assert representatives(puzzle, Bits(slow, threads=2).advance()) == expected
    by_order = {choice: StatesSearch(puzzle._replace(settings={"choice": choice})) for choice in ("order", "fewest")}
    for search in (*by_order.values(), Auto(Choice(puzzle._replace(engine="states"), puzzle))):
        search.advance(collect=False)
        assert search.solutions == len(expected or ())


def test_only_a_cover_without_bounds_colours_costs_and_symmetries_is_searched_by_plain_dancing_links() -> None:
    options = ((0, 2), (1,), (0,), (1, 2))
    plain = ColouredCover(((1, 1),) * 2, 1, options, ({},) * 4, (), (("option", (0,)),) * 4)
    assert isinstance(opened(plain), Search)
    assert sorted(opened(plain).advance()) == sorted(Covers(plain.bounds, 1, options).advance())
    for other in (
        plain._replace(bounds=((1, 1), (0, 1))),
        plain._replace(colours=({2: 1}, {}, {}, {2: 1})),
        plain._replace(costs=(1, 1, 1, 1)),
        plain._replace(symmetries=((2, 3, 0, 1),)),
    ):
        assert isinstance(opened(other), Covers)
