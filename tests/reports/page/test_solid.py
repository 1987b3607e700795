"""The solid of a polycube solution in headless Chromium: keys, mouse, touch and the slider of its layers."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tilings.reports.page.build import HOME, bundle

ROOT = Path(__file__).parents[3]
RADIUS = 200  # half the picture's height in SVG units


@pytest.fixture(scope="module")
def cube():
    """A classic puzzle with a stored solution."""
    box = json.loads((ROOT / "instances" / "polycubes" / "tetris-cube.json").read_text())["box"]
    stored = json.loads((Path(__file__).parent / "solutions" / "tetris-cube.json").read_text())
    pieces = [{"name": piece, "colour": "#e69f00", "cells": cells} for piece, cells in stored["solution"]]
    return {"box": box, "pieces": pieces, "title": "tetris-cube"}


@pytest.fixture(scope="module")
def solid_file(tmp_path_factory):
    """A page with nothing but the solid's script and the page's style sheet."""
    path = tmp_path_factory.mktemp("solid") / "solid.html"
    style = (HOME / "page.css").read_text(encoding="utf-8")
    head = (
        f"<!doctype html><html data-ready><meta charset='utf-8'><link rel='icon' href='data:,'><style>{style}</style>"
    )
    path.write_text(f"{head}<div id='here'></div><script>{bundle(HOME / 'js', 'solid.js')}</script>", encoding="utf-8")
    return path


@pytest.fixture
def mount(look, solid_file):
    """Mounts a solution in a new page."""

    def open_page(solution):
        page = look(solid_file)
        page.evaluate("given => modules['solid.js'].mountSolid(here, given)", solution)
        return page

    return open_page


def shot(page):
    return page.locator(".solid").inner_html()


def press(page, *keys):
    page.locator(".solid").focus()
    for key in keys:
        page.keyboard.press(key)
    return shot(page)


def test_keys_turn_the_solid_and_home_turns_it_back(mount, cube):
    page = mount(cube)
    seen = [shot(page), *(press(page, key) for key in ("ArrowLeft", "ArrowUp", "ArrowRight"))]
    assert len(set(seen)) == len(seen), "each key changes the picture"
    assert press(page, "ArrowDown") == seen[0], "the opposite keys undo them"
    press(page, *["ArrowDown"] * 30)
    assert press(page, "ArrowDown") == shot(page), "no further than from above"
    assert press(page, "Home") == seen[0]
    assert press(page, "x", "Control+ArrowLeft") == seen[0]


def test_mouse_and_finger_turn_the_solid(mount, cube):
    page = mount(cube)
    seen = [shot(page)]
    page.mouse.move(400, 200)
    page.mouse.down()
    page.mouse.move(460, 220, steps=3)
    seen.append(shot(page))
    page.mouse.up()
    page.mouse.move(500, 300)
    assert shot(page) == seen[1], "it turns no more"
    touch = page.context.new_cdp_session(page)
    for kind, x in (("Start", 300), ("Move", 360), ("End", None)):
        points = [{"x": x, "y": 200, "id": 0}] if x else []
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    seen.append(shot(page))
    assert len(set(seen)) == 3


def test_the_slider_moves_the_layers_apart_and_the_picture_keeps_its_room(mount, cube):
    page = mount(cube)
    together = shot(page)
    slider = page.get_by_role("slider", name="Layers apart")
    slider.focus()
    page.keyboard.press("End")
    assert page.locator(".solid g").count() == 4 * 16 + 2 * 16
    box = page.evaluate("(({ y, height }) => [y, y + height])(document.querySelector('.solid').getBBox())")
    assert -RADIUS < box[0] < box[1] < RADIUS
    apart = shot(page)
    press(page, "ArrowLeft")
    assert press(page, "Home") == apart, "turning keeps the layers apart"
    slider.fill("0")
    assert shot(page) == together


def test_names_are_shown_as_text(mount):
    hostile = "<img src=x onerror=alert(1)>"
    page = mount({"box": [2, 1, 1], "pieces": [{"name": hostile, "colour": "#000000", "cells": [[0, 0, 0]]}],
                  "title": hostile})  # fmt: skip
    assert page.locator(".solid title").first.text_content() == hostile
    assert page.locator("img").count() == 0


def test_the_print_shows_the_current_view_as_lines_without_controls(mount, cube):
    pypdf = pytest.importorskip("pypdf")
    page = mount(cube)
    before = press(page, "ArrowLeft")
    document = pypdf.PdfReader(io.BytesIO(page.pdf()))
    assert shot(page) == before
    assert len(document.pages) == 1
    assert "Layers apart" not in document.pages[0].extract_text()
    assert not document.pages[0].images, "vectors only"
