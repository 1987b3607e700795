"""Drawn puzzles with colours and groups of pieces: their exact covers have the solutions that brute force finds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.canonical import canonical
from tests.models import solving
from tests.models.polycubes.test_burrtools import load, xml
from tilings.models import registry
from tilings.models.covers import PROBLEM
from tilings.models.covers.instance import CoversInstance
from tilings.models.polycubes import drawn
from tilings.models.problem import NotApplicable, UserError

Cell = tuple[int, int, int]
Painted = frozenset[tuple[Cell, str]]  # cells with the colours of the piece that lies there
SHAPES: dict[str, list[Cell]] = {
    "M": [(0, 0, 0)], "D": [(0, 0, 0), (1, 0, 0)], "V": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "L": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
}  # fmt: skip
GENERAL = registry.formulation("covers", "dlx_general")


def picture(marks: dict[Cell, str]) -> str:
    """Cells with their marks as a picture, layers side by side."""
    wide, deep, high = (max(axis) + 1 for axis in zip(*marks, strict=True))
    return "\n".join(
        "   ".join("".join(marks.get((x, y, z), ".") for x in range(wide)) for z in range(high))
        for y in reversed(range(deep))
    )


def motions(flat: bool, mirrored: bool) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Axes and signs: within the plane of a flat box, also reflections if asked for."""
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        swaps = sum(axes[one] > axes[other] for one, other in ((0, 1), (0, 2), (1, 2)))
        proper = (swaps + signs.count(-1)) % 2 == 0
        if (proper or mirrored) and not (flat and (axes[2] != 2 or signs[2] < 0)):
            yield axes, signs


def moved(cells: Any, motion: Any, low: tuple[int, ...] | None = None) -> Painted:
    """Painted cells after a motion, moved to the origin, or by `low`."""
    axes, signs = motion
    turned = [(tuple(sign * cell[axis] for axis, sign in zip(axes, signs, strict=True)), c) for cell, c in cells]
    least = low or tuple(min(axis) for axis in zip(*(cell for cell, _ in turned), strict=True))
    return frozenset(((c[0] - least[0], c[1] - least[1], c[2] - least[2]), paint) for c, paint in turned)


