"""The page in a browser shows what the runs hold, and can be used by mouse, keyboard and link."""

from __future__ import annotations

import csv
import io
import re
import shutil
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tests.reports.page.driving import panel_text, select_option
from tests.runners.recorded import to_row
from tilings.reports.data.campaign import read_results
from tilings.reports.english import seconds
from tilings.reports.page.build import build
from tilings.reports.plot.style import outcome_colour
from tilings.reports.reach import findings
from tilings.reports.reach.sentences import opening
from tilings.reports.reach.solver_by_model import caption, cells
from tilings.reports.scores import median_runs
from tilings.runners.record.schema import COLUMNS, read_runs


@pytest.fixture(scope="module")
def runs(folder):
    return read_results(folder).runs


def rows(page):
    return page.locator("#grid .body [role=rowheader]").all_inner_texts()


def columns(page):
    return page.locator("#grid .head [data-column]").all_inner_texts()


def column_of(page, name):
    return page.locator(f"#grid .head [title^='{name}:']")


def cell(page, row, column):
    return page.locator(f"#cell-{row}-{column}")


def click_toggle(page, group, name):
    page.locator(f"[aria-label={group}] button", has_text=name).click()


def test_the_fastest_run_of_each_row_is_framed(page, runs):
    select_option(page, "family", "polycubes")
    median = median_runs(runs[runs["family"] == "polycubes"])
    best = median[median["solved"] & median["ranked"]].groupby(["instance", "goal"])["time_s"].min()
    framed = page.locator("#grid .best").all_inner_texts()
    assert set(framed) == set(map(seconds, best))


def test_the_browsers_back_undoes_a_choice_and_closes_a_run(page):
    select_option(page, "family", "triominoes")
    select_option(page, "rows", "name")
    page.locator("#grid .solved").first.click()
    panel_text(page)
    page.go_back()
    page.locator("#panel").wait_for(state="hidden")
    assert "rows=name" in page.url
    page.go_back()
    page.wait_for_url("**#family=triominoes")
    page.go_forward()
    page.wait_for_url("**rows=name")
    assert page.locator("select[name=rows]").input_value() == "name"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast_with_its_background(page, scheme):
    page.emulate_media(color_scheme=scheme)
    page.evaluate("modules['state.js'].set({pin: '0000000000000000', run: 'wrong'})")
    page.locator("#panel.two").wait_for()
    contrasts = page.evaluate(
        """() => {
            const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
            const light = (colour) => parts(colour).slice(0, 3).map(part => part / 255)
                .map(s => s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4)
                .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
            const ground = (each) => {
                const own = getComputedStyle(each).backgroundColor;
                return parts(own)[3] === 0 ? ground(each.parentElement) : own;
            };
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
            while (texts.nextNode()) {
                const each = texts.currentNode.parentElement, style = getComputedStyle(each);
                if (!texts.currentNode.data.trim() || !each.checkVisibility()) continue;
                if (each.closest("script, .board, .sample")) continue;
                const ink = each.closest("svg") ? style.fill : style.color;
                const [low, high] = [light(ink), light(ground(each))].sort((a, b) => a - b);
                found.push([(high + 0.05) / (low + 0.05), texts.currentNode.data]);
            }
            return found;
        }"""
    )
    assert len(contrasts) > 200
    assert [text for contrast, text in contrasts if contrast < 4.5] == []


def test_a_click_on_a_header_sorts_by_its_times_and_a_second_one_restores_the_order(page):
    select_option(page, "family", "polycubes")
    select_option(page, "goal", "first")
    assert rows(page) == ["box4", "box6"]
    column_of(page, "gecode/cp_made").click()
    place = columns(page).index("gecode/cp_made")
    times = [float(cell(page, row, place).inner_text()) for row in range(2)]
    assert times == sorted(times)
    assert "rows=time" in page.url
    assert column_of(page, "gecode/cp_made").get_attribute("aria-sort") == "ascending"
    column_of(page, "gecode/cp_made").click()
    assert "rows=" not in page.url
    page.locator("#grid .body [role=rowheader]").first.click()
    times = [float(cell(page, 0, column).inner_text()) for column in range(8)]
    assert times == sorted(times)


