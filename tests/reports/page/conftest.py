"""One built page for all tests of the page, and a headless Chromium for each test module."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from tests.runners.recorded import to_row
from tilings.reports.page.build import build
from tilings.runners.record.schema import COLUMNS, read_runs

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
WINDOW = {"width": 1280, "height": 900}
HOSTILE = "</script><img src='x' onerror='hacked=1'>\u2028{{data}}"


@pytest.fixture(scope="session")
def folder(all_families, tmp_path_factory):
    """The made-up campaign with seeds, logs, a trace, a refuted answer, and a run whose names are hostile."""
    home = tmp_path_factory.mktemp("page") / "made-up"
    shutil.copytree(all_families, home)
    path = home / "runs-1of1.csv"
    records = [record._replace(log=f"logs/{record.run_id}.log") for record in read_runs(path)]
    square = next(record for record in records if record.family == "squares" and record.solver == "clingo")
    seeds = [square._replace(run_id=f"seed{seed}", seed=seed, solve_s=seed * 2.0) for seed in (2, 3, 4)]
    hostile = square._replace(run_id="hostile", campaign=HOSTILE, options=HOSTILE,
        message=HOSTILE, log="logs/hostile.log", command=HOSTILE,
    )  # fmt: skip
    wrong = square._replace(run_id="wrong", options="wrong=yes", check="invalid", log="../../outside.log")
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([COLUMNS, *map(to_row, [*records, *seeds, hostile, wrong])])
    (home / "logs").mkdir()
    (home / "logs" / f"{records[0].run_id}.log").write_text("first line\n" + "x" * 5000 + "\nlast line\n")
    (home / "logs" / "hostile.log").write_text(HOSTILE, encoding="utf-8")
    steps = [f"{square.run_id},0.1,6,2,", f"{square.run_id},0.4,4,,"]
    (home / "trace-1of1.csv").write_text("\n".join(["run_id,t_s,objective,bound,attempt", *steps, ""]))
    return home


@pytest.fixture(scope="session")
def page_file(folder, tmp_path_factory):
    """The page of this campaign."""
    path = tmp_path_factory.mktemp("page") / "index.html"
    path.write_text(build(folder), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium; without it, and Playwright to drive it, the tests are skipped.

    It is closed at the end of its module, since nothing else in this process can run an event loop while it is open.
    """
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: make development")
    if not CHROMIUM.exists():
        pytest.skip(f"no {CHROMIUM}: apt-get install chromium")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def context(browser):
    """A window in which each page opens."""
    context = browser.new_context(viewport=WINDOW)
    context.set_default_timeout(60_000)
    return context


@pytest.fixture(scope="module")
def tab(context):
    """The tab in which each test opens its page anew. One tab for all is quicker than a tab for each."""
    return context.new_page()


@pytest.fixture
def look(context, tab):
    """Opens a page's file with a hash; at the end, fails if the page made a request or reported an error."""
    heard, opened = [], []
    hear = {
        "console": lambda message: heard.append(message.text),
        "pageerror": lambda error: heard.append(str(error)),
        "request": lambda request: heard.append(request.url),
    }

    def go(path, hash_=""):
        page = context.new_page() if opened else tab
        opened.append(page)
        for event, listener in hear.items():
            page.on(event, listener)
        page.goto(f"file://{path}{hash_}")
        page.wait_for_selector("html[data-ready]", state="attached")
        return page

    yield go
    for page in opened:
        if page is not tab:
            page.close()
            continue
        for event, listener in hear.items():
            page.remove_listener(event, listener)
        page.goto("about:blank")
        page.emulate_media(media="null", color_scheme="null")
        page.set_viewport_size(WINDOW)
    assert [words for words in heard if not words.startswith(("file:", "data:"))] == []


@pytest.fixture
def page(look, page_file):
    """The page of the made-up campaign, just opened."""
    return look(page_file)


@pytest.fixture
def show(look, tmp_path):
    """Builds the page of a folder and opens it, with a hash and the path of its report."""

    def shown(folder, hash_="", pdf=""):
        path = tmp_path / "index.html"
        path.write_text(build(folder, pdf), encoding="utf-8")
        return look(path, hash_)

    return shown
