"""The viewer of polycubes in headless Chromium: what hides what, what comes free when, and what keys and clicks do."""

from __future__ import annotations

import io
import itertools
import json
import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from reports.page.build import HOME
from reports.page.scripts import bundle

ROOT = Path(__file__).parents[3]
PUBLISHED = ROOT / "results" / "published"
WAYS = ((0, 0, 1), (0, -1, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, 0, -1))
DRAWN = """({pieces, box, offsets, gone, yaw, pitch}) => {
  const {outerFaces, movedFace, partition, withoutContacts} = modules["viewer/faces.js"];
  const faces = pieces.flatMap(({cells}, index) => gone.includes(index) ? [] : outerFaces(cells, index));
  const moved = faces.map((face) => movedFace(face, offsets[face.piece]));
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  modules["viewer/draw.js"].painter(svg)({
    box, tree: partition(withoutContacts(moved)), camera: modules["viewer/camera.js"].camera(yaw, pitch),
    scale: 100, shift: [0, 0], shown: pieces.map(({name}) => ({name, colour: [9, 9, 9]})), highlighted: null,
    names: true, frame: false,
  });
  return [...svg.querySelectorAll("[data-piece]")].map((path) => [Number(path.dataset.piece), path.getAttribute("d")]);
}"""


def cut(box, count, seed):
    """A box cut into so many connected pieces at random."""
    chance = random.Random(seed)
    cells = list(itertools.product(*map(range, box)))
    owner = {cell: piece for piece, cell in enumerate(chance.sample(cells, count))}
    while len(owner) < len(cells):
        cell = chance.choice(sorted(owner))
        axis, by = chance.randrange(3), chance.choice((-1, 1))
        beside = tuple(value + by * (axis == other) for other, value in enumerate(cell))
        if beside in cells:
            owner.setdefault(beside, owner[cell])
    pieces = [{"name": f"P{piece}", "colour": "#56b4e9", "cells": []} for piece in range(count)]
    for cell in cells:
        pieces[owner[cell]]["cells"].append(list(cell))
    return {"box": list(box), "pieces": pieces, "title": f"cut {seed}"}


def published(name):
    """The first stored solution of a published instance."""
    box = json.loads((PUBLISHED / "instances" / "polycubes" / f"{name}.json").read_text())["box"]
    for path in sorted((PUBLISHED / "solutions").glob("*.json")):
        stored = json.loads(path.read_text())
        if stored["instance"] == name:
            pieces = [{"name": piece, "colour": "#e69f00", "cells": cells} for piece, cells in stored["solution"]]
            return {"box": box, "pieces": pieces, "title": name}
    raise LookupError(name)


@pytest.fixture(scope="module")
def viewer_file(tmp_path_factory):
    """A page of the viewer's scripts alone, in the order of the real page."""
    path = tmp_path_factory.mktemp("viewer") / "viewer.html"
    head = "<!doctype html><meta charset='utf-8'><link rel='icon' href='data:,'>"
    path.write_text(f"{head}<div id='here'></div><script>{bundle(HOME, 'viewer/mount.js')}</script>", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def bare(browser, viewer_file):
    """That page with nothing mounted, for calls of the pure functions."""
    page = browser.new_page()
    page.goto(f"file://{viewer_file}")
    yield page
    page.close()


@pytest.fixture(scope="module")
def tab(browser):
    """The tab in which each test opens the page anew, and what was asked for and complained of in it."""
    page, heard = browser.new_page(viewport={"width": 1000, "height": 720}), []
    page.set_default_timeout(5000)
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: request.url.startswith(("file:", "data:")) or heard.append(request.url))
    yield page, heard
    page.close()


@pytest.fixture
def mount(tab, viewer_file):
    """Mounts a solution in a new page; afterwards, nothing may have been asked for or complained of."""
    page, heard = tab
    heard.clear()

    def open_page(solution, motion="reduce"):
        page.emulate_media(reduced_motion=motion)
        page.goto(f"file://{viewer_file}")
        page.evaluate("given => { window.viewer = modules['viewer/mount.js'].mountViewer(here, given) }", solution)
        return page

    yield open_page
    assert heard == []


