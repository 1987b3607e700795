"""The effect of a constraint: paired ratios of runs that are equal in all but one option of the formulation.

The *factor* of an option's value is the time (or nodes) with the option's baseline by the time (or nodes) with that
value: above 1 the value pays. The baseline is the value that leaves the constraint out, else the option's default.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from tilings.models.registry import families, formulations
from tilings.reports.english import as_ratio
from tilings.runners.record.results import FLOOR_S
from tilings.runners.record.schema import GIVEN_UP

if TYPE_CHECKING:
    from pandas import DataFrame

BRIEF_S = 0.1  # shorter times are disturbed by other processes
ANSWERS = ("sat", "unsat", "optimal", "counted")
LEAST_INSTANCES = 3  # for an interval
UNDECIDED = "undecided"
_WITHOUT = ("none", "off", "0")
_SYMMETRY = ("board", "symmetry", "constrain")
_DEFAULT = "default"  # for an option that this version does not have, and that the run does not name
_EQUAL = (
    "instance", "instance_sha256", "formulation_sha256", "solver", "solver_version", "goal", "seed", "repetition",
    "threads", "wall_limit_s", "cpu_limit_s", "mem_limit_mb", "cpu_model",
)  # fmt: skip
_equal = itemgetter("formulation", *_EQUAL)
_how = itemgetter("family", "formulation", "options")
_CUT_OFF = ("timeout", "memory", "incumbent", GIVEN_UP)


@dataclass(frozen=True)
class Pair:
    """Two runs that differ in one option, `base` with its baseline and `other` with another value."""

    answer: str  # the proven answer of their case, from any run; empty without one
    base: str  # solved, out (ended by a limit) or failed, as is `other`
    other: str
    time: float  # the ratio of seconds; a run that is out counts with the time it had used
    nodes: float | None  # the ratio of search nodes; None unless both are solved and report them
    brief: bool = False  # whether both took less than BRIEF_S
    search: float | None = None  # the ratio of the seconds of search, like that of nodes
    instance: str = ""

    @property
    def bound(self) -> str:
        """Whether the ratio of times is exact (empty), a lower bound (≥) or an upper bound (≤)."""
        return "≥" if self.base == "out" else "≤" if self.other == "out" else ""

    @property
    def counts(self) -> bool:
        """Whether the pair is informative: neither run failed, and at least one is solved."""
        return "failed" not in (self.base, self.other) and "solved" in (self.base, self.other)


@dataclass(frozen=True)
class Factor:
    """The geometric mean of some ratios and their extremes, each with its bound (empty, ≥, ≤).

    The mean's bound is ≷ where some ratios are lower bounds and some upper bounds: it is neither.
    """

    mean: float
    bound: str
    least: tuple[float, str]
    most: tuple[float, str]

    def __str__(self) -> str:
        if self.least[0] == self.most[0]:
            return as_ratio(self.mean, self.bound)
        return f"{as_ratio(self.mean, self.bound)} ({as_ratio(*self.least)}–{as_ratio(*self.most)})"


@dataclass(frozen=True)
class OptionEffect:
    """The effect of one value of an option, on one solver and formulation: its pairs by the proven answer.

    paradigm: the paradigm of the solver and formulation; empty for several paradigms.
    """

    who: str
    option: str
    value: str
    baseline: str
    pairs: dict[str, list[Pair]]
    paradigm: str = ""

    @property
    def column(self) -> tuple[str, str, str]:
        """The option, its value and what that is compared with."""
        return self.option, self.value, self.baseline

    def time(self, answer: str) -> Factor | None:
        """The factor in seconds; None without a pair that counts."""
        return factor([(pair.time, pair.bound) for pair in self.pairs.get(answer, []) if pair.counts])

    def nodes(self, answer: str) -> Factor | None:
        """The factor in nodes; None where no pair has them."""
        return factor([(pair.nodes, "") for pair in self.pairs.get(answer, []) if pair.nodes is not None])

    def search(self, answer: str) -> Factor | None:
        """The factor in seconds of search; None where no pair has them."""
        return factor([(pair.search, "") for pair in self.pairs.get(answer, []) if pair.search is not None])

    def interval(self, answer: str) -> tuple[float, float] | None:
        """The interval of 95 % of the factor in seconds; None for fewer than LEAST_INSTANCES."""
        return interval([pair for pair in self.pairs.get(answer, []) if pair.counts])

    def verdict(self, answer: str) -> str:
        """Whether the value pays or costs: whether the interval excludes 1, and the bound is on the same side."""
        ends, mean = self.interval(answer), self.time(answer)
        if ends is None or mean is None:
            return UNDECIDED
        low, high = ends
        return "pays" if low > 1 and mean.bound in "≥" else "costs" if high < 1 and mean.bound in "≤" else UNDECIDED


def factor(ratios: Sequence[tuple[float, str]]) -> Factor | None:
    """The factor of ratios, each with its bound; None for none.

    >>> str(factor([(2.0, ""), (8.0, "≥")]))
    '≥ 4.0 (2.0–≥ 8.0)'
    """
    if not ratios:
        return None
    bounds = {bound for _, bound in ratios} - {""}
    mean = math.exp(sum(math.log(ratio) for ratio, _ in ratios) / len(ratios))
    bound = "≷" if len(bounds) > 1 else next(iter(bounds), "")
    return Factor(mean, bound, min(ratios), max(ratios))


def interval(pairs: Sequence[Pair]) -> tuple[float, float] | None:
    """The interval of 95 % of the mean ratio of times; None for fewer than LEAST_INSTANCES.

    By the cluster-robust standard error: the pairs of one instance are not independent.
    """
    from scipy.stats import t

    logs: dict[str, list[float]] = defaultdict(list)
    for pair in pairs:
        logs[pair.instance].append(math.log(pair.time))
    if len(logs) < LEAST_INSTANCES:
        return None
    mean = sum(map(sum, logs.values())) / len(pairs)
    squares = sum(sum(value - mean for value in values) ** 2 for values in logs.values())
    spread = math.sqrt(squares * len(logs) / (len(logs) - 1)) / len(pairs)
    reach = float(t.ppf(0.975, len(logs) - 1)) * spread
    return math.exp(mean - reach), math.exp(mean + reach)


def baseline(values: Sequence[str]) -> str:
    """The value with which an option's values are compared: the one without the constraint, else the default.

    >>> baseline(["all", "none", "x"]), baseline(["basic", "reading"])
    ('none', 'basic')
    """
    return next((value for value in values if value in _WITHOUT), values[0])


def symmetric(option: str) -> bool:
    """Whether an option is one of breaking symmetry: of the board, of equal tiles, or of a piece's images."""
    return option in _SYMMETRY


