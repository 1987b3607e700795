"""BurrTools puzzles are read as instances; what the toolkit cannot state is refused in one line."""

import gzip
from pathlib import Path

import pytest

from tests.canonical import canonical
from tests.models import solving
from tilings.models import registry
from tilings.models.covers import PROBLEM as COVERS
from tilings.models.covers.instance import CoversInstance
from tilings.models.polycubes import PROBLEM, burrtools
from tilings.models.polycubes.instance import PolycubesInstance, parse
from tilings.models.problem import UserError
from tilings.models.puzzle_file import ForeignPuzzle

DIABOLICAL = (
    ("2x1x1", "##"), ("2x2x1", "###_"), ("2x2x1", "####"), ("3x2x1", "####_#"), ("3x3x1", "#####_#__"),
    ("3x3x1", "#######__"),
)  # fmt: skip
CUBE = ("3x3x3", "#" * 27)
ONE, TWO = ("1x1x1", "#"), ("2x1x1", "##")


def xml(*voxels: tuple[str, str], problem: str = "", uses: str = "", result: int | None = None, grid: int = 0) -> str:
    """A puzzle of these shapes, the last of which is the result; by default each other one is used once."""
    shapes = "\n".join(
        '<voxel x="{}" y="{}" z="{}" type="0">{}</voxel>'.format(*size.split("x"), text) for size, text in voxels
    )
    uses = uses or "".join(f'<shape id="{number}" count="1"/>' for number in range(len(voxels) - 1))
    goal = len(voxels) - 1 if result is None else result
    problem = problem or f'<problem state="0"><shapes>{uses}</shapes><result id="{goal}"/><bitmap/></problem>'
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2">\n<gridType type="{grid}"/><colors/>\n<shapes>\n{shapes}\n'
        f"</shapes>\n<problems>{problem}</problems>\n<comment/></puzzle>\n"
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "puzzle.xmpuzzle"


def load(path: Path, content: str | bytes, number: int = 1) -> ForeignPuzzle:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return burrtools.read(path, "x", number)


def orbits(instance: PolycubesInstance | CoversInstance) -> int:
    """The number of solutions, by a native engine."""
    problem, name = (COVERS, "dlx_general") if isinstance(instance, CoversInstance) else (PROBLEM, "dlx_cover")
    solutions = solving.solve(registry.formulation(problem.family, name), instance, "count")
    symmetries = problem.symmetries(instance)
    return len({canonical(solution, symmetries) for solution in solutions})


def cover(path: Path, content: str) -> CoversInstance:
    """The exact cover that a file holds."""
    found = load(path, content).instance
    assert found["family"] == "covers"
    return COVERS.parse(found)


@pytest.mark.parametrize("compressed", [False, True])
def test_the_diabolical_cube_has_13_solutions_up_to_mirror_images(path: Path, compressed: bool) -> None:
    text = xml(*DIABOLICAL, CUBE).encode()
    instance = parse(load(path, gzip.compress(text) if compressed else text).instance)
    assert (instance.box, [len(piece.cells) for piece in instance.pieces]) == ((3, 3, 3), [2, 3, 4, 5, 6, 7])
    assert orbits(instance) == 13


def test_cells_of_a_shape_are_listed_with_x_fastest_then_y_then_z(path: Path) -> None:
    found = load(path, xml(("2x3x2", "#__#_______#"), ("3x1x1", "###")))
    assert found.instance["pieces"][0]["cells"] == [[0, 0, 0], [1, 1, 0], [1, 2, 1]]


def test_the_box_is_drawn_around_the_result_and_empty_cells_are_blocked(path: Path) -> None:
    instance = parse(load(path, xml(("2x1x1", "##"), ("1x1x1", "#"), ("4x3x2", "_____##__#__" + "_" * 12))).instance)
    assert (instance.box, instance.blocked, instance.reflect) == ((2, 2, 1), ((1, 1, 0),), True)


def test_copies_add_up_and_unique_names_are_kept(path: Path) -> None:
    uses = '<shape id="0" count="2"/><shape id="1"/><shape id="0" min="1" max="1"/>'
    text = xml(("2x1x1", "##"), ("1x1x1", "#"), ("7x1x1", "#" * 7), uses=uses)
    pieces = parse(load(path, text).instance).pieces
    assert [(piece.name, piece.copies) for piece in pieces] == [("S1", 3), ("S2", 1)]
    named = text.replace('<voxel x="2"', '<voxel name="long one" x="2"').replace(
        '<voxel x="1"', '<voxel name="dot" x="1"'
    )
    assert [piece.name for piece in parse(load(path, named).instance).pieces] == ["long_one", "dot"]


