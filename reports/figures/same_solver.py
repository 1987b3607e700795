"""With the solver held fixed: the cost of another model, as a forest plot of paired ratios of times."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

from tilings.reports.analysis.pairs import Effect, effects, paired
from tilings.reports.english import ASSUMED, as_ratio, listed, shortened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_scale, name_rows, rows_down
from tilings.reports.plot.style import blank, colour
from tilings.reports.scores import FEW, LEVEL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

MOST_ROWS = 15
_LONGEST = 48  # characters of a name
_PLACES = (45, 90, 160)  # of the columns of numbers: points to the right of the axes


def draw(runs: DataFrame, found: list[Effect] | None = None) -> Drawing:
    """A row a solver and model in a family, the largest effects first; no figure of fewer than two effects.

    The title says which models are the best ones, how far others are behind, and how often that is clear. found: the
    effects of models in the ranked runs, where they are known.
    """
    found = effects(paired(runs, ranked=True), "route", "model") if found is None else found
    known = sorted((effect for effect in found if effect.first_solved), key=lambda effect: -effect.charged)
    if len(known) < 2:
        return NOTHING
    return Drawing(_title(known), _figure(known[:MOST_ROWS]), _sentence(known))


def _title(known: list[Effect]) -> str:
    return (
        f"With the solver held fixed, the best model is most often {listed(_favourites(known))}; another takes "
        f"{as_ratio(median(each.charged for each in known))} times as long in the median, and clearly longer, "
        f"each by itself, in {sum(each.decided for each in known)} of {len(known)} comparisons"
    )


def _favourites(known: list[Effect]) -> list[str]:
    """Of each family the model that is the best one of the most solvers, and of how many."""
    best = {(effect.family, effect.held): effect.first for effect in known}
    found: list[str] = []
    for family in sorted({effect.family for effect in known}):
        models = Counter(model for (own, _), model in best.items() if own == family)
        model, number = models.most_common(1)[0]
        found.append(f"{model} on {family} ({number} of {models.total()}{'' if found else ' solvers'})")
    return found


def _times(effect: Effect) -> str:
    return f"{'at least ' * bool(effect.bound)}{as_ratio(effect.charged)} times"


def _figure(shown: list[Effect]) -> Figure:
    figure = blank(0.165 * len(shown) + 0.55)
    axes = figure.subplots()
    for row, effect in enumerate(shown):
        _row(axes, row, effect)
    axes.axvline(1, color="black", linewidth=0.7, zorder=1)
    rows_down(axes, len(shown), 0.6)
    names = [f"{effect.held}, {effect.family}: {effect.other} by {effect.first}" for effect in shown]
    name_rows(axes, [shortened(name, _LONGEST) for name in names], (colour(effect.paradigm) for effect in shown))
    axes.tick_params(axis="y", length=0)
    log_scale(axes, "x", (1.0, 2.0, 5.0))
    axes.set_xlabel("times as long")
    heads = ("both solve", "interval", "solved")
    for place, head in zip(_PLACES, heads, strict=True):
        _write(axes, place, -1, head, "#555555")
    return figure


def _row(axes: Axes, row: int, effect: Effect) -> None:
    shade = colour(effect.paradigm)
    if effect.low == effect.low:
        axes.plot([effect.low, effect.high], [row, row], color=shade, linewidth=1.5, alpha=0.6, solid_capstyle="butt")
    if effect.both:
        axes.scatter([effect.ratio], [row], s=18, color=shade, linewidth=0, zorder=3)
    if effect.bound:
        axes.plot([effect.charged], [row], ">", color=shade, markerfacecolor="white", markersize=4.5, zorder=2)
    interval = f"{as_ratio(effect.low)}–{as_ratio(effect.high)}" if effect.low == effect.low else "–"
    solved = f"{effect.other_solved}{ASSUMED * bool(effect.assumed)} : {effect.first_solved} of {effect.cases}"
    for place, text in zip(_PLACES, (as_ratio(effect.ratio) if effect.both else "–", interval, solved), strict=True):
        _write(axes, place, row, text, "black")


def _write(axes: Axes, place: int, row: int, text: str, ink: str) -> None:
    axes.annotate(text, (1, row), (place, 0), xycoords=axes.get_yaxis_transform(), textcoords="offset points",
                  ha="right", va="center", fontsize=8, color=ink, annotation_clip=False)  # fmt: skip


def _sentence(known: list[Effect]) -> str:
    most = known[0]
    text = (
        "A model beside the best one of its solver (by the geometric mean over all cases). Dot: the geometric "
        f"mean of the ratios of wall times over the cases that both solve; line: its interval of {LEVEL:.0%} over "
        f"cases and seeds, from {FEW} cases on; solved: by the one, by the other."
    )
    text += f" The largest is {most.other} with {most.held} on {most.family}: {_times(most)}."
    if any(effect.bound for effect in known):
        text += (
            " Triangle: at least so many times over all cases, those that were not solved counting as their limit; "
            "by it models are ordered."
        )
    if len(known) > MOST_ROWS:
        text += f" Drawn are the {MOST_ROWS} largest."
    if any(effect.assumed for effect in known):
        text += f" {ASSUMED}: with cases that were given up."
    return text