def elements(page, selector):
    """Of all that is seen of it now, after the frame that is due: attributes, and text where it has one."""
    return page.evaluate(
        """async (selector) => {
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          const root = document.querySelector("#here").shadowRoot;
          return [...root.querySelectorAll(selector)]
            .filter((each) => each.getAttribute("d") !== "" && each.getAttribute("display") !== "none")
            .map((each) => ({
              ...Object.fromEntries([...each.attributes].map(({name, value}) => [name, value])),
              text: each.children.length ? "" : each.textContent,
            }));
        }""",
        selector,
    )


def shot(page):
    """What is drawn, to compare."""
    return json.dumps(elements(page, "svg g, svg path, svg text"))


def faces(page):
    """For each piece that is seen, how many faces of cells are drawn of it."""
    found = Counter()
    for path in elements(page, "[data-piece]"):
        found[int(path["data-piece"])] += path["d"].count("M")
    return found


def press(page, *keys):
    page.locator("svg").focus()
    for key in keys:
        page.keyboard.press(key)
    return shot(page)


def status(page):
    return page.locator(".status").inner_text()


# What hides what


def directions(yaw, pitch):
    """Right, up and towards the viewer, by matrices of rotation about z and then about the screen's x."""
    about_z = np.array([[np.cos(yaw), np.sin(yaw), 0], [-np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, np.sin(pitch), np.cos(pitch)], [0, -np.cos(pitch), np.sin(pitch)]])
    return tilt @ about_z


def nearest(cubes, owner, box, points, view):
    """A z-buffer by brute force: the piece that each point shows, -1 for none, -2 where two are as near."""
    right, up, eye = view
    start = np.array(box) / 2 + (points[:, :1] * right - points[:, 1:] * up) / 100
    with np.errstate(divide="ignore"):
        ends = (np.stack([cubes, cubes + 1])[:, None] - start[None, :, None]) / eye  # side, point, cube, axis
    entry, leave = ends.min(0).max(-1), ends.max(0).min(-1)
    depth = np.where(entry < leave, leave, -np.inf)
    order = np.argsort(-depth, axis=1)[:, :2]
    first, second = np.take_along_axis(depth, order, 1).T
    pieces = owner[order]
    shown = np.where((second > first - 1e-6) & (pieces[:, 0] != pieces[:, 1]), -2, pieces[:, 0])
    return np.where(np.isinf(first), -1, shown)


def painted(drawn, points):
    """The piece of the last face that covers each point; -1 for none."""
    shown = np.full(len(points), -1)
    for piece, path in drawn:
        for face in re.findall(r"M([^Z]*)Z", path):
            corners = np.array([[float(v) for v in corner.split()] for corner in face.split("L")])
            sides = np.roll(corners, -1, 0) - corners
            near = 0.15 * np.hypot(*sides.T)  # corners are rounded to tenths; strokes close the gaps
            across = points[:, None] - corners
            turn = sides[:, 0] * across[..., 1] - sides[:, 1] * across[..., 0]
            within = ((points > corners.min(0) - 0.15) & (points < corners.max(0) + 0.15)).all(1)
            shown[within & ((turn > -near).all(1) | (turn < near).all(1))] = piece
    return shown


def compare(page, solution, offsets, gone, yaw, pitch, chance):
    """Painting and z-buffer have to agree in all points that are no matter of rounding; returns how many these are."""
    case = {**solution, "offsets": offsets, "gone": gone, "yaw": yaw, "pitch": pitch}
    drawn = page.evaluate(DRAWN, case)
    shown = [piece for piece in range(len(solution["pieces"])) if piece not in gone]
    cubes = np.array([np.add(c, offsets[p]) for p in shown for c in solution["pieces"][p]["cells"]])
    owner = np.array([p for p in shown for _ in solution["pieces"][p]["cells"]])
    view = directions(yaw, pitch)
    flat = (cubes + 0.5 - np.array(solution["box"]) / 2) @ np.array([view[0], -view[1]]).T * 100
    points = flat[chance.integers(len(flat), size=1500)] + chance.uniform(-90, 90, (1500, 2))
    around = [
        nearest(cubes, owner, solution["box"], points + by, view) for by in itertools.product((-0.3, 0.3), repeat=2)
    ]
    sure = np.all([each == around[0] for each in around], axis=0) & (around[0] > -2)
    np.testing.assert_array_equal(painted(drawn, points[sure]), around[0][sure])
    return int(sure.sum())


