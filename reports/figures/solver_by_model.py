"""Solver by model: how many times as long as the fastest pair each pair takes, all families side by side."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING, Any

from tilings.models.formulation import NATIVE
from tilings.reports.analysis.pairs import Effect, effects, paired, relative, summary
from tilings.reports.english import ASSUMED, as_ratio, called, listed
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot import heatmap
from tilings.reports.plot.heatmap import Cell, Row, shade
from tilings.reports.plot.style import colour
from tilings.reports.scores import CASE

if TYPE_CHECKING:
    from pandas import DataFrame

_WITH = " with "
_MOST_COLUMNS = 21
_MANY = 1000  # cases: how many of them were solved is told in percent, rounded down, for which a cell is wide enough
_PALEST = 2.0  # decades: slower cells are as pale
_NONE = (0.82, 0.82, 0.82)  # of a pair that solved nothing


def draw(runs: DataFrame) -> Drawing:
    """A row a solver that is ranked, a column a model, by family; the last row is the fastest native search of each.

    The title says which solver is the fastest in each family; no figure where no ranked pair solved a case.
    """
    found = layout(runs)
    if found is None:
        return NOTHING
    return Drawing(found.title, heatmap.draw(found.rows, found.groups, found.cells), sentence(found.runs))


@dataclass(frozen=True)
class Layout:
    """The finding, what `heatmap.draw` takes, and the runs of the pairs, as `reports.analysis.pairs.relative` gives."""

    title: str
    rows: list[Row]
    groups: dict[str, list[str]]
    cells: dict[tuple[str, str, str], Cell]
    runs: DataFrame


def layout(runs: DataFrame, most: int = _MOST_COLUMNS) -> Layout | None:
    """The picture's content, with so many columns; None where no ranked pair solved a case."""
    every = paired(runs)
    own = relative(every)
    if own.empty:
        return None
    ranked = every[every["ranked"]]
    pair = ranked["route"] + _WITH + ranked["model"]
    others = effects(ranked.assign(pair=pair, all=""), "all", "pair")
    return Layout(_title(others, sorted(own["family"].unique())), *_laid(own, others, most), own)


def _title(found: list[Effect], families: list[str]) -> str:
    """Of each family the solver of the first pair, or with it the nearest that it does not clearly lead."""
    clear: dict[str, list[str]] = {}
    alone, unclear = [], []
    for family in families:
        rivals = [
            effect for effect in found if effect.family == family and _solver(effect.first) != _solver(effect.other)
        ]
        near = [effect for effect in rivals if not effect.decided]
        if not rivals:
            alone.append(family)
        elif near:
            unclear.append(f"{family} ({called(_solver(near[0].first))} or {called(_solver(near[0].other))})")
        else:
            clear.setdefault(_solver(rivals[0].first), []).append(family)
    told = [f"{called(route)} is the fastest solver on {listed(names)}" for route, names in clear.items()]
    for words, names in (("undecided which is fastest on", unclear), ("only one solver ran on", alone)):
        if names:
            told.append(f"{words if told else words.capitalize()} {listed(names)}")
    return "; ".join(told)


def _solver(pair: str) -> str:
    return pair.partition(_WITH)[0]


def _laid(
    own: DataFrame, others: list[Effect], most: int
) -> tuple[list[Row], dict[str, list[str]], dict[tuple[str, str, str], Cell]]:
    import numpy as np

    ranked = own[own["ranked"]]
    pairs = _fitting(summary(ranked).reset_index(), most)
    heads = {str(family): f"{family} ({len(part.drop_duplicates(CASE))})" for family, part in ranked.groupby("family")}
    leading = {(effect.family, effect.first) for effect in others}
    cells: dict[tuple[str, str, str], Cell] = {}
    groups: dict[str, list[str]] = {}
    for family, part in pairs.groupby("family", sort=True):
        groups[heads[family]] = sorted(set(part["model"]))
        for row in part.itertuples():
            leads = (family, row.route + _WITH + row.model) in leading
            cells[row.route, heads[family], row.model] = _cell(row, leads)
    fastest = pairs.groupby(["route", "family"])["times"].min()
    order = np.log(fastest).groupby("route").mean().sort_values(kind="stable").index
    kinds = dict(zip(own["route"], own["paradigm"], strict=True))
    rows = [Row(route, kinds[route], colour(kinds[route])) for route in order]
    if across := _reference(own[~own["ranked"]]):
        rows.append(Row("", NATIVE, "#666666", {heads[family]: words for family, words in across.items()}))
    return rows, groups, cells


def _fitting(pairs: DataFrame, most: int) -> DataFrame:
    """Of each family so many models that all are at most that many: those that some pair is the fastest with."""
    most = max(1, most // pairs["family"].nunique())
    least = pairs.groupby(["family", "model"])["times"].min().sort_values(kind="stable")
    kept = least.groupby("family").head(most).index
    return pairs[[key in kept for key in zip(pairs["family"], pairs["model"], strict=True)]]


def _cell(row: Any, leads: bool = False) -> Cell:
    """The ratio; where cases were not solved a bound, and in a second line how many were."""
    short = row.cases < _MANY
    solved = f"{row.solved}/{row.cases}" if short else f"{100 * row.solved // row.cases}%"
    solved += ASSUMED * (row.ran < row.cases)
    if not row.solved:
        return Cell(f"–\n{solved}", _NONE)
    fill = shade(min(1.0, max(0.0, log10(row.times)) / _PALEST))
    times = as_ratio(row.times)
    return Cell(times if row.solved == row.cases else f"≥{times}\n{solved}", fill, leads)


def _reference(native: DataFrame) -> dict[str, str]:
    """By family the ratio of its fastest native search, in words."""
    pairs = summary(native).sort_values("times").reset_index().drop_duplicates("family")
    words = (_cell(row).words for row in pairs.itertuples())
    return dict(zip(pairs["family"], words, strict=True))


def sentence(own: DataFrame, clock: str = "wall") -> str:
    """How to read it; `own`: the runs of the pairs, whose times are of that clock."""
    ranked = own[own["ranked"]]
    said = (
        f"How many times as long a solver (row) takes with a model (column) as the fastest pair: {clock} time, the "
        "geometric mean over a family's cases (in brackets how many). Bold: the fastest of those that ran on most."
    )
    if not ranked["solved"].all():
        said += " ≥: unsolved cases count as their limit; below it how many were solved."
    if not ranked["ran"].all():
        said += f" {ASSUMED}: some were given up, as smaller ones were not solved."
    if not own["ranked"].all():
        said += " Last row, not ranked: the fastest search written for the family."
    return said
