"""G. Tam's conclusions from his runs, and whether they hold for the same models here.

Seconds of the two machines are never compared: only which model is ahead, and how its own times grow; each claim is
judged by one rule on either side. An unsolved run counts as its limit; a median of which that is true is a lower bound.
A model is *slow* from the number of tiles (or the side of the board) on whose median run takes ten times its median
easy run.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Table
from tilings.reports.english import as_ratio, listed
from tilings.runners.record.results import FLOOR_S
from tilings.studies.tam.ladder import PUBLISHED_CLASSES, table, times

if TYPE_CHECKING:
    from pandas import DataFrame

_EARLY = ("clingo/asp_pairwise", "gecode/cp_pairwise [strategy=inserted]", "gecode/cp_pairwise [strategy=position]")
_LATE = ("gecode/cp_pairwise", "gecode/cp_pairwise [strategy=orientation]")
_CHUFFED = "chuffed/cp_pairwise"
_SLOW = 10


def claims(published: DataFrame, extreme: DataFrame, here: DataFrame) -> Table:
    """A row a claim: what the published runs and ours of the same models show of it, and whether it holds in either.

    published, extreme: his runs, and those of his figure 9; here: the runs of his models. All as of `ladder.ladder`.
    """
    loose = [part[part["class"].isin(PUBLISHED_CLASSES)] for part in (published, here)]
    far = [extreme, here[here["class"] == "extreme"]]
    body = [
        _row("Harder classes take longer, whatever the model", [_rising(part) for part in loose]),
        _row("Chuffed is the best of the models", [_best(part) for part in loose]),
        _row("Chuffed stays fast whatever the difficulty", [_steady(part) for part in loose]),
        _row(
            "Clingo, inserted and position are slow with 7 to 9 tiles, the other two of Gecode only with 16",
            [_slow(part, "tiles") for part in loose],
        ),
        _row(
            "Clingo and position are slow on boards larger than 5 × 5, the others only on those larger than 10 × 10",
            [_slow(part, "side") for part in loose],
        ),
        _row("Chuffed reaches its limits on the extreme instances", [_reach(part) for part in far]),
    ]
    caption = (
        "Conclusions of the report: what the published runs show of each, what ours of the same models show, and "
        "whether it holds. Published extreme runs are read off his figure 9."
    )
    header = ["what the report says", "published runs", "holds", "the same models here", "holds"]
    return Table(header, body, caption, "conclusions", left=5, widths=("1.2fr", "1fr", "auto", "1fr", "auto"))


def holding(found: Table) -> tuple[int, int, int]:
    """How many conclusions hold for the published runs, how many for ours, and of how many that both are judged by."""
    judged = [row for row in found.rows if "open" not in (row[2], row[4])]
    return sum(row[2] == "yes" for row in judged), sum(row[4] == "yes" for row in judged), len(judged)


def _row(words: str, found: list[tuple[str, bool | None]]) -> list[str]:
    verdicts = {None: "open", True: "yes", False: "no"}
    return [words, *(cell for said, holds in found for cell in (said, verdicts[holds]))]


def _rising(runs: DataFrame) -> tuple[str, bool | None]:
    """How many configurations take longer, on average, with each class; one with nothing solved shows no difference."""
    if not runs["solved"].any():
        return "–", None
    rising = []
    for _, part in runs.groupby("configuration"):
        classes = [own for name in PUBLISHED_CLASSES if len(own := part[part["class"] == name])]
        rising.append(
            all(
                harder["charged_s"].mean() > easier["charged_s"].mean() or not harder["solved"].any()
                for easier, harder in pairwise(classes)
            )
        )
    return f"{sum(rising)} of {len(rising)} models", all(rising)


def _best(runs: DataFrame) -> tuple[str, bool | None]:
    if not runs["solved"].any():
        return "–", None
    top = table(runs).iloc[0]
    return f"{top['configuration']}, {top['solved']} of {top['cases']} solved", top["configuration"] == _CHUFFED


def _steady(runs: DataFrame) -> tuple[str, bool | None]:
    """How many times its median easy run the median hard run of Chuffed takes, and that of the next."""
    parts = {key: part for key, part in runs.groupby(["configuration", "class"]) if key[1] in ("easy", "hard")}
    names = {name for name, _ in parts if {(name, "easy"), (name, "hard")} <= set(parts)}
    if _CHUFFED not in names or len(names) < 2:
        return "–", None
    growth = {name: times(parts[name, "hard"], parts[name, "easy"]) for name in sorted(names)}
    own, bound = growth.pop(_CHUFFED)
    rival = min(growth, key=lambda name: growth[name])
    said = f"hard takes {as_ratio(own, bound)} times easy; next {_short(rival)}, {as_ratio(*growth[rival])} times"
    return said, not bound and own < growth[rival][0]


def _slow(runs: DataFrame, measure: str) -> tuple[str, bool | None]:
    """From which value of a measure on each configuration is slow, those that are said to be so early first."""
    early = _EARLY if measure == "tiles" else _EARLY[:1] + _EARLY[2:]
    late = _LATE if measure == "tiles" else (*_LATE, _EARLY[1])
    groups = [{_short(name): _first(runs, name, measure) for name in names} for names in (early, late)]
    known = [{name: value for name, value in group.items() if value is not None} for group in groups]
    if not all(known) or not runs["solved"].any():
        return "–", None
    said = "; ".join(listed([f"{name} {_words(value)}" for name, value in group.items()]) for group in known)
    return said, max(known[0].values()) < min(known[1].values())


def _first(runs: DataFrame, configuration: str, measure: str) -> float | None:
    """From which value on a configuration is slow, infinity where it never is; None where it has no easy runs."""
    own = runs[runs["configuration"] == configuration]
    easy = own[own["class"] == "easy"]["charged_s"]
    if easy.empty:
        return None
    medians = own.groupby(measure)["charged_s"].median()
    slow = medians[medians > _SLOW * max(easy.median(), FLOOR_S)]
    return float(min(slow.index, default=float("inf")))


def _reach(runs: DataFrame) -> tuple[str, bool | None]:
    own = runs[runs["configuration"] == _CHUFFED]
    if own.empty:
        return "–", None
    solved = own[own["solved"]]
    most = f"up to {solved['tiles'].max():.0f} tiles" if len(solved) else "none"
    return f"{most}; {len(solved)} of {len(own)} solved", len(solved) < len(own)


def _short(configuration: str) -> str:
    solver, _, rest = configuration.partition("/")
    return rest.partition("=")[2].rstrip("]") or ("basic" if solver == "gecode" else solver)


def _words(value: float) -> str:
    return "never" if value == float("inf") else f"{value:.0f}"
