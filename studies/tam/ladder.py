"""The report's ladder of triomino-domino boards, from easy to extreme: its models against ours, and what is proven.

The *ladder* is the instances of its four classes. The report's models are the formulations `*_pairwise` with no option
but `strategy`; all others are ours. Two runs are a *pair* if they are of one instance under the same limits on one kind
of machine. The *ratio* of two configurations is that of their shifted geometric means over their pairs, an unsolved run
counting as its limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Table
from tilings.reports.english import as_ratio, count, listed, seconds
from tilings.reports.scores import median_runs
from tilings.runners.record.results import FLOOR_S

if TYPE_CHECKING:
    from pandas import DataFrame, Series

CLASSES = ("easy", "medium", "hard", "extreme")
PUBLISHED_CLASSES = CLASSES[:3]
ENOUGH = 3  # paradigms, or solvers, that should prove each instance
_THEIRS = ("_pairwise", r"(strategy=\w+)?")  # the end of the formulation's name; a pattern of the options
SHIFT_S = 1.0
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
        """How many times faster ours is, after ≥, ≤ or ≷ where it is a bound or neither; a dash without pairs."""
        part = self.pairs[self.pairs["class"].isin(list(classes))]
        if part.empty:
            return "–"
        over, under = (max(self.mean(side, part), FLOOR_S) for side in ("theirs", "ours"))
        return as_ratio(over / under, _bound(*(not part[f"solved_{side}"].all() for side in ("theirs", "ours"))))

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
    fastest = {solver: best(part) for solver, part in ours(runs).groupby("solver")}
    configurations = theirs(runs).drop_duplicates("configuration").sort_values("configuration")
    return [
        _comparison(runs, run.configuration, fastest[run.solver])
        for run in configurations.itertuples()
        if run.solver in fastest
    ]


def by_paradigm(runs: DataFrame) -> list[tuple[str, Comparison]]:
    """The best of the report's models against the best of ours in each paradigm; where it has none, its best of all."""
    known = runs["paradigm"]
    published = theirs(runs)
    comparisons = []
    for paradigm in paradigms_in_order(known):
        ours_, theirs_ = ours(runs[known == paradigm]), theirs(runs[known == paradigm])
        if not ours_.empty and not published.empty:
            rival = best(published if theirs_.empty else theirs_)
            comparisons.append((paradigm, _comparison(runs, rival, best(ours_))))
    return comparisons


def by_best(runs: DataFrame) -> Comparison | None:
    """The best of the report's models against the best of ours; None where either are missing."""
    parts = theirs(runs), ours(runs)
    return None if any(part.empty for part in parts) else _comparison(runs, *map(best, parts))


def best(runs: DataFrame) -> str:
    """The configuration of the least PAR2, among those that ran on the most instances."""
    return str(table(runs)["configuration"].iloc[0])


def table(runs: DataFrame) -> DataFrame:
    """A row a configuration over its median runs: cases, solved, par2 and mean, in seconds.

    PAR2 is the mean time, an unsolved run counting twice its limit (Froleyks et al., SAT Competition 2020, Artificial
    Intelligence 301, 2021). Configurations on the most cases come first, of these the one of the least PAR2.
    """
    import pandas as pd

    rows = [
        {
            "configuration": configuration,
            "cases": len(part),
            "solved": int(part["solved"].sum()),
            "par2": float(part["time_s"].where(part["solved"], 2 * part["wall_limit_s"]).astype(float).mean()),
            "mean": shifted_geometric_mean(part),
        }
        for configuration, part in median_runs(runs).groupby("configuration", sort=True)
    ]
    found = pd.DataFrame(rows, columns=["configuration", "cases", "solved", "par2", "mean"])
    return found.sort_values(["cases", "par2", "configuration"], ascending=[False, True, True], ignore_index=True)


def shifted_geometric_mean(runs: DataFrame) -> float:
    """exp(mean(log(t + SHIFT_S))) - SHIFT_S over all runs, an unsolved run counting its limit. Seconds.

    The shift keeps the ratios of very short times from dominating.
    Source: Achterberg, Constraint Integer Programming, 2007; Mittelmann's benchmarks. NaN for no runs.
    """
    import numpy as np

    return float(np.exp(np.log(runs["charged_s"].astype(float) + SHIFT_S).mean()) - SHIFT_S)


def proofs(runs: DataFrame) -> DataFrame:
    """By instance its class, and how many paradigms and solvers solved it; instances that any run is of."""
    import pandas as pd

    solved = runs[runs["solved"]]
    by = solved.groupby("instance")[["paradigm", "solver"]].nunique()
    every = runs.drop_duplicates("instance").set_index("instance")[["class"]]
    return pd.concat([every, by.reindex(every.index).fillna(0).astype(int)], axis=1)


