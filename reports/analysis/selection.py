"""Which paradigm wins on which case, and whether the instance tells it beforehand.

The winner of a case is the paradigm of the fastest run that solved it. It is *decided* where the next paradigm takes
longer by more than seeds alone change. Without several seeds no winner is known to be decided: they are those of single
runs, and all count (`single`).

A decision tree over the features of the instances (reports.analysis.features), the family and the goal predicts the
winner. It learns from decided cases alone, since the others say who was lucky. Each prediction comes of a tree that saw
nothing of the same ladder (family, goal and class), because neighbours on a ladder mostly have the same winner; nor did
it see the instances of that ladder with other goals. The satisfiable and unsatisfiable side of a
ladder count as one, for nobody knows the side beforehand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.analysis.features import NAMES
from reports.analysis.variance import groups, noise
from reports.scores import CASE, FEWEST_CASES, floored, tails
from reports.text.english import listed

if TYPE_CHECKING:
    from numpy import ndarray
    from pandas import DataFrame, Series

DEPTH, LEAST = 3, 3  # questions of a tree, and cases of each of its answers
_ALIKE = 0.9  # from this rank correlation on two features tell the same
_RESAMPLES, _SEED = 400, 20261122


def winners(runs: DataFrame, median: DataFrame, features: DataFrame) -> DataFrame:
    """A row a case that was solved and that several ranked paradigms tried, with the features of its instance.

    Columns: those of CASE; ladder (see the module); paradigm, configuration: the winner's; second: the next paradigm;
    lead: how many times the winner's time it takes, at least where it did not solve the case; noise: the lead that two
    runs have by the seed alone in one of 20 tries (`reports.analysis.variance`), NaN where no run was made with several
    seeds; decided: whether the lead is greater; and the features, NaN where the instance could not be read.
    """
    ranked = median[median["ranked"]]
    order = ranked.sort_values(["solved", "charged_s", "configuration"], ascending=[False, True, True], kind="stable")
    fastest = order.drop_duplicates([*CASE, "paradigm"])
    first = fastest.drop_duplicates(CASE)
    next_ones = fastest.drop(first.index).drop_duplicates(CASE)
    found = first[first["solved"]].merge(next_ones, on=CASE, suffixes=("", "_next"))
    found["lead"] = floored(found["charged_s_next"]) / floored(found["charged_s"])
    where = found.set_index(["family", "goal"])
    found["noise"] = noise(groups(runs), where["configuration"], where["configuration_next"]).to_numpy()
    found["decided"] = ~(found["lead"] <= found["noise"])
    found["ladder"] = _ladders(found)
    found = found.rename(columns={"paradigm_next": "second"})
    kept = found[[*CASE, "ladder", "paradigm", "configuration", "second", "lead", "noise", "decided"]]
    return kept.join(features, on=["family", "instance"]).sort_values(CASE, ignore_index=True)


def single(cases: DataFrame) -> bool:
    """Whether no run was made with several seeds, so that the winners are of single runs and none is decided."""
    return bool(cases["noise"].isna().all())


def wins(cases: DataFrame) -> dict[str, int]:
    """How many of the decided cases each paradigm wins, the most first."""
    won = cases.loc[cases["decided"], "paradigm"].value_counts()
    return {str(name): int(won[name]) for name in sorted(won.index, key=lambda name: (-won[name], name))}


def _ladders(cases: DataFrame) -> list[str]:
    """The family, goal and class of each case; an instance of no class is of that of those that are named alike."""
    tasks = [f"{family} {goal}" for family, goal in zip(cases["family"], cases["goal"], strict=True)]
    classes = [ladder.partition("/")[0] for ladder in cases["ladder"]]
    stems = [re.sub(r"\d+", "#", name) for name in cases["instance"]]
    whole = list(zip(tasks, stems, classes, strict=True))
    alike = {(task, stem): own for task, stem, own in whole if own}
    return [f"{task} {own or alike.get((task, stem), stem)}" for task, stem, own in whole]


@dataclass(frozen=True)
class Answer:
    """What a tree says of the cases under conditions: these in words, the paradigm, the cases, and how many it wins."""

    which: str
    paradigm: str
    cases: int
    right: int


@dataclass(frozen=True)
class Prediction:
    """cases: those whose features are known, with the columns `named`, the paradigm that a tree names which saw nothing
    of their ladder, and `usual`, the most frequent winner among what it saw. answers: those of the tree of all cases.
    """

    cases: DataFrame
    answers: list[Answer]

    @property
    def accuracy(self) -> float:
        """The share of decided cases whose winner is named."""
        return float(self._right("named").mean())

    @property
    def usual(self) -> float:
        """The share of decided cases that the most frequent winner wins."""
        return float(self._right("usual").mean())

    @property
    def gain(self) -> tuple[float, float]:
        """An interval, nominally of 95 %, of the difference of the two over ladders like these."""
        return interval(self._right("named") - self._right("usual"), self.cases["ladder"])

    def _right(self, column: str) -> Series:
        own = self.cases[self.cases["decided"]]
        return (own[column] == own["paradigm"]).astype(float)


def prediction(cases: DataFrame) -> Prediction | None:
    """Predicts the winners; None of fewer than FEWEST_CASES decided cases, of fewer than three ladders, and where the
    tree names one paradigm for all.
    """
    known = cases.dropna(subset=list(NAMES)).reset_index(drop=True)
    sure = known["decided"].to_numpy(dtype=bool)
    if sure.sum() < FEWEST_CASES or known["ladder"].nunique() < 3 or known["paradigm"][sure].nunique() < 2:
        return None
    table, won = _matrix(known), known["paradigm"].to_numpy(dtype=object)
    answers = _answers(grown(table[sure], won[sure]), table[sure])
    if len(answers) < 2:
        return None
    named, usual = won.copy(), won.copy()
    which = known["family"] + " " + known["instance"]
    for ladder in known["ladder"].unique():
        out = (known["ladder"] == ladder).to_numpy()
        seen = sure & ~which.isin(which[out]).to_numpy()
        if not seen.any():
            return None
        named[out] = grown(table[seen], won[seen]).predict(table[out].to_numpy())
        usual[out] = known["paradigm"][seen].mode()[0]
    return Prediction(known.assign(named=named, usual=usual), answers)


def telling(cases: DataFrame) -> list[str]:
    """The feature that a tree of these cases asks for most, and the one that it does without that and its likes."""
    own = cases[cases["decided"]].dropna(subset=list(NAMES))
    won = own["paradigm"].to_numpy(dtype=object)
    table = own[[name for name in NAMES if own[name].nunique() > 1]]
    found: list[str] = []
    while len(found) < 2 and table.shape[1]:
        weights = grown(table, won).feature_importances_
        found.append(str(table.columns[weights.argmax()]))
        table = table.loc[:, table.corrwith(own[found[-1]], method="spearman").abs() < _ALIKE]
    return found


def interval(values: Series, ladders: Series) -> tuple[float, float]:
    """A bootstrap interval of the mean of values, whole ladders being drawn; NaN for fewer than three."""
    import numpy as np

    sums, sizes = (values.groupby(ladders).agg(what).to_numpy(dtype=float) for what in ("sum", "size"))
    if len(sums) < 3:
        return float("nan"), float("nan")
    drawn = np.random.default_rng(_SEED).integers(len(sums), size=(_RESAMPLES, len(sums)))
    low, high = np.quantile(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1), tails(len(sums)))
    return float(low), float(high)


def _matrix(cases: DataFrame) -> DataFrame:
    """The numbers that a tree asks for: the features, and 1 for the family and for the goal of each case."""
    import pandas as pd

    return pd.concat([cases[list(NAMES)], pd.get_dummies(cases[["family", "goal"]], dtype=float)], axis=1)


def grown(table: DataFrame, won: ndarray[Any, Any]) -> Any:
    """The tree of a table of numbers and the winners of its rows."""
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(max_depth=DEPTH, min_samples_leaf=LEAST, random_state=0).fit(table.to_numpy(), won)


def _answers(tree: Any, table: DataFrame) -> list[Answer]:
    """The answers of a tree, those of one paradigm that differ in the last question taken together."""
    inner, names = tree.tree_, tree.classes_
    counts = (inner.value[:, 0] * inner.n_node_samples[:, None]).round().astype(int)

    def below(node: int, box: dict[str, tuple[float, float]]) -> list[Answer]:
        paradigm, right = str(names[counts[node].argmax()]), int(counts[node].max())
        here = [Answer(_words(box, table), paradigm, int(inner.n_node_samples[node]), right)]
        if inner.children_left[node] < 0:
            return here
        name, at = str(table.columns[inner.feature[node]]), float(inner.threshold[node])
        low, high = box.get(name, (float("-inf"), float("inf")))
        sides = ((inner.children_left[node], (low, min(high, at))), (inner.children_right[node], (max(low, at), high)))
        parts = [answer for child, held in sides for answer in below(child, {**box, name: held})]
        return here if {answer.paradigm for answer in parts} == {paradigm} else parts

    return below(0, {})


def _words(box: dict[str, tuple[float, float]], table: DataFrame) -> str:
    """The conditions of an answer: the families and goals, and the least or most of each number that is asked for."""
    said = [_which(box, table, kind) for kind in ("family", "goal")]
    said += [_bounds(name, table[name], *box[name]) for name in NAMES if name in box]
    return ", ".join(filter(None, said)) or "all"


def _which(box: dict[str, tuple[float, float]], table: DataFrame, kind: str) -> str:
    """The families or goals that an answer holds for; empty for all."""
    every = [name for name in table.columns if name.startswith(f"{kind}_")]
    chosen = [name for name in every if box.get(name, (0.0, 1.0))[0] > 0]
    left = chosen or [name for name in every if box.get(name, (0.0, 1.0))[1] >= 1]
    words = listed([name.partition("_")[2] for name in left]) if len(left) < len(every) else ""
    return f"goal {words}" if words and kind == "goal" else words


def _bounds(name: str, values: Series, low: float, high: float) -> str:
    """The values of a number above `low` and up to `high`, in words: "up to 12 cells", "density at least 0.8"."""
    held = values[(values > low) & (values <= high)]
    least, most = (f"{value:.3g}" if value < 100 else f"{value:.0f}" for value in (held.min(), held.max()))
    span = most if least == most else f"{least} to {most}"
    if most == "0":
        return f"no {NAMES[name]}"
    words = f"up to {most}" if low < values.min() else f"at least {least}" if high >= values.max() else span
    return f"density {words}" if name == "density" else f"{words} {NAMES[name]}"
