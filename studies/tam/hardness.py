"""How hard triomino-domino boards are, by their density: square boards with m tiles of values from 1 to k.

The name of an instance, such as grid6-m08-k4-s1, holds side, tiles, values and seed. The *density* is the cells of all
tiles by those of the board. What is known of a board is a bracket: the most tiles that any run placed, and the least
upper bound that any run proved; a board is *settled* where both are one number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.scores import floored, median_runs, table

if TYPE_CHECKING:
    from pandas import DataFrame, Series

LENGTH = 3  # cells of a tile
_NAME = r"^grid(?P<side>\d+)-m(?P<tiles>\d+)-k(?P<values>\d+)-s(?P<seed>\d+)$"


def select(runs: DataFrame) -> DataFrame:
    """The runs of this study that took place, with columns side, tiles, values, seed and density."""
    names = runs["instance"].str.extract(_NAME).astype(float)
    asked = (runs["family"] == "triominoes") & (runs["goal"] == "optimum") & runs["counts"] & names["side"].notna()
    own = runs[asked].assign(**{name: names[name][asked].astype(int) for name in names})
    return own.assign(density=LENGTH * own["tiles"] / own["side"] ** 2)


def boards(runs: DataFrame) -> DataFrame:
    """A row a board, by name: side, tiles, values, density; least and most tiles of an optimum as proven together.

    share: least by tiles; fits: whether all tiles fit, 1 or 0, NaN where that is open; settled: least = most.
    `runs`: as `select` gives them; answers that were refuted prove nothing.
    """
    proving = runs[runs["outcome"] != "wrong"]
    objective = proving["objective"].astype(float)
    bound = (proving["bound"].astype(float) + 1e-6) // 1
    least = objective.groupby(proving["instance"]).max()
    most = objective.where(proving["answer"] == "optimal", bound).groupby(proving["instance"]).min()
    found = runs.drop_duplicates("instance").set_index("instance")[["side", "tiles", "values", "density"]].sort_index()
    least = least.reindex(found.index).fillna(0)
    most = most.reindex(found.index).fillna(found["tiles"]).clip(upper=found["tiles"])
    fits = (least == found["tiles"]).astype(float).where((least == found["tiles"]) | (most < found["tiles"]))
    return found.assign(least=least, most=most, share=least / found["tiles"], fits=fits, settled=least == most)


@dataclass(frozen=True)
class Effort:
    """An effort by board: what it is, in words, and a table of the boards' columns and `effort`.

    Seconds are those of one configuration, an unsolved board counting as its limit; nodes are of solved boards alone.
    """

    name: str
    rows: DataFrame


def efforts(runs: DataFrame) -> list[Effort]:
    """The seconds of the best configuration of a solver, and the nodes of the best native engine, where they ran."""
    median = median_runs(runs)
    native = ~median["ranked"]
    found = []
    timed = median[~native] if (~native).any() else median
    if not timed.empty and timed["solved"].any():
        best = timed[timed["configuration"] == _best(timed)]
        found.append(Effort(f"seconds, {_best(timed)}", best.assign(effort=floored(best["charged_s"]))))
    counted = median[native & median["nodes"].notna()]
    if not counted.empty:
        own = counted[(counted["configuration"] == _best(counted)) & counted["solved"]]
        found.append(Effort(f"nodes, {_best(counted)}", own.assign(effort=own["nodes"].astype(float).clip(lower=1))))
    return [each for each in found if not each.rows.empty]


def curves(found: DataFrame, column: str, how: str = "mean") -> dict[tuple[int, int], Series]:
    """By side and number of values, the mean (or median) of a column over the boards of each density that have it."""
    known = found.dropna(subset=[column]).groupby(["side", "values"])
    return {(int(side), int(values)): part.groupby("density")[column].agg(how) for (side, values), part in known}


def half(share: Series) -> float | None:
    """The density at which a share, by density, last falls below 1/2, interpolated; None where it does not.

    >>> import pandas as pd
    >>> half(pd.Series({0.5: 1.0, 0.75: 0.75, 1.0: 0.25}))
    0.875
    """
    points = list(share.sort_index().items())
    falls = [(low, high) for low, high in zip(points, points[1:], strict=False) if low[1] >= 0.5 > high[1]]
    if not falls:
        return None
    (start, before), (end, after) = falls[-1]
    return float(start + (end - start) * (before - 0.5) / (before - after))


def halves(found: DataFrame) -> dict[tuple[int, int], float]:
    """By side and number of values, the density at which half of the boards take all tiles. `found`: of `boards`."""
    lines = {key: half(line) for key, line in curves(found, "fits").items()}
    return {key: density for key, density in lines.items() if density is not None}


def _best(median: DataFrame) -> str:
    """Of the configurations that ran on the most boards the one with the least PAR2."""
    return str(table(median)["configuration"].iloc[0])
