"""What went wrong: contradictions, refuted answers, and runs that failed or never took place."""

from reports.chapters import failures
from reports.chapters.caveats import clashes
from reports.chapters.chapter import Block, Chapter, Table, Words
from reports.data.campaign import Results


def chapter(results: Results) -> Chapter:
    """Contradictions in words, then a table of failed runs and one of those that never took place."""
    found = clashes(results.records)
    refuted = int(results.runs["check"].isin(["invalid", "contradicts_known"]).sum())
    blocks: list[Block] = [Words(clash) for clash in found]
    if not found and not refuted:
        blocks.append(
            Words("No solution broke a rule, no answer differs from a known one, no two contradict each other.")
        )
    failed, absent = failures.failures(results.runs), failures.not_run(results.runs)
    widths = ("auto", "auto", "auto", "auto", "1fr")
    caption = "Runs that failed, or whose answer was refuted: what ended each, and what it said."
    blocks.append(Table(failed["header"], failed["rows"], caption, "failed", left=5, widths=widths))
    caption = "Runs that never took place, by configuration, and why."
    blocks.append(Table(absent["header"], absent["rows"], caption, "not-run", left=3))
    return Chapter("What went wrong", blocks)
