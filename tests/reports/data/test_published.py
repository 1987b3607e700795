"""Chapters for which a campaign has no runs are taken from the published campaigns and say so."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from models.command import ROOT
from reports.data.campaign import read_results
from reports.pdf.document import assemble
from tests.reports.conftest import make_campaign

pytestmark = pytest.mark.usefixtures("undrawn")

PUBLISHED = ROOT / "results" / "published"


def chapters(results: Path, published: Path, folder: Path) -> dict[str, str]:
    """The source of each chapter's runs; empty for the campaign itself."""
    content = assemble(read_results(results), folder, published)
    [measured] = content["measured"]
    worths = {part["title"]: part["elsewhere"] for part in measured["worth"]}
    return worths | ({"bounds": measured["multiplicity"]["elsewhere"]} if measured["multiplicity"] else {})


def test_a_campaign_without_options_shows_the_published_comparison_of_options(campaign: Path, tmp_path: Path) -> None:
    published = tmp_path / "published"
    shutil.copytree(PUBLISHED / "squares-ablation", published / "squares-ablation")
    own, filled = chapters(campaign, tmp_path / "nothing", tmp_path), chapters(campaign, published, tmp_path)
    assert "squares, goal first" not in own
    assert filled == own | dict.fromkeys(filled.keys() - own.keys(), "published/squares-ablation")
    assert "squares, goal first" in filled


def test_chapters_on_families_that_a_campaign_does_not_have_are_left_out(tmp_path: Path) -> None:
    boards = make_campaign(tmp_path / "boards", {"triominoes": ("optimum",)}, instances=2)
    published = tmp_path / "published"
    for name in ("squares", "squares-ablation"):
        shutil.copytree(PUBLISHED / name, published / name)
    content = assemble(read_results(boards), tmp_path, published)
    [measured] = content["measured"]
    assert not any(part["title"].startswith("squares") for part in measured["worth"])
    assert measured["multiplicity"] is content["certified"] is content["native"] is None
    assert measured["triominoes"] is not None
