"""The choice of an engine to count with: which one has the count, and that neither time nor slices change it."""

import time

import pytest

from tests.generators.shipped import instances
from tests.runners.native.packings import shipped
from tilings.models.covers import dlx_auto
from tilings.models.covers.instance import CoversInstance, parse
from tilings.models.problem import Choice
from tilings.runners.native import auto, engines
from tilings.runners.native.auto import Auto
from tilings.runners.native.states import StatesSearch


def box(name: str) -> Choice:
    search = shipped("bits", name)
    return Choice(search._replace(engine="states"), search)


def cover(instance: CoversInstance) -> Choice:
    found = dlx_auto.build(instance, "count")
    assert isinstance(found, Choice)
    return found


def row(pieces: int = 8, copies: int = 1) -> Choice:
    """The cover of a row of cells by different pieces of three cells, each of which fits everywhere."""
    cells = [f"c{at}" for at in range(3 * pieces * copies)]
    named = [{"name": f"p{piece}", "least": copies, "most": copies} for piece in range(pieces)]
    options = [[f"p{piece}", *cells[at : at + 3]] for piece in range(pieces) for at in range(len(cells) - 2)]
    return cover(parse({"name": "row", "primary": [*named, *cells], "options": options}))


def grid(side: int) -> CoversInstance:
    """A board under dominoes, as a cover without pieces, since no other item is in the last option."""
    cells = {(x, y): f"{x},{y}" for x in range(side) for y in range(side)}
    pairs = [
        [name, cells[near]] for (x, y), name in cells.items() for near in ((x + 1, y), (x, y + 1)) if near in cells
    ]
    return parse({"name": "grid", "primary": [*cells.values(), "alone"], "options": [*pairs, ["alone"]]})


def counted(choice: Choice, nodes: int = 0) -> tuple[int, str, int, int]:
    """The count, the engine that has it, and the nodes and the effort of both engines, in slices of so many nodes."""
    search = Auto(choice)
    while not search.finished:
        search.advance(max_nodes=nodes, collect=False)
    return search.solutions, search.engine, search.nodes, search.updates


@pytest.mark.parametrize(
    ("choice", "count", "engine"),
    [
        (box("pentominoes4x15"), 368, "bits"),
        (box("soma-rotations"), 480, "bits"),
        (box("solid-pentominoes2x3x10"), 12, "bits"),
        (box("dominoes8x8"), 12988816, "states"),
        (box("dominoes16x16"), 2444888770250892795802079170816, "states"),
        (box("one-sided-pentominoes3x30"), 46, "states"),
        (cover(instances("covers")["domination5x3"]), 186, "general"),
        (cover(instances("covers")["langford8"]), 300, "bits"),
        (row(11), 39916800, "states"),
        (row(3, copies=3), 1680, "general"),
        (cover(grid(8)), 12988816, "states"),
        (cover(instances("covers")["twofold5x5-s3"]), 412, "general"),
    ],
)
def test_the_engine_that_costs_less_has_the_count(choice: Choice, count: int, engine: str) -> None:
    assert counted(choice)[:2] == (count, engine)


@pytest.mark.parametrize("name", ["dominoes8x8", "one-sided-pentominoes3x30", "pentominoes6x10-raw", "planted5x4x3-s2"])
def test_neither_slices_nor_time_change_the_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choice = box(name)
    found = counted(choice)
    for clock in ("time", "monotonic", "process_time", "perf_counter"):
        monkeypatch.setattr(time, clock, lambda: pytest.fail("a choice read the clock"))
    assert counted(choice, nodes=7777) == found


def test_a_search_that_few_descents_expect_to_be_long_leaves_the_first_turn_to_states() -> None:
    choice = box("dominoes14x14")
    states = StatesSearch(choice.states)
    states.advance()
    assert counted(choice)[2] - states.nodes == auto.STEP


def test_states_that_exceed_their_memory_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in ("LOOK_S", "SETUP_S"):
        monkeypatch.setattr(auto, setting, 0.0)
    choice = box("pentominoes6x10")
    small = choice._replace(states=choice.states._replace(settings={"memory": "1"}))
    assert counted(choice)[:2] == (2339, "states")
    assert counted(small)[:2] == (2339, "bits")


def test_with_listing_an_engine_is_taken_that_finds_its_solutions() -> None:
    search = engines.opened(box("dominoes4x4"), listing=True)
    assert len(search.advance()) == search.solutions == 36


def test_a_slice_ends_at_the_nodes_or_the_solutions_that_were_asked_for() -> None:
    search = Auto(row())
    assert len(search.advance(max_nodes=100)) == search.solutions
    assert 100 <= search.nodes < 110  # nodes that are made together are counted together
    assert len(search.advance(max_solutions=7)) == 7
