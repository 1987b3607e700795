"""The study of M. Busche's Table 2, run again by our engine: effort, his statements, and where effort is spent."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.reports.chapters.chapter import Block, Chapter, Table, Words
from tilings.reports.english import as_ratio, count, listed
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_scale
from tilings.reports.plot.line_labels import Label, beside
from tilings.reports.plot.style import blank
from tilings.reports.scores import floored
from tilings.studies.busche.claims import claims, misprints, order
from tilings.studies.inputs import Schema, table

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TABLE2 = Schema(
    "table2",
    ("case", "instance", "settings", "scale", "equal"),
    ("published_trials", "trials", "published_attempts", "published_fits", "published_unique", "published_s",
     "attempts", "fits", "unique", "fits_error", "unique_error", "user_s"),
    {
        "fits_error": lambda rows: True,
        "unique_error": lambda rows: True,
        "attempts": lambda rows: rows["scale"] != "complete",
    },
)  # fmt: skip
EFFORT = Schema("effort", ("case",), ("remaining", "attempts", "fits"))
_SHORT = {"constrain": "R", "parity_filter": "P", "volume_filter": "V", "fit_filter": "F",
          "parity_trigger": "p", "volume_trigger": "v"}  # fmt: skip
_NEAR = 2  # standard errors
_ABOUT = (
    "The classic engine has the algorithms, orders, filters and triggers that Busche describes [@busche]. His table "
    "says how often pieces were attempted, how often they fit, and how many unique solutions, up to symmetry, came of "
    "it. These counts depend on the order of all choices, not on the machine: where they are equal, the search was the "
    "same."
)
_SETTINGS = [
    ["f=N, x=N, a@160=N", "from N remaining pieces on dancing links, by fewest images, least x, or angle of 160°"],
    ["mch=N, emch=N", "from N remaining pieces on the most constrained hole, or an estimate of it"],
    ["bruijn=N", "from N remaining pieces on de Bruijn's first hole"],
    ["R", "one piece has one image of each orbit only"],
    ["P=N, V=N", "images are filtered by parity, or by volume, down to N remaining pieces"],
    ["p", "a violated parity ends the branch"],
]
# One algorithm alone and some combinations, of each puzzle; a puzzle with few cases has all of them.
CHOSEN = ("P-5", "P-8", "P-9", "P-11", "P-13", "OP-1", "OP-2", "TC-5", "TC-8", "TC-9", "TC-11", "TC-13")
_COLOURS = ("#000000", "#D55E00", "#0072B2", "#009E73", "#CC79A7")
_HIGH = 2.1  # inches
_PUZZLES = {"P": "Pentominoes", "OP": "One-sided pentominoes", "TC": "Tetris Cube"}


@dataclass(frozen=True)
class Reproduced:
    """The two tables; None for one that is not there."""

    table2: DataFrame | None
    effort: DataFrame | None

    def __bool__(self) -> bool:
        return self.table2 is not None or self.effort is not None


def load(folder: Path) -> Reproduced:
    """The tables in a folder, each with the last row of every case; UserError for a table that breaks its schema."""
    table2 = table(folder, TABLE2)
    return Reproduced(None if table2 is None else table2.drop_duplicates("case", keep="last"), table(folder, EFFORT))


def chapter(found: Reproduced) -> Chapter:
    """His table beside ours, then where the effort is spent; empty without either."""
    blocks: list[Block] = []
    if (rows := found.table2) is not None:
        blocks += [Words(_ABOUT), Words(agreement(rows)), complete(rows)]
        blocks.append(Table(["setting", "meaning"], _SETTINGS, "The settings.", "table2-settings", left=2))
        blocks += [claims(rows), Words(order(rows))]
        blocks += [Words(f"A misprint. {words}") for words in misprints(rows)]
        blocks.append(sampled(rows))
    if found.effort is not None:
        blocks.append(draw(found.effort))
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
        "Times are user seconds, his (Pentium 4, 2.5 GHz) and ours, each divided by that of the puzzle's first case: "
        "compare how they change from case to case."
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
        "Sampled. Trials: Monte-Carlo searches like his 10 000, but fewer, in random order; fits and solutions are per "
        "trial. Probes: a whole search estimated from random paths [@knuth]; a path to a solution is so rare that none "
        "may have been met. ±: one standard error, too small where a few trials have most of the fits. Errors off: "
        "the distance of our fits from his, in standard errors. Two published numbers: his attempts and fits differ, "
        "though with dancing links alone they are equal."
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


def draw(effort: DataFrame) -> Drawing:
    """A panel for each puzzle, a colour for each case: fits as solid lines, attempts as dotted ones.

    The title says where the most effort is spent.
    """
    parts = panels(effort)
    if not parts:
        return NOTHING
    peaks = [
        int(rows.loc[rows["attempts"].idxmax(), "remaining"]) for cases in parts.values() for rows in cases.values()
    ]
    where = listed(list(dict.fromkeys(str(peak) for peak in (min(peaks), max(peaks))))).replace(" and ", " to ")
    title = f"Most attempts are made with {where} pieces remaining"
    sentence = (
        "A line a case, from the first piece to the last. Solid: fits; dotted: attempts, which with dancing links "
    )
    return Drawing(title, _figure(parts), sentence + "alone are the same.")


def _figure(parts: dict[str, dict[str, DataFrame]]) -> Figure:
    from matplotlib.ticker import MaxNLocator

    made = blank(_HIGH)
    grid = made.subplots(1, len(parts), squeeze=False).ravel()
    for axes, (puzzle, cases) in zip(grid, parts.items(), strict=True):
        for shade, (_, rows) in zip(_COLOURS, cases.items(), strict=False):
            axes.plot(rows["remaining"], rows["attempts"].where(rows["attempts"] > 0), ":", color=shade, linewidth=1)
            axes.plot(rows["remaining"], rows["fits"].where(rows["fits"] > 0), color=shade, linewidth=1.3)
        log_scale(axes, "y", counts=True)
        axes.invert_xaxis()
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_title(_PUZZLES[puzzle], loc="left", weight="bold")
        place = axes.transScale + axes.transLimits
        axes.get_ylim()  # brings the limits up to date
        ends = [rows[rows["attempts"] > 0].iloc[0] for rows in cases.values()]
        labels = [
            Label(float(place.transform((end["remaining"], end["attempts"]))[1]), case, shade)
            for shade, case, end in zip(_COLOURS, cases, ends, strict=False)
        ]
        beside(axes, labels, _HIGH - 0.6)
    made.supxlabel("remaining pieces, the one to be placed included")
    made.supylabel("number")
    return made


def panels(effort: DataFrame) -> dict[str, dict[str, DataFrame]]:
    """By puzzle and case, in the order of CHOSEN, the rows of the last run, without a case that attempted nothing."""
    found: dict[str, dict[str, DataFrame]] = {}
    for case in CHOSEN:
        rows = effort[effort["case"] == case].drop_duplicates("remaining", keep="last").sort_values("remaining")
        if (rows["attempts"] > 0).any():
            found.setdefault(case.partition("-")[0], {})[case] = rows
    return found
