"""The study of M. Busche's Table 2, run again by our engine: effort, his statements, and where effort is spent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.chapters.chapter import Block, Chapter, Table, Words
from reports.english import as_ratio, count
from reports.scores import floored
from studies.busche import claims as busche
from studies.busche import effort
from studies.busche.recorded import Reproduced

if TYPE_CHECKING:
    from pandas import DataFrame

_SHORT = {"constrain": "R", "parity_filter": "P", "volume_filter": "V", "fit_filter": "F",
          "parity_trigger": "p", "volume_trigger": "v"}  # fmt: skip
_NEAR = 2  # standard errors
_ABOUT = (
    "The classic engine has the algorithms, orders, filters and triggers that Busche describes [@busche]. His table "
    "says how often pieces were attempted, how often they fit, and how many unique solutions, up to symmetry, came of "
    "it. These counts depend on the order of all choices, not on the machine: where they are equal, the search was the "
    "same."
)
_SETTINGS = (
    "Settings: `f=12`: dancing links from 12 remaining pieces on, the item with the fewest images first (`x`: the "
    "least x, `a@160`: by angle); `mch`, `emch`, `bruijn`: from so many remaining pieces on, the most constrained "
    "hole, its estimate, de Bruijn's first hole; R: one piece kept to an image of each orbit; P, V: images filtered by "
    "parity or volume down to so many remaining pieces; p: a violated parity ends the branch."
)


def chapter(found: Reproduced) -> Chapter:
    """His table beside ours, then where the effort is spent; empty without either."""
    blocks: list[Block] = []
    if (rows := found.table2) is not None:
        blocks += [Words(_ABOUT), Words(agreement(rows)), complete(rows), Words(_SETTINGS)]
        blocks += [busche.claims(rows), Words(busche.order(rows))]
        blocks += [Words(f"A misprint. {words}") for words in busche.misprints(rows)]
        blocks.append(sampled(rows))
    if found.effort is not None:
        blocks.append(effort.draw(found.effort))
    return Chapter("M. Busche's Table 2, run again", blocks)


def configuration(settings: str) -> str:
    """A row's settings in short.

    >>> configuration("order=f=12 mch=11 bruijn=4 constrain=auto volume_filter=12 parity_trigger=1")
    'f=12 mch=11 bruijn=4 R V=12 p'
    """
    words = []
    for word in settings.split():
        name, _, value = word.partition("=")
        if name == "order":
            words.append(value)
        elif name not in _SHORT:
            words.append(word)
        else:
            words.append(_SHORT[name] + (f"={value}" if name.endswith("_filter") else ""))
    return " ".join(words)


def complete(rows: DataFrame) -> Table:
    """The rows that were run completely: effort, published and, where it differs, ours; and times as ratios.

    A ratio is the time by that of the first such case of the same puzzle, on the same machine.
    """
    whole = rows[rows["scale"] == "complete"]
    first = floored(whole.groupby("instance", sort=False)[["published_s", "user_s"]].transform("first"))
    body = []
    for row, base in zip(whole.to_dict("records"), first.to_dict("records"), strict=True):
        cells = []
        for name in ("attempts", "fits", "unique"):
            theirs, ours = int(row[f"published_{name}"]), int(row[name])
            cells.append(f"{theirs:,}" if ours == theirs else f"{theirs:,}\n≠ {ours:,}")
        times = [as_ratio(row[name] / base[name], "") for name in ("published_s", "user_s")]
        body.append([row["case"], configuration(row["settings"]), *cells, *times])
    caption = (
        "Complete searches: attempts, fits and unique solutions as published, and ours after ≠ where they differ. "
        "Times are those by the time of the puzzle's first case here, user seconds of his 2.5 GHz Pentium 4 and of our "
        "machine each by its own: compare how they change from case to case."
    )
    header = ["case", "settings", "attempts", "fits", "unique", "his time ×", "our time ×"]
    return Table(header, body, caption, "table2", left=2)


def sampled(rows: DataFrame) -> Table:
    """The rows that were run in part: means over trials, or estimates of a whole search, with standard errors."""
    body = []
    for row in rows[rows["scale"] != "complete"].to_dict("records"):
        theirs, ours = _unit(row["published_trials"]), _unit(row["trials"])
        deviation = _deviation(row)
        body.append(
            [
                row["case"], configuration(row["settings"]), row["scale"],
                " or ".join(f"{fits / theirs:,.0f}" for fits in _published_fits(row)),
                f"{row['fits'] / ours:,.0f} ± {row['fits_error'] / ours:,.0f}",
                "–" if deviation is None else f"{deviation:+.1f}",
                _solutions(row["published_unique"] / theirs, 0.0),
                _solutions(row["unique"] / ours, row["unique_error"] / ours),
            ]
        )  # fmt: skip
    header = ["case", "settings", "sample", "fits", "ours", "errors off", "unique", "ours"]
    caption = (
        "Sampled. Trials: Monte-Carlo searches as his 10 000, but fewer, in random order; fits and solutions are per "
        "trial. Probes: a whole search estimated from random paths [@knuth]; a path to a solution is so rare that none "
        "may have been met. ± is one standard error, which few trials understate where few of them hold most of the "
        "fits; errors off: how many of them our fits are from his. Two published numbers: his attempts and fits "
        "differ, though with dancing links alone they are the same."
    )
    return Table(header, body, caption, "table2-sampled", left=3)


def agreement(rows: DataFrame) -> str:
    """In words: how many rows are equal to the published ones, and how near the sampled ones are."""
    whole, part = rows[rows["scale"] == "complete"], rows[rows["scale"] != "complete"]
    said = []
    if len(whole):
        equal, unique = int((whole["equal"] == "yes").sum()), int((whole["unique"] == whole["published_unique"]).sum())
        said.append(
            f"Of {count(len(whole), 'row')} that ran completely, {unique} have the published number of solutions, and "
            f"{equal} agree in attempts and fits as well."
        )
    off = [deviation for row in part.to_dict("records") if (deviation := _deviation(row)) is not None]
    if off:
        near = sum(abs(value) <= _NEAR for value in off)
        said.append(
            f"Of {count(len(off), 'row')} that were sampled, {near} lie within {_NEAR} of our standard errors of the "
            "published fits, whose own error is not known."
        )
    return " ".join(said)


def _unit(trials: float) -> float:
    """By what a row's sums are divided: its trials, or 1 for a whole search."""
    return trials or 1


def _published_fits(row: dict[Any, Any]) -> list[float]:
    """Fits as published; with dancing links alone attempts should equal them, and both are given where they differ."""
    alone = not any(name in row["settings"] for name in ("mch", "bruijn"))
    return list(dict.fromkeys([row["published_attempts"], row["published_fits"]] if alone else [row["published_fits"]]))


def _deviation(row: dict[Any, Any]) -> float | None:
    """By how many of our standard errors our fits are off the nearest published figure; None without an error."""
    ours, theirs = _unit(row["trials"]), _unit(row["published_trials"])
    error = row["fits_error"] / ours
    if not error > 0:
        return None
    return float(min(((row["fits"] / ours - fits / theirs) / error for fits in _published_fits(row)), key=abs))


def _solutions(value: float, error: float) -> str:
    if not value:
        return "none met"
    shown = f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
    return f"{shown} ± {error:.2f}" if error else shown
