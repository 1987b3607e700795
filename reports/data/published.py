"""What is published stands in where a campaign itself has nothing to say, and the report says so."""

from __future__ import annotations

from pathlib import Path

from reports.data.load import Results, load


def campaign(home: Path, results: Results) -> Results | None:
    """A published campaign, for chapters to which the campaign itself has nothing to say."""
    if not home.is_dir() or home.resolve() == results.folder.resolve():
        return None
    return load(home)


def elsewhere(source: Results, results: Results) -> str:
    """The name of the folder that a chapter's runs come from, empty where they are the campaign's."""
    return "" if source is results else f"results/{source.folder.parent.name}/{source.folder.name}"
