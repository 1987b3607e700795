"""Puzzles drawn in text are read as they are meant, printed solutions among them; errors name their line."""

from collections import Counter
from itertools import product
from operator import sub

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.waiting import at_once
from tilings.models.polycubes import PROBLEM, drawn, geometry, screen, sentences
from tilings.models.polycubes.instance import Cell, Piece, PolycubesInstance, parse
from tilings.models.polycubes.sets import SETS
from tilings.models.problem import UserError

TETROMINOES = "box 5x4\n\nTTT   LLL\n.T.   L..\n\nIIII\n\nOO   .SS\nOO   SS.\n"


def read(text: str) -> PolycubesInstance:
    found = drawn.read(text, "p", "p")
    return parse({key: value for key, value in found.instance.items() if key != "family"})


def shapes(pieces: list[Piece], box: Cell, reflect: bool) -> Counter[tuple[Cell, ...]]:
    """How many pieces there are of each shape."""
    found: Counter[tuple[Cell, ...]] = Counter()
    for piece in pieces:
        found[geometry.orientations(piece, box, reflect)[0]] += piece.copies
    return found


def test_pieces_drawn_beside_and_below_each_other_are_those_of_the_set() -> None:
    instance = read(TETROMINOES)
    assert (instance.box, instance.reflect, instance.convention) == ((5, 4, 1), True, "reflections")
    known = [Piece(name, tuple(cells)) for name, cells in SETS["tetrominoes"].items()]
    assert shapes(instance.movable, instance.box, True) == shapes(known, instance.box, True)
    assert {piece.name for piece in read("box 5x4\ntetrominoes\n").pieces} == set("ILOST")


def test_a_region_has_holes_and_a_set_can_be_there_several_times() -> None:
    instance = read("  ####\n  #..#\n  ####\n5 dominoes")
    assert (instance.box, instance.blocked) == ((4, 3, 1), ((1, 1, 0), (2, 1, 0)))
    assert [(piece.name, piece.copies) for piece in instance.pieces] == [("D", 5)]


def test_a_piece_that_is_drawn_again_turned_or_not_is_a_copy() -> None:
    instance = read("box 3x2\n\nVV   V.\n.V   VV\n")
    assert [(piece.name, piece.copies) for piece in instance.pieces] == [("V", 2)]
    assert not drawn.read("box 3x2\n\nVV   V.\n.V   VV\n", "p", "p").notes


def test_the_copies_of_a_drawn_piece_are_said_in_a_line_before_or_after_it() -> None:
    for text in ("box 4x3\n4 of V\nVV\nV\n", "VV\nV\n\n4 OF V\nbox 4x3"):
        assert sentences.looks_like(text)
        assert [(piece.name, piece.copies) for piece in read(text).pieces] == [("V", 4)]


@pytest.mark.parametrize("line", ["4 of V  // as many as fit", "4 of V # as many as fit", "4 of V"])
def test_comments_are_left_out(line: str) -> None:
    text = f"// a tray\n# and a tray\nbox: 4 x 3 // small\n{line}\n\nVV # the only piece\nV\n"
    assert sentences.looks_like(text)
    assert (read(text).box, read(text).pieces) == ((4, 3, 1), read("box 4x3\n4 of V\nVV\nV\n").pieces)


def test_rows_of_a_region_with_blanks_between_their_cells_are_not_comments() -> None:
    assert read("# # #\n# . #\n5 monominoes\n").blocked == ((1, 0, 0),)


@pytest.mark.parametrize(("bound", "least", "most"), [("at most 2", 0, 2), ("at least 2", 2, 5), ("At Most 9", 0, 9)])
def test_the_number_of_a_piece_can_have_a_bound(bound: str, least: int, most: int) -> None:
    (piece,) = read(f"box 5x3\n{bound} of L\ngaps allowed\n\nLL\nL\n").pieces
    assert (piece.least, piece.copies) == (least, most)


def test_any_number_of_a_piece_is_from_none_to_as_many_as_have_room() -> None:
    text = "box 5x4\n2 gaps\nany number of L\nAny number of dominoes\n\nLLL\nL\n"
    assert [(piece.name, piece.least, piece.copies) for piece in read(text).pieces] == [("D", 0, 10), ("L", 0, 5)]


@pytest.mark.parametrize(
    ("line", "gaps"),
    [("gaps allowed", (1, 9)), ("any number of gaps", (1, 9)), ("4 gaps", (4, 4)), ("at most 4 gaps", (1, 4))],
)
def test_gaps_are_any_number_a_number_or_at_most_a_number(line: str, gaps: tuple[int, int]) -> None:
    """One of them at least, as three cells a piece leave one of ten."""
    instance = read(f"box 5x2\nany number of L\n{line}\n\nLL\nL\n")
    assert (instance.gaps, PROBLEM.goals(instance)[-1]) == (
        (gaps[0], 10 if gaps[1] == 9 else gaps[1]),
        "optimum" if gaps[0] < gaps[1] else "count",
    )