class Puzzle:
    """A random drawing and what it means."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.box = draw(st.sampled_from([(3, 2, 1), (3, 3, 1), (2, 2, 2), (2, 4, 1)]))
        board = list(product(*map(range, self.box)))
        self.flat = self.box[2] == 1
        self.copies = {name: draw(st.integers(1, 3)) for name in draw(st.sets(st.sampled_from("MDVL"), min_size=1))}
        one_sided = draw(st.sampled_from(["", "L"]))
        self.sided = one_sided if one_sided in self.copies else ""
        self.gaps = draw(st.sampled_from([(0, 0), (0, 2), (1, 1)]))
        lines = [
            f"box {'x'.join(map(str, self.box))}",
            *(f"{copies} of {name}" for name, copies in self.copies.items()),
        ]
        lines += [f"one-sided: {self.sided}"] * bool(self.sided)
        if self.gaps[1]:
            lines.append("at most 2 gaps" if self.gaps == (0, 2) else "1 gap")
        self.group: tuple[set[str], int, int] | None = None
        if len(self.copies) > 1 and draw(st.booleans()):
            pieces = draw(st.sets(st.sampled_from(sorted(self.copies)), min_size=2))
            bound, number = draw(st.sampled_from(["at most ", "at least ", ""])), draw(st.integers(1, 4))
            lines.append(f"{bound}{number} of {', '.join(sorted(pieces))}")
            self.group = pieces, 0 if bound == "at most " else number, 99 if bound == "at least " else number
        self.fits = {colour: {colour} for colour in "rb"}
        self.paint = {name: dict.fromkeys(SHAPES[name], "0") for name in self.copies}
        self.board = dict.fromkeys(board, "0")
        parts: list[tuple[str, dict[Cell, str]]] = [*self.paint.items(), ("the box", self.board)]
        painted = []
        for name, cells in parts:
            needed = cells is self.board and not (painted or self.group)  # else it would not be a cover
            if needed or draw(st.booleans()):
                cells |= {cell: draw(st.sampled_from("00rb")) for cell in cells}
                painted.append(f"colours of {name}\n{picture(cells)}")
        known = {colour for _, cells in parts for colour in cells.values()}
        if known >= {"r", "b"} and draw(st.booleans()):
            lines.append("r fits r and b")
            self.fits["r"] = {"r", "b"}
        pictures = [picture(dict.fromkeys(SHAPES[name], name)) for name in self.copies]
        self.text = "\n\n".join(["\n".join(lines), *pictures, *painted])

    def instance(self, convention: str) -> CoversInstance:
        try:
            found = PROBLEM.parse(drawn.read(self.text, "p", "p").instance)
        except UserError as error:
            assert not self.solutions()
            assert re.search("are to be filled|there are . in all, and not", str(error)), error
            raise
        return PROBLEM.under_convention(found, "raw") if convention == "raw" else found

    def solutions(self) -> set[frozenset[tuple[str, Painted]]]:
        """All packings, by brute force: each cell in turn is a gap or the first of a placement."""
        placements = set()
        for name, paint in self.paint.items():
            for motion in motions(self.flat, mirrored=self.flat and name != self.sided):
                shape = moved(paint.items(), motion)
                for by in self.board:
                    cells = frozenset(((c[0] + by[0], c[1] + by[1], c[2] + by[2]), p) for c, p in shape)
                    if all(c in self.board and self._lies(p, self.board[c]) for c, p in cells):
                        placements.add((name, cells))

        def fill(left: frozenset[Cell], placed: tuple[Any, ...], gaps: int) -> Iterator[frozenset[Any]]:
            used = {name: sum(name == other for other, _ in placed) for name in self.copies}
            if gaps > self.gaps[1] or any(used[name] > copies for name, copies in self.copies.items()):
                return
            if not left:
                if gaps >= self.gaps[0] and self._numbers(used):
                    yield frozenset(placed)
                return
            first = min(left)
            yield from fill(left - {first}, placed, gaps + 1)
            for name, painted in placements:
                cells = {cell for cell, _ in painted}
                if min(cells) == first and left >= cells:
                    yield from fill(left - cells, (*placed, (name, painted)), gaps)

        return set(fill(frozenset(self.board), (), 0))

    def classes(self, solutions: set[frozenset[tuple[str, Painted]]]) -> int:
        """The number of solutions up to the motions of the board that keep its colours."""
        own = frozenset(self.board.items())
        kept = []
        for axes, signs in motions(self.flat, mirrored=self.flat):
            low = tuple(min(0, sign * (self.box[axis] - 1)) for axis, sign in zip(axes, signs, strict=True))
            if moved(own, (axes, signs), low) == own:
                kept.append(((axes, signs), low))
        left, found = set(solutions), 0
        while left:
            one = left.pop()
            left -= {frozenset((name, moved(cells, *motion)) for name, cells in one) for motion in kept}
            found += 1
        return found

    def _numbers(self, used: dict[str, int]) -> bool:
        pieces, least, most = self.group or (set(), 0, 0)
        exact = all(used[name] == copies for name, copies in self.copies.items() if name not in pieces)
        return exact and least <= sum(used[name] for name in pieces) <= most

    def _lies(self, colour: str, below: str) -> bool:
        return "0" in (colour, below) or below in self.fits[colour]


def read_back(instance: CoversInstance, solution: Any) -> frozenset[tuple[str, frozenset[Cell]]]:
    """The pieces of a cover with their cells."""
    found = []
    for _, number in solution:
        words = [item for item, _ in instance.options[number].items]
        cells = frozenset(tuple(map(int, word.split(","))) for word in words[1:] if word[0].isdigit())
        found += [(words[0], cells)] if words[0] != "holes" else []
    return frozenset(found)  # type: ignore[arg-type]


@settings(max_examples=settings.default.max_examples * 2, deadline=None)
@given(st.data())
def test_the_cover_of_a_drawing_has_its_solutions(data: st.DataObject) -> None:
    puzzle = Puzzle(data.draw)
    try:
        raw = puzzle.instance("raw")
    except UserError:
        return  # the number of cells or of pieces is refused
    expected = puzzle.solutions()
    found = solving.solve(GENERAL, raw, "count")
    assert len(found) == len(expected)
    cells = {frozenset((name, frozenset(c for c, _ in painted)) for name, painted in one) for one in expected}
    assert {read_back(raw, solution) for solution in found} == cells
    if not puzzle.sided:  # else its mirror image would have to be among the pieces
        counted = puzzle.instance("")
        symmetries = PROBLEM.symmetries(counted)
        classes = {canonical(solution, symmetries) for solution in solving.solve(GENERAL, counted, "count")}
        assert len(classes) == puzzle.classes(expected)


CHESSBOARD = """box 4x4
at most 2 of A, B, C, D, E
{fits}
AAA   BBB   C.   DD   EEEE
A..   .B.   CC   DD
            .C
