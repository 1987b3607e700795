"""The links of the documents lead somewhere, all columns of the record are described, and the README stays short."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tilings.runners.record.schema import COLUMNS
from tools.blocks import reading

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "models").glob("*/README.md")]
DOCUMENTS += (ROOT / "examples").glob("*/README.md")
DOCUMENTS += [
    ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "THIRD-PARTY.md", "results/published/README.md")
]


def anchors(document: Path) -> set[str]:
    """The anchors of a document's headings, as they are made where Markdown is shown, without those of two headings."""
    headings = re.findall(r"^#+ (.+)$", reading.prose(document), re.MULTILINE)
    found = [re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings]
    return {anchor for anchor in found if found.count(anchor) == 1}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading_that_exist(document: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", document.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        linked = document.parent / name if name else document
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


def test_links_to_the_web_are_well_formed_and_a_page_has_one_spelling() -> None:
    """Whether the pages are there is not asked, as tests run without a network."""
    found = {link for document in DOCUMENTS for link in reading.links(document)}
    for link in found:
        parts = urlsplit(link)
        assert parts.scheme == "https" and re.fullmatch(r"[\w-]+(\.[\w-]+)+", parts.netloc), link
        assert not link.endswith((".", ",", ";")), link
    pages = [re.sub(r"^https://(www\.)?|/$", "", link.partition("#")[0]) for link in found]
    assert len(pages) == len(set(pages))


def test_every_document_is_reached_from_the_readme_directly_or_through_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    readme = set(re.findall(r"docs/([\w-]+\.md)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert index.name in readme
    reached = readme.union(re.findall(r"\]\(([\w-]+\.md)", index.read_text(encoding="utf-8")))
    assert {path.name for path in (ROOT / "docs").glob("*.md")} <= reached


def test_every_document_is_in_the_contents_of_the_site() -> None:
    contents = set(re.findall(r'"([\w-]+)"', (ROOT / "docs" / "conf.py").read_text(encoding="utf-8")))
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} <= contents | {"index"}


def test_every_target_of_make_that_a_document_names_exists() -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {name for path in DOCUMENTS for name in re.findall(r"`make ([a-z0-9-]+)", path.read_text(encoding="utf-8"))}
    assert named <= targets


def test_the_readme_has_at_most_130_lines() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 130


def test_every_column_of_the_record_is_described_in_its_order() -> None:
    cells = re.findall(r"^\| (`.+?`) \|", (ROOT / "docs" / "record.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert re.findall(r"`(\w+)`", " ".join(cells)) == list(COLUMNS)