def test_numbers_of_gaps_that_any_number_of_several_pieces_cannot_leave_are_left_out() -> None:
    assert read("box 10x5\nany number of tetrominoes\ngaps allowed\n").gaps == (2, 50)
    assert read("box 10x5\nany number of tetrominoes\nat most 9 gaps\n").gaps == (2, 6)


def test_the_number_of_gaps_follows_from_the_numbers_of_the_pieces() -> None:
    assert read("box 5x2\ngaps allowed\n\nLL\nL\n").gaps == (7, 7)


@pytest.mark.parametrize(("name", "number"), [("pentominoes", 18), ("tetrominoes", 7), ("trominoes", 2)])
def test_a_one_sided_set_has_the_mirror_images_too(name: str, number: int) -> None:
    instance = read(f"box 10x10\none-sided {name}\ngaps allowed\n")
    assert not instance.reflect
    assert list(shapes(list(instance.pieces), instance.box, reflect=False).values()) == [1] * number


@pytest.mark.parametrize("line", ["one-sided: L, V", "one-sided L V", "one-sided: L\none-sided: V", "One-sided:V,L"])
def test_some_pieces_can_be_one_sided(line: str) -> None:
    pieces = read(f"box 5x3\n{line}\n\nLLLL   VV   TTT\nL      V     T\n       V\n\nII\n").pieces
    assert {piece.name for piece in pieces if piece.one_sided} == {"L", "V"}


def test_a_one_sided_piece_is_a_copy_of_another_only_if_both_have_the_same_placements() -> None:
    chiral, symmetric = "LLL   JJJ\nL       J", "LL   JJ\nL     J"
    for pieces, sided, copies in (
        (chiral, "", [2]), (chiral, "one-sided: L", [1, 1]), (chiral, "one-sided: L, J", [1, 1]),
        (chiral, "one-sided", [1, 1]), (symmetric, "one-sided: L", [2]),
    ):  # fmt: skip
        found = read(f"box 4x2\ngaps allowed\n{sided}\n\n{pieces}\n")
        assert [piece.copies for piece in found.pieces] == copies


def test_a_solid_puzzle_has_no_mirrored_pieces_anyway() -> None:
    found = drawn.read("box 2x2x2\none-sided: L\ngaps allowed\n\nLL\nL\n", "p", "p")
    assert found.notes == ("'one-sided' changes nothing here: pieces of a solid puzzle are never mirrored",)


def test_layers_of_unequal_width_begin_in_one_column() -> None:
    assert read("box 2x2x2\n5 gaps\n\nAA   A\n").pieces == read("box 2x2x2\n5 gaps\n\nAA   A.\n").pieces
    assert read("##   #\n##   .\n5 of M\nM\n").blocked == ((0, 0, 1), (1, 0, 1), (1, 1, 1))


