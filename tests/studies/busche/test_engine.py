"""The classic engine finds what plain dancing links find, and does the work that M. Busche published."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.runners.native import slices
from tests.runners.native.packings import least, orbits, puzzles, representatives
from tilings.generators.polycubes import DEFINITIONS, imported
from tilings.models import registry
from tilings.models.polycubes.instance import PolycubesInstance, parse
from tilings.models.problem import Packing, UserError
from tilings.runners.plan import manifest
from tilings.studies.busche import formulation
from tilings.studies.busche.cases import cases
from tilings.studies.busche.engine import Classic, estimate

Options = dict[str, str]


def packing(name: str, **options: str) -> Packing:
    _, instance = registry.load_instance(manifest.entry("polycubes", name).path)
    assert isinstance(instance, PolycubesInstance)
    return formulation.build(instance, **options)


def finished(found: Packing) -> Classic:
    engine = Classic(found)
    engine.advance(collect=False)
    assert engine.finished
    return engine


def prepared(found: Packing) -> Classic:
    """A search that has filtered its placements but has placed no piece."""
    engine = Classic(found)
    engine.advance(max_nodes=1)
    return engine


@st.composite
def configurations(draw: st.DrawFn, pieces: int) -> Options:
    count = st.integers(0, pieces)
    mch, emch, bruijn = sorted((draw(count) for _ in range(3)), reverse=True)
    options = {"mch": mch, "emch": emch, "bruijn": bruijn, "fit_passes": draw(st.integers(1, 2))}
    for name in ("parity_filter", "volume_filter", "fit_filter", "parity_trigger", "volume_trigger"):
        options[name] = draw(count)
    heuristic = st.sampled_from([*"fxyzXYZR", "a@0", "a@160"])
    order = f"{draw(heuristic)},{draw(heuristic)}={draw(st.integers(0, pieces - 1))}"
    constrain = draw(st.sampled_from(["none", "auto"]))
    return {name: str(value) for name, value in options.items()} | {"order": order, "constrain": constrain}


@settings(max_examples=80, deadline=None)
@given(puzzles(connected=True), st.data())
def test_every_combination_of_settings_finds_each_solution_once(
    instance: PolycubesInstance, data: st.DataObject
) -> None:
    options = data.draw(configurations(sum(piece.copies for piece in instance.movable)))
    puzzle = formulation.build(instance, **options)
    expected = orbits(puzzle)
    assume(expected is not None)
    assert representatives(puzzle, Classic(puzzle).advance()) == expected


SIX_BY_TEN, ONE_SIDED = "pentominoes6x10", "one-sided-pentominoes3x30"
SECONDS = ("P-4", "P-5", "P-8", "P-9", "P-10", "P-11", "P-12", "P-13", "OP-1", "OP-2")


@pytest.mark.parametrize("name", SECONDS)
def test_attempts_and_fits_are_those_of_the_original(name: str) -> None:
    """Rows of M. Busche's Table 2 that take less than a few seconds."""
    case = cases()[name]
    engine = finished(case.packing())
    assert (sum(engine.attempts), sum(engine.fits), engine.solutions) == (case.attempts, case.fits, case.unique)


@pytest.mark.parametrize("name", ["P-9", "P-11", "P-13", "OP-2"])
def test_definition_files_take_as_many_attempts_and_fits_as_the_original(name: str) -> None:
    case = cases()[name]
    file = {SIX_BY_TEN: "pentominoes-10x6.txt", ONE_SIDED: "one-sided-pentominoes-30x3.txt"}[case.instance]
    engine = finished(formulation.build(imported(DEFINITIONS / file), **case.options))
    assert (sum(engine.attempts), sum(engine.fits), engine.solutions) == (case.attempts, case.fits, case.unique)


def test_without_a_constraint_all_symmetric_solutions_are_found_and_counted_once() -> None:
    engine = finished(packing("pentominoes4x15", bruijn="12"))
    assert (engine.found, engine.solutions) == (4 * 368, 368)


