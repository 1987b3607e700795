"""Where the wall time of runs goes, and where those that were not solved ended.

In: the median runs. The parts of the wall time are those that the record tells; see docs/record.md.
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
_NEEDED = ["build", "search", "call", "rest"]  # what every run tells of that ended by itself
# Where a run that was not solved ended, the earliest first; EARLY: before the solver branched.
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
    """The runs of a paradigm that were made and not solved: how many ended before the solver branched, how many in all.

    Runs that ended in the search without telling of their nodes, and those that hung, are in neither number.
    """

    paradigm: str
    early: int
    known: int

    @property
    def mostly(self) -> str:
        """Whether most ended "early" or "late"; empty where the interval of the share holds a half, or of few runs."""
        if self.known < FEW:
            return ""
        low, high = wilson(self.early, self.known)
        return "early" if low > 0.5 else "late" if high < 0.5 else ""


def split(median: DataFrame) -> DataFrame:
    """The wall time of each run that took place in PARTS, in seconds, a column each beside the runs'.

    start: until the solver's process runs (startup_s); load: until its library and the instance are there (load_s);
    build: stating the model (encode_s without flatten_s); flatten: flattening or grounding (flatten_s); presolve
    (presolve_s); search: solve_s without that; call: solve_s of a solver that CPMpy calls by way of MiniZinc, which
    flattens within it, so that nothing is known of its search; rest: what is left of wall_s. Start, load, flatten and
    presolve are 0 where they are not recorded: they are then parts of the rest, of build or of search. The others are
    NaN where a run ended before it reported them.
    """
    runs = median[median["ran"]]
    names = ("startup_s", "load_s", "encode_s", "flatten_s", "solve_s", "presolve_s", "wall_s")
    told = {name: runs[name].astype(float) for name in names}
    start, load, flatten, presolve = (
        told[name].fillna(0.0) for name in ("startup_s", "load_s", "flatten_s", "presolve_s")
    )
    presolve = presolve.clip(upper=told["solve_s"].fillna(0.0))
    # Clocks are read one after another: a few microseconds may be missing.
    build = (told["encode_s"] - flatten).clip(lower=0)
    rest = (told["wall_s"] - start - load - told["encode_s"] - told["solve_s"]).clip(lower=0)
    wrapped = runs["solver"].isin(_MINIZINC) & runs["formulation"].str.startswith("cpmpy_")
    search, call = (told["solve_s"] - presolve).mask(wrapped, 0.0), told["solve_s"].where(wrapped, 0.0)
    return runs.assign(
        start=start, load=load, build=build, flatten=flatten, presolve=presolve, search=search, call=call, rest=rest
    )


def shares(parts: DataFrame) -> DataFrame:
    """Of each run the share of each part of the wall time; runs that did not tell of their parts are left out."""
    known = parts.dropna(subset=_NEEDED)
    seconds = known[list(PARTS)]
    total = seconds.sum(axis=1)
    return known.assign(**seconds.div(total, axis=0))[total > 0]


def overhead(parts: DataFrame) -> DataFrame:
    """What is neither building nor searching, by solver: start, load and rest; the least first.

    Index: the routes. seconds: the median of these together; more: the share of the solved runs in which they take
    longer than all else.
    """
    other = parts["start"] + parts["load"] + parts["rest"]
    work = parts["build"] + parts["flatten"] + parts["presolve"] + parts["search"] + parts["call"]
    more = (other > work).astype(float).where(parts["solved"] & other.notna())
    found = parts.assign(seconds=other, more=more).groupby("route").agg({"seconds": "median", "more": "mean"})
    return found.dropna(subset=["seconds"]).sort_values("seconds", kind="stable")


def causes(median: DataFrame) -> Series:
    """Of each run that counts and was not solved where it ended, one of CAUSES.

    Before the search: in the phase encode, or where what came before the search took more than half of the wall time.
    At the root node: the solver tells of one node or none; after branching: of more; in the search: it tells of none.
    Hung: see `hung`.
    """
    import numpy as np
    import pandas as pd

    runs = median[median["counts"] & ~median["solved"]]
    told = [runs[name].astype(float).fillna(0.0) for name in ("startup_s", "load_s", "encode_s")]
    before = (runs["phase"] == "encode") | (sum(told) > runs["wall_s"].astype(float) / 2)
    nodes = runs["nodes"].astype(float)
    ended = runs["ended"].map(_ENDED).where(runs["outcome"] != "wrong", FAILED)
    ended = ended.where(runs["outcome"] != "failed", FAILED).mask(hung(runs), HUNG)
    found = np.select([ended.notna(), before, nodes <= 1, nodes > 1], [ended.fillna(""), BEFORE, ROOT, DEEP], SEARCH)
    return pd.Series(found, index=runs.index, dtype=str)


def waited(runs: DataFrame) -> Series:
    """Which runs waited for a processor; counts are left out, as they also wait for the reader of their solutions."""
    wall = runs["wall_s"].astype(float)
    lost = (wall - runs["cpu_s"].astype(float)).where(runs["goal"] != "count")
    return (lost > WAITED_S) & (lost > WAITED * wall)


def hung(runs: DataFrame) -> Series:
    """Which runs waited until the limit though they had been made again: it is not the machine's doing."""
    again = runs["attempt"].astype(float) > LAST_ASKED
    return waited(runs) & again & (runs["ended"] == "wall") & ~runs["solved"]


def ends(median: DataFrame) -> list[Ends]:
    """Of each paradigm that is ranked where its unsolved runs ended, those with the most first."""
    found = causes(median[median["ranked"]])
    told = found[~found.isin([SEARCH, HUNG, GIVEN_UP])]
    groups = told.isin(EARLY).groupby(median.loc[told.index, "paradigm"])
    table = groups.agg(["sum", "size"]).sort_values(["size", "sum"], ascending=False, kind="stable")
    return [Ends(str(row.Index), int(row.sum), int(row.size)) for row in table.itertuples()]


def wilson(number: int, of: int) -> tuple[float, float]:
    """The interval of a share (Wilson, Journal of the American Statistical Association 22, 1927).

    >>> tuple(round(end, 2) for end in wilson(7, 11))
    (0.35, 0.85)
    """
    from scipy.stats import binomtest

    found = binomtest(number, of).proportion_ci(LEVEL, method="wilson")
    return float(found.low), float(found.high)


def symmetric(median: DataFrame) -> tuple[int, int]:
    """Of the runs that were not solved without breaking symmetries how many were with it, and how many of both kinds
    there are: two runs of one case that differ in the option symmetry alone."""
    runs = median[median["counts"]]
    without = runs["options"].str.split().map(lambda words: any(word in _WITHOUT for word in words))
    rest = runs["options"].str.replace(_SYMMETRY, "", regex=True).str.split().str.join(" ")
    keys = [*CASE, "solver", "formulation", "threads", "rest"]
    runs = runs.assign(rest=rest)
    lost = runs[without & ~runs["solved"]].drop_duplicates(keys)
    broken = runs[~without].groupby(keys)["solved"].any().rename("broken").reset_index()
    pairs = lost.merge(broken, on=keys)
    return int(pairs["broken"].sum()), len(pairs)