@st.composite
def packed(draw: st.DrawFn) -> tuple[Cell, list[Cell], list[Piece]]:
    """A box, its blocked cells, and connected pieces of letters that fill the others."""
    box = draw(st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 3)))
    left = set(product(*map(range, box)))
    blocked = draw(st.sets(st.sampled_from(sorted(left)), max_size=len(left) - 1))
    left -= blocked
    pieces: list[Piece] = []
    while left:
        cells = [min(left)]
        left.remove(cells[0])
        for _ in range(draw(st.integers(0, 5))):
            near = sorted(each for each in left if any(sum(map(abs, map(sub, each, own))) == 1 for own in cells))
            if near:
                cells.append(draw(st.sampled_from(near)))
                left.remove(cells[-1])
        pieces.append(Piece("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[len(pieces)], tuple(sorted(cells))))
    return box, sorted(blocked), pieces


@given(packed())
def test_a_printed_solution_is_read_as_the_puzzle_that_it_solves(puzzle: tuple[Cell, list[Cell], list[Piece]]) -> None:
    box, blocked, pieces = puzzle
    instance = PolycubesInstance("p", box, tuple(blocked), tuple(pieces), reflect=1 in box)
    printed = screen.text(instance, tuple((piece.name, piece.cells) for piece in pieces))
    again = read(f"box {'x'.join(map(str, box))}\n\n{printed}\n")
    assert (again.box, list(again.blocked)) == drawn.trimmed(box, blocked)
    assert shapes(again.movable, again.box, again.reflect) == shapes(pieces, again.box, again.reflect)


def picture(piece: Piece) -> str:
    """A piece drawn by itself, its letters apart."""
    wide, deep, high = (max(axis) + 1 for axis in zip(*piece.cells, strict=True))
    return "\n".join(
        "   ".join(" ".join(".#"[(x, y, z) in piece.cells] for x in range(wide)) for z in range(high))
        for y in reversed(range(deep))
    ).replace("#", piece.name)


@given(packed())
def test_a_puzzle_drawn_piece_by_piece_is_read_as_it_is(puzzle: tuple[Cell, list[Cell], list[Piece]]) -> None:
    box, _, pieces = puzzle
    shape = {geometry.orientations(piece, box, 1 in box)[0]: piece for piece in pieces}  # one piece of each
    laid = [Piece(piece.name, geometry.normalised([*piece.cells])) for piece in shape.values()]
    text = "\n\n".join([f"box {'x'.join(map(str, box))}", "gaps allowed", *map(picture, laid)])
    found = drawn.read(text, "p", "p").instance
    assert {piece["name"]: sorted(map(tuple, piece["cells"])) for piece in found["pieces"]} == {
        piece.name: sorted(piece.cells) for piece in laid
    }


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("pentominoes\n", "p:1: the box is missing: add a line such as 'box 5x4', or draw the region with #"),
        ("box 2x2\n\n..\n", "p:1: the pieces are missing: draw them in letters, or name a set such as 'pentominoes'"),
        ("\nbox 5 by 4\nAA\n", "p:2: expected a box such as 'box 5x4' or 'box 4x4x4', not 'box 5 by 4'"),
        ("box 2x2\nbox 2x3\n", "p:2: line 1 already gives the box or the region"),
        ("####\n\nbox 2x2\n", "p:3: line 1 already gives the box or the region"),
        ("box 2x2\n\nAA\nA?\n", "p:4: expected letters, '.', '\\*' or '#' in a picture, not '\\?'"),
        ("box 2x2\n\nA#\n", r"p:3: This picture mixes # \(the region\) with letters \(pieces\)\."),
        ("box 2x2\n\nA.A\n", "p:3: The cells of piece A are not connected. If they are two pieces, use two letters."),
        ("box 3x2x2\n\nA.   .A\n",
         "p:3: The cells of piece A .* two letters. Layers have 3 blanks between them, and begin in the same column"),
        ("box 3x1\n\nA A B\n\np: 2 pieces in 3 × 1\n",
         "p:5: 'p: 2 pieces in 3 × 1' is neither a picture nor a known line"),
        ("box 6x10\npentominos\n",
         "p:2: 'pentominos' is neither a picture nor a known line .*; did you mean 'pentominoes'"),
        ("box 3x3\n\nA\tA\n", "p:3: this picture has a tab, of unknown width: use blanks"),
        ("box 3x2\n\nAA\nA\n\nAAA\n", "p:6: two pieces of different shapes are named A: use two letters"),
        ("box 3x2\n\nA*\n", "p:3: a picture with \\* must show the whole box; this one is 2x1x1 cells large"),
        ("box 4x3\n4 of W\nVV\nV\n", "p:2: no piece is drawn with the letter W"),
        ("box 4x3\none-sided: V, W\nVV\nV\n", "p:2: no piece is drawn with the letter W"),
        ("box 4x3\nat most 2 of V, W\nVV\nV\n", "p:2: no piece is drawn with the letter W"),
        ("box 3x1\n3 of V, D\nVV\n\nD\n", "p:2: of V, D there are 2 in all, and not 3"),
        ("box 2x1\n\nDD\n\ncolours of V\nrb\n", "p:6: no piece is drawn with the letter V"),
        ("box 2x1\n\nDD\n\ncolours of D\nrb0\n", "p:6: the colours here must cover the cells of piece D; 0 is a cell"),
        ("box 2x1\n\nDD\n\ncolours of the box\nrr\nrr\n", "p:6: the colours here must cover the cells of the box"),
        ("box 2x1\n\nDD\n\ncolours of D\nrb\n\nColors of D:\nrr\n", "p:9: line 6 already gives the colours of D"),
        ("box 2x1\n\nDD\n\ncolours of D\n", "p:5: the picture of the colours of D is missing"),
        ("box 2x1\nr fits b\n\nDD\n", "p:2: no picture of colours has the colour r"),
        ("box 3x1\nat most 2 of D, M\n\nDD\n\nM\n\nM\n\nM\n\nD\n", "p:12: two pieces of different shapes are named D"),
        ("box 9x1\nat most 2 of D, M\n\nDD\n\nM\n", "p: the pieces, of 1 or 2 cells each, fill 0 to 3 cells"),
        ("##    #\n##    #\n", "p:1: the layers of the region differ in width: draw their holes as '.'"),
        ("box 2x2x2\n\nAA    A\n",
         "p:3: piece A: the layers differ in width, with more than three blanks between them: draw empty cells as"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said_in_a_line_with_its_number(text: str, complaint: str) -> None:
    assert sentences.looks_like(text)
    with pytest.raises(UserError, match=f"^{complaint}"):
        drawn.read(text, "p", "p")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("box 3x5\n\nLL\nL\n\nIIII\n", "fill 7 cells, and 15 of 15 are to be filled: add or leave out pieces"),
        ("box 6x10\n12 pentominoes\n", "fill 720 cells, and 60 of 60 are to be filled"),
        ("box 7x7\nany number of tetrominoes\n", "of 4 cells each, fill 0 to 240 cells, and 49 of 49 are to be filled"),
    ],
)
def test_pieces_that_do_not_fill_the_box_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "box 5x3\n" + "A" * 1_000_000 + "\n",
        "A" * 5000 + "\n" + "##\n" * 2000,
        "box 5x3\n\n" + ("A" * 30_000 + "\n\n") * 30,
    ],
)
def test_pictures_that_are_larger_than_anybody_draws_are_refused(text: str) -> None:
    with pytest.raises(UserError, match="more than 200,000 letters and blanks are drawn here"):
        read(text)