@pytest.mark.parametrize(
    ("name", "options", "removed"),
    [
        (SIX_BY_TEN, {"volume_filter": "once"}, {"volume": 128}),
        (SIX_BY_TEN, {"fit_filter": "once"}, {"fit": 144}),
        (SIX_BY_TEN, {"volume_filter": "once", "fit_filter": "once"}, {"volume": 128, "fit": 16}),
        (SIX_BY_TEN, {"fit_filter": "once", "constrain": "X"}, {"fit": 227}),
        (SIX_BY_TEN, {"fit_filter": "once", "constrain": "X", "fit_passes": "2"}, {"fit": 235}),
        (ONE_SIDED, {"volume_filter": "once"}, {"volume": 776}),
    ],
)
def test_filters_remove_as_many_placements_as_the_original(
    name: str, options: Options, removed: Mapping[str, int]
) -> None:
    found = prepared(packing(name, **options)).removed
    assert {kind: found[kind] for kind in removed} == removed


def test_constraining_keeps_x_to_the_eight_positions_of_one_quarter_of_the_box() -> None:
    found = packing(SIX_BY_TEN, constrain="auto")
    assert prepared(found).removed["constrain"] == 32 - 8
    x = found.names.index("X")
    places = {min(s[i] for s in found.symmetries) for i in range(len(found.piece)) if found.piece[i] == x}
    middles = {tuple(sum(found.cells[c][axis] for c in found.covers[i]) // 5 for axis in range(2)) for i in places}
    assert middles == set(product(range(1, 5), range(1, 3)))


@pytest.mark.parametrize("bruijn", ["0", "18"])
def test_de_bruijn_works_in_boxes_of_more_than_64_cells(bruijn: str) -> None:
    """90 cells; with de Bruijn alone the tree is larger, so the volumes cut it down first."""
    engine = finished(packing(ONE_SIDED, bruijn=bruijn, constrain="auto", volume_filter="once"))
    assert engine.solutions == 46


def test_parity_proves_at_once_that_five_t_tetrominoes_fill_no_rectangle() -> None:
    pieces = [{"name": "A", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]], "copies": 5}]
    instance = parse({"name": "x", "box": [5, 4, 1], "pieces": pieces})
    engine = finished(formulation.build(instance, parity_trigger="1"))
    assert (engine.solutions, engine.nodes) == (0, 1)


def test_a_search_in_slices_gives_the_same_solutions_in_the_same_order() -> None:
    options = {"mch": "6", "emch": "5", "bruijn": "3", "volume_trigger": "3", "constrain": "auto"}
    whole = Classic(packing("pentominoes3x20", **options)).advance()
    assert len(whole) == 2
    sliced = Classic(packing("pentominoes3x20", **options))
    found, progress = [], [0.0]
    while not sliced.finished:
        found += sliced.advance(max_nodes=997)
        progress.append(sliced.progress)
    assert found == whole
    assert all(before <= after for before, after in pairwise(progress))
    assert progress[-1] == 1


def test_a_limit_of_solutions_is_kept() -> None:
    engine = Classic(packing("pentominoes5x12", bruijn="11", constrain="auto"))
    assert [len(engine.advance(max_solutions=3)) for _ in range(3)] == [3, 3, 3]


def test_trials_are_the_same_for_a_seed_and_find_valid_solutions() -> None:
    def trial(seed: str) -> list[list[int]]:
        return Classic(packing("pentominoes5x12", constrain="auto", trials="40", stop="8", seed=seed)).advance()

    assert trial("5") == trial("5") != trial("6")
    found = packing("pentominoes5x12")
    classes = [least(found, solution) for solution in trial("5")]
    assert all(sorted(cell for i in chosen for cell in found.covers[i]) == list(range(60)) for chosen in classes)
    assert len(set(classes)) == len(classes) > 0, "a solution counts once in all trials together"


def test_a_trial_ends_when_the_piece_of_its_depth_is_removed() -> None:
    engine = finished(packing(SIX_BY_TEN, trials="30", stop="9"))
    assert engine.fits[9] == 30
    assert engine.fits[8] > 30


