"""The panel of a run, and of two runs side by side, in a browser."""

from __future__ import annotations

import json

import pytest

from tests.reports.page.driving import panel_text, select_option
from tilings.models import registry

RUN = "0000000000000000"  # squares, gecode, first; its log is longer than what is kept


def test_a_click_opens_all_that_is_known_of_a_run(page, folder):
    page.locator("#grid [aria-label*='sq4-first, gecode/cp_made:']").click()
    text = panel_text(page)
    for words in (
        f"tilings verify {folder} --how {RUN}", "sq4-first, goal first", "answer sat", "check valid",
        "last line", "the solver's own output, at most the last 4,096 of 5,022 bytes",
        "wall_limit_s\t60", "cpu_model\tExample CPU", "no command is recorded",
    ):  # fmt: skip
        assert words in text
    assert "first line" not in text
    assert "Trace" not in page.locator("#panel h3").all_inner_texts(), "the goal has no values to draw"
    assert page.locator("#panel .record caption").all_inner_texts() == [
        "identity", "limits", "outcome", "value", "cost", "size and effort", "where"
    ]  # fmt: skip
    assert page.locator("#panel .board rect").count() == 4, "the board in its quarters"


def test_a_trace_is_drawn_and_a_missing_log_is_named(page):
    page.evaluate("modules['state.js'].set({run: ''})")
    page.locator("#grid [aria-label*='sq4-first, clingo/asp_made:']").click()
    assert "median" not in panel_text(page)
    page.locator(".runs select").select_option(index=0)
    page.locator(".trace").wait_for()
    assert page.locator(".trace").get_attribute("aria-label") == (
        "objective: 2 values, the last 4 after 0.40 s; bound: 1 value, the last 2 after 0.10 s"
    )
    assert "It is missing from the campaign's folder" in page.locator("#panel").inner_text()
    with page.expect_download() as given:
        page.locator("#panel .save button", has_text="CSV").click()
    assert given.value.path().read_text() == "seconds,objective,bound\n0.1,6,2\n0.4,4,\n"


def test_a_run_that_proves_that_there_is_no_solution_says_so(show, folder_of, base):
    refuted = base._replace(answer="unsat", check="unchecked", solutions=None)
    assert "None exists: this run proves that the instance has no solution" in panel_text(
        show(folder_of(refuted), "#run=0")
    )
    wrong = refuted._replace(check="contradicts_known")
    assert "None exists" not in panel_text(show(folder_of(wrong), "#run=0"))


@pytest.mark.parametrize(
    ("family", "goal", "shape", "number"),
    [("triominoes", "optimum", "g", 2 * 2), ("polycubes", "first", "rect", 4 * 2)],  # joints of tiles, cells
)
def test_boards_of_every_family_are_drawn(page, family, goal, shape, number):
    select_option(page, "family", family)
    select_option(page, "goal", goal)
    page.locator("#grid .solved").first.click()
    panel_text(page)
    assert page.locator(f"#panel .board {shape}").count() == number


def pin_one_and_open_another(page):
    page.locator("#grid [aria-label*='sq4-first, gecode/cp_made:']").click()
    page.locator("#panel").get_by_role("button", name="Pin").click()
    page.locator("#panel .notice", has_text="Pinned").wait_for()
    page.locator("#grid [aria-label*='sq4-first, highs/mip_made:']").click()
    page.locator("#panel.two").wait_for()


def test_a_pinned_run_stands_beside_the_next_and_what_differs_is_marked(page, look, page_file):
    pin_one_and_open_another(page)
    text = panel_text(page)
    assert text.index("gecode/cp_made") < text.index("highs/mip_made"), "the pinned run comes first"
    boards = [board.bounding_box() for board in page.locator("#panel .board").all()]
    assert len(boards) == 2 and boards[0]["y"] == boards[1]["y"] and boards[0]["x"] < boards[1]["x"]
    differs = {
        row.locator("th").inner_text(): row.locator("mark").count() for row in page.locator("#panel .record tr").all()
    }
    assert differs["solver"] == differs["run_id"] == 2
    assert differs["family"] == differs["wall_limit_s"] == 0
    assert page.evaluate("document.activeElement.innerText") == "sq4-first, goal first"
    again = look(page_file, page.url[page.url.index("#") :])
    again.locator("#panel.two").wait_for()
    page.keyboard.press("Escape")
    page.locator("#panel.waiting").wait_for()
    assert "highs/mip_made" not in panel_text(page)
    assert page.locator("#panel mark").count() == 0
    page.keyboard.press("Escape")
    assert page.locator("#panel").is_hidden()
    assert "pin=" not in page.url


