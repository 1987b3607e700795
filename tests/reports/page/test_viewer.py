"""The viewer of polycubes in headless Chromium: the effect of keys, mouse, touch and buttons, and the print."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from reports.page.build import HOME
from reports.page.scripts import bundle

ROOT = Path(__file__).parents[3]


def solved(name):
    """A classic puzzle, put together as one solver once found it."""
    box = json.loads((ROOT / "instances" / "polycubes" / f"{name}.json").read_text())["box"]
    stored = json.loads((Path(__file__).parent / "solutions" / f"{name}.json").read_text())
    pieces = [{"name": piece, "colour": "#e69f00", "cells": cells} for piece, cells in stored["solution"]]
    return {"box": box, "pieces": pieces, "title": name}


@pytest.fixture(scope="module")
def viewer_file(tmp_path_factory):
    """A page with nothing but the viewer's script."""
    path = tmp_path_factory.mktemp("viewer") / "viewer.html"
    paper = ":root { color-scheme: light dark; --paper: light-dark(#fff, #16181b) }"
    head = f"<!doctype html><meta charset='utf-8'><link rel='icon' href='data:,'><style>{paper}</style>"
    path.write_text(f"{head}<div id='here'></div><script>{bundle(HOME, 'viewer/mount.js')}</script>", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def tab(browser):
    """The tab in which each test opens the page anew, with the requests and errors in it."""
    page, heard = browser.new_page(viewport={"width": 1000, "height": 720}), []
    page.set_default_timeout(60_000)
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: request.url.startswith(("file:", "data:")) or heard.append(request.url))
    yield page, heard
    page.close()


@pytest.fixture
def mount(tab, viewer_file):
    """Mounts a solution in a new page; at the end, fails if the page made a request or reported an error."""
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
    """The attributes and texts of all visible elements, after the next frame."""
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
    """The drawing as it is now, for comparison."""
    return json.dumps(elements(page, "svg g, svg path, svg text"))


def faces(page):
    """The number of drawn faces of cells, for each visible piece."""
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