@pytest.mark.parametrize(("uses", "copies"), [('min="0" max="2"', 2), ('min="2" max="4"', 2), ('count="2"', 2)])
def test_a_range_that_leaves_no_choice_is_a_number_of_copies(path: Path, uses: str, copies: int) -> None:
    text = xml(TWO, ("4x1x1", "####"), uses=f'<shape id="0" {uses}/>')
    instance = parse(load(path, text).instance)
    assert (instance.box, instance.pieces[0].copies) == ((4, 1, 1), copies)


@pytest.mark.parametrize(
    ("size", "result", "count"),
    [
        ("3x1x1", "##+", 1),
        ("3x1x1", "+#+", 1),  # the reflection that keeps the middle takes one to the other
        ("3x1x1", "#++", 1),
        ("2x2x1", "++++", 1),
        ("2x2x1", "#+++", 1),
        ("3x2x1", "++++++", 3),
        ("3x2x1", "+#++++", 2),
    ],
)
def test_variable_cells_are_filled_or_empty_and_symmetries_keep_them(
    path: Path, size: str, result: str, count: int
) -> None:
    assert orbits(cover(path, xml(TWO, (size, result)))) == count


def test_mirror_images_count_once_unless_there_is_a_choice_of_pieces(path: Path) -> None:
    """Two of four screws fill a cube; two of them are the mirror images of the others."""
    screws = ("2x2x2", "#_##__#_"), ("2x2x2", "_###___#")
    found = {}
    for uses in ('id="0" count="2"', 'id="1" count="2"', 'id="0" count="1"/><shape id="1" count="1"'):
        text = xml(*screws, ("2x2x2", "########"), uses=f"<shape {uses}/>")
        found[uses] = orbits(parse(load(path, text).instance | {"convention": "rotations"}))
    choice = xml(*screws, ("2x2x2", "########"), uses='<shape id="0" min="0" max="2"/><shape id="1" min="0" max="2"/>')
    assert "mirror images count separately" in load(path, choice).notes[-1]
    assert orbits(cover(path, choice)) == sum(found.values()) > 0


@pytest.mark.parametrize(
    ("pieces", "result", "pairs", "count"),
    [
        (["#1#2", "#1#2"], "#1#2#2#1", [(0, 0), (1, 1)], 1),
        (["#1#2", "#1#2"], "#1#1#2#2", [(0, 0), (1, 1)], 0),
        (["#1#2", "#1#2"], "#1#1#2#2", [(0, 0), (0, 1), (1, 0), (1, 1)], 8),
        (["#1#2", "##"], "#1#2##", [(0, 0), (1, 1)], 3),  # the default colour fits every other one
        (["#1#1", "#2#2"], "#1#1+#", [(0, 0), (1, 1)], 1),
        (["#1#1", "#2#2"], "#1#1+1#1", [(0, 1), (1, 0)], 0),
    ],
)
def test_a_colour_lies_only_on_colours_that_it_is_paired_with(
    path: Path, pieces: list[str], result: str, pairs: list[tuple[int, int]], count: int
) -> None:
    bitmap = "".join(f'<pair piece="{piece}" result="{cell}"/>' for piece, cell in pairs)
    text = xml(*(("2x1x1", piece) for piece in pieces), ("4x1x1", result)).replace(
        "<bitmap/>", f"<bitmap>{bitmap}</bitmap>"
    )
    found = load(path, text).instance
    assert orbits(registry.problem(found["family"]).parse(found)) == count


@pytest.mark.parametrize(
    ("holes", "count"), [("", 4), (' maxHoles="2"', 4), (' maxHoles="1"', 3), (' maxHoles="0"', 1)]
)
def test_at_most_so_many_variable_cells_stay_empty(path: Path, holes: str, count: int) -> None:
    text = xml(ONE, ("5x1x1", "#_+_+"), uses='<shape id="0" min="0" max="3"/>')
    assert orbits(cover(path, text.replace("<problem ", f"<problem{holes} "))) == count


def test_text_in_latin_1_without_a_declared_encoding_is_read(path: Path) -> None:
    text = xml(TWO, TWO).replace("<comment/>", "<comment>Götz</comment>").encode("latin-1")
    for content in (text, gzip.compress(text), text.decode("latin-1").encode()):
        assert parse(load(path, content).instance).box == (2, 1, 1)