def overall(effects: list[OptionEffect]) -> list[OptionEffect]:
    """Each value of an option over all solvers and formulations, those of symmetry breaking first."""
    every: dict[tuple[str, str, str], dict[str, list[Pair]]] = defaultdict(lambda: defaultdict(list))
    for effect in effects:
        for answer, pairs in effect.pairs.items():
            every[effect.option, effect.value, effect.baseline][answer] += pairs
    order = sorted(every, key=lambda key: (not symmetric(key[0]), key))
    return [OptionEffect("all", *key, dict(every[key])) for key in order]


def option_effects(runs: DataFrame) -> list[OptionEffect]:
    """Every value of an option that has a pair among one family's runs for one goal; by formulation, then solver."""
    ran = runs[runs["ran"]].to_dict("records")
    paradigms = {_who(run): run["paradigm"] for run in ran}
    proven = {run["instance"]: run["answer"] for run in ran if run["solved"]}
    variants = {how: _variants(*how) for how in set(map(_how, ran))}
    run_of = {(_equal(run), variants[_how(run)][0]): run for run in ran}
    pairs_of: dict[tuple[str, str, str, str, str], dict[str, list[Pair]]] = defaultdict(lambda: defaultdict(list))
    for run in ran:
        for option, value, without, settings in variants[_how(run)][1]:
            if other := run_of.get((_equal(run), settings)):
                answer = proven.get(run["instance"], "")
                key = (run["formulation"], _who(run), option, value, without)
                pairs_of[key][answer].append(pair(other, run, answer))
    return [
        OptionEffect(who, option, value, without, dict(pairs), paradigms[who])
        for (_, who, option, value, without), pairs in sorted(pairs_of.items())
    ]


def answers(effects: list[OptionEffect]) -> list[str]:
    """The answers of the pairs, in a fixed order."""
    return [answer for answer in ANSWERS if any(answer in effect.pairs for effect in effects)]


def _variants(
    family: str, formulation: str, options: str
) -> tuple[frozenset[tuple[str, str]], list[tuple[str, str, str, frozenset[tuple[str, str]]]]]:
    """The settings of a run with these options; and for each option that is not at its baseline its name, its value,
    the baseline, and the settings with the baseline. Settings leave out the default of an option that this version
    lacks.
    """
    known = formulations(family) if family in families() else {}
    declared = known[formulation].options if formulation in known else {}
    named = dict(word.partition("=")[::2] for word in options.split())
    settings = {option: values[0] for option, values in declared.items()} | named
    others = []
    for option, value in settings.items():
        without = baseline(declared.get(option, (_DEFAULT,)))
        if value != without:
            others.append((option, value, without, _named(settings | {option: without})))
    return _named(settings), others


def _named(settings: dict[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset((option, value) for option, value in settings.items() if value != _DEFAULT)


def _who(run: dict[Any, Any]) -> str:
    threads = f" ×{run['threads']}" if run["threads"] > 1 else ""
    return f"{run['solver']}/{run['formulation']}{threads}"


def pair(base: dict[Any, Any], other: dict[Any, Any], answer: str) -> Pair:
    from pandas import notna

    comparable = all(run["solved"] and notna(run["nodes"]) for run in (base, other))
    nodes = _ratio(base["nodes"], other["nodes"], 1) if comparable else None
    timed = all(run["solved"] and notna(run["solve_s"]) for run in (base, other))
    search = _ratio(base["solve_s"], other["solve_s"], FLOOR_S) if timed else None
    time = _ratio(base["time_s"], other["time_s"], FLOOR_S)
    brief = max(base["time_s"], other["time_s"]) < BRIEF_S
    return Pair(answer, _state(base), _state(other), time, nodes, brief, search, base["instance"])


def _ratio(base: float, other: float, least: float) -> float:
    return max(base, least) / max(other, least)


def _state(run: dict[Any, Any]) -> str:
    return "solved" if run["solved"] else "out" if run["outcome"] in _CUT_OFF else "failed"
