"""The phase in which unsolved runs ended, and the seconds that a run spends on neither building nor search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.runners.record import schema
from tilings.runners.record.disturbance import LAST_DOUBTED, WAITED, WAITED_S

if TYPE_CHECKING:
    from pandas import DataFrame, Series

# Where an unsolved run ended, the earliest first.
BEFORE, ROOT, DEEP, SEARCH = "before the search", "at the root node", "after branching", "in the search"
HUNG, MEMORY, FAILED, GIVEN_UP = "hung", "out of memory", "failed or wrong", "given up"
_ENDED = {"memory": MEMORY, "crash": FAILED, "output": FAILED, "processes": FAILED, schema.GIVEN_UP: GIVEN_UP}


def overhead(median: DataFrame) -> Series:
    """The median seconds that are neither building nor search, by solver, the least first."""
    runs = median[median["ran"]]
    wall, encode, solve = (runs[name].astype(float) for name in ("wall_s", "encode_s", "solve_s"))
    # Clocks are read one after another: a few microseconds may be missing.
    other = (wall - encode - solve).clip(lower=0)
    return other.groupby(runs["route"]).median().dropna().sort_values(kind="stable")


def causes(median: DataFrame) -> Series:
    """The cause, one of those above, of each unsolved run that counts.

    Before the search: in the phase encode, or with more than half of the wall time spent before the search. At the root
    node: the solver reports at most one node; after branching: more; in the search: it reports no number. Hung: see
    `hung`.
    """
    import numpy as np
    import pandas as pd

    runs = median[median["counts"] & ~median["solved"]]
    before = (runs["phase"] == "encode") | (before_search(runs) > runs["wall_s"].astype(float) / 2)
    nodes = runs["nodes"].astype(float)
    ended = runs["ended"].map(_ENDED).where(~runs["outcome"].isin(["wrong", "doubtful"]), FAILED)
    ended = ended.where(runs["outcome"] != "failed", FAILED).mask(hung(runs), HUNG)
    names = np.select([ended.notna(), before, nodes <= 1, nodes > 1], [ended.fillna(""), BEFORE, ROOT, DEEP], SEARCH)
    return pd.Series(names, index=runs.index, dtype=str)


def before_search(runs: DataFrame) -> Series:
    """The seconds of each run before its search, as far as they are recorded: starting, loading, stating the model."""
    import pandas as pd

    parts = [runs[name].astype(float).fillna(0.0) for name in ("startup_s", "load_s", "encode_s")]
    return pd.concat(parts, axis=1).sum(axis=1)


def waited(runs: DataFrame) -> Series:
    """Which runs waited for a processor; counts are left out: they also wait until their solutions are read."""
    wall = runs["wall_s"].astype(float)
    lost = (wall - runs["cpu_s"].astype(float)).where(runs["goal"] != "count")
    return (lost > WAITED_S) & (lost > WAITED * wall)


def hung(runs: DataFrame) -> Series:
    """Which runs waited until the limit in a repeated attempt, so that the machine is not the cause."""
    again = runs["attempt"].astype(float) > LAST_DOUBTED
    return waited(runs) & again & (runs["ended"] == "wall") & ~runs["solved"]