def test_one_of_several_problems_is_chosen_by_its_number_and_an_empty_piece_is_noted(path: Path) -> None:
    one = '<problem name="A"><shapes><shape id="0"/></shapes><result id="2"/></problem>'
    two = '<problem><shapes><shape id="0"/><shape id="1"/></shapes><result id="2"/></problem>'
    text = xml(("1x1x2", "##"), ("1x1x1", "_"), ("1x2x1", "##"), problem=one + two)
    notes = load(path, text).notes
    assert notes[0] == "the file holds 2 problems; this is number 1 (FILE#2 means the second)"
    assert notes[1:] == ("assemblies are found; whether they can be taken apart is not checked",)
    assert load(path, text, 2).notes[-1] == "piece S2 is empty: it is left out"
    stated = load(path, xml(TWO, ("1x1x1", "_"), ("3x1x1", "##+")))
    assert stated.instance["family"] == "covers"
    assert "piece S2 is empty: it is left out" in stated.notes
    with pytest.raises(UserError, match="has 2 problems, and no number 3"):
        load(path, text, 3)


def test_stored_solutions_and_disassemblies_are_skipped(path: Path) -> None:
    extra = '<solutions><solution><assembly>0 0</assembly><separation pieces="2"/></solution></solutions><new x="1"/>'
    text = xml(("2x1x1", "##"), ("2x1x1", "##")).replace("<bitmap/>", f"<bitmap/>{extra}")
    assert parse(load(path, text).instance).box == (2, 1, 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (xml(ONE, ONE, grid=1), r":3: expected a grid of cubes \(gridType 0\), not gridType 1"),
        ("<html></html>", r":1: expected a BurrTools file, <puzzle>, not <html>"),
        ("<puzzle></puzzle>", r":1: expected version 1 or 2"),
        ('<puzzle version="2">', r":1: not XML \(no element found\)"),
        ('<puzzle version="2"></puzzle>', r" has 0 problems, and no number 1"),
        (xml(("2x2x1", "##!#"), ONE), r":5: expected _, # and \+ in a voxel space, not '!'"),
        (xml(("2x2x1", "3###"), ONE), r":5: expected _, # and \+ in a voxel space, not '3'"),
        (xml(("2x2x1", "###"), ONE), r":5: the voxel space of 2x2x1 has 4 cells, but its text 3"),
        (xml(("2x2x0", ""), ONE), r":5: z= must be a whole number from 1"),
        (xml(("2x1e999x1", ""), ONE), r":5: y= must be a whole number from 1"),
        (xml(("9999x9999x9999", ""), ONE), r":5: at most 1000000 cells"),
        (xml(ONE, ONE, uses='<shape id="7"/>'), r":8: the problem uses shape 7, but the shapes are numbered 0 to 1"),
        (xml(ONE, ONE, uses='<shape id="-1"/>'), r":8: id= must be a whole number"),
        (xml(ONE, ONE, uses='<shape id="0" min="3" max="2"/>'), r":8: expected min to be at most max, not 3 and 2"),
        (xml(ONE, ONE, problem="<problem/>"), r":8: the problem has no <result>"),
        (xml(ONE, ("1x1x1", "_")), r":8: the problem's result has no cells to fill"),
        (xml(("1x1x1", "_"), ONE), r":8: the problem's pieces have no cells"),
        (xml(TWO, ("4x1x1", "###+")), r":8: the pieces have 2 cells, but 3 to 4 are to be filled"),
        (xml(TWO, ("4x1x1", "####"), uses='<shape id="0" min="3" max="4"/>'), r":8: the pieces have 6 to 8 cells"),
        (xml(("2x1x1", "#+"), TWO), r":5: a piece has a variable cell \('\+'\), which only a result may have"),
        ('<!DOCTYPE a [<!ENTITY b "c">]>' + "<puzzle/>", r":1: a BurrTools file has no document type"),
        ('<?xml version="1.0" encoding="bogus"?><puzzle/>', r":1: not XML"),
        ('<puzzle version="2">' + "<a>" * 99, r":1: elements are nested too deeply"),
        (b"<puzzle \xff", r":1: not XML"),
        (gzip.compress(xml(ONE, ONE).encode(), mtime=0)[:-12], r": its compressed data is damaged or ends too early"),
    ],
)  # fmt: skip
def test_what_is_wrong_or_not_supported_is_named_with_its_line(path: Path, content: str | bytes, message: str) -> None:
    with pytest.raises(UserError, match="puzzle.xmpuzzle" + message):
        parse(load(path, content).instance)
