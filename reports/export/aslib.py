"""Scenarios of ASlib, the library of algorithm selection, in its format: github.com/coseal/aslib-spec.

A scenario is a family and a goal: its algorithms are the configurations that were tried on all of its cases, without
native searches, which stand outside every ranking; its features are those of `reports.export.features` and the
measures of the instances that are numbers. Seconds are of one kind of machine and one time limit, those of the most
runs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tilings.models.fields import as_name
from tilings.models.problem import UserError
from tilings.reports.data.campaign import Results
from tilings.reports.english import count
from tilings.reports.export.features import features
from tilings.reports.scores import SEARCH, times
from tilings.runners.record.schema import GIVEN_UP, SKIPPED, settings

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_FOLDS = 10
# The words for how a run ended, by the outcome; of an incumbent by what ended the run.
STATUS = {
    "solved": "ok", "timeout": "timeout", "memory": "memout", "failed": "crash", "wrong": "other", "doubtful": "other",
    GIVEN_UP: "timeout", "absent": "not_applicable",
}  # fmt: skip
_ENDED = {"wall": "timeout", "cpu": "timeout", "memory": "memout"}
_STEP = "instance"
_READ = ["instance", "repetition", "configuration", "wall_limit_s", "time_s", "search", "solved", "ended", "outcome"]


@dataclass(frozen=True)
class _Scenario:
    """A scenario: its runs, cases, algorithms and features.

    runs: with a column repetition, counted from 1. features: by name, a value a case, None where it is not known.
    seconds: the time to compute the features, a value a case. left_out: sentences.
    """

    title: str
    runs: DataFrame
    cases: list[str]
    algorithms: list[str]
    features: dict[str, list[float | None]]
    seconds: list[float]
    left_out: list[str]


def files(results: Results) -> dict[str, str]:
    """The scenarios' files, each in a folder of its scenario's name; raises UserError where there is no scenario."""
    contents = {}
    for (family, goal), part in results.runs.groupby(["family", "goal"], sort=True):
        if scenario := _scenario(results, family, goal, part):
            for name, content in _files(results, scenario).items():
                contents[f"{scenario.title}/{name}"] = content
    if not contents:
        raise UserError(
            f"{results.folder} has no scenario: it takes two configurations, beside native searches, that ran on the "
            "same two instances or more, whose copies can be read"
        )
    return contents


def _scenario(results: Results, family: str, goal: str, runs: DataFrame) -> _Scenario | None:
    """The scenario of a family and goal; None with fewer than two algorithms or cases."""
    left_out = []
    for column, words in (("kind", "on another kind of machine"), ("wall_limit_s", "with another time limit")):
        other = runs[column] != runs[column].mode().iloc[0]
        if other.any():
            left_out.append(f"{count(int(other.sum()), 'run')} {words}")
        runs = runs[~other]
    if skipped := int((runs["ended"] == SKIPPED).sum()):
        left_out.append(f"{count(skipped, 'run')} that a climb skipped")
    readable = runs["instance"].map({name: True for each, name in results.instances if each == family}).notna()
    for kept, column, words in (
        (runs["ranked"], "configuration", "native searches"),
        (readable, "instance", "instances without a readable copy"),
    ):
        if lost := sorted(set(runs[column][~kept])):
            left_out.append(f"{words}: {', '.join(lost)}")
    runs = runs[runs["ranked"] & readable]
    runs = runs[runs["counts"] | (runs["ended"] == "not_applicable")]
    tried = runs.groupby("configuration")["instance"].nunique()
    algorithms = sorted(tried.index[tried == tried.max()])
    if few := sorted(set(tried.index) - set(algorithms)):
        left_out.append(f"configurations that were tried on fewer instances than others: {', '.join(few)}")
    runs = runs[runs["configuration"].isin(algorithms)]
    shared = runs.groupby("instance")["configuration"].nunique() == len(algorithms)
    cases = sorted(shared.index[shared])
    if len(algorithms) < 2 or len(cases) < 2:
        return None
    runs = runs[runs["instance"].isin(cases)].sort_values(["instance", "configuration", "seed", "repetition"])
    runs = runs.assign(repetition=runs.groupby(["instance", "configuration"]).cumcount() + 1)
    title = f"TILINGS-{as_name(family)}-{goal}"
    return _Scenario(title, runs, cases, algorithms, *_features(results, family, cases), left_out)


def _features(results: Results, family: str, cases: Sequence[str]) -> tuple[dict[str, list[float | None]], list[float]]:
    """The features by name, a value a case, and the seconds that each case took."""
    rows, seconds = [], []
    for name in cases:
        problem, instance = results.instances[family, name]
        start = perf_counter()
        row = {key: value for key, value in problem.measures(instance).items() if not isinstance(value, str)}
        rows.append(row | features(family, instance))
        seconds.append(round(perf_counter() - start, 6))
    names = dict.fromkeys(key for row in rows for key in row)
    return {name: [row.get(name) for row in rows] for name in names}, seconds


def _files(results: Results, scenario: _Scenario) -> dict[str, str]:
    """The scenario's files by name."""
    title, cases, names = scenario.title, scenario.cases, list(scenario.features)
    numeric, order = "NUMERIC", sorted(cases, key=lambda name: sha256(name.encode()).hexdigest())
    folds = {name: number % MOST_FOLDS + 1 for number, name in enumerate(order)}
    statuses = "{ok, timeout, memout, presolved, crash, other}"
    values = zip(*scenario.features.values(), strict=True)
    tables = {
        "algorithm_runs": (
            {"algorithm": "STRING", "wall_s": numeric, "search_s": numeric,
             "runstatus": "{ok, timeout, memout, not_applicable, crash, other}"},
            _runs(scenario.runs),
        ),
        "feature_values": (dict.fromkeys(names, numeric), [(n, 1, *row) for n, row in zip(cases, values, strict=True)]),
        "feature_runstatus": ({_STEP: statuses}, [(name, 1, "ok") for name in cases]),
        "feature_costs": ({_STEP: numeric}, [(n, 1, cost) for n, cost in zip(cases, scenario.seconds, strict=True)]),
        "cv": ({"fold": numeric}, [(name, 1, folds[name]) for name in cases]),
    }  # fmt: skip
    contents = {f"{name}.arff": _arff(f"{name.upper()}_{title}", *table) for name, table in tables.items()}
    description = json.dumps(_description(scenario), indent=2) + "\n"  # which is YAML, too
    return contents | {"description.txt": description, "readme.txt": _readme(results, scenario)}