@pytest.mark.parametrize("seed", range(9))
def test_painting_from_back_to_front_agrees_with_a_z_buffer(bare, seed):
    chance = np.random.default_rng(seed)
    box = (int(chance.integers(1, 5)), int(chance.integers(2, 5)), int(chance.integers(1, 5)))
    solution = cut(box, min(8, int(np.prod(box))), seed)
    middles = [np.mean(piece["cells"], axis=0) + 0.5 - np.array(box) / 2 for piece in solution["pieces"]]
    exploded = [(chance.uniform(0, 1.5) * middle).tolist() for middle in middles]
    pierced = chance.uniform(-1, 1, (len(middles), 3)).tolist()  # pieces run into each other
    whole = np.zeros((len(middles), 3)).tolist()
    for offsets in (exploded, pierced, whole):
        gone = chance.choice(len(middles), size=seed % 3, replace=False).tolist()
        yaw, pitch = chance.uniform(-np.pi, np.pi), chance.uniform(-np.pi / 2, np.pi / 2)
        assert compare(bare, solution, offsets, gone, yaw, pitch, chance) > 500


def test_bars_that_hide_one_another_in_a_ring(bare):
    bars = [[(x, 0, 1) for x in range(3)], [(2, y, 0) for y in range(3)], [(1, 2, z) for z in range(3)]]
    pieces = [{"name": str(n), "cells": [list(cell) for cell in bar]} for n, bar in enumerate(bars)]
    offsets = [[0, 0.7, 0.3], [-0.4, 0, 0.9], [0.2, -0.6, 0]]
    chance = np.random.default_rng(5)
    for yaw, pitch in itertools.product(np.linspace(-3, 3, 5), (-0.62, 0.4, 1.2)):
        compare(bare, {"box": [3, 3, 3], "pieces": pieces}, offsets, [], yaw, pitch, chance)


@pytest.mark.parametrize("name", ["tetris-cube", "solid-pentominoes2x3x10", "pentominoes6x10"])
def test_all_cells_that_face_the_viewer_are_drawn_and_no_others(mount, name):
    solution = published(name)
    page = mount(solution)
    flat = solution["box"][2] == 1
    sides = [(2, solution["box"][2] - 1)] if flat else [(0, 0), (1, 0), (2, solution["box"][2] - 1)]
    expected = {
        number: sum(cell[axis] == at for cell in piece["cells"] for axis, at in sides)
        for number, piece in enumerate(solution["pieces"])
    }
    assert faces(page) == {number: count for number, count in expected.items() if count}


# What comes free when


def shifted(cells, way, by):
    return {tuple(value + by * step for value, step in zip(cell, way, strict=True)) for cell in cells}


def collides(pieces, piece, way, others):
    taken = {tuple(cell) for other in others if other != piece for cell in pieces[other]["cells"]}
    return any(shifted(pieces[piece]["cells"], way, by) & taken for by in range(1, 40))


def enclosed():
    """A cell within a shell, under a lid."""
    cells = [list(cell) for cell in itertools.product(range(3), range(3), range(4))]
    parts = {"lid": [], "shell": [], "core": []}
    for cell in cells:
        parts["lid" if cell[2] == 3 else "core" if cell == [1, 1, 1] else "shell"].append(cell)
    pieces = [{"name": name, "colour": "#d55e00", "cells": part} for name, part in parts.items()]
    return {"box": [3, 3, 4], "pieces": pieces, "title": "enclosed"}


