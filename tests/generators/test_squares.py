"""The shipped square tiling instances are consistent, and the command makes others on demand."""

import random
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.called import called
from tilings.generators.emit import Entry
from tilings.generators.squares import LEAST, NATIVE, catalogue, generate
from tilings.models.classes import Classes
from tilings.models.problem import GOALS, UserError
from tilings.models.registry import load_instance
from tilings.models.squares import PROBLEM, data, dlx_cover
from tilings.models.squares.data import most_copies
from tilings.models.squares.instance import SquaresInstance, goals, parse, to_json
from tilings.models.squares.symmetry import symmetries

ROOT = Path(__file__).parents[2]


def test_the_catalogue_has_unique_names_and_known_answers_with_sources() -> None:
    entries = catalogue()
    names = Counter(entry.instance.name for entry in entries)
    assert not [name for name, count in names.items() if count > 1]
    for entry in entries:
        assert parse(to_json(entry.instance)) == entry.instance
        assert set(entry.known) <= set(goals(entry.instance)) <= set(GOALS)
        assert not entry.known or entry.source
        if "count" in entry.known:
            assert (entry.known["count"] == 0) == (entry.known["first"] == "unsat")


# h(21) = 3 alone takes 12 of 20 seconds, and larger boards longer; the largest counts take seconds each.
QUICK = [
    entry
    for entry in catalogue()
    if (entry.instance.width < 21 or entry.instance.width == 22 or not entry.known.get("optimum"))
    and entry.instance.width != 21
    and (entry.instance.width < 15 or NATIVE not in entry.source)
]


@pytest.mark.parametrize("entry", QUICK, ids=lambda entry: entry.instance.name)
def test_the_known_answers_are_those_of_exact_cover(entry: Entry) -> None:
    """Exact cover solves these instances fastest."""
    native = pytest.importorskip("tilings.runners.native.dlx", reason="the native engine is not built")

    def solutions(instance: SquaresInstance) -> set[bytes]:
        cover = dlx_cover.build(instance, "count")
        search = native.Search(cover.primary, cover.capacities, cover.options)
        found = search.advance(0 if "count" in entry.known else 1)
        atoms = [[cover.atoms[option] for option in options] for options in found]
        classes = Classes(symmetries(instance))
        return {classes.of(PROBLEM.decode(instance, chosen)) for chosen in atoms}

    known = dict(entry.known)
    if "optimum" in known:
        assert known["optimum"] == next(most for most, level in data.levels(entry.instance) if solutions(level))
    else:
        found = len(solutions(entry.instance))
        assert known.pop("first") == ("sat" if found else "unsat")
        assert known.pop("count", found) == found


def test_known_optima_lie_within_the_stated_bounds() -> None:
    for entry in catalogue():
        if "optimum" in entry.known:
            assert entry.known["optimum"] == LEAST[entry.instance.width]
            assert 1 <= entry.known["optimum"] <= most_copies(entry.instance)


@given(width=st.integers(1, 15), height=st.integers(2, 15), seed=st.integers(0, 10**9))
def test_random_multisets_fit_the_board(width: int, height: int, seed: int) -> None:
    instance = generate(random.Random(seed), width, height, draws=2)
    assert parse(to_json(instance)) == instance
    assert instance == generate(random.Random(seed), width, height, draws=2)


def test_impossible_boards_are_refused_before_sides_are_drawn() -> None:
    with pytest.raises(UserError, match="'width'"):
        generate(random.Random(1), 0, 5)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["--max-copies", "3"], "h08x07k3"),
        (["--max-copies", "3", "--all-copies"], "h08x07k3all"),
        ([], "h08x07"),
        (["--random-sides", "--seed", "4", "--name", "mine", "--convention", "rotations"], "mine"),
    ],
)
def test_the_command_writes_the_named_instance_and_prints_the_paths(
    tmp_path: Path, arguments: list[str], name: str
) -> None:
    done = run_generator(tmp_path, "--width", "8", "--height", "7", *arguments)
    assert done.returncode == 0, done.stderr
    endings = (".json", ".dzn", ".lp", ".mps.gz")
    assert done.stdout.split() == [str(tmp_path / (name + ending)) for ending in endings]
    assert load_instance(tmp_path / f"{name}.json")[1].name == name


def test_the_command_keeps_all_copies_only_of_limited_ones(tmp_path: Path) -> None:
    done = run_generator(tmp_path, "--width", "8", "--height", "7", "--random-sides", "--all-copies")
    assert done.returncode == 2 and done.stderr.startswith("error: --all-copies needs --max-copies")


def run_generator(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return called("tilings.generators.squares", *arguments, "--out", folder)
