"""How much the time of one configuration on one case varies with the seed, and with repetition.

The *ratio* of a group of runs is its greatest time by its least, its *coefficient of variation* the (sample) standard
deviation of its times by their mean. The times are those of solved runs; if a limit ended a run of a group, its ratio
is only a lower bound; such groups are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.scores import CASE, FLOOR_S

if TYPE_CHECKING:
    from pandas import DataFrame

SEEDS, REPETITIONS = "seeds", "repetitions"
_WHO = ["configuration", "solver"]


def groups(runs: DataFrame, axis: str) -> DataFrame:
    """The runs of one axis, of groups of two and more: those that differ in the seed, or in the repetition, alone.

    axis: SEEDS takes the first repetition of each seed, REPETITIONS all those of each case's least seed. Columns: of
    the runs' those that tell them apart, solved and time_s; relative, the time by the geometric mean of its group's
    solved runs, NaN for one not solved.
    """
    import numpy as np

    keys = [*CASE, *_WHO]
    kept = [*keys, "paradigm", "run_id", "seed", "repetition", "solved", "time_s"]
    ran = runs.loc[runs["ran"] & (runs["outcome"] != "wrong"), kept]
    own, other = ("seed", "repetition") if axis == SEEDS else ("repetition", "seed")
    ran = ran[ran[other] == ran.groupby(keys)[other].transform("min")]
    ran = ran[ran.groupby(keys)[own].transform("nunique") > 1]
    logs = np.log(ran["time_s"].astype(float).clip(lower=FLOOR_S)).where(ran["solved"])
    centre = logs.groupby([ran[key] for key in keys]).transform("mean")
    return ran.assign(relative=np.exp(logs - centre))


def spreads(found: DataFrame) -> DataFrame:
    """A row a group: its case, configuration and solver; n runs, solved of them, ratio, cv, and least and most seconds.

    ratio, cv: NaN for fewer than two solved runs. `found`: as `groups` gives them.
    """
    times = found["time_s"].astype(float).clip(lower=FLOOR_S).where(found["solved"])
    parts = times.groupby([found[key] for key in (*CASE, *_WHO)], sort=True)
    rows = parts.agg(n="size", solved="count", least="min", most="max")
    many = rows["solved"] > 1
    rows["ratio"] = (rows["most"] / rows["least"]).where(many)
    rows["cv"] = (parts.std(ddof=1) / parts.mean()).where(many)
    return rows.reset_index()


def by_configuration(rows: DataFrame) -> DataFrame:
    """A row for each family, goal and configuration; `rows`: as `spreads` gives them.

    Columns: cases, ratio and cv (medians over them), worst (their greatest ratio), cut (cases with a run cut off).
    """
    rows = rows.assign(cut=rows["solved"] < rows["n"])
    parts = rows.groupby(["family", "goal", *_WHO], sort=True)
    return parts.agg(
        cases=("n", "size"), ratio=("ratio", "median"), worst=("ratio", "max"), cv=("cv", "median"), cut=("cut", "sum")
    ).reset_index()


def share_within(found: DataFrame) -> float:
    """The share of the variance of log time within a case that lies between runs of one configuration, from 0 to 1.

    The sum of squares about the means of configurations by that about the means of cases (one-way analysis of
    variance, 1 - eta squared, over all cases together; Fisher, Statistical Methods for Research Workers, 1925). Solved
    runs alone, of cases with two configurations that have two of them each. NaN without such cases.
    """
    import numpy as np

    solved = found[found["solved"]]
    keys = [*CASE, "configuration"]
    solved = solved[solved.groupby(keys)["run_id"].transform("size") > 1]
    solved = solved[solved.groupby(CASE)["configuration"].transform("nunique") > 1]
    logs = np.log(solved["time_s"].astype(float).clip(lower=FLOOR_S))
    within = ((logs - logs.groupby([solved[key] for key in keys]).transform("mean")) ** 2).sum()
    total = ((logs - logs.groupby([solved[key] for key in CASE]).transform("mean")) ** 2).sum()
    return float(within / total) if total > 0 else float("nan")
