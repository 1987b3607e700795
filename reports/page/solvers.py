"""The tables of solver by model for the page: those of the PDF, with a sentence on each row beside the first one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilings.reports.english import count
from tilings.reports.reach.one_size import Entry, RankedTask
from tilings.reports.reach.solver_by_model import caption, cells, times


def of(
    found: Sequence[RankedTask], cases: Mapping[tuple[str, str, str], int], places: Mapping[str, int]
) -> list[dict[str, Any]]:
    """A table a task: its name, its title, its caption, the places of its cases, and its rows.

    A row has the place of its configuration, its cells without that name, and a sentence on it beside the first row.
    """
    return [
        {
            "name": f"{task.family}-{task.goal}",
            "title": task.name,
            "caption": caption(task),
            "cases": sorted({cases[task.family, each, task.goal] for entry in task.entries for each in entry.tried}),
            "rows": [
                {
                    "configuration": places[entry.configuration],
                    "cells": cells(entry)[1:],
                    "beside": _beside(task.entries[0], entry),
                }
                for entry in task.entries
            ],
        }
        for task in found
    ]


def _beside(first: Entry, other: Entry) -> str:
    if other.ratio is None:
        return f"Both solve {count(other.both, 'case')}, too few for a ratio."
    verdict = f": {other.verdict}" if other.verdict else ""
    return (
        f"{other.configuration} takes {times(other.ratio)} times as long as {first.configuration} on the "
        f"{count(other.both, 'case')} that both solve{verdict}."
    )