def test_the_clock_governs_the_matrix_and_stays_in_the_address(page, look, page_file, runs):
    select_option(page, "family", "polycubes")
    select_option(page, "goal", "first")
    searched = runs[(runs["family"] == "polycubes") & (runs["goal"] == "first") & runs["solved"]]["solve_s"]
    page.locator("#clock button", has_text="search").click()
    assert "clock=search" in page.url
    shown = page.locator("#grid .solved").all_inner_texts()
    assert set(shown) <= {seconds(float(time)) for time in searched}
    again = look(page_file, page.url[page.url.index("#") :])
    assert again.locator("#grid .solved").all_inner_texts() == shown


def test_the_page_opens_with_the_finding_and_has_the_tables_of_the_pdf(page, folder):
    found = findings.findings(read_results(folder))
    assert page.locator("#finding p").all_inner_texts() == [text.replace("`", "") for text in opening(found)]
    tables = page.locator("#solvers-tables table").all()
    for task, table in zip(found.tasks, tables, strict=True):
        assert table.locator("caption").inner_text() == caption(task)
        assert table.locator("tbody tr").first.locator("th, td").all_inner_texts() == cells(task.entries[0])
        assert table.locator("tbody tr").count() == len(task.entries)
    assert page.locator("#reach, [data-go=reach]").filter(visible=True).count() == 0


def test_the_links_to_the_chapters_meet_no_heading_and_are_hidden_without_a_report(page, show, folder_of, base):
    assert page.locator("[data-pdf]:visible").count() == 0
    page.set_viewport_size({"width": 1200, "height": 900})
    linked = show(folder_of(base), pdf="out/report.pdf")
    links = linked.locator("[data-pdf]:visible").evaluate_all("all => all.map(each => each.getAttribute('href'))")
    assert {"out/report.pdf", "out/report.pdf#nameddest=solver-by-model"} <= set(links)
    cell(linked, 0, 0).click()
    linked.wait_for_selector(".with-panel #panel:not([hidden])")
    meet = """link => {
        const range = document.createRange(), at = link.getBoundingClientRect();
        range.selectNodeContents(link.previousElementSibling);
        return [...range.getClientRects()].some((r) => r.right > at.left && r.bottom > at.top && r.top < at.bottom);
    }"""
    links = linked.locator("h2 + .pdf:visible").all()
    assert links and not any(link.evaluate(meet) for link in links)


def test_the_colours_of_cells_are_those_of_the_pdf(page, runs):
    select_option(page, "family", "polycubes")
    limit = runs[runs["family"] == "polycubes"]["wall_limit_s"].max()
    median = median_runs(runs[runs["family"] == "polycubes"])
    wanted = {
        tuple(round(255 * part) for part in outcome_colour(row.outcome, row.time_s, limit))
        for row in median.itertuples()
    }
    script = "cells => cells.map(cell => getComputedStyle(cell).backgroundColor.match(/\\d+/g).map(Number))"
    found = page.locator("#grid .body [role=gridcell][style]").evaluate_all(script)
    assert all(min(max(abs(a - b) for a, b in zip(each, one, strict=True)) for one in wanted) <= 1 for each in found)


def test_several_seeds_are_shown_as_a_range_and_disturbed_runs_are_marked(show, folder_of, base):
    times = {1: 0.5, 2: 5.0, 3: 1.0}
    several = [base._replace(run_id=f"s{seed}", seed=seed, wall_s=time) for seed, time in times.items()]
    lost = base._replace(run_id="lost", seed=4, answer="none", check="unchecked", ended="wall", wall_s=60.0)
    alone = base._replace(run_id="alone", instance="sq5", disturbed=True)
    page = show(folder_of(*several, lost, alone))
    cell = page.locator("#grid .several")
    assert cell.inner_text() == "1.0", "the lower middle of four"
    assert "median of 4 runs: 0.50 to 5.0 s, 1 unsolved" in cell.get_attribute("title")
    assert cell.locator(".spread").evaluate("mark => mark.style.width") == "100%"
    assert page.locator("#grid .disturbed").count() == 1
    cell.click()
    assert "4 runs of this cell, 0.50 to 5.0 s, 1 unsolved" in panel_text(page)
    assert "disturbed" in page.locator("#grid .disturbed").get_attribute("title")