def test_a_long_line_of_a_region_is_told_from_another_one_at_once() -> None:
    with at_once():
        assert not sentences.looks_like("######## " * 20_000 + "a")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("gap allowed", "gaps allowed"), ("any numbr of L", "any number of L"), ("one sided", "one-sided"),
        ("four of L", "4 of L"), ("at least 4 gaps", "at most 3 gaps"), ("no flip", "one-sided"),
        ("noflip", "one-sided"), ("A may not be flipped", "one-sided: A"), ("0 or 1 of A", ""),
        ("colors of box", "colours of the box"), ("hexagons", ""), ("8 of Brick", ""),
        ("Frog", ""), ("FROG", ""), ("wall", ""), ("by J. Doe", ""), ("checkerboard", ""),
        ("L twice", ""), ("3D", ""), ("all", ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("text", ["box 4x4\n{}\n\nL\nLL\n", "box 4x4\n\n{}\nLL\nL\n", "{}\nA tray\n\nbox 4x4"])
def test_a_line_of_words_is_not_a_row_of_pieces(text: str, line: str, meant: str) -> None:
    with pytest.raises(UserError, match="^p:\\d: .* is neither a picture nor a known line .*'4 of L'") as refused:
        read(text.format(line))
    if line in str(refused.value):
        assert (f"; did you mean '{meant}'?" in str(refused.value)) == bool(meant)


@pytest.mark.parametrize(
    "rows", ["AABCC\nAABCC", "ABCD\nABCD", "AAABB", "A A B", "AA   B", "ABBC\nADDC", "aab\nacc\nddd"]
)
def test_pieces_side_by_side_are_not_words(rows: str) -> None:
    assert sum(len(piece.cells) * piece.copies for piece in read(f"box 5x5\ngaps allowed\n\n{rows}\n").pieces) == len(
        rows.replace("\n", "").replace(" ", "")
    )


def test_a_title_names_the_puzzle_and_a_comment_does_not() -> None:
    for head, name in (("title: The frog, 2nd", "The-frog-2nd"), ("# The frog, 2nd", "p"), ("// The frog", "p")):
        text = f"{head}\nbox 2x1\n\nAA\n"
        assert sentences.looks_like(text)
        assert drawn.read(text, "p", "p").instance["name"] == name
    with pytest.raises(UserError, match="p:1: '#Frog' is not a row of a region; a comment has a blank after #"):
        read("#Frog\n##\n\nAA\n")


@pytest.mark.parametrize("head", ["", "pieces of two\n\n", "DD\n\n3 of D\n\n", "title: A, B (C)\n", "// a, b\n\n"])
@pytest.mark.parametrize("region", [".......\n..####.\n...##..", ". . .\n. # #\n. # #", ".....\n..#..\n.....\n"])
def test_a_file_with_a_region_anywhere_is_a_drawing(head: str, region: str) -> None:
    assert sentences.looks_like(f"{head}{region}\n")


@given(
    region=st.lists(st.text("#.", min_size=4, max_size=4), min_size=1, max_size=4),
    around=st.tuples(*[st.integers(0, 3)] * 4),
)
def test_a_region_is_the_same_puzzle_wherever_it_is_drawn(region: list[str], around: tuple[int, int, int, int]) -> None:
    assume(any("#" in row for row in region))
    left, right, above, below = around
    empty = "." * (left + 4 + right)
    rows = [*[empty] * above, *("." * left + row + "." * right for row in region), *[empty] * below]
    pieces = "\n\ngaps allowed\nany number of D\n\nDD\n"
    assert read("\n".join(rows) + pieces) == read("\n".join(region) + pieces)


def test_a_number_and_a_letter_alone_are_not_read_as_two_pieces() -> None:
    with pytest.raises(UserError, match="p:2: '4 L' could be a picture: write '4 of L' for copies of a piece"):
        read("box 4x3\n4 L\n\nL\nLL\n")
