"""The site of the documents is built without a warning, its links lead somewhere, and it needs no network."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tilings.models.terminal.command import ROOT

LOADED = {"script": "src", "link": "href", "img": "src", "source": "src", "iframe": "src"}


class Page(HTMLParser):
    """What a page of HTML links to and loads, and the anchors that others may link to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self.anchors.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        if LOADED.get(tag) in found:
            self.loaded.add(found[LOADED[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    words = ["--quiet", "--fail-on-warning", "--keep-going", "--conf-dir", "docs", "--doctree-dir", out / "doctrees"]
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *words, ".", out / "html"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert built.returncode == 0, built.stderr
    return out / "html"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


def test_every_link_within_the_site_leads_to_a_file_and_an_anchor_that_exist(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for link in page.links | page.loaded:
            target = urlsplit(link)
            if target.scheme:
                continue
            linked = (path.parent / unquote(target.path)).resolve() if target.path else path
            assert linked.is_file(), (path, link)
            if target.fragment and linked in pages:
                assert unquote(target.fragment) in pages[linked].anchors, (path, link)


def test_pages_load_nothing_from_a_network(site: Path, pages: dict[Path, Page]) -> None:
    assert not [link for page in pages.values() for link in page.loaded if urlsplit(link).netloc]
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert "url(http" not in styles and "@import" not in styles


def test_every_document_has_a_page(site: Path) -> None:
    documents = [path.relative_to(ROOT) for path in [*ROOT.glob("docs/*.md"), *ROOT.glob("models/*/README.md")]]
    assert not [path for path in documents if not (site / path.with_suffix(".html")).is_file()]


def test_a_link_to_a_source_file_leads_to_a_page_that_shows_it(site: Path) -> None:
    shown = (site / "source" / "models" / "problem.py.html").read_text(encoding="utf-8")
    assert "class Problem(" in re.sub(r"<[^>]*>", "", shown)


def test_the_folder_opens_on_the_first_page(site: Path) -> None:
    assert "docs/index.html" in Page(site / "index.html").links
