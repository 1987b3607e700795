"""Each cut of the search along the skyline loses no tiling, and a wrong cut in its place is detected.

The tests build a copy of the search with alternatives of each cut: one that cuts nothing, its negation, and some that
are wrong by one. The plain search gives the expected tilings.
"""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.canonical import canonical
from tilings.models.problem import Solution
from tilings.models.squares.instance import SquaresInstance
from tilings.models.squares.symmetry import symmetries
from tilings.runners.native.skyline import squares
from tilings.studies.hn.plain_search import PlainSearch

NATIVE = Path("runners/native")
DRIVER = Path(__file__).parent / "altered_skyline.cpp"
# Width, height and the copies of each side. The last four are tilings made up so that some wrong cuts lose them.
BOARDS = (
    (4, 4, (4,) * 3), (7, 7, (3,) * 6), (9, 9, (3,) * 8), (10, 10, (4,) * 9), (13, 12, (2,) * 12),
    (14, 6, (0, 3, 0, 0, 0, 2)), (8, 11, (2, 1, 2, 0, 0, 0, 0, 1)), (13, 6, (0, 2, 6, 1)),
    (14, 11, (1, 1, 4, 4, 0, 0, 1)),
)  # fmt: skip
Board = tuple[int, int, tuple[int, ...]]
# Without these, the effort is the same on all boards above; on 61 x 60 cells it is larger.
FOR_LARGE_BOARDS = ("a wide rest of a gap is too deep", "a strip with open ends", "squares that stick out of a strip")
OFF = 1  # the variant of a cut that cuts nothing; 0 is the right one, and the wrong ones follow


@dataclass(frozen=True)
class Cut:
    """An expression of a source file. off: one in its place that cuts nothing. too_sharp: others that cut too much.

    Where a comparison with < cuts something off, one with <= cuts too much.
    """

    file: str
    right: str
    off: str = "false"
    too_sharp: tuple[str, ...] = ()

    @property
    def variants(self) -> tuple[str, ...]:
        """All expressions, the right one first."""
        negation = (f"!({self.right})",) if self.off in ("true", "false") else ()
        equal = (self.right.replace(" < ", " <= ", 1),) if self.off == "false" else ()
        return (self.right, self.off, *negation, *equal, *self.too_sharp)


CUTS = {
    "a gap is too deep": Cut("engine.cpp", "supply_.depth(s.width) < wall - s.height"),
    "beside a high square, its lower neighbour is too deep": Cut(
        "engine.cpp", "depth < std::min(int{gap[std::ptrdiff_t{2} * near].height}, height_) - wall.height"
    ),
    "the height of such a square": Cut(
        "engine.cpp", "wall.height + depth - height", "most", ("wall.height + depth - height - 1",)
    ),
    "the second square is no larger than the first": Cut(
        "engine.cpp", "std::min<int>(most, frame.corners[kOrigin])", "most",
        ("std::min<int>(most, frame.corners[kOrigin] - 1)", "most - std::min<int>(most, frame.corners[kOrigin])"),
    ),
    "a wide rest of a gap is too deep": Cut(
        "engine.cpp", "supply_.full_depth(left) < std::min(width - left, depth)"
    ),
    "the rest of a gap is too deep": Cut(
        "engine.cpp", "supply_.depth(trial.left, trial.side) < std::min(trial.side, wall)"
    ),
    "beyond a gap that is filled, the neighbour is too deep": Cut(
        "engine.cpp", "wall > 0 && supply_.depth(far.width, trial.side) < wall"
    ),
    "the top of a square is too deep": Cut("engine.cpp", "wall > 0 && supply_.depth(length, trial.side) < wall"),
    "a strip below the ceiling is not too long": Cut("engine.cpp", "length <= reach", "true", ("length < reach",)),
    "a strip with open ends": Cut(
        "engine.cpp", "supply_.strip(breadth, closed)", "supply_.strip(breadth, 0)",
        ("supply_.strip(breadth, breadth)",),
    ),
    "a corner is larger than the origin": Cut(
        "engine.cpp", "c[kOrigin] < std::max({c[kLowerRight], c[kUpperLeft], c[kUpperRight]})"
    ),
    "the lower right is no smaller than the upper left": Cut(
        "engine.cpp", "width_ != height_ || c[kLowerRight] == 0 || c[kLowerRight] >= c[kUpperLeft]", "true",
        (
            "width_ != height_ || c[kLowerRight] == 0 || c[kLowerRight] > c[kUpperLeft]",
            "c[kLowerRight] == 0 || c[kLowerRight] >= c[kUpperLeft]",
        ),
    ),
    "the sides left for a well": Cut(
        "supply.hpp", "(key_ - units_[static_cast<std::size_t>(used)]) & masks_[w]", "key_ & masks_[w]",
        ("key_ & masks_[w - 1]",),
    ),
    "how deep a well can be filled": Cut(
        "supply.cpp", "exact() ? best_ : by_area(width_of(surface))", "by_area(width_of(surface))",
        ("(exact() ? best_ : by_area(width_of(surface))) - 1", "by_area(width_of(surface)) - 1"),
    ),
    "how far a strip can be filled": Cut(
        "supply.cpp", "exact() ? best_ : by_area(breadth)", "by_area(breadth)",
        ("(exact() ? best_ : by_area(breadth)) - 1", "by_area(breadth) - 1"),
    ),
    "squares that stick out of a strip": Cut("supply.cpp", "row < closed ? side : 1", "1", ("side",)),
}  # fmt: skip
NUMBERS = {name: number for number, name in enumerate(CUTS)}
WRONG = [
    pytest.param(name, number, id=f"{name}: {cut.variants[number]}")
    for name, cut in CUTS.items()
    for number in range(OFF + 1, len(cut.variants))
]


