"""Solver by model: how many times as long as the fastest pair each pair takes, all families side by side."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from models.paradigms import NATIVE
from reports.analysis.pairs import First, firsts, relative, summary
from reports.figures.drawing import Drawing
from reports.plot import heatmap
from reports.plot.heatmap import Cell, Row, shade
from reports.plot.style import colour
from reports.scores import CASE, median_runs
from reports.text.english import as_ratio, listed

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Solver by model"
_MOST_COLUMNS = 21
_PALEST = 2.0  # decades: slower cells are as pale
_NONE = (0.82, 0.82, 0.82)  # of a pair that solved nothing


def draw(runs: DataFrame) -> Drawing:
    """A row a solver that is ranked, a column a model, by family; the last row is the fastest native search of each.

    The title says which solver is the fastest in each family; no figure where no ranked pair solved a case.
    """
    own = relative(median_runs(runs))
    if own.empty:
        return Drawing(TITLE, None, "No figure of solvers and models: no ranked pair solved a case.")
    best = firsts(own)
    return Drawing(_title(best), _figure(own, best), _sentence(own))


def _title(best: list[First]) -> str:
    clear: dict[str, list[str]] = {}
    alone, unclear = [], []
    for first in best:
        if first.second is None:
            alone.append(f"{first.family} ({first.route})")
        elif first.clear:
            clear.setdefault(first.route, []).append(first.family)
        else:
            unclear.append(f"{first.family} ({first.route} or {first.second})")
    told = [f"{route} is the fastest solver on {listed(families)}" for route, families in clear.items()]
    if unclear:
        told.append(f"undecided on {listed(unclear)}" if clear else f"Undecided which is fastest on {listed(unclear)}")
    if alone:
        told.append(f"a single solver ran on {listed(alone)}")
    return "; ".join(told)


def _figure(own: DataFrame, best: list[First]) -> Figure:
    import numpy as np

    ranked = own[own["ranked"]]
    pairs = _fitting(summary(ranked).reset_index())
    heads = {str(family): f"{family} ({len(part.drop_duplicates(CASE))})" for family, part in ranked.groupby("family")}
    leading = {(first.route, first.family, first.model) for first in best}
    cells, groups = {}, {}
    for family, part in pairs.groupby("family", sort=True):
        groups[heads[family]] = sorted(set(part["model"]))
        for row in part.itertuples():
            cell = _cell(row.times, row.solved, row.cases, (row.route, family, row.model) in leading)
            cells[row.route, heads[family], row.model] = cell
    fastest = pairs.groupby(["route", "family"])["times"].min()
    order = np.log(fastest).groupby("route").mean().sort_values(kind="stable").index
    kinds = dict(zip(own["route"], own["paradigm"], strict=True))
    rows = [Row(route, kinds[route], colour(kinds[route])) for route in order]
    if across := _reference(own[~own["ranked"]]):
        rows.append(Row("", NATIVE, colour(NATIVE), {heads[family]: words for family, words in across.items()}))
    return heatmap.draw(rows, groups, cells)


def _fitting(pairs: DataFrame) -> DataFrame:
    """Of each family so many models that all fit the page's width: those that some pair is the fastest with."""
    most = max(1, _MOST_COLUMNS // pairs["family"].nunique())
    least = pairs.groupby(["family", "model"])["times"].min().sort_values(kind="stable")
    kept = least.groupby("family").head(most).index
    return pairs[[key in kept for key in zip(pairs["family"], pairs["model"], strict=True)]]


def _cell(times: float, solved: int, cases: int, leads: bool = False) -> Cell:
    """The ratio; where cases were not solved a bound, and in a second line how many were."""
    if not solved:
        return Cell(f"–\n0/{cases}", _NONE)
    fill = shade(min(1.0, max(0.0, log10(times)) / _PALEST))
    return Cell(as_ratio(times) if solved == cases else f"≥{as_ratio(times)}\n{solved}/{cases}", fill, leads)


def _reference(native: DataFrame) -> dict[str, str]:
    """By family the ratio of its fastest native search, in words."""
    pairs = summary(native).sort_values("times").reset_index().drop_duplicates("family")
    words = (_cell(row.times, row.solved, row.cases).words for row in pairs.itertuples())
    return dict(zip(pairs["family"], words, strict=True))


def _sentence(own: DataFrame) -> str:
    ranked = own[own["ranked"]]
    said = (
        "How many times as long a solver (row) takes with a model (column) as the fastest of these pairs on the same "
        "case, by wall time: the geometric mean over the cases that it ran on; after each family how many cases there "
        "are, bold its fastest pair."
    )
    if not ranked["solved"].all():
        said += " ≥: some were not solved and count as their limit; below, how many were solved. –: none."
    if not own["ranked"].all():
        said += " The last row is no part of the ranking: the fastest search that is written for the family."
    return said