def test_keys_rotate_zoom_and_reset_the_view(mount):
    page = mount(solved("tetris-cube"))
    seen = [shot(page)]
    for key in ("ArrowLeft", "ArrowUp", "+", "Shift+ArrowRight", "PageUp"):
        seen.append(press(page, key))
    assert len(set(seen)) == len(seen), "each key changes the picture"
    assert press(page, "0") == seen[0]
    assert press(page, "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "+", "-") == seen[0]


def test_the_mouse_rotates_zooms_and_picks(mount):
    page = mount(solved("tetris-cube"))
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


def test_one_finger_rotates_two_fingers_zoom_and_a_tap_picks(mount):
    page = mount(solved("tetris-cube"))
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
    solution = solved("tetris-cube")
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


def test_on_dark_paper_pale_pieces_are_dark_and_white_again_in_print(mount):
    page = mount(solved("soma-rotations"))
    page.get_by_role("button", name="A 4 cells").click()

    def wait_until_pale_pieces_are(dark):
        page.wait_for_function(
            """dark => {
              const pale = [...here.shadowRoot.querySelectorAll(".faces [data-piece]:not([data-piece='0'])")]
                .map((face) => face.getAttribute("fill").match(/\\d+/g).reduce((sum, part) => sum + Number(part), 0));
              return pale.length > 0 && pale.every((light) => (light < 384) === dark);
            }""",
            arg=dark,
        )

    wait_until_pale_pieces_are(dark=False)
    page.emulate_media(color_scheme="dark")
    wait_until_pale_pieces_are(dark=True)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    wait_until_pale_pieces_are(dark=False)
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    wait_until_pale_pieces_are(dark=True)
    page.emulate_media(color_scheme="null")


def test_pieces_come_out_one_after_another_and_go_back(mount):
    page = mount(solved("soma-rotations"))
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


@pytest.mark.parametrize(("motion", "glides"), [("reduce", False), ("no-preference", True)])
def test_a_removed_piece_glides_unless_reduced_motion_is_set(mount, motion, glides):
    page = mount(solved("soma-rotations"), motion)
    shot(page)
    page.evaluate("""() => {
      const faces = here.shadowRoot.querySelector('.faces');
      window.seen = new Set();
      new MutationObserver(() => seen.add(faces.innerHTML)).observe(faces, {subtree: true, attributes: true});
    }""")
    taken = page.locator(".status", has_text="5 of 7 pieces")
    press(page, "n", "n")  # the second one does not wait for the first
    taken.wait_for()
    before = shot(page)
    assert (page.evaluate("seen.size") > 3) == glides
    press(page, "p", "n")
    taken.wait_for()
    assert shot(page) == before


def test_a_large_box_is_drawn_on_a_canvas_while_rotating_and_as_svg_at_rest(mount):
    bars = [[[x, y, z] for z in range(8)] for x in range(8) for y in range(8)]
    pieces = [{"name": f"P{number}", "colour": "#56b4e9", "cells": cells} for number, cells in enumerate(bars)]
    page = mount({"box": [8, 8, 8], "pieces": pieces, "title": "bars"})
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


def test_slider_and_keys_explode_the_view(mount):
    page = mount(solved("tetris-cube"))
    slider = page.get_by_role("slider", name="Explode")
    together = shot(page)
    slider.focus()
    page.keyboard.press("End")
    assert slider.get_attribute("aria-valuetext") == "100 %" and len(faces(page)) > 8
    slider.fill("10")
    apart = shot(page)
    assert press(page, "PageDown", "PageDown", "PageDown") == together, "0 % is the least"
    assert slider.get_attribute("aria-valuetext") == "0 %"
    assert press(page, "PageUp", "PageUp") == apart


def test_a_flat_board_is_seen_from_above_as_in_the_report(mount):
    cells = {"low": [[0, 0, 0], [1, 0, 0], [2, 0, 0]], "left": [[0, 1, 0]], "right": [[1, 1, 0], [2, 1, 0]]}
    pieces = [{"name": name, "colour": "#0072b2", "cells": where} for name, where in cells.items()]
    page = mount({"box": [3, 2, 1], "pieces": pieces})
    at = {text["text"]: (float(text["x"]), float(text["y"])) for text in elements(page, ".faces text")}
    assert at["left"][0] < at["right"][0] and at["left"][1] < at["low"][1]
    assert not elements(page, ".labels text")


def test_every_control_can_be_reached_by_tab_and_has_a_name(mount):
    page = mount(solved("soma-rotations"))
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


def test_names_are_shown_as_text_and_equal_ones_are_numbered(mount):
    hostile = "<img src=x onerror=alert(1)>"
    pieces = [{"name": hostile, "colour": "#000", "cells": [[x, 0, 0]]} for x in range(2)]
    page = mount({"box": [2, 1, 1], "pieces": pieces, "title": hostile})
    assert page.locator("figcaption").inner_text() == hostile and page.locator("img").count() == 0
    assert page.locator("li .name").all_inner_texts() == [f"{hostile} (1 of 2)", f"{hostile} (2 of 2)"]


def test_a_box_without_pieces_can_be_shown_and_the_viewer_removed(mount):
    page = mount({"box": [2, 2, 2], "pieces": []})
    assert faces(page) == {} and status(page) == "0 of 0 pieces in the box."
    page.evaluate("viewer.destroy()")
    assert page.locator("svg").count() == 0


def test_the_print_shows_the_current_view_as_svg_with_letters(mount):
    pypdf = pytest.importorskip("pypdf")
    page = mount(solved("tetris-cube"))
    press(page, "n", "ArrowLeft")
    before = shot(page)
    document = pypdf.PdfReader(io.BytesIO(page.pdf()))
    assert shot(page) == before and len(document.pages) == 1
    text = document.pages[0].extract_text()
    assert "came out upwards. 11 of 12 pieces" in " ".join(text.split()) and "layer 1 (bottom)" in text
    assert "Take out" not in text and "arrow keys" not in text, "controls are not printed"
    assert all(f"{name}\n" in text or f"{name} " in text for name in "ABCDEFGHIJKL"), "the whole list is"
    assert not document.pages[0].images, "vectors only"