@dataclass(frozen=True)
class Result:
    """The result of the altered search of a board, with or without symmetry breaking. effort: nodes and updates."""

    board: Board
    symmetry: bool
    effort: int
    tilings: frozenset[Solution]

    @property
    def lost(self) -> set[Solution]:
        """The tilings that it should have found; one of the images of each is enough for symmetry breaking."""
        every = known(self.board)
        assert self.tilings <= every
        images = symmetries(
            SquaresInstance("a", *self.board[:2], 1, convention="reflections" if self.symmetry else "raw")
        )
        return {canonical(tiling, images) for tiling in every} - {canonical(tiling, images) for tiling in self.tilings}


@cache
def known(board: Board) -> frozenset[Solution]:
    return frozenset(tuple(sorted(tiling)) for tiling in PlainSearch(*board).tilings())


def altered(file: Path) -> str:
    """A source file in which an array selects the variant of each cut."""
    text = file.read_text(encoding="utf-8")
    for name, cut in CUTS.items():
        if cut.file == file.name:
            assert text.count(cut.right) == 1, f"the cut '{name}' is not in {file} any more: adapt this test"
            chosen = f"({cut.right})"
            for number, other in enumerate(cut.variants[1:], start=1):
                chosen = f"(variant[{NUMBERS[name]}] == {number} ? ({other}) : {chosen})"
            text = text.replace(cut.right, chosen)
    return f"extern int variant[];\n{text}"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The search with all variants of its cuts."""
    folder = tmp_path_factory.mktemp("altered")
    (folder / "skyline").mkdir()
    sources = [DRIVER, NATIVE / "partition.cpp"]
    for file in (NATIVE / "skyline").glob("*.[ch]pp"):
        if file.name != "bindings.cpp":
            copy = folder / "skyline" / file.name
            copy.write_text(altered(file), encoding="utf-8")
            sources += [copy] if file.suffix == ".cpp" else []
    built = folder / "search"
    command = [os.environ.get("CXX", "c++"), "-std=c++20", "-O1", f"-I{folder}", f"-I{NATIVE}", *sources, "-o", built]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return built


def search(program: Path, variants: dict[str, int]) -> Iterator[Result]:
    """The results of all boards, each first without and then with symmetry breaking."""
    cases = [(board, symmetry) for board in BOARDS for symmetry in (False, True)]
    lines = [" ".join(map(str, (int(symmetry), *board[:2], *board[2]))) for board, symmetry in cases]
    chosen = [f"{NUMBERS[name]}={number}" for name, number in variants.items()]
    done = subprocess.run(
        [program, *chosen], input="\n".join(lines), capture_output=True, text=True, check=True, timeout=60
    )
    for (board, symmetry), output in zip(cases, done.stdout.split("effort ")[1:], strict=True):
        effort, *tilings = output.splitlines()
        result = (tuple(sorted(squares([int(number) for number in tiling.split()]))) for tiling in tilings)
        yield Result(board, symmetry, int(effort), frozenset(result))


def test_the_cuts_as_they_are_lose_no_tiling(program: Path) -> None:
    assert [len(known(board)) > 0 for board in BOARDS] == [True] * len(BOARDS)
    assert not [result for result in search(program, {}) if result.lost]


def test_without_any_cut_the_search_finds_the_same_tilings(program: Path) -> None:
    assert not [result for result in search(program, dict.fromkeys(CUTS, OFF)) if result.lost]


@pytest.mark.parametrize("name", CUTS)
def test_a_cut_loses_no_tiling_and_saves_effort(program: Path, name: str) -> None:
    without = list(search(program, {name: OFF}))
    assert not [result for result in without if result.lost]
    saved = sum(result.effort for result in without) - sum(result.effort for result in search(program, {}))
    assert saved == 0 if name in FOR_LARGE_BOARDS else saved > 0


@pytest.mark.parametrize(("name", "number"), WRONG)
def test_a_wrong_cut_loses_a_known_tiling(program: Path, name: str, number: int) -> None:
    assert any(result.lost for result in search(program, {name: number}))
