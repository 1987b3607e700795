"""Published campaigns stand in for runs that a campaign lacks; the report names them."""

from pathlib import Path

from models.command import ROOT
from reports.data.campaign import Results, read_results


def campaign(home: Path, results: Results) -> Results | None:
    """The published campaign in a folder; None if there is no such folder, or if it is the campaign itself."""
    if not home.is_dir() or home.resolve() == results.folder.resolve():
        return None
    return read_results(home)


def elsewhere(results: Results, *sources: Results) -> str:
    """The folders that a chapter's runs come from, of those that are not the campaign's."""
    others = {source.folder for source in sources if source is not results}
    return ", ".join(
        sorted(str(home.relative_to(ROOT) if home.is_relative_to(ROOT) else Path(*home.parts[-2:])) for home in others)
    )