def times(over: DataFrame, under: DataFrame) -> tuple[float, str]:
    """By how much the median time of some runs exceeds that of others, and its bound: ≥, ≤, ≷ or none."""
    bound = _bound(*(not part["solved"].mean() > 0.5 for part in (over, under)))
    return over["charged_s"].median() / max(under["charged_s"].median(), FLOOR_S), bound


def _bound(over: bool, under: bool) -> str:
    """The bound that a ratio is where its numerator or its denominator is a time at the limit."""
    return "≷" if over and under else "≥" if over else "≤" if under else ""


def _are_theirs(runs: DataFrame) -> Series:
    name, options = _THEIRS
    return runs["formulation"].str.endswith(name) & runs["options"].str.fullmatch(options)


def _comparison(runs: DataFrame, rival: str, own: str) -> Comparison:
    parts = [runs[runs["configuration"] == name] for name in (rival, own)]
    pairs = parts[0].merge(parts[1], on=["instance", "class", *_SAME], suffixes=("_theirs", "_ours"))
    common = set(parts[0]["instance"]) & set(parts[1]["instance"])
    return Comparison(rival, own, pairs, len(common) - len(pairs))


def comparison_table(found: Iterable[tuple[str, Comparison]]) -> Table:
    """A row a comparison, under a name of its own: pairs, solved, means, and the ratios over all and by class."""
    found = list(found)
    body = [
        [
            name,
            f"{each.theirs}\n{each.ours}",
            str(len(each.pairs)),
            *(f"{each.solved('theirs')}\n{each.solved('ours')}", f"{_mean(each, 'theirs')}\n{_mean(each, 'ours')}"),
            *(each.ratio(), *(each.ratio([name]) for name in CLASSES)),
        ]
        for name, each in found
    ]
    caption = (
        "The report's models against the best of ours, by solver and by paradigm: how many times faster ours is by the "
        f"shifted geometric mean (shift {SHIFT_S:g} s) of wall times over the pairs. An unsolved run counts as its "
        "limit, so that a ratio is a lower bound (≥) where the report's model left instances unsolved, an upper one "
        f"(≤) where ours did, and neither (≷) where both did. {unpaired([each for _, each in found])}"
    ).strip()
    header = ["", "the report's\nours", "pairs", "solved", "mean (s)", "ratio", *CLASSES]
    return Table(header, body, caption, "ladder-ratios", left=2)


def unpaired(found: Iterable[Comparison]) -> str:
    """In words: the instances that could not be compared; empty where there are none."""
    lost = sum(each.unpaired for each in found)
    return f"Left out: {count(lost, 'comparison')} of runs under other limits or on other machines." if lost else ""


def proofs_sentence(runs: DataFrame) -> str:
    """How many instances enough paradigms proved, and which are proved by none."""
    counts = proofs(runs)
    if (counts[["paradigm", "solver"]] >= ENOUGH).all(axis=None):
        each = f"{ENOUGH} or more"
        return f"All {count(len(counts), 'instance')} of the ladder are proved optimal by {each} paradigms and solvers."
    enough, none = (counts["paradigm"] >= ENOUGH).sum(), counts[counts["paradigm"] == 0].index
    text = (
        f"Of {count(len(counts), 'instance')} of the ladder, {enough} are proved optimal by {ENOUGH} or more paradigms"
    )
    text += f", {(counts['solver'] >= ENOUGH).sum()} by {ENOUGH} or more solvers"
    return f"{text}; by none: {listed(sorted(none))}." if len(none) else f"{text}; each by at least one."


def published_table(published: DataFrame, runs: DataFrame) -> Table:
    """The report's models, published and run here: solved of all by class, and the mean time by the least mean.

    Only the classes that are published count. `published`, `runs`: as `ladder` gives them.
    """
    parts = [part[part["class"].isin(PUBLISHED_CLASSES)] for part in (published, theirs(runs))]
    scores = [table(part).set_index("configuration") for part in parts]
    body = []
    for configuration in sorted({name for score in scores for name in score.index}):
        row = [configuration]
        for part, score in zip(parts, scores, strict=True):
            own = part[part["configuration"] == configuration]
            row += [_share(own[own["class"] == name]) for name in PUBLISHED_CLASSES]
            row.append(_times(score["mean"], configuration) if len(own) else "–")
        body.append(row)
    header = [*PUBLISHED_CLASSES, "×"]
    caption = (
        "The report's models, published (left) and run here (right), each within its own limit: solved instances of "
        "each class, and the shifted mean as a multiple of the least on that side (×)."
    )
    head = ["", *(f"{name}\npubl." for name in header), *(f"{name}\nhere" for name in header)]
    return Table(head, body, caption, "ladder-published")


def _times(means: Any, configuration: str) -> str:
    return as_ratio(max(means[configuration], FLOOR_S) / max(means.min(), FLOOR_S), "")


def _mean(each: Comparison, side: str) -> str:
    return seconds(each.mean(side)) if len(each.pairs) else "–"


def _share(part: DataFrame) -> str:
    return f"{int(part['solved'].sum())}/{len(part)}" if len(part) else "–"
