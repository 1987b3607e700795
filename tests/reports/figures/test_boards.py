"""Films in a campaign's folder are drawn as strips; files that are no film or show an invalid solution are left out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tilings.reports.figures.boards import films
from tilings.runners.drawing import film
from tilings.runners.drawing.film import Film, Frame

SQUARES = ((0, 0, 2), (0, 2, 2), (2, 0, 2), (2, 2, 2))


def made(solved: bool = True, instance: str = "sq4-optimum", squares: int = 4) -> Film:
    frames = tuple(Frame(number, SQUARES[:number]) for number in range(squares + 1))
    return Film("squares", instance, "goal optimum, dlx/dlx_cover", solved, frames[:-1], (), frames[-1:])


@pytest.fixture
def folder(campaign: Path, tmp_path: Path) -> Path:
    shutil.copytree(campaign, tmp_path / "made-up")
    (tmp_path / "made-up" / "films").mkdir()
    return tmp_path / "made-up"


def test_a_film_is_drawn_with_its_caption(folder: Path) -> None:
    film.write(made(), folder / "films" / "a.json")
    (strip,) = films(folder, "squares")
    assert strip.figure is not None and len(strip.figure.axes) == 5
    assert strip.sentence.startswith(
        "sq4-optimum, goal optimum, dlx/dlx_cover: boards on the way to a solution after 4 nodes."
    )
    assert list(films(folder, "polycubes")) == []


def test_files_without_a_film_or_a_valid_solution_are_left_out(folder: Path) -> None:
    film.write(made(squares=3), folder / "films" / "false.json")
    film.write(made(instance="other"), folder / "films" / "other.json")
    film.write(Film("squares", "sq4-optimum", "x", True), folder / "films" / "empty.json")
    (folder / "films" / "torn.json").write_text('{"family": "squ')
    assert list(films(folder, "squares")) == []
    film.write(made(squares=3, solved=False), folder / "films" / "open.json")
    (strip,) = films(folder, "squares")
    assert "without a solution" in strip.sentence