def test_filters_of_solver_formulation_and_text_leave_out_columns(page):
    click_toggle(page, "Solvers", "clingo")
    assert not [name for name in columns(page) if name.startswith("clingo")]
    select_option(page, "formulation", "mip_made")
    assert columns(page) == ["cbc/mip_made", "highs/mip_made"]
    page.locator("input[name=text]").fill("HIGHS sq4-first")
    page.locator("#grid .head [data-column]").nth(1).wait_for(state="detached")
    assert (rows(page), columns(page)) == (["sq4-first"], ["highs/mip_made"])
    page.evaluate("modules['state.js'].set({clock: 'search'})")
    page.locator("#filters .clear").click()
    assert len(columns(page)) > 8
    assert page.url.endswith("#clock=search"), "the filters alone are cleared"


def test_choosing_an_outcome_highlights_its_cases_and_dims_the_rest(page):
    click_toggle(page, "Outcomes", "wrong")
    assert len(rows(page)) == 1
    assert page.locator("#grid .wrong:not(.dim)").count() == 1
    assert page.locator("#grid .solved:not(.dim)").count() == 0


def test_the_keyboard_moves_through_the_matrix_and_opens_and_closes_runs(page):
    select_option(page, "family", "squares")
    page.locator("#grid").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+End")
    last = page.locator("#grid").get_attribute("aria-activedescendant")
    assert last == f"cell-{len(rows(page)) - 1}-{len(columns(page)) - 1}"
    page.keyboard.press("Control+Home")
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    assert page.locator("#grid .active").get_attribute("id") == "cell-0-0"
    page.keyboard.press("Enter")
    panel_text(page)
    assert page.evaluate("document.activeElement.id") == "panel-title"
    page.keyboard.press("Escape")
    assert page.locator("#panel").is_hidden()
    assert page.evaluate("document.activeElement.id") == "grid"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert "rows=time" in page.url, "Enter on a header sorts"


def test_the_search_is_found_from_the_top_and_a_link_with_a_filter_opens_at_the_matrix(page, look, page_file):
    page.locator("#how a").click()
    assert page.evaluate("document.activeElement.name") == "text"
    page.keyboard.type("box4")
    page.wait_for_url("**#text=box4")
    assert set(rows(page)) == {"box4 count", "box4 first"}
    assert page.evaluate("scrollY") > 0
    again = look(page_file, "#text=box4")
    assert 0 <= again.locator("#filters").bounding_box()["y"] < 100