def _runs(runs: DataFrame) -> Iterable[tuple[Any, ...]]:
    """A row for each run. Times end at the limit; the search of a run that was not solved counts as all of its time."""
    runs = runs.assign(search=times(runs, SEARCH))
    for run in runs[_READ].itertuples(index=False):
        limit = run.wall_limit_s
        wall = min(run.time_s, limit) if run.time_s == run.time_s else limit
        search = min(run.search, limit) if run.solved and run.search == run.search else wall
        status = _ENDED.get(run.ended, "other") if run.outcome == "incumbent" else STATUS[run.outcome]
        yield run.instance, run.repetition, run.configuration, wall, search, status


def _description(scenario: _Scenario) -> dict[str, Any]:
    first, names = scenario.runs.iloc[0], list(scenario.features)
    algorithms = {}
    for name, part in scenario.runs.groupby("configuration", sort=True):
        about = part.iloc[0]
        algorithms[name] = {
            "configuration": settings(about), "deterministic": bool((part["repetition"] == 1).all()),
            "version": ", ".join(sorted(set(part["solver_version"]))), "solver": about["solver"],
            "formulation": about["formulation"], "paradigm": about["paradigm"],
        }  # fmt: skip
    return {
        "scenario_id": scenario.title,
        "performance_measures": ["wall_s", "search_s"],
        "maximize": [False, False],
        "performance_type": ["runtime", "runtime"],
        "algorithm_cutoff_time": _whole(first["wall_limit_s"]),
        "algorithm_cutoff_memory": int(first["mem_limit_mb"]),
        "features_cutoff_time": "?",
        "features_cutoff_memory": "?",
        "number_of_feature_steps": 1,
        "feature_steps": {_STEP: {"provides": names}},
        "default_steps": [_STEP],
        "features_deterministic": names,
        "features_stochastic": [],
        "metainfo_algorithms": algorithms,
    }


def _readme(results: Results, scenario: _Scenario) -> str:
    runs = scenario.runs
    lines = [
        f"{scenario.title}: {count(len(scenario.algorithms), 'configuration')} on {len(scenario.cases)} tiling puzzles",
        "",
        f"From the campaign {results.name}, by tilings table; {count(len(runs), 'run')}.",
        f"Machine: {runs['kind'].iloc[0]}. Limits: {runs['wall_limit_s'].iloc[0]:g} s of wall time, "
        f"{runs['mem_limit_mb'].iloc[0]} MB.",
        "wall_s: seconds from the call to the answer. search_s: those of the search alone, once the model stands; of a "
        "run that was not solved wall_s.",
        "runstatus: ok where the goal was reached. other: a wrong answer, or an end without one. crash: the solver "
        "crashed, or wrote or forked too much.",
        f"timeout: {count(int((runs['ended'] == GIVEN_UP).sum()), 'run')} of them were not made, because the "
        "configuration had solved nothing on two smaller sizes of the same ladder; they have the limit.",
        "deterministic: false where there are several repetitions, which are seeds.",
        "Features: sizes of the instance and the features of reports/export/features.py; ?: not defined for the "
        "instance. feature_costs: the seconds to compute them when this was written, on the machine that wrote it.",
        *(f"Left out: {words}." for words in scenario.left_out),
    ]
    return _ascii("\n".join(lines) + "\n")


def _arff(relation: str, attributes: dict[str, str], rows: Iterable[tuple[Any, ...]]) -> str:
    columns = {"instance_id": "STRING", "repetition": "NUMERIC"} | attributes
    head = [f"@RELATION {_cell(relation)}", "", *(f"@ATTRIBUTE {_cell(name)} {kind}" for name, kind in columns.items())]
    return "\n".join([*head, "", "@DATA", *(",".join(map(_cell, row)) for row in rows), ""])


def _cell(value: Any) -> str:
    if isinstance(value, str):
        plain = re.fullmatch(r"[\w./+:=-]+", value, re.ASCII)
        return value if plain else "'" + re.sub(r"(['\"\\%])", r"\\\1", _ascii(value)) + "'"
    return "?" if value is None or value != value else repr(_whole(value))


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else float(value)


def _ascii(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()
