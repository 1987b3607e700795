"""The tables of runs that failed, and why, and of those that never took place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.text.tables import grid

if TYPE_CHECKING:
    from pandas import DataFrame

_SUMMED = {"given_up": "given up", "not_installed": "not installed", "not_applicable": "not applicable"}
_FAILED = ("crash", "memory", "output", "processes", "harness_error", "interrupted")


def failures(runs: DataFrame) -> dict[str, Any]:
    """Every run that failed for another reason than its time limit, or whose answer was refuted, and why."""
    refuted = runs["check"].isin(["invalid", "contradicts_known"])
    rows = [
        [f"{row.family}/{row.instance}", row.goal, row.configuration, _kind(row), _reason(row)]
        for row in runs[runs["ended"].isin(_FAILED) | refuted].itertuples()
    ]
    return grid(["instance", "goal", "configuration", "ended", "why"], rows, left=5)


def not_run(runs: DataFrame) -> dict[str, Any]:
    """How many runs of each configuration never took place, and why."""
    part = runs[runs["ended"].isin(list(_SUMMED))]
    rows = [
        [configuration, _SUMMED[ended], _common(group["message"]), str(len(group))]
        for (configuration, ended), group in part.groupby(["configuration", "ended"], sort=True)
    ]
    return grid(["configuration", "ended", "message", "runs"], rows, left=3)


def _kind(row: Any) -> str:
    return row.ended if row.check in ("valid", "unchecked") else f"{row.ended}, {row.check}"


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