def test_the_first_tab_offers_to_skip_to_the_matrix(page):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Skip to the matrix"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "grid"


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """The page of a campaign of enough cases for a plot: squares by gecode and highs, covers by gecode and clingo.

    On square n gecode takes 1 + n / 4 s and highs twice that, but none of the last two within the limit of 60 s.
    """
    from tests.reports.conftest import BASE

    def run(solver, paradigm, name, time, family="squares"):
        known = {} if time else {"answer": "none", "check": "unchecked", "ended": "wall"}
        return BASE._replace(
            run_id=f"{solver}{name}", solver=solver, formulation=f"{paradigm.lower()}_m", instance=name,
            family=family, paradigm=paradigm, wall_s=time or 60.0, solve_s=time and time / 2, **known,
        )  # fmt: skip

    places = range(20)
    home = tmp_path_factory.mktemp("many")
    records = [run("gecode", "CP", f"sq{place:02}", 1 + place / 4) for place in places]
    records += [run("highs", "MIP", f"sq{place:02}", 2 * (1 + place / 4) if place < 18 else None) for place in places]
    records += [run("gecode", "CP", f"c{place:02}", 5.0, "covers") for place in places]
    records += [run("clingo", "ASP", f"c{place:02}", 4.0, "covers") for place in places]
    with (home / "runs-1of1.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *map(to_row, records)])
    path = home / "index.html"
    path.write_text(build(home), encoding="utf-8")
    return path


def test_two_configurations_are_plotted_beside_their_verdict_and_a_point_opens_its_runs(look, many):
    page = look(many)
    page.locator("#solvers-tables button", has_text="highs/mip_m").click()
    assert "of=squares-first" in page.url
    assert page.locator("#scatter-words").inner_text() == (
        "Of 20 cases, gecode/cp_m is faster on 20 and highs/mip_m on 0. highs/mip_m takes 2.0 (2.0–2.0) times as long "
        "as gecode/cp_m on the 18 cases that both solve: slower."
    )
    assert page.locator("#dots circle").count() == 20
    page.locator("#dots circle").first.click()
    told = panel_text(page)
    assert "gecode/cp_m" in told and "highs/mip_m" in told
    page.keyboard.press("Escape")
    page.locator("#dots").focus()
    for _ in range(25):
        page.keyboard.press("ArrowRight")
    assert "highs/mip_m timeout" in page.locator("#point").inner_text()
    assert page.locator("#dots circle.active").count() == 1
    page.keyboard.press("Enter")
    assert "highs/mip_m" in panel_text(page)


def test_a_link_shows_the_same_view(page, look, page_file):
    select_option(page, "family", "triominoes")
    click_toggle(page, "Solvers", "cbc")
    select_option(page, "rows", "name")
    page.locator("#grid .solved").first.click()
    told = panel_text(page)
    again = look(page_file, page.url[page.url.index("#") :])
    assert panel_text(again) == told
    assert columns(again) == columns(page)
    assert again.locator("[aria-label=Solvers] button", has_text="cbc").get_attribute("aria-pressed") == "false"
    again.evaluate("location.hash = '#family=polycubes'")
    again.locator("#grid .body [role=rowheader]", has_text="box4").first.wait_for()
    assert again.locator("#panel").is_hidden()


def test_names_are_shown_as_text_and_never_executed(page):
    page.locator("#grid .head [role=columnheader]", has_text="onerror").wait_for()
    page.evaluate("modules['state.js'].set({run: 'hostile'})")
    assert panel_text(page).count("</script><img src='x' onerror='hacked=1'>") >= 4
    assert page.locator("img").count() == 0
    assert page.evaluate("typeof hacked") == "undefined"
    assert "onerror" in page.title()


def test_contradictions_are_listed_before_notices_and_these_first_on_the_page(page):
    titles = page.locator("#about h2").all_inner_texts()
    assert (titles[0], titles[-1]) == ("Contradictions", "To know first")
    first = page.locator("h1, h2, #finding").evaluate_all("all => all.map(each => each.id || each.textContent)")
    assert first[: len(titles) + 2] == ["campaign", *titles, "finding"]
    assert "1 wrong answer: see the outcomes" in page.locator(".clash").inner_text()


def test_the_print_has_every_row_and_no_controls(show, folder_of, base):
    records = [base._replace(run_id=str(number), instance=f"sq{number}") for number in range(300)]
    page = show(folder_of(*records))
    assert len(rows(page)) < 100, "only what is in sight is drawn"
    page.locator("#grid").focus()
    page.keyboard.press("Control+End")
    assert "sq299" in rows(page)
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert len(rows(page)) == 300
    assert page.locator("#filters").is_hidden()


def test_the_print_repeats_the_headers_and_puts_columns_beyond_a_sheet_below(show, folder_of, base):
    pypdf = pytest.importorskip("pypdf")
    records = [base._replace(run_id=str(row), instance=f"sq{row}", options=f"k={row % 60}") for row in range(150)]
    page = show(folder_of(*records))
    page.add_style_tag(content="#lead, #about, #solvers, #scatter, #legend { display: none }")
    sheets = [sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages]
    sheets = [sheet for sheet in sheets if re.search(r"sq\d+", sheet)]
    assert all(f"[k={column}]" in "".join(sheets) for column in range(60))
    assert len(sheets) >= 3
    assert all("[k=" in sheet for sheet in sheets)


def test_rows_without_room_in_the_print_are_counted(page):
    page.evaluate("""() => {
        const names = (row) => ({place: row, family: "f", goal: "first", instance: `i${row}`, label: ""});
        const cases = Array.from({length: 1501}, (_, row) => names(row));
        const view = {cases, configurations: [], list: [], cell: () => undefined};
        modules["matrix.js"].show(view, modules["state.js"].get());
        window.dispatchEvent(new Event("beforeprint"));
    }""")
    assert page.locator("#unprinted").inner_text() == "The first 1,500 of 1,501 rows; a filter chooses others."
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("#unprinted").is_hidden()


def test_the_rows_in_view_and_all_rows_are_saved_as_the_record_has_them(page, folder, tmp_path):
    select_option(page, "family", "squares")
    records = {record.run_id: record for record in read_results(folder).records}
    for words, expected in (
        ("in view", {id for id, record in records.items() if record.family == "squares"}),
        ("all", set(records)),
    ):
        with page.expect_download() as given:
            page.locator("#download button", has_text=words).click()
        assert re.fullmatch(r"[\w.-]+\.csv", given.value.suggested_filename)
        path = tmp_path / f"{words}.csv"
        given.value.save_as(path)
        saved = {record.run_id: record for record in read_runs(path)}
        assert saved == {run_id: records[run_id] for run_id in expected}
    page.locator("input[name=text]").fill("no such thing")
    page.locator("#grid .none").wait_for()
    assert page.locator("#download button", has_text="in view").is_disabled()


def test_a_campaign_without_runs_says_so(show, folder_of):
    page = show(folder_of())
    assert "The results folder holds no runs" in page.locator("#lead").inner_text()
    assert page.locator("#matrix").is_hidden()


def test_a_campaign_of_climbed_ladders_opens_with_its_reach(show, climbed):
    page, results = show(climbed), read_results(climbed)
    assert page.locator("#finding p").all_inner_texts() == opening(findings.findings(results))
    (ladder,) = findings.findings(results).reaches.values()
    assert page.locator("#panels figcaption b").all_inner_texts() == ["Squares/even/sat, one solution: CP-SAT leads"]
    assert set(page.locator("#reach-table td.number").all_inner_texts()) == {f"{each.size:g}" for each in ladder}
    assert page.locator("#solvers, [data-go=solvers]").filter(visible=True).count() == 0


def test_a_size_that_was_skipped_has_the_time_for_which_it_is_assumed_and_its_row_no_frame(show, climbed):
    page, results = show(climbed), read_results(climbed)
    skipped = page.locator("#grid .skipped")
    assert skipped.count() == (results.runs["outcome"] == "skipped").sum() > 0
    assert set(skipped.all_inner_texts()) == {"≤0.40", "≤2.0", "≤0.10", "≤7.0"}
    assert page.locator("#grid .row:has(.skipped) .best").count() == 0 < page.locator("#grid .best").count()
    page.locator("#grid [aria-label*='sq6-first, cpsat']").click()
    assert "not run and assumed to be solved" in panel_text(page) and "sq8-first took 0.40 s" in panel_text(page)


def test_above_the_runs_on_few_ladders_stands_who_leads_and_by_how_many_pairs(page, show, climbed):
    assert page.locator("#verdicts").inner_text() == "", "without ladders there is no verdict"
    assert show(climbed, "#text=sq10").locator("#verdicts").inner_text() == (
        "Squares/even/sat, one solution: CP-SAT leads. cpsat/cpsat_made: ahead of ASP (6 of 6 pairs won) and MIP (6 of "
        "6 pairs won)."
    )


def test_the_limit_slides_and_a_point_shows_its_board_and_opens_its_run(show, climbed):
    page = show(climbed)
    (ladder,) = findings.findings(read_results(climbed)).reaches.values()

    def within(time):
        return [each.climb.within(time).tried for each in ladder]

    page.wait_for_selector("#behind-board svg")  # of the leader on the first ladder, before anything is chosen
    slider = page.locator("#limit")
    slider.focus()
    for _ in range(60):
        page.keyboard.press("ArrowLeft")
    page.wait_for_function("""() => {
        const limit = Number(new URLSearchParams(location.hash.slice(1)).get("limit"));
        return document.querySelector("#limit-words").textContent === `${modules["dom.js"].seconds(limit)} s`;
    }""")
    time = float(page.url.partition("limit=")[2])
    sizes = {f"{max((rung.size for rung in tried if rung.held), default=0):g}" for tried in within(time)}
    assert 0.01 < time < ladder[0].climb.ladder.limit_s
    numbers = page.locator("#reach-table td.number").all_inner_texts()
    assert set(numbers) == sizes
    assert page.locator("#reach-table caption").inner_text() == f"The largest size within {seconds(time)} s"
    assert float(seconds(time)) == time, "the limit is the time that is shown"
    leads = page.locator("#behind-words").inner_text()
    assert float(re.search(r" in ([\d.]+) s", leads)[1]) <= time
    assert int(re.search(r" (\d+) in", leads)[1]) == max(map(int, sizes))
    again = show(climbed, page.url[page.url.index("#") :])
    assert again.locator("#reach-table td.number").all_inner_texts() == numbers
    again.go_back()
    page.locator("#panels svg").first.hover(position={"x": 150, "y": 90})
    said = page.locator("#behind-words").inner_text()
    assert re.match(r"(CP-SAT|ASP|MIP): size \d+ in [\d.]+ s, by \w+/\w+ on \w+", said)
    page.wait_for_selector("#behind-board svg")
    page.locator("#behind-words button").click()
    assert said.partition(" by ")[2].split()[0] in panel_text(page)


def test_any_two_configurations_are_compared_on_a_ladder_or_on_all_instances_and_the_address_keeps_them(show, climbed):
    page = show(climbed)
    assert "In the final cpsat/cpsat_made against clingo/asp_made: ahead" in page.locator("#scatter-words").inner_text()
    shared = page.locator("#dots circle").count()
    first = page.locator("#climbs td").all_inner_texts()
    chooser, plot = page.locator("#pair").bounding_box(), page.locator("#dots").bounding_box()["y"]
    select_option(page, "y", "cpsat/cpsat_made")
    assert page.locator("#scatter-words").inner_text() == "Choose another one to compare it with."
    assert page.locator("#pair").bounding_box() == chooser, "the next choice is where the last one was"
    select_option(page, "y", "cbc/mip_made")
    assert page.locator("#dots").bounding_box()["y"] == plot
    assert "cbc/mip_made (s)" in page.locator("#climbs thead").inner_text()
    assert page.locator("#climbs td").all_inner_texts() != first
    assert "not solved" in page.locator("#climbs").inner_text()
    select_option(page, "of", "all")
    assert page.locator("#climbs").inner_text() == ""
    assert page.url.endswith("#of=all&y=cbc%2Fmip_made")
    again = show(climbed, page.url[page.url.index("#") :])
    assert again.locator("select[name=y]").input_value() == "cbc/mip_made"
    assert again.locator("#dots circle").count() == page.locator("#dots circle").count() != shared


def saved(page, button):
    with page.expect_download() as given:
        button.click()
    return given.value.suggested_filename, given.value.path().read_text(encoding="utf-8")


def test_each_plot_is_saved_as_a_picture_that_stands_alone_and_as_its_numbers(show, climbed):
    climbs = show(climbed)
    climbs.emulate_media(color_scheme="dark")
    places = [(climbs, "#panels figure", "seconds"), (climbs, "#dots-files", "cpsat/cpsat_made: seconds")]
    for tab, place, column in places:
        name, text = saved(tab, tab.locator(f"{place} .save button", has_text="SVG").first)
        picture = ElementTree.fromstring(text)
        assert re.fullmatch(r"[\w.-]+\.svg", name) and picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert re.sub(r"[^\w.-]+", "-", f"{picture.find('{*}title').text}.svg") == name
        assert not re.search(r"var\(|light-dark|class=|style=", text)
        inks = {each.get("fill") for each in picture.iter("{http://www.w3.org/2000/svg}text")}
        assert "rgb(27, 27, 27)" in inks, "in the colours of light paper"
        name, text = saved(tab, tab.locator(f"{place} .save button", has_text="CSV").first)
        head, *lines = csv.reader(io.StringIO(text))
        assert name.endswith(".csv") and column in head and lines and {len(line) for line in lines} == {len(head)}


@pytest.mark.parametrize("place", ["#panels svg", "#grid .solved"])
def test_opening_and_closing_a_run_leaves_the_reader_where_it_was_opened(show, climbed, place):
    page = show(climbed)
    there = page.locator(place).last
    there.scroll_into_view_if_needed()
    before = page.evaluate("scrollY"), there.bounding_box()["y"]
    assert before[0] > 0
    for close in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator("#panel .close").click(),
        lambda: page.go_back(),
    ):
        there.click()
        page.locator("#panel h2").wait_for()
        assert (page.evaluate("scrollY"), there.bounding_box()["y"]) == before
        close()
        page.locator("#panel").wait_for(state="hidden")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert (page.evaluate("scrollY"), there.bounding_box()["y"]) == before