def test_a_pinned_run_can_be_let_go_and_either_of_two_closed(page):
    pin_one_and_open_another(page)
    page.locator("#panel .close").first.click()
    page.locator("#panel:not(.two)").wait_for()
    assert "gecode/cp_made" not in panel_text(page)
    pin = page.locator("#panel").get_by_role("button", name="Pin")
    for pressed in ("true", "false"):
        pin.focus()
        page.keyboard.press("Enter")
        page.locator(f"#panel .chip[aria-pressed={pressed}]").wait_for()
    assert "pin=" not in page.url and "run=" in page.url


def test_on_a_phone_a_run_fills_the_screen_and_two_stand_below_each_other(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#grid [aria-label*='sq4-first, gecode/cp_made:']").click()
    panel_text(page)
    box = page.locator("#panel").bounding_box()
    assert (box["x"], box["width"]) == (0, 390)
    page.locator("#panel").get_by_role("button", name="Pin").click()
    page.locator("#panel.waiting").wait_for()
    assert page.locator("#panel").bounding_box()["height"] < 150, "the matrix is in sight to open another run"
    page.locator("#grid [aria-label*='sq4-first, highs/mip_made:']").click()
    page.locator("#panel.two").wait_for()
    upper, lower = (board.bounding_box() for board in page.locator("#panel .board").all())
    assert upper["y"] + upper["height"] <= lower["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_source_of_a_formulation_stands_with_its_runs_once(show, folder_of, base):
    known = registry.formulation("squares", "cp_diffn")
    real = base._replace(run_id="real", formulation="cp_diffn", formulation_sha256=known.sha256())
    seed = real._replace(run_id="seed", seed=2)
    old = real._replace(run_id="old", options="k=1", formulation_sha256="0" * 64)
    gone = base._replace(run_id="gone", formulation="cp_gone")
    page = show(folder_of(real, seed, old, gone), "#run=real")
    page.locator("#panel .source").wait_for()
    assert page.locator("#panel .source").text_content() == known.path.read_text(encoding="utf-8")
    assert all(comment.startswith("%") for comment in page.locator("#panel .comment").all_inner_texts())
    assert page.locator("#panel .notice").count() == 0
    for beside, sources, notices in (("seed", 1, 0), ("old", 2, 1), ("gone", 1, 0)):
        page.evaluate("beside => modules['state.js'].set({pin: 'real', run: beside})", beside)
        page.locator("#panel.two").wait_for()
        page.wait_for_function("beside => document.querySelector('.record').innerText.includes(beside)", arg=beside)
        assert page.locator("#panel .source").count() == sources
        assert page.locator("#panel .notice", has_text="0000000000").count() == notices
    assert "no such file: cp_gone" in panel_text(page)


def test_an_unknown_run_in_a_link_is_reported(look, page_file):
    assert "No run nonsense here" in panel_text(look(page_file, "#run=nonsense"))


def test_a_solid_can_be_rotated_and_its_layers_are_drawn(show, folder_of, base):
    folder = folder_of(base._replace(family="polycubes", instance="cube", run_id="cube"))
    pieces = [{"name": "I", "cells": [[0, 0, 0], [0, 0, 1]], "copies": 4, "fixed": False}]
    cube = {"family": "polycubes", "name": "cube", "box": [2, 2, 2], "blocked": [], "pieces": pieces,
            "reflect": False, "convention": "raw"}  # fmt: skip
    (folder / "instances" / "polycubes").mkdir(parents=True)
    (folder / "instances" / "polycubes" / "cube.json").write_text(json.dumps(cube))
    (folder / "solutions").mkdir()
    bars = [["I", [[x, y, 0], [x, y, 1]]] for x in range(2) for y in range(2)]
    (folder / "solutions" / "cube.json").write_text(json.dumps({"solution": bars}))
    page = show(folder, "#run=cube")
    panel_text(page)
    assert page.locator("#panel .layers svg").count() == 2
    solid = page.locator("#panel .solid")
    seen = solid.inner_html()
    solid.focus()
    page.keyboard.press("ArrowLeft")
    page.locator("#panel .stage input").fill("40")
    page.wait_for_url("**turn=*apart=40")
    turned = solid.inner_html()
    assert turned != seen
    again = show(folder, page.url[page.url.index("#") :])
    again.locator("#panel .solid").wait_for()
    assert again.locator("#panel .solid").inner_html() == turned
    again.close()
    page.keyboard.press("Escape")
    assert page.locator("#panel").is_hidden()
