"""The part on where runs that were not solved ended, and where the time of all goes."""

from __future__ import annotations

from reports.chapters.chapter import Chapter
from reports.data.campaign import Results
from reports.figures import failing, phases


def chapter(results: Results) -> Chapter:
    """Where runs fail, and where the wall time goes, with what the start costs."""
    return Chapter("Why: where each one fails", [failing.draw(results.median), phases.draw(results.median)])