def test_nothing_moves_when_the_pointer_does(show, climbed, tmp_path):
    half = shutil.copytree(climbed, tmp_path / "half")
    for path in sorted((half / "solutions").iterdir())[::2]:
        path.unlink()  # so that some points have a board, others a line of words
    page = show(half)
    page.wait_for_selector("#behind-board .picture, #behind-board .none")
    page.evaluate("""() => {
        window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map((each) => each.value)))
            .observe({type: "layout-shift"});
    }""")
    tops = "all => all.filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect().top + scrollY)"
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(300)
        page.evaluate("shifts.length = 0")
        before = page.locator("section, table, #behind-board").evaluate_all(tops)
        for place in ("#panels svg", "#dots svg"):
            box = page.locator(place).first
            box.scroll_into_view_if_needed()
            for x in range(50, 300, 25):
                box.hover(position={"x": x, "y": 90})
                page.wait_for_timeout(20)
        page.wait_for_timeout(300)
        assert page.locator("section, table, #behind-board").evaluate_all(tops) == before
        assert page.evaluate("shifts") == []


def test_each_line_of_a_panel_is_joined_to_its_name(show, climbed):
    page = show(climbed)
    ends = page.locator("#panels svg .leader").evaluate_all("""all => all.map((line) => {
        const name = line.nextElementSibling, length = line.getTotalLength();
        return [line.getPointAtLength(length).y, Number(name.getAttribute("y")), name.textContent];
    })""")
    assert sorted(name for *_, name in ends) == ["ASP", "CP-SAT", "MIP"]
    assert all(abs(end - name) < 0.1 for end, name, _ in ends)
    heights = sorted(name for _, name, _ in ends)
    assert min(b - a for a, b in pairwise(heights)) >= 11.9


