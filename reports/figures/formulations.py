"""What another formulation costs the same solver: a forest plot of paired ratios of times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.analysis.formulation_effects import Effect
from reports.figures.drawing import Drawing
from reports.plot.axes import fill_pages, log_scale, name_rows, rows_down
from reports.plot.style import blank, colour
from reports.scores import FEW, LEVEL
from reports.text.english import as_ratio, count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = "The effect of a formulation within a solver"
MARKERS = {"": "o", "≥": ">", "≤": "<"}
_PLACES = (1.08, 1.17)  # of the columns of numbers, to the right of the axes
_MOST_ROWS = 56  # of a page, heads included
_HEAD = 1.8  # rows that a head takes


def pages(found: list[Effect]) -> list[list[Effect]]:
    """The rows of each page: as many whole families and goals as fit."""
    blocks = [(len(block) + _HEAD, block) for block in _blocks(found).values()]
    return [[effect for block in page for effect in block] for page in fill_pages(blocks, _MOST_ROWS)]


def draw(found: list[Effect]) -> Drawing:
    """A block for each family and goal, a row a formulation: its effect and interval; no figure if no pair counts.

    The sentence says how many effects are clear, and the greatest.
    """
    known = [effect for effect in found if effect.factor is not None]
    if not known:
        why = "no solver ran two formulations on one case that it solved with either"
        return Drawing(TITLE, None, f"No figure of formulations within a solver: {why}.")
    return Drawing(TITLE, _figure(known), _sentence(known))


def _figure(known: list[Effect]) -> Figure:
    blocks = _blocks(known)
    heights = [len(block) + _HEAD for block in blocks.values()]
    made = blank(0.142 * sum(heights) + 0.35)
    grid = made.subplots(len(blocks), 1, squeeze=False, sharex=True, height_ratios=heights).ravel()
    for axes, ((family, goal), block) in zip(grid, blocks.items(), strict=True):
        for row, effect in enumerate(block):
            _row(axes, row, effect)
        axes.axvline(1, color="black", linewidth=0.7, zorder=1)
        rows_down(axes, len(block), 0.55)
        name_rows(axes, list(map(_name, block)), (colour(effect.paradigm) for effect in block), 6.5)
        axes.tick_params(axis="y", length=0)
        axes.set_title(f"{family}, goal {goal}", loc="left", weight="bold")
    axes = grid[-1]
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    log_scale(axes, "x", (1.0,) if high > 300 * low else (1.0, 2.0, 5.0))
    axes.set_xlabel("time of the first by time of the second: right of the line the second is faster")
    for place, head in zip(_PLACES, ("ratio", "pairs\n(cut off)"), strict=True):
        grid[0].text(
            place, 1.03, head, transform=grid[0].transAxes, ha="right", va="bottom", fontsize=6, color="#555555"
        )
    return made


def _sentence(known: list[Effect]) -> str:
    clear = [effect for effect in known if effect.clear]
    text = (
        "Each formulation against the best of its solver (the most cases solved, then the least mean time), both with "
        "their best settings, on the cases that both ran on. Dot: geometric mean; triangle: only a bound of it, as a "
        f"run was cut off; diamond: bounds of both kinds. Line: {LEVEL:.0%} bootstrap interval of the mean, from {FEW} "
        f"pairs on. Of {count(len(known), 'effect')} {len(clear)} have an interval that leaves out 1."
    )
    if clear:
        most = max(clear, key=lambda effect: effect.factor.mean if effect.factor else 0.0)
        assert most.factor is not None and most.interval is not None
        times, low, high = as_ratio(most.factor.mean, most.factor.bound), *map(as_ratio, most.interval)
        text += (
            f" The greatest of these: {most.solver} takes {times} times as long with {_formulation(most.other)} as "
            f"with {_formulation(most.best)} ({low} to {high}; {most.family}, goal {most.goal}, "
            f"{count(most.pairs, 'pair')})."
        )
    if wrong := [effect for effect in clear if effect.interval is not None and effect.interval[1] < 1]:
        text += f" In {len(wrong)} the first is the faster one in the mean of ratios, though not in that of times."
    return text


def _row(axes: Axes, row: int, effect: Effect) -> None:
    assert effect.factor is not None
    shade = colour(effect.paradigm)
    if effect.interval is not None:
        axes.plot(effect.interval, [row, row], color=shade, linewidth=1.5, alpha=0.6, solid_capstyle="butt")
    marker = MARKERS.get(effect.factor.bound, "D")
    axes.scatter([effect.factor.mean], [row], s=17, color=shade, marker=marker, linewidth=0, zorder=3)
    words = f"{effect.pairs}" + f" ({effect.cut})" * bool(effect.cut)
    for place, text in zip(_PLACES, (as_ratio(effect.factor.mean, effect.factor.bound), words), strict=True):
        axes.text(place, row, text, transform=axes.get_yaxis_transform(), ha="right", va="center", fontsize=6.5)


def _name(effect: Effect) -> str:
    return f"{effect.solver}: {_formulation(effect.other)} / {_formulation(effect.best)}"


def _formulation(configuration: str) -> str:
    return configuration.partition("/")[2]


def _blocks(found: list[Effect]) -> dict[tuple[str, str], list[Effect]]:
    blocks: dict[tuple[str, str], list[Effect]] = {}
    for effect in found:
        blocks.setdefault((effect.family, effect.goal), []).append(effect)
    return blocks
