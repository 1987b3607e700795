"""How much times vary by chance: each configuration with several seeds, beside repetitions of one seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.analysis.variance import REPETITIONS, SEEDS, by_configuration, groups, share_within, spreads
from reports.figures.drawing import Drawing
from reports.plot.axes import rows_down
from reports.plot.strip_plot import MOST_DOTS, density, name_configurations
from reports.plot.style import blank, colour
from reports.scores import CASE
from reports.text.english import count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Seeds and repetitions"
_PLACES = (1.06, 1.13, 1.22)  # of the columns of numbers, to the right of the axes
_HEAD = 1.6  # rows that a head takes
_ROWS_A_PAGE = 48
_ROW = ["family", "goal", "configuration"]
_AXES = {SEEDS: (-0.16, 0.85), REPETITIONS: (0.24, 0.3)}  # how far from a row's middle, how dark


def pages(runs: DataFrame) -> list[DataFrame]:
    """The runs, those of each family by themselves where they have more rows than fit a page."""
    again = runs[runs.duplicated([*CASE, "configuration"], keep=False)]
    rows = len(again.drop_duplicates(_ROW))
    return [part for _, part in again.groupby("family", sort=True)] if rows > _ROWS_A_PAGE else [runs]


def draw(runs: DataFrame) -> Drawing:
    """A block for each family and goal, a row a configuration: a dot a run, by the geometric mean of its group.

    Upper dots: seeds, lower pale ones: repetitions of one seed; of many a shape as high as their number. No figure
    where nothing was solved twice. The sentence says how far seeds move a time, beside the machine, and beside the
    choice of a configuration.
    """
    found = {axis: groups(runs, axis) for axis in _AXES}
    rows = {axis: spreads(part) for axis, part in found.items()}
    if all(part["ratio"].isna().all() for part in rows.values()):
        why = "no configuration solved a case twice, with other seeds or again with the same"
        return Drawing(TITLE, None, f"No figure of seeds: {why}.")
    return Drawing(TITLE, _figure(runs, found, rows), _sentence(found, rows))


def _figure(runs: DataFrame, found: dict[str, DataFrame], rows: dict[str, DataFrame]) -> Figure:
    middles = {axis: by_configuration(part) for axis, part in rows.items()}
    both = {axis: part.dropna(subset=["ratio"]).set_index(_ROW) for axis, part in middles.items()}
    names = sorted({key for part in both.values() for key in part.index})
    blocks: dict[tuple[str, str], list[str]] = {}
    for family, goal, name in names:
        blocks.setdefault((family, goal), []).append(name)
    heights = [len(block) + _HEAD for block in blocks.values()]
    made = blank(0.17 * sum(heights) + 0.35)
    grid = made.subplots(len(blocks), 1, squeeze=False, sharex=True, height_ratios=heights).ravel()
    for axes, ((family, goal), block) in zip(grid, blocks.items(), strict=True):
        ranked = sorted(block, key=lambda name: -_ratio(both, (family, goal, name)))
        for axis, part in found.items():
            own = part[(part["family"] == family) & (part["goal"] == goal)]
            _strip(axes, own, ranked, *_AXES[axis])
        for row, name in enumerate(ranked):
            _numbers(axes, row, [part.loc[(family, goal, name)] if (family, goal, name) in part.index else None
                                 for part in both.values()])  # fmt: skip
        name_configurations(axes, runs, ranked)
        axes.tick_params(axis="y", length=0)
        rows_down(axes, len(ranked), 0.55)
        axes.axvline(1, color="#888888", linewidth=0.6, zorder=1)
        axes.set_title(f"{family}, goal {goal}", loc="left", weight="bold")
    _scale(list(grid), found)
    return made


def _sentence(found: dict[str, DataFrame], rows: dict[str, DataFrame]) -> str:
    text = (
        "A dot is a run, by the geometric mean of the runs that should be the same: upper row seeds, lower, pale: one "
        "seed again."
    )
    if any(len(part) > MOST_DOTS for each in found.values() for _, part in each.groupby(_ROW)):
        text += f" More than {MOST_DOTS} runs are a shape as high as their number."
    for axis, words in ((SEEDS, "other seeds"), (REPETITIONS, "the same seed")):
        if not (part := rows[axis].dropna(subset=["ratio"])).empty:
            worst = part.loc[part["ratio"].idxmax()]
            text += (
                f" With {words} the slowest run takes a median of {part['ratio'].median():.2f} times the fastest "
                f"(median coefficient of variation {part['cv'].median():.0%}; {count(len(part), 'case')} of a "
                f"configuration), at most {worst['ratio']:.1f} times ({worst['configuration']} on {worst['instance']})."
            )
    share = share_within(found[SEEDS])
    if share == share:
        text += (
            f" Of the variance of log time within a case {share:.1%} lies between seeds, the rest between "
            "configurations."
        )
    cut = int(sum((part["solved"] < part["n"]).sum() for part in rows.values()))
    if cut:
        text += f" In {count(cut, 'group')} a run was cut off: its ratio is greater than is counted here, or not known."
    return text


def _ratio(both: dict[str, DataFrame], key: tuple[str, str, str]) -> float:
    """By which a row is ranked: its median ratio with seeds, else with repetitions."""
    return next(float(part.loc[key, "ratio"]) for part in both.values() if key in part.index)


def _strip(axes: Axes, own: DataFrame, ranked: list[str], shift: float, alpha: float) -> None:
    for row, name in enumerate(ranked):
        part = own[(own["configuration"] == name) & own["relative"].notna()]
        if part.empty:
            continue
        shade = colour(part["paradigm"].iloc[0])
        if len(part) > MOST_DOTS:
            density(axes, part["relative"], row + shift, shade, height=0.28)
        else:
            axes.scatter(part["relative"], [row + shift] * len(part), s=8, linewidth=0, alpha=alpha, color=shade)


def _numbers(axes: Axes, row: int, sides: list[DataFrame | None]) -> None:
    """To the right of a row: median and greatest ratio with seeds, and median ratio with repetitions."""
    words = [("–", "–") if side is None else (f"{side['ratio']:.2f}", f"{side['worst']:.1f}") for side in sides]
    for place, text in zip(_PLACES, (words[0][0], words[0][1], words[1][0]), strict=True):
        axes.text(place, row, text, transform=axes.get_yaxis_transform(), ha="right", va="center", fontsize=6.5)


def _scale(grid: Sequence[Axes], found: dict[str, DataFrame]) -> None:
    """The time axis that all blocks share, and what stands to the right of their rows."""
    import math

    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    farthest = max(abs(math.log(value)) for part in found.values() for value in part["relative"].dropna())
    most = max(1.3, math.exp(farthest) * 1.08)
    steps = [value for value in (1.1, 1.25, 1.5, 2, 3, 5, 10, 30, 100) if value <= most][-4:]
    axes = grid[-1]
    axes.set_xscale("log")
    axes.set_xlim(1 / most, most)
    axes.xaxis.set_major_locator(FixedLocator([*(1 / step for step in steps), 1, *steps]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.2g}"))
    axes.set_xlabel("time by the geometric mean of its group")
    for place, text in zip(_PLACES, ("seeds:\nmedian", "\nmost", "one seed:\nmedian"), strict=True):
        grid[0].text(
            place, 1.02, text, transform=grid[0].transAxes, ha="right", va="bottom", fontsize=5.5, color="#555555"
        )