ENCLOSED = enclosed()
CASES = [
    *map(published, ("dominoes6x6", "tetrominoes5x8", "soma-rotations", "solid-pentominoes2x3x10", "tetris-cube")),
    *[cut((4, 4, 4), count, seed) for seed, count in enumerate((2, 3, 5, 12))],
    ENCLOSED,
]


@pytest.mark.parametrize("solution", CASES, ids=lambda case: case["title"])
def test_each_step_is_free_and_what_is_locked_cannot_move(bare, solution):
    pieces = solution["pieces"]
    found = bare.evaluate("pieces => modules['viewer/disassembly.js'].disassembly(pieces)", pieces)
    left = set(range(len(pieces)))
    for step in found["steps"]:
        assert tuple(step["way"]) in WAYS
        assert not collides(pieces, step["piece"], step["way"], left)
        left.remove(step["piece"])
    assert sorted(left) == found["locked"]
    for piece, way in itertools.product(left, WAYS):
        assert collides(pieces, piece, way, left)


def test_what_is_left_out_may_free_others(bare):
    call = "([pieces, present]) => modules['viewer/disassembly.js'].disassembly(pieces, present)"
    assert bare.evaluate(call, [ENCLOSED["pieces"], [0, 1, 2]]) == {
        "steps": [{"piece": 0, "way": [0, 0, 1]}],
        "locked": [1, 2],
    }
    assert bare.evaluate(call, [ENCLOSED["pieces"], [2]]) == {"steps": [{"piece": 2, "way": [0, 0, 1]}], "locked": []}


# What keys, clicks and buttons do