FFFF

GGG
GGG

HH

colours of the box
bwbw
wbwb
bwbw
wbwb

colours of A
bwb
w

colours of C
w.
bw
.b

colours of F
bwbw

colours of G
wbw
bwb
"""  # fmt: skip
FITTING = {"": ["bb", "ww"], "b fits w\nw fits b": ["bw", "wb"], "b fits b and w": ["bb", "bw", "ww"]}  # piece, board


@pytest.mark.parametrize("formulation", registry.formulations("covers").values(), ids=lambda found: found.name)
def test_every_formulation_of_covers_states_groups_and_colours(formulation: registry.Formulation) -> None:
    found = PROBLEM.parse(drawn.read(CHESSBOARD.format(fits=""), "p", "p").instance)
    raw = PROBLEM.under_convention(found, "raw")
    expected = len(solving.solve(GENERAL, raw, "count"))
    if formulation.name == "dlx_bits":
        with pytest.raises(NotApplicable, match="only covers without multiplicities"):
            formulation.module().build(raw, "count")
    elif formulation.name in ("dlx_auto", "dlx_states"):
        assert solving.number(formulation, raw) == expected > 0
    elif "count" in formulation.goals:
        assert len(solving.solve(formulation, raw, "count")) == expected > 0
    else:
        assert solving.solve(formulation, raw, "first")


@pytest.mark.parametrize("fits", FITTING)
def test_a_drawing_has_the_solutions_of_the_same_puzzle_in_a_file_of_burrtools(fits: str, tmp_path: Path) -> None:
    """Without the bound on the group, which such a file cannot state: each of its pieces may be left out."""
    text = CHESSBOARD.format(fits=fits).replace("at most 2", "at most 5")
    colours = {".": "_", "b": "#1", "w": "#2", "0": "#"}
    voxels = [
        ("3x2x1", "bwbw.."), ("3x2x1", "000.0."), ("2x3x1", "w.bw.b"), ("2x2x1", "0000"), ("4x1x1", "0000"),
        ("4x1x1", "bwbw"), ("3x2x1", "wbwbwb"), ("2x1x1", "00"), ("4x4x1", "bwbwwbwb" * 2),
    ]  # fmt: skip
    shapes = [(size, "".join(map(colours.__getitem__, marks))) for size, marks in voxels]
    uses = "".join(f'<shape id="{at}" min="{at > 4:d}" max="1"/>' for at in range(8))
    pairs = "".join(f'<pair piece="{a == "w":d}" result="{b == "w":d}"/>' for a, b in FITTING[fits])
    problem = f'<problem><shapes>{uses}</shapes><result id="8"/><bitmap>{pairs}</bitmap></problem>'
    theirs = PROBLEM.parse(load(tmp_path / "p.xmpuzzle", xml(*shapes, problem=problem)).instance)
    ours = PROBLEM.parse(drawn.read(text, "p", "p").instance)
    numbers = {len(solving.solve(GENERAL, PROBLEM.under_convention(each, "raw"), "count")) for each in (theirs, ours)}
    assert len(numbers) == 1 and numbers != {0}
