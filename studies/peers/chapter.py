"""The study of other people's solvers, timed side by side with ours: the rows of `peers.csv`, a figure and words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.english import as_ratio, count, listed, seconds
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_scale, name_rows, rows_down
from tilings.reports.plot.style import blank
from tilings.reports.scores import floored
from tilings.studies.inputs import Schema, table

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

PEERS = Schema("peers", ("instance", "name", "ours", "ended", "known"), ("round", "user_s", "wall_s"))
_OURS, _OTHERS = "#0072B2", "#777777"
_ABOUT = (
    "Whole commands, in turns on one machine: all that a command does counts, the start of its language included. Ours "
    "also check each solution and compare the count with the known one. Exact-cover libraries were given the same "
    "items and options, with one piece constrained. polycube-algorithms is our engine with Busche's algorithms; his "
    "own program and Knuth's are here only where they are named. The commands stand in `peers.csv`."
)


def load(folder: Path) -> DataFrame | None:
    """The times in a folder; None where there are none. Raises UserError for a table that is not of its schema."""
    found = table(folder, PEERS)
    return None if found is None else found.assign(ours=found["ours"].str.lower() == "true")


def chapter(times: DataFrame | None) -> Chapter:
    """The times of whole commands; empty where none were taken."""
    title = "Other people's solvers"
    return Chapter(title, [] if times is None else [Words(_ABOUT), draw(times)])


def draw(runs: DataFrame) -> Drawing:
    """A panel for each instance, a row for each command: a dot for each round, a bar and its seconds at the median.

    The title says on how many instances ours are the fastest in every round, and by what factor.
    """
    finished = runs[runs["ended"] == "finished"]
    if finished.empty:
        return NOTHING
    sentence = (
        "User CPU seconds; blue: ours. A dot is a round, a bar the median, with its seconds; >: ended by the limit of "
        "wall time."
    )
    wrong = finished[finished["known"] == "no"]
    if len(wrong):
        sentence += f" Counts that differ from the known one: {listed(sorted(set(wrong['name'])))}."
    return Drawing(_title(finished), _figure(runs, finished), sentence)


def ahead(finished: DataFrame) -> tuple[list[float], list[str]]:
    """By how much our fastest command beats the fastest other where it does in every round, and where it does not."""
    ratios, lost = [], []
    for instance, part in finished.groupby("instance", sort=False):
        best = part.groupby(["ours", "round"])["user_s"].min().unstack("round")
        if not {True, False} <= set(best.index):
            continue
        rounds = (floored(best.loc[False]) / floored(best.loc[True])).dropna()
        if len(rounds) and rounds.min() > 1:
            ratios.append(float(rounds.median()))
        elif len(rounds):
            lost.append(str(instance))
    return ratios, lost


def _title(finished: DataFrame) -> str:
    ratios, lost = ahead(finished)
    compared = len(ratios) + len(lost)
    if not compared:
        return "Ours and others finished on no common instance"
    where = f"{len(ratios)} of {count(compared, 'instance')}"
    if not ratios:
        return f"Our fastest command beats the fastest other in every round on {where}"
    factors = listed(list(dict.fromkeys(as_ratio(ratio) for ratio in (min(ratios), max(ratios)))))
    return f"Our fastest command beats the fastest other in every round on {where}, by a factor of {factors}".replace(
        " and ", " to "
    )


def _figure(runs: DataFrame, finished: DataFrame) -> Figure:
    names, instances = list(dict.fromkeys(runs["name"])), list(dict.fromkeys(finished["instance"]))
    made = blank(0.19 * len(names) + 0.7)
    grid = made.subplots(1, len(instances), sharey=True, squeeze=False).ravel()
    shade = {name: _OURS if ours else _OTHERS for name, ours in zip(runs["name"], runs["ours"], strict=True)}
    for axes, instance in zip(grid, instances, strict=True):
        own = runs[runs["instance"] == instance]
        for row, name in enumerate(names):
            mine = own[own["name"] == name]
            times = floored(mine[mine["ended"] == "finished"]["user_s"])
            axes.scatter(times, [row] * len(times), s=8, color=shade[name], alpha=0.7, linewidth=0)
            words = ""
            if len(times):
                axes.plot([times.median()] * 2, [row - 0.35, row + 0.35], color=shade[name], linewidth=1.6)
                words = seconds(times.median())
            elif len(mine):
                words = f"> {mine['wall_s'].max():.0f} s" if set(mine["ended"]) == {"wall"} else mine["ended"].iloc[0]
            axes.text(1.0, row, words, transform=axes.get_yaxis_transform(), ha="right", va="center", color=shade[name])
        log_scale(axes, "x", steps=(1.0,))
        low, high = axes.get_xlim()
        axes.set_xlim(low / 1.5, high * (high / low) ** 0.6)
        axes.set_title(instance, fontsize=8, loc="left")
        rows_down(axes, len(names))
    name_rows(grid[0], names, (shade[name] for name in names))
    made.supxlabel("user CPU time (s)")
    return made
