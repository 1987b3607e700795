"""Ladders of one size, and lists of instances: who solves the most cases, and who is the fastest.

Such runs have no reach. In a *task*, a family with one goal, the configurations are compared on its *cases*, the
instances. The *first* one solves the most cases, of equal ones in the least geometric mean time, an unsolved case
counting as its limit. The reference is only compared with it, and configurations that are not ranked
(runners.record.faults) are only listed.

The *ratio* of another to the first is the geometric mean of its times by those of the first over the cases that both
solve, with its interval (`reports.scores.mean_ratio`); none for fewer than FEW cases. A case counts by its median run,
its time by the mean over its solved seeds. The other is *slower* if it solves no more cases and the interval lies above
1. It *solves fewer* if it solves so many fewer that an exact two-sided sign test of the cases that just one of both
solves gives p < 0.05. The first one is *the fastest* if every other is slower or solves fewer, and none has an interval
below 1.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING

from tilings.models.formulation import NATIVE
from tilings.reports.english import count
from tilings.reports.reach.words import ASKED
from tilings.reports.scores import FEW, Estimate, floored, mean_ratio, median_runs
from tilings.runners.record.faults import FAULTS

if TYPE_CHECKING:
    from pandas import DataFrame, Series

FASTEST, SLOWER, FEWER, OPEN = "fastest", "slower", "solves fewer", "not decided"
_LEVEL = 0.05


@dataclass(frozen=True)
class Entry:
    """A configuration in a task.

    tried: the cases that it ran on.
    logs: the solved cases, and for each the mean logarithm of the seconds over the seeds.
    charged: the mean logarithm of the seconds of its median runs; an unsolved run counts as its limit.
    flaws: how often its runs failed, in words.
    both: the number of cases that it and the first configuration solve.
    ratio: its times divided by those of the first configuration.
    verdict: FASTEST, SLOWER, FEWER or OPEN. It is empty for a configuration that is not ranked, and for the first one
        if nothing is compared with it.
    """

    configuration: str
    paradigm: str
    fair: bool
    tried: frozenset[str]
    logs: dict[str, float]
    median_s: float
    charged: float
    flaws: str
    both: int = 0
    ratio: Estimate | None = None
    verdict: str = ""

    @property
    def ranked(self) -> bool:
        return self.fair and self.paradigm != NATIVE

    @property
    def solved(self) -> int:
        return len(self.logs)

    @property
    def share(self) -> str:
        """How many cases it solves of those that it ran on."""
        return f"{self.solved} of {len(self.tried)}"


@dataclass(frozen=True)
class RankedTask:
    """The configurations on the cases of a family and goal: the ranked ones in their order, then all others."""

    family: str
    goal: str
    cases: int
    limits: tuple[float, ...]
    entries: tuple[Entry, ...]

    @property
    def name(self) -> str:
        return f"{self.family}, {ASKED.get(self.goal, self.goal)}"

    @property
    def ranked(self) -> list[Entry]:
        return [each for each in self.entries if each.ranked]

    @property
    def compared(self) -> bool:
        """Whether two configurations are ranked, and one of them solves a case."""
        return len(self.ranked) > 1 and self.ranked[0].solved > 0

    @property
    def decided(self) -> bool:
        """Whether the first one is the fastest."""
        return self.compared and self.ranked[0].verdict == FASTEST

    @property
    def near(self) -> list[Entry]:
        """The ranked ones that the first one does not surely beat."""
        return [each for each in self.ranked[1:] if each.verdict == OPEN]

    @property
    def doubt(self) -> str:
        """Why nobody is the fastest; empty where one is, or nothing is compared."""
        if not self.compared or self.decided:
            return ""
        few = not any(each.ratio for each in self.near or self.ranked)
        return "too few cases to say" if few else "too close to call"


def of_one_size(runs: DataFrame) -> Series:
    """Which runs are on no ladder, or on one of which a single size was planned."""
    import pandas as pd

    size = pd.to_numeric(runs["rung"], errors="coerce").where(runs["ladder"].fillna("") != "")
    sizes = size.groupby([runs[name] for name in ("family", "ladder", "goal", "kind")], dropna=False)
    return size.isna() | (sizes.transform("nunique") < 2)


def tasks(runs: DataFrame) -> list[RankedTask]:
    """The tasks in some runs, by family and goal."""
    own = runs[runs["counts"]]
    return [_task(str(family), str(goal), part) for (family, goal), part in own.groupby(["family", "goal"], sort=True)]


def _task(family: str, goal: str, runs: DataFrame) -> RankedTask:
    middle = median_runs(runs)
    entries = [
        _entry(name, part, runs[runs["configuration"] == name]) for name, part in middle.groupby("configuration")
    ]
    ranked = sorted((each for each in entries if each.ranked), key=_order)
    others = sorted((each for each in entries if not each.ranked), key=lambda each: (not each.fair, *_order(each)))
    limits = tuple(sorted(set(runs["wall_limit_s"].astype(float))))
    if ranked and ranked[0].solved:
        first, *rest = ranked
        rest = [_beside(first, each) for each in rest]
        others = [_beside(first, each) if each.fair else each for each in others]
        ranked = [replace(first, verdict=_verdict(rest)), *rest]
    return RankedTask(family, goal, middle["instance"].nunique(), limits, (*ranked, *others))


def _order(each: Entry) -> tuple[float, float, str]:
    return -each.solved, each.charged, each.configuration


def _entry(name: str, middle: DataFrame, runs: DataFrame) -> Entry:
    """The entry of a configuration; middle: its median runs."""
    import numpy as np

    row = middle.iloc[0]
    done = middle[middle["solved"]]
    counted = runs[runs["solved"] & runs["instance"].isin(done["instance"])]
    logs = np.log(floored(counted["time_s"])).groupby(counted["instance"]).mean()
    charged = float(np.log(floored(middle["charged_s"])).mean())
    return Entry(
        str(name), str(row["paradigm"]), bool(middle["fair"].all()), frozenset(middle["instance"]), logs.to_dict(),
        float(median(done["time_s"])) if len(done) else math.nan, charged, _flaws(runs),
    )  # fmt: skip


def _flaws(runs: DataFrame) -> str:
    """How many answers are wrong or doubtful, and how many runs ended by which fault."""
    wrong = Counter(runs.loc[runs["outcome"].isin(["wrong", "doubtful"]), "outcome"])
    faults = Counter(runs.loc[runs["ended"].isin(FAULTS), "ended"])
    said = [count(number, f"{word} answer") for word, number in sorted(wrong.items(), reverse=True)]
    said += [f"{count(number, 'run')} failed ({word})" for word, number in sorted(faults.items())]
    return ", ".join(said)


def _beside(first: Entry, other: Entry) -> Entry:
    """The other one with its comparison."""
    both = sorted(first.logs.keys() & other.logs.keys())
    ratio = mean_ratio([other.logs[case] - first.logs[case] for case in both]) if len(both) >= FEW else None
    mine, its = ({*one.logs} & two.tried for one, two in ((first, other), (other, first)))
    alone, others = len(mine - {*both}), len(its - {*both})
    verdict = OPEN
    if alone >= others and ratio and ratio.low > 1:
        verdict = SLOWER
    elif alone > others and _chance(alone, others) < _LEVEL:
        verdict = FEWER
    return replace(other, both=len(both), ratio=ratio, verdict=verdict if other.ranked else "")


def _chance(alone: int, others: int) -> float:
    """How likely a coin parts the cases that just one of two solves at least as unevenly."""
    cases = alone + others
    return min(1.0, 2 * sum(math.comb(cases, number) for number in range(min(alone, others) + 1)) / 2**cases)


def _verdict(others: Sequence[Entry]) -> str:
    """The verdict on the first one, from the verdicts on all other ranked ones."""
    if not others:
        return ""
    sure = all(each.verdict in (SLOWER, FEWER) for each in others)
    return FASTEST if sure and not any(each.ratio and each.ratio.high < 1 for each in others) else OPEN
