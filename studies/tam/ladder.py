"""The report's ladder of triomino-domino boards, from easy to extreme: its models against ours, and what is proven.

The *ladder* is the instances of its four classes. The report's models are the formulations `*_pairwise` with no option
but `strategy`; all others are ours. Two runs are a *pair* if they are of one instance under the same limits on one kind
of machine. The *ratio* of two configurations is that of their shifted geometric means over their pairs, an unsolved run
counting as its limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from models.formulation import paradigms_in_order
from reports.english import as_ratio
from reports.scores import FLOOR_S, shifted_geometric_mean, table

if TYPE_CHECKING:
    from pandas import DataFrame, Series

CLASSES = ("easy", "medium", "hard", "extreme")
PUBLISHED_CLASSES = CLASSES[:3]
ENOUGH = 3  # paradigms, or solvers, that should prove each instance
_THEIRS = ("_pairwise", r"(strategy=\w+)?")  # the end of the formulation's name; a pattern of the options
_SAME = ["instance_sha256", "wall_limit_s", "cpu_limit_s", "kind"]


@dataclass(frozen=True)
class Comparison:
    """Two configurations on the instances that both ran on: `theirs` of the report's models, and `ours`.

    pairs: a row a pair, its columns those of a run, once with the suffix _theirs and once with _ours, and `class`.
    unpaired: the instances that both ran on, but under other limits or on other machines.
    """

    theirs: str
    ours: str
    pairs: DataFrame
    unpaired: int = 0

    def ratio(self, classes: Iterable[str] = CLASSES) -> str:
        """How many times faster ours is, after ≥, ≤ or ≷ where that is a bound or none; a dash without pairs."""
        part = self.pairs[self.pairs["class"].isin(list(classes))]
        if part.empty:
            return "–"
        mean = {side: self.mean(side, part) for side in ("theirs", "ours")}
        late = {side: not part[f"solved_{side}"].all() for side in mean}
        bound = "≷" if all(late.values()) else "≥" if late["theirs"] else "≤" if late["ours"] else ""
        return as_ratio(max(mean["theirs"], FLOOR_S) / max(mean["ours"], FLOOR_S), bound)

    def mean(self, side: str, part: DataFrame | None = None) -> float:
        """The shifted geometric mean of one side, theirs or ours, in seconds."""
        part = self.pairs if part is None else part
        return shifted_geometric_mean(part.rename(columns={f"charged_s_{side}": "charged_s"}))

    def solved(self, side: str) -> int:
        """How many of the pairs one side solved."""
        return int(self.pairs[f"solved_{side}"].sum())


def ladder(median: DataFrame) -> DataFrame:
    """The median runs on the ladder, with the columns `class` and `side`, the side of the board."""
    asked = (median["family"] == "triominoes") & (median["goal"] == "optimum") & median["difficulty"].isin(CLASSES)
    own = median[asked].reset_index(drop=True)
    return own.assign(**{"class": own["difficulty"]}, side=own["size"] ** 0.5)


def theirs(runs: DataFrame) -> DataFrame:
    """The runs of the report's models."""
    return runs[_are_theirs(runs)]


def ours(runs: DataFrame) -> DataFrame:
    """The runs of all others."""
    return runs[~_are_theirs(runs)]


def by_solver(runs: DataFrame) -> list[Comparison]:
    """Each configuration of the report's models against the best of ours on its solver. `runs`: as of `ladder`."""
    best = {solver: _best(part) for solver, part in ours(runs).groupby("solver")}
    configurations = theirs(runs).drop_duplicates("configuration").sort_values("configuration")
    return [
        _comparison(runs, run.configuration, best[run.solver])
        for run in configurations.itertuples()
        if run.solver in best
    ]


def by_paradigm(runs: DataFrame) -> list[tuple[str, Comparison]]:
    """The best of the report's models against the best of ours in each paradigm; where it has none, its best of all."""
    known = runs["paradigm"]
    published = theirs(runs)
    found = []
    for paradigm in paradigms_in_order(known):
        own, other = ours(runs[known == paradigm]), theirs(runs[known == paradigm])
        if not own.empty and not published.empty:
            rival = _best(published if other.empty else other)
            found.append((paradigm, _comparison(runs, rival, _best(own))))
    return found


def by_best(runs: DataFrame) -> Comparison | None:
    """The best of the report's models against the best of ours; None where either are missing."""
    parts = theirs(runs), ours(runs)
    return None if any(part.empty for part in parts) else _comparison(runs, *map(_best, parts))


def proofs(runs: DataFrame) -> DataFrame:
    """By instance its class, and how many paradigms and solvers solved it; instances that any run is of."""
    import pandas as pd

    solved = runs[runs["solved"]]
    by = solved.groupby("instance")[["paradigm", "solver"]].nunique()
    every = runs.drop_duplicates("instance").set_index("instance")[["class"]]
    return pd.concat([every, by.reindex(every.index).fillna(0).astype(int)], axis=1)


def times(over: DataFrame, under: DataFrame) -> tuple[float, str]:
    """By how much the median time of some runs exceeds that of others, and its bound: ≥, ≤, ≷ or none."""
    late = [not part["solved"].mean() > 0.5 for part in (over, under)]
    bound = "≷" if all(late) else "≥" if late[0] else "≤" if late[1] else ""
    return over["charged_s"].median() / max(under["charged_s"].median(), FLOOR_S), bound


def _are_theirs(runs: DataFrame) -> Series:
    name, options = _THEIRS
    return runs["formulation"].str.endswith(name) & runs["options"].str.fullmatch(options)


def _best(runs: DataFrame) -> str:
    """Of the configurations that ran on the most instances the one with the least PAR2."""
    return str(table(runs)["configuration"].iloc[0])


def _comparison(runs: DataFrame, rival: str, own: str) -> Comparison:
    parts = [runs[runs["configuration"] == name] for name in (rival, own)]
    pairs = parts[0].merge(parts[1], on=["instance", "class", *_SAME], suffixes=("_theirs", "_ours"))
    common = set(parts[0]["instance"]) & set(parts[1]["instance"])
    return Comparison(rival, own, pairs, len(common) - len(pairs))
