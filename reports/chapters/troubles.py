"""What went wrong: contradictions, refuted answers, and runs that failed or could not take place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tilings.reports.chapters.caveats import clashes
from tilings.reports.chapters.chapter import Block, Chapter, Table, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import count
from tilings.runners.record.schema import SOUND

if TYPE_CHECKING:
    from pandas import DataFrame

PLACE = 85
OF_ALL_MACHINES = True  # answers are compared across all kinds of machines
_ABSENT = {"not_installed": "not installed", "not_applicable": "not applicable"}
_NAMED = 4  # instances or configurations in a row of the table
_FAILED = ("crash", "memory", "output", "processes", "harness_error", "interrupted")


def chapter(results: Results, _: object) -> Chapter:
    """Contradictions in words, then a table of failed runs and one of those that could not take place."""
    found = clashes(results.claims)
    refuted = ~results.runs["check"].isin(SOUND)
    blocks: list[Block] = [Words(clash) for clash in found]
    if not found and not refuted.any():
        solutions = "Solutions were not checked here" if results.imported else "No solution broke a rule"
        blocks.append(Words(f"{solutions}, no answer differs from a known one, and none contradict each other."))
    failed = results.runs[results.runs["ended"].isin(_FAILED) | refuted]
    title = f"What went wrong: {len(failed)} of {count(int(results.runs['ran'].sum()), 'run')}"
    return Chapter(title, [*blocks, _failures(failed), _not_run(results.runs)])


def _failures(failed: DataFrame) -> Table:
    """The runs that failed for another reason than their time limit, or whose answer is wrong or doubtful, by why."""
    alike: dict[tuple[str, str, str], list[Any]] = defaultdict(list)
    for row in failed.itertuples():
        kind = row.ended if row.check in SOUND else f"{row.ended}, {row.check}"
        alike[row.family, kind, _reason(row)].append(row)
    rows = [
        [
            _names(f"{family}/{row.instance}" for row in own),
            _names(row.goal for row in own),
            _names(row.configuration for row in own),
            kind,
            why,
        ]
        for (family, kind, why), own in alike.items()
    ]
    header = ["instance", "goal", "configuration", "ended", "why"]
    caption = "Runs that failed, or whose answer was refuted: what ended them, and what they said."
    return Table(header, rows, caption, "failed", left=5, widths=("auto", "auto", "auto", "auto", "1fr"))


def _names(words: Iterable[str]) -> str:
    first, more = (names := list(dict.fromkeys(words)))[:_NAMED], len(names) - _NAMED
    return "\n".join([*first, *([count(more, "other")] if more > 0 else [])])


def _not_run(runs: DataFrame) -> Table:
    """How many runs of each configuration could not take place, and why."""
    rows = [
        [configuration, _ABSENT[ended], _common(group["message"]), str(len(group))]
        for (configuration, ended), group in runs[runs["ended"].isin(list(_ABSENT))].groupby(
            ["configuration", "ended"], sort=True
        )
    ]
    caption = "Runs that could not take place, by configuration, and why."
    return Table(["configuration", "ended", "message", "runs"], rows, caption, "not-run", left=3)


def _reason(row: Any) -> str:
    parts = [f"in phase {row.phase}" if row.phase else ""]
    parts += [f"{name} {int(value)}" for name, value in (("exit code", row.exit_code), ("signal", row.signal))
              if value == value and value]  # fmt: skip
    if row.ended == "memory" and row.peak_mb == row.peak_mb:
        parts.append(f"{row.peak_mb:.0f} MB")
    return "; ".join(part for part in [*parts, row.message] if part) or "nothing recorded"


def _common(messages: Any) -> str:
    known = [message for message in messages if message]
    return max(sorted(set(known)), key=known.count) if known else ""
