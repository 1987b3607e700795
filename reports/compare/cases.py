"""The changes from one campaign to another, case by case, and the regressions among them.

Of a case with several seeds or repetitions the median run counts (`reports.scores.median_runs`) of those that both
campaigns have. Runs with different limits are judged at the smaller ones. Ratios are B by A, with intervals over cases
and seeds (`reports.scores.ratio`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models.claims import contradictions
from tilings.models.problem import UserError
from tilings.reports.data.campaign import Results, read_results
from tilings.reports.english import count, some
from tilings.reports.scores import CASE, FEW, median_runs, ratio
from tilings.runners.record.disturbance import NOISE
from tilings.runners.record.schema import REFUTED, SKIPPED

if TYPE_CHECKING:
    from pandas import DataFrame

FLOOR_S = 0.05  # shorter times count as this: other processes disturb them
_WHO = [*CASE, "configuration"]
_RUN = [*_WHO, "seed", "repetition"]
_LIMITS = {"wall_limit_s": "time_s", "cpu_limit_s": "cpu_s", "mem_limit_mb": "peak_mb"}
_FACTS = ("solver_version", "formulation_sha256", *_LIMITS, "limit_backend", "host", "cpu_model")
CHANGES = ("faster", "slower", "new", "lost")
BOTH = ("faster", "slower", "alike", "solved")  # verdicts on cases that both solved
_READ = [
    *_RUN, *_FACTS, "solver", "instance_sha256", "solved", "outcome", "time_s", "cpu_s", "peak_mb", "nodes", "kind",
]  # fmt: skip
_CUT_OFF = ("timeout", "memory", "given_up")  # outcomes whose time is a lower bound
VERDICTS = {
    "lost": "solved in A alone",
    "slower": "solved in both, B in more time",
    "new": "solved in B alone",
    "faster": "solved in both, B in less time",
    "alike": "solved in both, in times that do not differ enough",
    "solved": "solved in both, on different machines",
    "unsolved": "in both",
    "only A": "no run of B with these options, threads, seed and repetition",
    "only B": "no run of A with these options, threads, seed and repetition",
    "other instance": "same name, other content: not compared",
}


@dataclass(frozen=True)
class Comparison:
    """Two campaigns compared.

    cases: a row for each case and configuration. Columns: the verdict (a key of VERDICTS); the outcome and the
        seconds on both sides; the ratio and its interval (low, high), NaN if not known; bound, ≥ or ≤ if one side alone
        solved the case and the ratio is only a bound.
    ratios: a row for all cases, a row for each solver, and a row for each configuration of a family. time_s_a and
        time_s_b are the median seconds of the cases that both solved.
    measure: what the ratios compare: seconds, or nodes if the machines differ.
    notes, contradictions, regressions: sentences.
    """

    cases: DataFrame
    ratios: DataFrame
    measure: str
    notes: list[str]
    contradictions: list[str]
    regressions: list[str]


def name(row: Any) -> str:
    """A row of the cases in words."""
    return f"{row.family}/{row.instance} {row.goal} {row.configuration}"


def compare(a: Path, b: Path, bound: float, across_machines: bool = False) -> Comparison:
    """Compare the campaigns in two folders; raises UserError where they cannot be used or have no run in common.

    bound: a configuration that is at least this many times slower is a regression.
    across_machines: whether to compare seconds even if the machines differ.
    """
    import pandas as pd

    one, other = _campaign(a), _campaign(b)
    both = _runs(one).merge(_runs(other), on=_RUN, how="outer", suffixes=("_a", "_b"), indicator=True)
    pairs = both[both["_merge"] == "both"]
    changed = pairs.loc[pairs["instance_sha256_a"] != pairs["instance_sha256_b"], _WHO].drop_duplicates()
    pairs = pairs.merge(changed.assign(verdict="other instance"), on=_WHO, how="left")
    pairs = pairs[pairs.pop("verdict").isna()].sort_values(_RUN, ignore_index=True)
    if pairs.empty:
        raise UserError(
            f"{a} and {b} have no run in common: family, instance, goal, solver, formulation, options, threads, seed "
            "and repetition of a pair are the same"
        )
    same = all(_alike(*kinds) for kinds in pairs[["kind_a", "kind_b"]].drop_duplicates().to_numpy())
    measure = "seconds" if same or across_machines else "nodes"
    of_a, of_b = (_side(pairs, suffix, measure) for suffix in ("_a", "_b"))
    cases = _verdicts(of_a, of_b, measure)
    ratios = _ratios(cases, of_a, of_b, measure)
    alone = [
        both.loc[both["_merge"] == which, _WHO].drop_duplicates().assign(verdict=word)
        for which, word in (("left_only", "only A"), ("right_only", "only B"))
    ]
    rest = pd.concat([changed.assign(verdict="other instance"), *alone]).drop_duplicates(_WHO)
    rest = rest[~pd.MultiIndex.from_frame(rest[_WHO]).isin(pd.MultiIndex.from_frame(cases[_WHO]))]
    clashes, wrong = _contradictions(one, other)
    beyond = ratios[ratios["kind"].isin(["all", "configuration"]) & (ratios["low"] > bound)]
    regressions = [
        f"{measure} of {row.name}: {row.ratio:.2f} times, {row.low:.2f} at least, of {row.pairs} cases"
        for row in beyond.itertuples(index=False)
    ]
    regressions += _lost(cases, bound) + [f"contradiction: {words}" for words in wrong]
    notes = []
    for side, results in (("A", one), ("B", other)):
        notes += [f"{side}: {results.folder}, {count(len(results.runs), 'run')}."]
        notes += [f"{side}: {remark}" for remark in results.remarks]
    notes += _differences(pairs)
    if not same:
        judged = "compared anyway" if across_machines else "shown, but not judged"
        notes.append(f"A and B ran on different machines: seconds are {judged}.")
    return Comparison(pd.concat([cases, rest], ignore_index=True), ratios, measure, notes, clashes, regressions)


def _campaign(folder: Path) -> Results:
    results = read_results(folder)
    if results.runs.empty:
        raise UserError(f"{folder} holds no runs: a comparison needs a campaign's folder with its runs-*.csv")
    return results


def _runs(results: Results) -> DataFrame:
    return results.runs.loc[~results.runs["ended"].isin(["interrupted", SKIPPED]), _READ]


def _alike(one: str, other: str) -> bool:
    """Whether no fact that is known of both kinds of machines (`reports.data.machine_classes`) differs."""
    facts = [set(kind.split(", ")) - {"unknown processor"} for kind in (one, other)]
    return facts[0] <= facts[1] or facts[1] <= facts[0]


def _side(pairs: DataFrame, suffix: str, measure: str) -> DataFrame:
    """One campaign's runs of the pairs, judged under the smaller limits of each pair.

    suffix: the ending of this campaign's columns.
    measure: seconds or nodes; the column ``log`` is its logarithm.
    """
    import numpy as np

    side = pairs[_RUN + ["solver_a"]].rename(columns={"solver_a": "solver"})
    for column in ("solved", "outcome", "time_s", "nodes"):
        side[column] = pairs[column + suffix]
    for limit, used in _LIMITS.items():
        least = pairs[[f"{limit}_a", f"{limit}_b"]].min(axis=1)
        differ = pairs[f"{limit}_a"] != pairs[f"{limit}_b"]
        beyond = side["solved"] & differ & (pairs[used + suffix].astype(float) > least)
        side.loc[beyond, "outcome"] = "memory" if used == "peak_mb" else "timeout"
        side["solved"] &= ~beyond
        side[limit] = least
    side["time_s"] = side["time_s"].astype(float)
    side["time_s"] = side["time_s"].where(side["solved"], side["time_s"].clip(upper=side["wall_limit_s"]))
    seconds, nodes = side["time_s"].clip(lower=FLOOR_S), side["nodes"].astype(float).clip(lower=1)
    return side.assign(log=np.log(seconds if measure == "seconds" else nodes), counts=True)


def _verdicts(a: DataFrame, b: DataFrame, measure: str) -> DataFrame:
    """A row a case, in the order of _WHO."""
    import numpy as np

    one, other = median_runs(a), median_runs(b)
    cases = one[[*_WHO, "solver"]].assign(verdict="unsolved")
    for column in ("outcome", "time_s"):
        cases[f"{column}_a"], cases[f"{column}_b"] = one[column], other[column]
    both, lost = one["solved"] & other["solved"], one["solved"] & ~other["solved"]
    new = other["solved"] & ~one["solved"]
    cases[["ratio", "low", "high"]] = _paired(a, b).reindex(_index(cases)).to_numpy()
    cut = (lost & cases["outcome_b"].isin(_CUT_OFF)) | (new & cases["outcome_a"].isin(_CUT_OFF))
    times = [cases[column].clip(lower=FLOOR_S) for column in ("time_s_a", "time_s_b")]
    cases["ratio"] = cases["ratio"].where(both).fillna((times[1] / times[0]).where(cut & (measure == "seconds")))
    cases["bound"] = np.where(cut, np.where(lost, "≥", "≤"), "")
    cases.loc[~both, ["low", "high"]] = math.nan
    clear = (cases["time_s_a"] - cases["time_s_b"]).abs() >= FLOOR_S
    clear &= ~((cases["low"] <= 1) & (cases["high"] >= 1)) & (measure == "seconds")
    cases.loc[both, "verdict"] = "alike" if measure == "seconds" else "solved"
    cases.loc[both & clear & (cases["ratio"] >= NOISE), "verdict"] = "slower"
    cases.loc[both & clear & (cases["ratio"] <= 1 / NOISE), "verdict"] = "faster"
    cases.loc[lost, "verdict"], cases.loc[new, "verdict"] = "lost", "new"
    return cases


def _index(cases: DataFrame) -> Any:
    import pandas as pd

    return pd.MultiIndex.from_frame(cases[_WHO])


def _paired(a: DataFrame, b: DataFrame) -> DataFrame:
    """The ratio of each case over its runs that both solved, with an interval over them; indexed by _WHO."""
    import numpy as np

    both = a.assign(other=b["log"])[a["solved"] & b["solved"]].dropna(subset=["log", "other"])
    parts = both.assign(ratio=both["other"] - both["log"]).groupby(_WHO)
    ratios = np.exp(parts[["ratio"]].mean()).assign(low=math.nan, high=math.nan)
    for case in ratios.index[parts.size() >= FEW]:
        runs = parts.get_group(case)
        ratios.loc[case] = ratio(list(runs[["log"]].to_numpy()), list(runs[["other"]].to_numpy()))
    return ratios


def _ratios(cases: DataFrame, a: DataFrame, b: DataFrame, measure: str) -> DataFrame:
    """For all cases, each solver and each configuration of a family: the ratio over the cases that both solved."""
    import pandas as pd

    logs = [side[side["solved"]].dropna(subset="log").groupby(_WHO)["log"].agg(list) for side in (a, b)]
    counted = cases["verdict"].isin(BOTH)
    if measure == "seconds":
        counted &= cases[["time_s_a", "time_s_b"]].max(axis=1) >= FLOOR_S
    counted &= _index(cases).isin(logs[0].index) & _index(cases).isin(logs[1].index)
    parts = [("all", "all", cases)]
    parts += [("solver", name, part) for name, part in cases.groupby("solver")]
    parts += [
        ("configuration", f"{family} {name}", part)
        for (family, name), part in cases.groupby(["family", "configuration"])
    ]
    rows = []
    for kind, title, part in parts:
        keys = _index(part[counted.loc[part.index]])
        interval = ratio(*(list(side_logs.reindex(keys)) for side_logs in logs))
        counts = part["verdict"].value_counts()
        medians = part.loc[part["verdict"].isin(BOTH), ["time_s_a", "time_s_b"]].median()
        rows.append([kind, title, len(keys), *medians, *interval, *(int(counts.get(word, 0)) for word in CHANGES)])
    columns = ["kind", "name", "pairs", "time_s_a", "time_s_b", "ratio", "low", "high", *CHANGES]
    return pd.DataFrame(rows, columns=columns)


def _contradictions(a: Results, b: Results) -> tuple[list[str], list[str]]:
    """The answers that exclude each other, or that a check refuted: all of them, and those of B alone."""
    claims, refuted = [], []
    for side, results in (("A", a), ("B", b)):
        claims += [claim._replace(source=f"{side}: {claim.source}") for claim in results.claims if claim]
        for row in results.runs[results.runs["check"].isin(REFUTED)].itertuples():
            refuted.append((side, f"{side}: {name(row)}: {row.check.replace('_', ' ')} {row.message}".rstrip()))
    refuted += [
        (clash.one[0] + clash.other[0], f"{clash.instance} {clash.goal}: {clash.one}, but {clash.other}")
        for clash in contradictions(claims)
    ]
    refuted = list(dict.fromkeys(refuted))
    return [words for _, words in refuted], [words for where, words in refuted if "B" in where]


def _lost(cases: DataFrame, bound: float) -> list[str]:
    """The lost cases, but for those that ran out of time so soon that they may have been within the bound."""
    soon = cases["outcome_b"].isin(["timeout", "given_up"]) & (cases["ratio"] <= bound)
    lost = cases[(cases["verdict"] == "lost") & ~soon]
    return [f"lost: {name(row)}: {row.outcome_b}" for row in lost.itertuples(index=False)]


def _differences(pairs: DataFrame) -> list[str]:
    """The other differences between A and B, a sentence a column of the record."""
    sentences = []
    for column in _FACTS:
        changed = pairs.loc[
            pairs[f"{column}_a"] != pairs[f"{column}_b"], ["solver_a", "family", f"{column}_a", f"{column}_b"]
        ]
        words = {
            family if column == "formulation_sha256" else f"{f'{solver} ' * (column == 'solver_version')}{a} → {b}"
            for solver, family, a, b in changed.drop_duplicates().itertuples(index=False)
        }
        sentences += [f"Differing {column}: {some(sorted(words), 6)}."] if words else []
    return sentences