def test_keys_turn_zoom_and_reset(mount):
    page = mount(published("tetris-cube"))
    seen = [shot(page)]
    for key in ("ArrowLeft", "ArrowUp", "+", "Shift+ArrowRight", "PageUp"):
        seen.append(press(page, key))
    assert len(set(seen)) == len(seen), "each key changes the picture"
    assert press(page, "0") == seen[0]
    assert press(page, "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "+", "-") == seen[0]


def test_mouse_turns_zooms_and_picks(mount):
    page = mount(published("tetris-cube"))
    before = shot(page)
    area = page.locator("svg").bounding_box()
    x, y = area["x"] + area["width"] * 0.45, area["y"] + area["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 20, steps=3)
    page.mouse.up()
    turned = shot(page)
    assert turned != before and page.locator("li button[aria-pressed=true]").count() == 0, "dragging picks nothing"
    page.mouse.wheel(0, -200)
    assert shot(page) != turned
    page.mouse.click(x, y)
    assert page.locator("li button[aria-pressed=true]").count() == 1
    assert re.fullmatch(r"Piece [A-L]: [56] cells", page.locator(".chosen span").inner_text())
    page.mouse.click(area["x"] + 5, area["y"] + 5)
    assert page.locator("li button[aria-pressed=true]").count() == 0


def test_one_finger_turns_two_zoom_and_a_tap_picks(mount):
    page = mount(published("tetris-cube"))
    touch = page.context.new_cdp_session(page)

    def fingers(kind, *places):
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    before = shot(page)
    fingers("Start", (300, 300))
    fingers("Move", (360, 320))
    fingers("End")
    turned = shot(page)
    fingers("Start", (250, 300), (350, 300))
    fingers("Move", (200, 300), (400, 300))
    fingers("End")
    zoomed = shot(page)
    assert len({before, turned, zoomed}) == 3 and page.locator(".chosen button").is_hidden()
    assert press(page, "0") == before
    fingers("Start", (300, 300))
    fingers("End")
    assert page.locator(".chosen button").is_visible()


def test_a_piece_is_highlighted_and_hidden(mount):
    solution = published("tetris-cube")
    page = mount(solution)
    page.get_by_role("button", name="A 6 cells").click()
    assert page.locator(".chosen span").inner_text() == "Piece A: 6 cells"
    blue = {
        (path["data-piece"] == "0", int(path["fill"][4:-1].split(",")[2])) for path in elements(page, "[data-piece]")
    }
    assert all((shade == 0) == chosen and (shade > 150) == (not chosen) for chosen, shade in blue), (
        "the others are pale"
    )
    press(page, "h")
    assert 0 not in faces(page) and status(page).startswith("A is hidden. 11 of 12 pieces in the box.")
    assert not page.get_by_role("checkbox", name="Show A").is_checked()
    page.get_by_role("button", name="Show", exact=True).click()
    assert 0 in faces(page)
    press(page, "Escape")
    assert page.locator(".chosen span").inner_text() == "Drag to turn it. Click a piece to highlight it."


def test_pieces_come_out_one_after_another_and_go_back(mount):
    page = mount(published("soma-rotations"))
    out, back = page.get_by_role("button", name="Take out a piece"), page.get_by_role("button", name="Put back")
    assert back.is_disabled()
    start = shot(page)
    for left in reversed(range(7)):
        coming = re.search(r"Next out: (\w), (.*)\.$", status(page))
        press(page, "n")
        assert status(page).startswith(f"{coming[1]} came out {coming[2]}. {left} of 7 pieces")
        assert len(faces(page)) <= left
    assert out.is_disabled() and faces(page) == {}
    assert press(page, *"ppppppp") == start


def test_with_motion_a_piece_glides_without_it_jumps(mount):
    for motion, moments, settled in (("reduce", 1, 100), ("no-preference", 3, 600)):
        page = mount(published("soma-rotations"), motion)
        shot(page)
        page.evaluate("""() => {
          const faces = document.querySelector('#here').shadowRoot.querySelector('.faces');
          window.seen = new Set();
          new MutationObserver(() => seen.add(faces.innerHTML)).observe(faces, {subtree: true, attributes: true});
        }""")
        press(page, "n", "n")
        page.wait_for_timeout(settled)
        seen = page.evaluate("seen.size")
        assert seen <= 2 if moments == 1 else seen > moments
        assert "5 of 7 pieces" in status(page), "who presses again does not wait"
        before = shot(page)
        press(page, "p")
        page.wait_for_timeout(settled)
        assert press(page, "n") and page.wait_for_timeout(settled) is None and shot(page) == before


def test_a_large_box_turns_on_a_canvas_and_stands_still_in_lines(mount):
    page = mount(cut((8, 8, 8), 100, 1))
    canvas, svg = page.locator("canvas"), page.locator("svg")
    start = svg.inner_html()
    assert canvas.is_hidden()
    press(page, "ArrowLeft")
    canvas.wait_for(state="hidden")
    turned = svg.inner_html()
    assert turned != start
    page.evaluate("window.setTimeout = () => 0")  # no time passes: it never stands still
    press(page, "ArrowRight")
    assert canvas.is_visible() and svg.inner_html() == turned, "what lies under the canvas is not drawn meanwhile"
    blue = """canvas => {
      const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let share = 0;
      for (let at = 0; at < data.length; at += 4) share += data[at] < 100 && data[at + 2] > 120;
      return share / (canvas.width * canvas.height);
    }"""
    assert 0.1 < canvas.evaluate(blue) < 0.6, "the box in its colours"
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert canvas.is_hidden() and svg.inner_html() == start, "paper takes no canvas"


def test_interlocking_pieces_are_named(mount):
    page = mount(ENCLOSED)
    words = "none comes out by one straight move. Explode them instead."
    assert status(page) == f"3 of 3 pieces in the box. shell and core will be left: they interlock, {words}"
    press(page, "n")
    assert status(page) == f"lid came out upwards. 2 of 3 pieces in the box. shell and core interlock, {words}"
    assert page.get_by_role("button", name="Take out a piece").is_disabled()
    press(page, "n")
    assert "2 of 3" in status(page)
    page.get_by_role("checkbox", name="Show shell").uncheck()
    assert status(page) == "shell is hidden. 1 of 3 pieces in the box. Next out: core, upwards."


def test_explosion_by_slider_and_by_keys(mount):
    page = mount(published("tetris-cube"))
    slider = page.get_by_role("slider", name="Explode")
    together = shot(page)
    slider.focus()
    page.keyboard.press("End")
    apart = shot(page)
    assert slider.get_attribute("aria-valuetext") == "100 %" and len(faces(page)) > 8
    assert press(page, *["PageDown"] * 20) == together
    assert slider.get_attribute("aria-valuetext") == "0 %"
    assert press(page, *["PageUp"] * 20) == apart


def test_layers_are_counted_from_the_bottom(mount):
    page = mount(published("tetris-cube"))
    labels = {text["text"]: float(text["y"]) for text in elements(page, ".labels text")}
    assert list(labels) == ["layer 1 (bottom)", "layer 2", "layer 3", "layer 4"]
    assert list(labels.values()) == sorted(labels.values(), reverse=True), "the first one is the lowest"


def test_a_flat_board_is_seen_from_above_as_it_is_printed(mount):
    cells = {"low": [[0, 0, 0], [1, 0, 0], [2, 0, 0]], "left": [[0, 1, 0]], "right": [[1, 1, 0], [2, 1, 0]]}
    pieces = [{"name": name, "colour": "#0072b2", "cells": where} for name, where in cells.items()]
    page = mount({"box": [3, 2, 1], "pieces": pieces})
    at = {text["text"]: (float(text["x"]), float(text["y"])) for text in elements(page, ".faces text")}
    assert at["left"][0] < at["right"][0] and at["left"][1] < at["low"][1]
    assert not elements(page, ".labels text")


def test_every_control_is_reached_by_tab_and_has_a_name(mount):
    page = mount(published("soma-rotations"))
    names = []
    for _ in range(7 + 2 * 7):
        page.keyboard.press("Tab")
        names.append(
            page.evaluate("""() => {
              const at = document.activeElement.shadowRoot.activeElement;
              return at.getAttribute("aria-label") ?? at.closest("label")?.textContent ?? at.textContent;
            }""")
        )
    assert names[:7] == ["soma-rotations", "Take out a piece", "Explode", "Zoom out", "Zoom in", "Names", "Reset"]
    assert names[7:9] == ["A4 cells", "Show A"] and len(set(names)) == len(names)


def test_names_are_text_and_equal_ones_are_numbered(mount):
    hostile = "<img src=x onerror=alert(1)>"
    pieces = [{"name": hostile, "colour": "#000", "cells": [[x, 0, 0]]} for x in range(2)]
    page = mount({"box": [2, 1, 1], "pieces": pieces, "title": hostile})
    assert page.locator("figcaption").inner_text() == hostile and page.locator("img").count() == 0
    assert page.locator("li .name").all_inner_texts() == [f"{hostile} (1 of 2)", f"{hostile} (2 of 2)"]


def test_a_box_without_pieces_and_the_removal_of_the_viewer(mount):
    page = mount({"box": [2, 2, 2], "pieces": []})
    assert faces(page) == {} and status(page) == "0 of 0 pieces in the box."
    page.evaluate("viewer.destroy()")
    assert page.locator("svg").count() == 0


def test_the_print_shows_the_view_as_it_stands_in_lines_and_letters(mount):
    pypdf = pytest.importorskip("pypdf")
    page = mount(published("tetris-cube"))
    press(page, "n", "ArrowLeft")
    before = shot(page)
    document = pypdf.PdfReader(io.BytesIO(page.pdf()))
    assert shot(page) == before and len(document.pages) == 1
    text = document.pages[0].extract_text()
    assert "came out upwards. 11 of 12 pieces" in " ".join(text.split()) and "layer 1 (bottom)" in text
    assert "Take out" not in text and "arrow keys" not in text, "controls are not printed"
    assert all(f"{name}\n" in text or f"{name} " in text for name in "ABCDEFGHIJKL"), "the whole list is"
    assert not document.pages[0].images, "vectors only"
