"""What choosing a configuration for each case would gain: by the tree of reports.analysis.selection, and at best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.analysis.selection import Prediction, interval
from reports.scores import CASE, floored, par2, virtual_best

if TYPE_CHECKING:
    from pandas import DataFrame, Series


@dataclass(frozen=True)
class Choice:
    """A way to choose a configuration for each case: its name, the cases and how many of them it solves, PAR2, and the
    geometric mean.

    ratio: its times by those of the best configuration of each family and goal, geometric mean, with an interval over
    ladders.
    """

    name: str
    cases: int
    solved: int
    par2_s: float
    mean_s: float
    ratio: float
    low: float
    high: float


def choices(median: DataFrame, found: Prediction) -> list[Choice]:
    """What each way to choose costs over the predicted cases: one paradigm for all, the best configuration of each
    family and goal, that of the paradigm that the tree names, and the best run of each case.

    Left out are families and goals of which no configuration ran on all these cases. A paradigm stands for its best
    configuration of the family and goal, by geometric mean, of those that ran on all; where it has none, the best of
    all is chosen. An unsolved run counts as its limit in the geometric mean.
    """
    import numpy as np
    import pandas as pd

    cases = found.cases.set_index(CASE)
    ranked = median[median["ranked"]].set_index(CASE)
    ranked = ranked[ranked.index.isin(cases.index)].reset_index()
    own = _of_paradigms(ranked)
    cases = cases[cases.index.isin(pd.MultiIndex.from_frame(own[CASE]))]
    if cases.empty:
        return []
    first = own.sort_values("mean_log", kind="stable").drop_duplicates(CASE).set_index(CASE).loc[cases.index]
    by = {paradigm: part.set_index(CASE).reindex(cases.index) for paradigm, part in own.groupby("paradigm", sort=True)}
    tree = _picked(by, cases["named"], first)
    whole = [paradigm for paradigm, part in by.items() if part["solved"].notna().all()]
    one = min(whole, key=lambda paradigm: np.log(floored(by[paradigm]["charged_s"])).mean(), default="")
    ways: list[tuple[str, DataFrame]] = [(f"always {one}", by[one])] if one else []
    ways.append(("the best configuration of each family and goal", first))
    ways.append(("the configuration that the tree names", tree))
    ways.append(("the best run of each case", virtual_best(ranked).set_index(CASE).loc[cases.index]))
    base = np.log(floored(first["charged_s"]))
    return [_choice(name, part, base, cases["ladder"]) for name, part in ways]


def _of_paradigms(ranked: DataFrame) -> DataFrame:
    """The runs of each paradigm's best configuration in each family and goal, with the mean of its logarithms.

    That is the measure by which choices are judged; only configurations that ran on every case count.
    """
    import numpy as np

    task = ["family", "goal"]
    logs = ranked.assign(log=np.log(floored(ranked["charged_s"]))).groupby([*task, "paradigm", "configuration"])["log"]
    table = logs.agg(["mean", "size"]).reset_index().rename(columns={"mean": "mean_log"})
    cases = ranked.groupby(task)["instance"].nunique().rename("cases").reset_index()
    table = table.merge(cases, on=task)
    table = table[table["size"] == table["cases"]].sort_values(["mean_log", "configuration"])
    first = table.drop_duplicates([*task, "paradigm"])
    return ranked.merge(first[[*task, "configuration", "mean_log"]], on=[*task, "configuration"])


def _picked(by: dict[str, DataFrame], named: Series, best: DataFrame) -> DataFrame:
    """The run of the named paradigm on each case, else that of the best configuration."""
    import pandas as pd

    parts = [by[name][named == name].dropna(subset=["solved"]) for name in sorted(set(named)) if name in by]
    chosen = pd.concat([part for part in parts if not part.empty] or [best[:0]])
    rest = best[~best.index.isin(chosen.index)]
    return (pd.concat([chosen, rest]) if len(rest) else chosen).loc[named.index]


def _choice(name: str, part: DataFrame, base: Series, ladders: Series) -> Choice:
    import numpy as np

    logs = np.log(floored(part["charged_s"]))
    low, high = np.exp(interval(logs - base, ladders))
    mean, ratio = float(np.exp(logs.mean())), float(np.exp((logs - base).mean()))
    solved = part["solved"].astype(bool)
    return Choice(
        name, len(part), int(solved.sum()), par2(part.assign(solved=solved)), mean, ratio, float(low), float(high)
    )
