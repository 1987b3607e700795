"""Films of a search are stored in files, drawn as strips of rows of boards, and shown as animations."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilings.models.problem import UserError
from tilings.models.squares.instance import SquaresInstance
from tilings.runners.drawing import film
from tilings.runners.drawing.film import Film, Frame

BOARD = SquaresInstance("s", 2, 2, 4)
SQUARES = ((0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1))


def film_of(first: int, between: int = 0, last: int = 0, solved: bool = True) -> Film:
    """A film with these numbers of frames in its three parts; each board holds between none and four squares."""
    frames = [Frame(number, SQUARES[: number % 5]) for number in range(first + between + last)]
    cuts = (0, first, first + between, len(frames))
    parts = [tuple(frames[low:high]) for low, high in zip(cuts, cuts[1:], strict=False)]
    return Film("squares", "s", "goal first, dlx/dlx_cover", solved, *parts)


def test_a_film_is_read_as_it_was_written(tmp_path: Path) -> None:
    film.write(film_of(3, 2, 1), tmp_path / "f.json")
    assert film.read(tmp_path / "f.json") == film_of(3, 2, 1)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"first": [[1]], "between": [], "last": []}', '{"first": [[1e999, []]]}', "[" * 100_000],
)
def test_a_file_that_holds_no_film_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "f.json").write_text(content)
    with pytest.raises(UserError, match="f.json is not a film of runners.solve --film: "):
        film.read(tmp_path / "f.json")
    with pytest.raises(UserError, match="is not a film"):
        film.read(tmp_path / "missing.json")


@given(st.integers(1, 60), st.integers(0, 60), st.integers(0, 60))
def test_a_strip_shows_the_first_and_last_frames_node_by_node_and_none_twice(
    first: int, between: int, last: int
) -> None:
    whole = film_of(first, between, last)
    every = [frame for _, frame in whole]
    rows = film._rows(whole, 8)
    shown = [frame.nodes for _, row in rows for frame in row]
    assert shown == sorted(set(shown))
    assert all(len(row) <= 8 for _, row in rows)
    assert shown[:8] == [frame.nodes for frame in every[:8]]
    assert shown[-8:] == [frame.nodes for frame in every[-8:]]
    assert len(shown) == min(len(every), 24) or between > 0


def test_an_animation_shows_every_frame_and_holds_the_last() -> None:
    pictures, shown = film.animation(film_of(3, 2, 2), BOARD)
    assert len(pictures) == len(shown) == 7
    assert shown[-1] > 5 * max(shown[:-1])
    assert len({picture.size for picture in pictures}) == 1


@pytest.mark.parametrize("ending", [".gif", ".png", ".svg", ".json"])
def test_the_ending_of_the_file_name_chooses_the_format_of_a_film(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"film{ending}"
    film.save(film_of(2, 0, 1), BOARD, path)
    starts = {".gif": b"GIF8", ".png": b"\x89PNG", ".svg": b"<?xml", ".json": b"{"}
    assert path.read_bytes().startswith(starts[ending])
