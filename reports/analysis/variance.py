"""How much the time of one configuration on one case varies by chance, from seed to seed.

Times are wall times of solved runs. If a limit ended a run of a group, the spread of the group is only a lower bound;
such groups are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.scores import CASE, floored

if TYPE_CHECKING:
    from pandas import DataFrame

_WHO = [*CASE, "configuration"]
_COLUMNS = [*_WHO, "solver", "paradigm", "ranked", "seed", "repetition", "solved", "time_s"]


def groups(runs: DataFrame) -> DataFrame:
    """The runs of each configuration and case that differ in the seed alone, where there are two and more.

    Of each seed the first repetition counts. log: that of the time, NaN for a run that was not solved.
    """
    import numpy as np

    ran = runs.loc[runs["ran"] & (runs["outcome"] != "wrong"), _COLUMNS].sort_values("repetition", kind="stable")
    ran = ran.drop_duplicates([*_WHO, "seed"])
    ran = ran[ran.groupby(_WHO)["seed"].transform("size") > 1]
    return ran.assign(log=np.log(floored(ran["time_s"])).where(ran["solved"]))


def spreads(found: DataFrame) -> DataFrame:
    """A row a group: its case, configuration, solver and paradigm; n runs, solved of them, and the greatest time by the
    least as `ratio`, NaN for fewer than two solved runs. `found`: as `groups` gives them.
    """
    import numpy as np

    parts = found.groupby([*_WHO, "solver", "paradigm"], sort=True)["log"]
    rows = parts.agg(n="size", solved="count", least="min", most="max").reset_index()
    return rows.assign(ratio=np.exp(rows.pop("most") - rows.pop("least")).where(rows["solved"] > 1))