def test_a_single_run_without_an_answer_is_shown(show, folder_of, base):
    lost = base._replace(answer="none", check="unchecked", ended="wall", encode_s=None, solve_s=None, wall_s=None)
    page = show(folder_of(lost))
    assert page.locator("#grid .timeout").inner_text() == "time"
    page.locator("#grid .timeout").click()
    text = panel_text(page)
    for words in ("no solution of this run", "This run wrote no log."):
        assert words in text
    assert page.locator("#solvers-tables tbody tr").count() == 1
    assert page.locator("#scatter").is_hidden()


def test_machines_of_different_kinds_never_share_a_view(show, folder_of, base):
    here = [base._replace(run_id=f"here{seed}", seed=seed) for seed in (1, 2)]
    there = base._replace(run_id="there", seed=3, wall_s=50.0, cpu_model="Other CPU", host="beta")
    page = show(folder_of(*here, there))
    assert "2 of 3 runs" in page.locator("#matrix-words").inner_text()
    assert page.locator("#grid .solved").inner_text() == "1.2"
    select_option(page, "kind", "Other CPU")
    assert page.locator("#grid .solved").inner_text() == "50"
    assert "2 kinds of machines" in page.locator("#about").inner_text()


def test_on_a_phone_the_numbers_of_reach_and_the_legend_fit(show, tab, climbed):
    tab.set_viewport_size({"width": 390, "height": 844})
    page = show(climbed)
    boxes = page.locator("#reach-table td, #reach-table tbody th, #words dd").evaluate_all(
        "all => all.map(each => [each.getBoundingClientRect().left, each.getBoundingClientRect().right])"
    )
    assert all(left >= 0 and right <= 390 for left, right in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
