"""The picture of solver by model as data: the PDF's numbers, with what each cell filters by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.analysis.pairs import PAIR
from reports.figures.solver_by_model import layout, sentence

if TYPE_CHECKING:
    from pandas import DataFrame

_MOST = 200  # columns; the page's table scrolls


def of(runs: DataFrame, clock: str) -> dict[str, Any] | None:
    """Keys: title; sentence; families, each with its name, title and models; rows, each with the solver's name, its
    colour and its cells, in the order of the columns; None where no ranked pair solved a case.

    A cell holds its words, its colour, whether it is the first of its family, and its solver and formulation; None
    where the pair did not run. `across` of a row are words for each family instead of cells. `runs`: by that clock.
    """
    from matplotlib.colors import to_hex

    found = layout(runs, _MOST)
    if found is None:
        return None
    pairs = found.runs.drop_duplicates(PAIR).set_index(PAIR)[["solver", "formulation"]]
    columns = [(head, model) for head, models in found.groups.items() for model in models]

    def cell(route: str, head: str, model: str) -> list[Any] | None:
        made = found.cells.get((route, head, model))
        if made is None:
            return None
        own = pairs.loc[(_family(head), route, model)]
        return [made.words, to_hex(made.fill), made.bold, own["solver"], own["formulation"]]

    return {
        "title": found.title,
        "sentence": sentence(found.runs, clock),
        "families": [{"name": _family(head), "title": head, "models": models} for head, models in found.groups.items()],
        "rows": [
            {
                "name": row.name or row.kind,
                "colour": row.colour,
                "cells": [] if row.across else [cell(row.name, *column) for column in columns],
                "across": row.across and [row.across.get(head) for head in found.groups],
            }
            for row in found.rows
        ],
    }


def _family(head: str) -> str:
    """The family in the title of a group."""
    return head.rpartition(" (")[0]
