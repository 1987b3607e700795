"""The parts of the wall time of runs, and the phase in which unsolved runs ended.

In: the median runs. The parts of the wall time are those of the record; see docs/record.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilings.reports.scores import CASE, FEW, LEVEL
from tilings.runners.record import schema
from tilings.runners.record.disturbance import LAST_ASKED, WAITED, WAITED_S

if TYPE_CHECKING:
    from pandas import DataFrame, Series

PARTS = ("start", "load", "build", "flatten", "presolve", "search", "call", "rest")
_NEEDED = ["build", "search", "call", "rest"]  # the parts of every run that ended by itself
# Where an unsolved run ended, the earliest first; EARLY: before the solver branched.
BEFORE, ROOT, DEEP, SEARCH = "before the search", "at the root node", "after branching", "in the search"
HUNG, MEMORY, FAILED, GIVEN_UP = "hung", "out of memory", "failed or wrong", "given up"
CAUSES = (BEFORE, ROOT, DEEP, SEARCH, HUNG, MEMORY, FAILED, GIVEN_UP)
EARLY = (BEFORE, ROOT)
_ENDED = {"memory": MEMORY, "crash": FAILED, "output": FAILED, "processes": FAILED, schema.GIVEN_UP: GIVEN_UP}
_MINIZINC = ("gecode", "chuffed")  # the solvers that CPMpy calls by way of MiniZinc
_WITHOUT = ("symmetry=none", "symmetry=off", "symmetry=0")
_SYMMETRY = r"\bsymmetry=\S*"


@dataclass(frozen=True)
class Ends:
    """The unsolved runs of a paradigm that were made: how many ended before the solver branched, and how many in all.

    Runs that ended in the search without a number of nodes, and runs that hung, are in neither number.
    """

    paradigm: str
    early: int
    known: int

    @property
    def mostly(self) -> str:
        """Whether most ended "early" or "late"; empty where the interval of the share contains 1/2, or for few runs."""
        if self.known < FEW:
            return ""
        low, high = wilson(self.early, self.known)
        return "early" if low > 0.5 else "late" if high < 0.5 else ""


def split(median: DataFrame) -> DataFrame:
    """The wall time of each run that took place in PARTS, in seconds, a column each beside the runs'.

    start: until the solver's process runs (startup_s); load: until its library and the instance are there (load_s);
    build: stating the model (encode_s without flatten_s); flatten: flattening or grounding (flatten_s); presolve
    (presolve_s); search: solve_s without that; call: solve_s of a solver that CPMpy calls by way of MiniZinc, which
    flattens in the same call, so that its search is not known apart; rest: wall_s without all these. Start, load,
    flatten and presolve are 0 where they are not recorded: they are then parts of the rest, of build or of search. The
    others are NaN where a run ended before it reported them.
    """
    runs = median[median["ran"]]
    wall, encode, solve = (runs[name].astype(float) for name in ("wall_s", "encode_s", "solve_s"))
    start, load, flatten, presolve = (
        runs[name].astype(float).fillna(0.0) for name in ("startup_s", "load_s", "flatten_s", "presolve_s")
    )
    presolve = presolve.clip(upper=solve.fillna(0.0))
    # Clocks are read one after another: a few microseconds may be missing.
    build = (encode - flatten).clip(lower=0)
    rest = (wall - start - load - encode - solve).clip(lower=0)
    wrapped = runs["solver"].isin(_MINIZINC) & runs["formulation"].str.startswith("cpmpy_")
    search, call = (solve - presolve).mask(wrapped, 0.0), solve.where(wrapped, 0.0)
    return runs.assign(
        start=start, load=load, build=build, flatten=flatten, presolve=presolve, search=search, call=call, rest=rest
    )


def shares(parts: DataFrame) -> DataFrame:
    """Of each run the share of each part of the wall time; runs that lack one of _NEEDED are left out."""
    known = parts.dropna(subset=_NEEDED)
    seconds = known[list(PARTS)]
    total = seconds.sum(axis=1)
    return known.assign(**seconds.div(total, axis=0))[total > 0]


def overhead(parts: DataFrame) -> DataFrame:
    """The time outside building and searching (start, load and rest) by solver, the least first.

    Index: the routes. seconds: its median; more: the share of the solved runs in which it exceeds all other parts.
    """
    other = parts["start"] + parts["load"] + parts["rest"]
    work = parts["build"] + parts["flatten"] + parts["presolve"] + parts["search"] + parts["call"]
    more = (other > work).astype(float).where(parts["solved"] & other.notna())
    table = parts.assign(seconds=other, more=more).groupby("route").agg({"seconds": "median", "more": "mean"})
    return table.dropna(subset=["seconds"]).sort_values("seconds", kind="stable")


def causes(median: DataFrame) -> Series:
    """The cause, one of CAUSES, of each unsolved run that counts.

    Before the search: in the phase encode, or with more than half of the wall time spent before the search. At the root
    node: the solver reports at most one node; after branching: more; in the search: it reports no number. Hung: see
    `hung`.
    """
    import numpy as np
    import pandas as pd

    runs = median[median["counts"] & ~median["solved"]]
    before = (runs["phase"] == "encode") | (before_search(runs) > runs["wall_s"].astype(float) / 2)
    nodes = runs["nodes"].astype(float)
    ended = runs["ended"].map(_ENDED).where(runs["outcome"] != "wrong", FAILED)
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
    again = runs["attempt"].astype(float) > LAST_ASKED
    return waited(runs) & again & (runs["ended"] == "wall") & ~runs["solved"]


def ends(median: DataFrame) -> list[Ends]:
    """The unsolved runs of each ranked paradigm by where they ended, the paradigm with the most first."""
    every = causes(median[median["ranked"]])
    known = every[~every.isin([SEARCH, HUNG, GIVEN_UP])]
    groups = known.isin(EARLY).groupby(median.loc[known.index, "paradigm"])
    table = groups.agg(["sum", "size"]).sort_values(["size", "sum"], ascending=False, kind="stable")
    return [Ends(str(row.Index), int(row.sum), int(row.size)) for row in table.itertuples()]


def wilson(number: int, of: int) -> tuple[float, float]:
    """The interval of a share (Wilson, Journal of the American Statistical Association 22, 1927).

    >>> tuple(round(end, 2) for end in wilson(7, 11))
    (0.35, 0.85)
    """
    from scipy.stats import binomtest

    interval = binomtest(number, of).proportion_ci(LEVEL, method="wilson")
    return float(interval.low), float(interval.high)


def symmetric(median: DataFrame) -> tuple[int, int]:
    """How many runs that were unsolved without symmetry breaking were solved with it, and the number of such pairs:
    two runs of one case that differ in the option symmetry alone."""
    runs = median[median["counts"]]
    without = runs["options"].str.split().map(lambda words: any(word in _WITHOUT for word in words))
    rest = runs["options"].str.replace(_SYMMETRY, "", regex=True).str.split().str.join(" ")
    keys = [*CASE, "solver", "formulation", "threads", "rest"]
    runs = runs.assign(rest=rest)
    lost = runs[without & ~runs["solved"]].drop_duplicates(keys)
    broken = runs[~without].groupby(keys)["solved"].any().rename("broken").reset_index()
    pairs = lost.merge(broken, on=keys)
    return int(pairs["broken"].sum()), len(pairs)
