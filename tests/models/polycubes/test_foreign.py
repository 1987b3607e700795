"""The format of a puzzle file is recognised by its content, and its puzzles are solved like any instance."""

import gzip
from pathlib import Path

import pytest

from tilings.models import puzzle_formats
from tilings.models.polycubes.instance import parse
from tilings.models.problem import UserError
from tilings.models.puzzle_file import exists

DEFINITION = "D:xDim=2:yDim=1:zDim=1\nC:name=A:layout=0 0 0,1 0 0\n~D\n"
PUZZLE = (
    '<puzzle version="2"><gridType type="0"/><shapes><voxel x="2" y="1" z="1" type="0">##</voxel></shapes>'
    '<problems><problem><shapes><shape id="0"/></shapes><result id="0"/></problem></problems></puzzle>'
)


@pytest.mark.parametrize(
    "content",
    [
        DEFINITION.encode(),
        b"\xef\xbb\xbf# of some editor\r\n" + DEFINITION.encode().replace(b"\n", b"\r\n"),
        PUZZLE.encode(),
        b"\xef\xbb\xbf\n <!-- by hand -->" + PUZZLE.encode(),
        gzip.compress(PUZZLE.encode(), mtime=0),
    ],
)
def test_the_format_of_a_file_does_not_depend_on_its_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "my puzzle (2).txt"
    path.write_bytes(content)
    found = puzzle_formats.read(path)
    assert found is not None
    instance = parse(found.instance)
    assert (instance.name, instance.box, [len(piece.cells) for piece in instance.pieces]) == (
        "my-puzzle-2-",
        (2, 1, 1),
        [2],
    )


def test_one_puzzle_of_a_file_is_chosen_by_its_number(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(DEFINITION + DEFINITION.replace("2", "1", 1).replace(",1 0 0", ""))
    second = tmp_path / "two.txt#2"
    assert exists(second) and not exists(tmp_path / "none.txt#2")
    found = puzzle_formats.read(second)
    assert found is not None and (found.instance["name"], found.instance["box"]) == ("two", [1, 1, 1])
    with pytest.raises(UserError, match="two.txt has 2 definitions, and no number 0"):
        puzzle_formats.read(tmp_path / "two.txt#0")
    second.write_text(DEFINITION)
    assert puzzle_formats.read(second) is not None, "a file that has such a name is meant itself"
