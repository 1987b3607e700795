"""Definition files give the instance that they describe, or an error with its line; printed solutions read back."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generators.shipped import instances
from tilings.generators import polycubes as generator
from tilings.models.polycubes import definition, screen
from tilings.models.polycubes.instance import PolycubesInstance, parse
from tilings.models.problem import UserError

CATALOGUE = instances("polycubes")
FLAT = "D:xDim=2:yDim=2:zDim=1\n"


def read(text: str, number: int = 1) -> PolycubesInstance:
    return parse(definition.read(text, "x", "x", number).instance)


def shapes(instance: PolycubesInstance) -> dict[str, tuple[tuple[int, int, int], ...]]:
    return {piece.name: piece.cells for piece in instance.pieces}


def test_the_definition_files_printed_in_the_article_give_their_puzzles() -> None:
    tetris = CATALOGUE["tetris-cube"]
    assert (tetris.box, len(tetris.pieces), tetris.convention) == ((4, 4, 4), 12, "rotations")
    diamond = CATALOGUE["box-in-a-diamond"]
    assert (diamond.box, len(diamond.movable), len(diamond.cells)) == ((23, 23, 1), 35, 210)
    assert all(len(piece.cells) == 6 for piece in diamond.movable)


def test_the_other_shipped_definitions_have_the_pieces_that_they_describe() -> None:
    bedlam = CATALOGUE["bedlam-cube"]
    assert sorted(len(piece.cells) for piece in bedlam.pieces) == [4] + [5] * 12
    slope = CATALOGUE["hexomino-parallelogram"]
    assert (len(slope.movable), [sum(y == row for _, y, _ in slope.cells) for row in range(14)]) == (35, [15] * 14)
    assert shapes(slope).items() - shapes(CATALOGUE["box-in-a-diamond"]).items() == {("*", shapes(slope)["*"])}
    one_sided = generator.imported(generator.DEFINITIONS / "one-sided-pentominoes-30x3.txt")
    assert (len(one_sided.pieces), one_sided.reflect, one_sided.convention) == (18, False, "reflections")


def test_a_blank_line_in_a_drawing_is_a_row() -> None:
    text = "D:xDim=1:yDim=3:zDim=1\nL:stationary=*\n\n   # nothing in this row\n*\n~L\nC:name=A:layout=0 0 0,0 1 0\n~D"
    assert shapes(read(text))["*"] == ((0, 0, 0),)


def test_spacing_and_case_have_no_meaning() -> None:
    plain = "D:xDim=3:yDim=2:zDim=1\nC:name=A:type=M:layout=0 0 0, 1 0 0\nL:stationary=*\n* B B\n* . .\n~L\n~D\n"
    loose = (
        "# a comment\r\n\r\n d : XDIM = 3 :\tydim=2: zDim =1 # box\r\n\tc:layout=0  0\t0 ,1 0 0: NAME = A :type = m\r\n"
        "l : Stationary = * \r\n *\tB  B\r\n* .   .  # drawn\r\n ~l\r\n\r\n~d\r\n# the end\r\n"
    )
    for text in (plain, loose, plain.removesuffix("\n")):
        instance = read(text)
        assert (instance.box, shapes(instance)["*"]) == ((3, 2, 1), ((0, 0, 0), (0, 1, 0)))
        assert [(piece.name, piece.copies) for piece in instance.movable] == [("A", 2)]


def test_pieces_of_one_shape_become_copies_of_the_first() -> None:
    text = (
        "D:xDim=3:yDim=3:zDim=3\nC:name=A:layout=0 0 0,1 0 0,1 1 0\n"
        "C:name=B:layout=5 5 5,5 5 6,5 6 6\nC:name=C:layout=0 0 0,0 1 0,1 0 0\n~D"
    )
    found = definition.read(text, "x", "x")
    assert [(piece["name"], piece["copies"]) for piece in found.instance["pieces"]] == [("A", 3)]
    assert found.notes == ("A, B, C have one shape: they count and are shown as copies of A",)


def test_mirror_images_count_as_one_shape_only_where_pieces_may_be_turned_over() -> None:
    pair = "C:name=L:layout=0 0 0,1 0 0,2 0 0,2 1 0\nC:name=J:layout=0 0 0,1 0 0,2 0 0,0 1 0\n~D"
    for head, pieces in (("2:zDim=1", 1), ("2:zDim=1:oneSide", 2), ("2:zDim=1:oneSide=0", 1), ("1:zDim=2", 1)):
        found = definition.read(f"D:xDim=4:yDim={head}\n{pair}", "x", "x").instance
        assert len(found["pieces"]) == pieces, head
    chiral = (
        "D:xDim=2:yDim=2:zDim=2\nC:name=A:layout=0 0 0,1 0 0,0 1 0,0 1 1\nC:name=B:layout=0 0 0,1 0 0,0 1 0,1 0 1\n~D"
    )
    assert len(read(chiral).pieces) == 2


def test_an_upright_piece_is_laid_down_for_a_flat_box() -> None:
    instance = read("D:xDim=2:yDim=2:zDim=1\nC:name=A:layout=0 0 0,0 0 1,0 1 1\nC:name=B:layout=7 7 7\n~D")
    assert {cell[2] for cells in shapes(instance).values() for cell in cells} == {0}


def test_an_empty_piece_is_left_out_with_a_note() -> None:
    found = definition.read(f"{FLAT}C:name=E:layout=\nC:name=A:layout=0 0 0,1 0 0,0 1 0,1 1 0\n~D", "x", "x")
    assert found.notes == ("piece E is empty: it is left out",)
    assert [piece.name for piece in parse(found.instance).pieces] == ["A"]


@pytest.mark.parametrize("end", ["~D:", "~D : xDim=3", "~d the end"])
def test_text_after_an_end_mark_is_a_comment(end: str) -> None:
    assert len(read(f"{FLAT}L\nA A\nB B\n ~L end of it\n{end}").pieces) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("C:name=A:layout=0 0 0", "x:1: expected 'D:"),
        ("D:xDim=2:yDim=2", "x:1: D:zDim="),
        ("D:xDim=2:yDim=0:zDim=1", "x:1: D:yDim= must be a whole number from 1 to 999999, not '0'"),
        ("D:xDim=1e999:yDim=2:zDim=1", "x:1: D:xDim= must be a whole number"),
        ("D:xDim=2:xDim=2:yDim=2:zDim=1", "x:1: xDim is given twice"),
        ("D:xDim=2:yDim=2:zDim=1:colour=red", "x:1: expected xDim, yDim, zDim, oneSide after D:, not 'colour'"),
        ("D:xDim=2:yDim=2:zDim=2:oneSide", "x:1: oneSide needs a box with zDim=1"),
        (f"{FLAT}D:xDim=2:yDim=2:zDim=1", "x:2: expected '~D' before the next 'D:'"),
        (f"{FLAT}C:name=A", "x:2: expected 'C:name="),
        (f"{FLAT}C:name=A=B:layout=0 0 0", "x:2: expected name=value"),
        (f"{FLAT}C:name=two words:layout=0 0 0", "x:2: expected a word as a piece's name"),
        (f"{FLAT}C:name=A:type=Q:layout=0 0 0", "x:2: expected type=M or type=S, not 'Q'"),
        (f"{FLAT}C:name=A:layout=0 0", "x:2: expected three coordinates"),
        (f"{FLAT}C:name=A:layout=0 0 1.5", "x:2: layout must be a whole number"),
        (f"{FLAT}C:name=A:layout=0 0 0\nL\n. .\nA .\n~L", "x:5: piece A was defined already, in line 2"),
        (f"{FLAT}L\nA A\n~L\nL:stationary=A\nA A\n~L", "x:5: piece A was defined already, in line 3"),
        (f"{FLAT}L:stationary=*\nA\n~L", "x:4: the drawing from line 2 on lacks the stationary piece \\*"),
        (f"{FLAT}L:mobile=A", "x:2: expected stationary after L:, not 'mobile'"),
        ("D:xDim=2:yDim=2:zDim=1:oneSide\nL\nA , A\n~L", "x:4: expected z = 0"),
        (f"{FLAT}What", "x:2: expected D:, C:, L, ~L or ~D, not 'What'"),
        (f"{FLAT}L\nA A", "x:3: the end of the drawing from line 2 on, '~L', is missing"),
        (f"{FLAT}~Done", "x:2: expected D:, C:, L"),
        (f"{FLAT}~D", "x:2: the definition has no pieces"),
        (f"{FLAT}C:name=A:layout=0 0 0\n", "x:2: the end of the definition, '~D', is missing"),
    ],
)  # fmt: skip
def test_a_broken_definition_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        definition.read(text, "x", "x")


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("L:stationary=*\n. . *\n~L", "'cells of piece \\*' must be a whole number from 0 to 1, not 2"),
        ("L:stationary=*\n*\n~L\nC:name=A:type=S:layout=0 1 0", "the fixed pieces and the blocked cells overlap"),
        ("C:name=A:layout=0 0 0, 0 0 0", "piece A names a cell twice"),
    ],
)
def test_the_rules_of_instances_hold_for_its_pieces(drawing: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read(f"{FLAT}{drawing}\n~D")


@st.composite
def solved(draw: st.DrawFn) -> tuple[tuple[int, int, int], dict[str, list[tuple[int, int, int]]]]:
    """A box whose cells belong to pieces of any kind, named by words of any length."""
    box = draw(st.tuples(st.integers(1, 4), st.integers(1, 3), st.integers(1, 4)))
    names = draw(st.lists(st.from_regex(r"[A-Za-z0-9*+]{1,5}", fullmatch=True), min_size=1, max_size=5, unique=True))
    owners = draw(
        st.lists(st.sampled_from(names), min_size=box[0] * box[1] * box[2], max_size=box[0] * box[1] * box[2])
    )
    pieces: dict[str, list[tuple[int, int, int]]] = {}
    for cell, name in zip(product(*map(range, box)), owners, strict=True):
        pieces.setdefault(name, []).append(cell)
    return box, pieces


@given(solved(), st.booleans())
def test_a_printed_solution_is_read_back_as_a_drawing(
    puzzle: tuple[tuple[int, int, int], dict[str, list[tuple[int, int, int]]]], commas: bool
) -> None:
    box, pieces = puzzle
    fixed = [{"name": name, "cells": cells, "fixed": True} for name, cells in pieces.items()]
    instance = parse({"name": "x", "box": list(box), "pieces": fixed})
    solution = tuple((piece.name, piece.cells) for piece in instance.pieces)
    printed = screen.text(instance, solution)
    if commas:
        rows = [row.split() for row in printed.split("\n")]
        printed = "\n".join(
            " , ".join(" ".join(row[z * box[0] : (z + 1) * box[0]]) for z in range(box[2])) for row in rows
        )
    head = "D:" + ":".join(f"{axis}Dim={size}" for axis, size in zip("xyz", box, strict=True))
    text = f"{head}\nL:stationary={' '.join(pieces)}\n{printed}\n~L\n~D\n"
    assert shapes(read(text)) == {piece.name: piece.cells for piece in instance.pieces}