@pytest.mark.parametrize("options", [{}, {"mch": "9", "bruijn": "5"}, {"bruijn": "12"}])
def test_estimates_lie_within_a_few_standard_errors_of_the_counts(options: Options) -> None:
    """The mean of many probes lies within a few standard errors of what the search counts."""
    found = packing("pentominoes4x15", constrain="auto", volume_filter="once", **options)
    engine, guess = finished(found), estimate(found, 4000)
    efforts = [(guess.effort, engine.updates)] if "bruijn" in options and "mch" not in options else []  # DLX also looks
    for (mean, error), true in [(guess.nodes, engine.nodes), *efforts, *zip(guess.fits, engine.fits, strict=True)]:
        if true > 1000 and error < mean / 3:
            assert abs(mean - true) <= 5 * error
    assert guess.fits[12] == (engine.fits[12], 0.0)


def test_the_trace_lists_what_was_placed_and_removed() -> None:
    pieces = [{"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 2}]
    found = formulation.build(parse({"name": "x", "box": [2, 2, 1], "pieces": pieces}), bruijn="2")
    engine = Classic(found)
    engine.record(most=2, least=2)
    engine.advance()
    assert engine.trace == ["2 +I 0,0,0 0,1,0", "2 -I 0,0,0 0,1,0", "2 +I 0,0,0 1,0,0", "2 -I 0,0,0 1,0,0"]
    limited = Classic(found)
    limited.record(most=9, least=1, limit=3)
    limited.advance()
    assert limited.trace == ["2 +I 0,0,0 0,1,0", "1 +I 1,0,0 1,1,0", "1 -I 1,0,0 1,1,0"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"mch": "4", "emch": "6"}, "emch = 6 is above mch = 4"),
        ({"bruijn": "13"}, "there are 12 pieces"),
        ({"order": "q"}, "'q' is not one of"),
        ({"order": "x,f"}, "'f' is not one of"),
        ({"order": "x=5,f=5"}, "not below"),
        ({"order": "a"}, "'a' is not one of"),
        ({"constrain": "Q"}, "no piece 'Q'"),
        ({"volume_filter": "often"}, "volume_filter=often"),
        ({"trials": "10"}, "trials and stop belong together"),
        ({"fit_passes": "0"}, "at least 1"),
        ({"seed": "9999999999"}, "seed"),
        ({"depth": "3"}, "no setting depth"),
    ],
)
def test_bad_settings_are_refused_in_one_clear_line(options: Options, complaint: str) -> None:
    with pytest.raises(UserError, match=complaint) as refusal:
        Classic(packing(SIX_BY_TEN, **options))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", ["pentominoes3x20", "dominoes4x4", "soma-rotations"])
def test_the_settings_that_are_estimated_to_be_best_take_less_effort_than_the_bare_ones(name: str) -> None:
    bare, best = finished(packing(name)), finished(packing(name, settings="estimated"))
    assert finished(packing(name, settings="paper")).updates == bare.updates
    assert finished(packing(name, settings="estimated", mch="1")).attempts == finished(packing(name, mch="1")).attempts
    assert best.solutions == bare.solutions
    assert best.updates < bare.updates


def test_a_piece_of_several_copies_cannot_be_constrained() -> None:
    with pytest.raises(UserError, match="piece D cannot be constrained"):
        Classic(packing("dominoes4x4", constrain="D"))


def test_volumes_are_refused_for_pieces_that_are_not_connected() -> None:
    pieces = [{"name": "A", "cells": [[0, 0, 0], [2, 0, 0]]}, {"name": "B", "cells": [[0, 0, 0]], "copies": 2}]
    found = formulation.build(parse({"name": "x", "box": [4, 1, 1], "pieces": pieces}), volume_filter="once")
    with pytest.raises(UserError, match="piece A is not connected"):
        Classic(found)


def test_a_signal_ends_a_long_search_at_once() -> None:
    slices.interrupt(Classic(packing("box-in-a-diamond", volume_filter="30", fit_filter="34", order="R")))
