"""Which paradigm wins where: the cases of a family over two features of their instances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.analysis.features import NAMES
from reports.analysis.selection import single, telling, wins
from reports.figures.drawing import NOTHING, Drawing
from reports.plot.axes import log_axis
from reports.plot.style import blank, colour, dots
from reports.scores import FEWEST_CASES
from reports.text.english import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from pandas import DataFrame

_SHAPES = {"first": "o", "count": "s", "optimum": "^"}
_FEW = 8  # values of a feature
_WIDE = 10.0  # from this ratio of the greatest to the least value on an axis is logarithmic
_APART = 0.03  # of the axis, between cases at the same place


def draw(cases: DataFrame) -> Drawing:
    """A panel for each family of fifteen decided cases and more that several paradigms win, over the two features that
    tell most.

    cases: as `reports.analysis.selection.winners` gives them.
    """
    shown = {
        family: part.dropna(subset=list(NAMES))
        for family, part in cases.groupby("family", sort=True)
        if part["decided"].sum() >= FEWEST_CASES and part.loc[part["decided"], "paradigm"].nunique() > 1
    }
    axes = {family: names for family, part in shown.items() if len(names := telling(part)) == 2}
    if not axes:
        return NOTHING
    figure = _figure({family: shown[family] for family in axes}, axes)
    return Drawing(_title({family: shown[family] for family in axes}), figure, _sentence(cases))


def _figure(shown: dict[str, DataFrame], names: dict[str, list[str]]) -> Figure:
    made = blank(2.75)
    grid = made.subplots(1, max(len(shown), 2), squeeze=False).ravel()
    for axes in grid[len(shown) :]:
        axes.set_visible(False)
    for axes, (family, part) in zip(grid, shown.items(), strict=False):
        _panel(axes, part, *names[family])
        axes.set_title(family, loc="left", weight="bold")
    made.legend(
        handles=[*dots(paradigm for part in shown.values() for paradigm in part["paradigm"]), *_goals(shown)],
        loc="outside upper left", ncols=8, handletextpad=0.2, columnspacing=1.2, borderpad=0.1,
    )  # fmt: skip
    return made


def _panel(axes: Axes, part: DataFrame, across: str, up: str) -> None:
    for which, name in (("x", across), ("y", up)):
        low, high = part[name].min(), part[name].max()
        if low > 0 and high / low >= _WIDE:
            log_axis(axes, which, low / 1.25, high * 1.25)
        else:
            room = 0.08 * (high - low)
            axes.set(**{f"{which}lim": (low - room, high + room)})
        axes.set(**{f"{which}label": NAMES[name]})
    place = part.groupby([across, up]).cumcount()
    most = part.groupby([across, up])[up].transform("size")
    at = (axes.transScale + axes.transLimits).transform(part[[across, up]].to_numpy())  # as shares of the axes
    at[:, 0] += _APART * (place - (most - 1) / 2).to_numpy()
    if part[up].nunique() <= _FEW:  # in rows, the goals of each one above the other
        goals = sorted(part["goal"].unique())
        at[:, 1] += _APART * (part["goal"].map(goals.index) - (len(goals) - 1) / 2).to_numpy()
    for (goal, paradigm, decided), rows in part.reset_index(drop=True).groupby(["goal", "paradigm", "decided"]):
        shade = colour(paradigm)
        axes.scatter(at[rows.index, 0], at[rows.index, 1], s=20, marker=_SHAPES.get(goal, "D"), linewidth=0.9,
                     edgecolor=shade, facecolor=shade if decided else "none", transform=axes.transAxes,
                     zorder=3)  # fmt: skip


def _goals(shown: dict[str, DataFrame]) -> list[Line2D]:
    from matplotlib.lines import Line2D

    goals = {goal for part in shown.values() for goal in part["goal"]}
    return [
        Line2D([], [], linestyle="", marker=_SHAPES.get(goal, "D"), markersize=4, color="#777777", label=f"goal {goal}")
        for goal in _SHAPES
        if goal in goals
    ]


def _title(shown: dict[str, DataFrame]) -> str:
    """Who wins how many of the decided cases, in each panel."""
    said = []
    for family, part in shown.items():
        (first, most), *rest = wins(part).items()
        others = listed([f"{name} {number}" for name, number in rest])
        of = f"{part['decided'].sum()} {'decided ' * (not single(part))}cases"
        said.append(f"On {family} {first} wins {most} of {of}, {others}")
    return "; ".join([said[0], *(each[0].lower() + each[1:] for each in said[1:])])


def _sentence(cases: DataFrame) -> str:
    text = (
        "A mark is a case, in the colour of the paradigm that solved it fastest, over the two features of the instance "
        "that a decision tree asks for most; cases at one place stand side by side."
    )
    if cases["noise"].notna().any():
        return f"{text} Hollow: undecided, the next paradigm is so near that the seed alone may make the difference."
    return f"{text} No run was made with several seeds: the winners are of single runs, and none is decided."
