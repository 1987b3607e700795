"""All engines, algorithms and filters find the same solutions of random puzzles as clingo."""

from __future__ import annotations

from dataclasses import replace

import clingo
from hypothesis import assume, given, settings

from tests.runners.native.packings import Solution, least, orbits, puzzles, raw
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import ColouredCover, Packing
from tilings.runners.native.auto import Auto
from tilings.runners.native.bits import Bits, kinds
from tilings.runners.native.classic import search as classic
from tilings.runners.native.dlx import Search
from tilings.runners.native.engines import opened
from tilings.runners.native.general import Covers
from tilings.runners.native.holes import Holes
from tilings.runners.native.states import count as count_by_states

# The algorithms by themselves and all together; filters and triggers all the way down.
CLASSIC: list[dict[str, str]] = [
    {},
    {"order": "R"},
    {"order": "a@45"},
    {"order": "x,f=3"},
    {"mch": "all"},
    {"emch": "all"},
    {"bruijn": "all"},
    {"mch": "6", "emch": "4", "bruijn": "2", "constrain": "auto"},
    {"parity_filter": "once", "parity_trigger": "1"},
    {"volume_filter": "1", "constrain": "auto"},
    {"fit_filter": "1", "fit_passes": "2"},
    {"volume_trigger": "1", "bruijn": "3", "constrain": "auto"},
    {"parity_filter": "1", "volume_filter": "1", "fit_filter": "1", "constrain": "auto", "mch": "5"},
]

CLINGO = """
1 { chosen(I) : covers(I,C) } 1 :- cell(C).
:- piece(P,N), not N { chosen(I) : of(I,P) } N.
#show chosen/1.
"""


def by_clingo(found: Packing) -> list[list[int]]:
    """All solutions, symmetric ones included, from a program of its own that uses none of the family's formulations."""
    facts = [f"cell({cell})." for cell in range(len(found.cells))]
    facts += [f"piece({piece},{copies})." for piece, copies in enumerate(found.copies)]
    for i, (piece, covered) in enumerate(zip(found.piece, found.covers, strict=True)):
        facts += [f"of({i},{piece}).", *(f"covers({i},{cell})." for cell in covered)]
    control = clingo.Control(["--models=0"], message_limit=0)
    control.add("base", [], CLINGO + "".join(facts))
    control.ground([("base", [])])
    solutions = []
    control.solve(
        on_model=lambda model: solutions.append(sorted(atom.arguments[0].number for atom in model.symbols(shown=True)))
    )
    return solutions


def representatives(found: Packing, solutions: list[list[int]]) -> list[Solution]:
    """The representatives of the solutions; one for each time that its class was found."""
    return sorted(least(found, solution) for solution in solutions)


def fitted(wanted: dict[str, str], pieces: int) -> dict[str, str]:
    """Settings with thresholds that a puzzle of so many pieces has."""
    found = {}
    for name, value in wanted.items():
        threshold = name != "fit_passes" and (value == "all" or value.isdigit())
        found[name] = str(pieces if value == "all" else min(int(value), pieces)) if threshold else value
    if pieces <= 3 and "," in found.get("order", ""):
        found["order"] = found["order"].split(",")[0]
    return found


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_dancing_links_find_the_solutions_that_clingo_finds(instance: PolycubesInstance) -> None:
    found = packing(instance, "bits", {})
    solutions = raw(found)
    assume(solutions is not None)
    assert sorted(solutions or []) == sorted(by_clingo(found))


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_all_engines_find_one_solution_of_each_class(instance: PolycubesInstance) -> None:
    found = packing(instance, "bits", {})
    expected = orbits(found)
    assume(expected is not None)
    assert representatives(found, Bits(found).advance()) == expected
    slow = replace(found, settings={"registers": kinds()[-1], "constrain": "none"})
    assert representatives(found, Bits(slow, threads=2).advance()) == expected
    assert representatives(found, Holes(found).advance()) == expected
    assert count_by_states(found) == len(expected or ())
    auto = Auto(found)
    auto.advance(collect=False)
    assert auto.solutions == len(expected or ())


@settings(max_examples=30, deadline=None)
@given(puzzles(connected=True))
def test_all_algorithms_and_filters_of_the_classic_engine_find_each_class_once(instance: PolycubesInstance) -> None:
    found = packing(instance, "classic", {})
    expected = orbits(found)
    assume(expected is not None)
    for wanted in CLASSIC:
        search = classic(replace(found, settings=fitted(wanted, sum(found.copies))))
        assert representatives(found, search.advance()) == expected, wanted


@settings(max_examples=50, deadline=None)
@given(puzzles())
def test_the_general_engine_finds_all_solutions_with_pieces_as_multiplicities(instance: PolycubesInstance) -> None:
    found = packing(instance, "bits", {})
    expected = raw(found)
    assume(expected is not None)
    cells = len(found.cells)
    bounds = [(1, 1)] * cells + [(copies, copies) for copies in found.copies]
    options = [(*covered, cells + piece) for piece, covered in zip(found.piece, found.covers, strict=True)]
    search = Covers(bounds, 0, options)
    assert sorted(sorted(solution) for solution in search.advance()) == sorted(expected or [])


def test_only_a_cover_without_bounds_colours_costs_and_symmetries_is_searched_by_plain_dancing_links() -> None:
    options = ((0, 2), (1,), (0,), (1, 2))
    plain = ColouredCover(((1, 1),) * 2, 1, options, ({},) * 4, (), (("option", (0,)),) * 4)
    assert isinstance(opened(plain), Search)
    assert sorted(opened(plain).advance()) == sorted(Covers(plain.bounds, 1, options).advance())
    for other in (
        replace(plain, bounds=((1, 1), (0, 1))),
        replace(plain, colours=({2: 1}, {}, {}, {2: 1})),
        replace(plain, costs=(1, 1, 1, 1)),
        replace(plain, symmetries=((2, 3, 0, 1),)),
    ):
        assert isinstance(opened(other), Covers)
