"""What each value of an option is worth to each solver and formulation: a matrix, symmetry breaking on the left."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports.analysis.ablation import Factor, Worth, answers, symmetric
from reports.figures.drawing import Drawing
from reports.plot.axes import name_rows
from reports.plot.style import WIDTH, blank, colour
from reports.text.english import as_ratio

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = "What a constraint is worth"
_MOST_ROWS = 36  # of a page
_MOST_CELLS = 18  # beside each other; more answers than fit stand on pages of their own
_CELL, _HIGH, _NAMES = 0.5, 0.165, 1.3  # inches: the widest cell, a row, the names at its side
_FULL = 10.0  # the factor of the strongest colour
_PAYS = 1.1
Column = tuple[str, str, str]  # an option, its value and what that is compared with


def pages(found: list[Worth]) -> list[list[Worth]]:
    """The worths of each page: so many solvers and formulations, one answer a page where all do not fit in a row."""
    parts = [found]
    if len(_columns(found)) * len(answers(found)) > _MOST_CELLS:
        parts = [[worth.of(answer) for worth in found if answer in worth.pairs] for answer in answers(found)]
    split: list[list[Worth]] = []
    for part in parts:
        names = _names(part)
        chosen = [set(names[start : start + _MOST_ROWS]) for start in range(0, len(names), _MOST_ROWS)]
        split += [[worth for worth in part if worth.who in own] for own in chosen]
    return split


def draw(found: list[Worth]) -> Drawing:
    """A panel an answer, a row a configuration, a column a value; no figure where no pair counts.

    A cell holds the factor in time and is the bluer the more the value pays, the redder the more it costs; in bold
    where all ratios lie on its side of 1. Columns of symmetry breaking stand to the left of the rest. The sentence says
    how many factors pay and how many cost, of symmetry breaking and of the rest, and the greatest and the least.
    """
    factors = _factors(found)
    if not factors:
        why = "no two runs differ in one option alone and say something"
        return Drawing(TITLE, None, f"No figure of what a constraint is worth: {why}.")
    return Drawing(TITLE, _figure(found), _sentence(factors))


def _figure(found: list[Worth]) -> Figure:
    names, columns, kinds = _names(found), _columns(found), answers(found)
    cell = min(_CELL, (WIDTH - _NAMES) / (len(columns) * len(kinds)) - 0.02)
    made = blank(_HIGH * len(names) + 1.45, _NAMES + len(kinds) * (cell * len(columns) + 0.12))
    grid = made.subplots(1, len(kinds), sharey=True, squeeze=False).ravel()
    for axes, kind in zip(grid, kinds, strict=True):
        for worth in found:
            place = columns.index((worth.option, worth.value, worth.baseline)), names.index(worth.who)
            _fill(axes, place, worth.time(kind), bool(worth.pairs.get(kind)))
        _frame(axes, columns, len(names))
        axes.set_title(kind, loc="left", weight="bold", pad=14)
    paradigms = {worth.who: worth.paradigm for worth in found}
    name_rows(grid[0], names, (colour(paradigms[name]) for name in names), 6.8)
    return made


def _sentence(factors: list[tuple[Factor, str, Worth]]) -> str:
    text = (
        "Factors in time: blue where the value pays, red where it costs, white at 1; bold: all ratios lie on that side "
        "of 1; – no pair counts."
    )
    for answer in answers([worth for _, _, worth in factors]):
        for breaks in (True, False):
            own = [
                (factor, worth)
                for factor, kind, worth in factors
                if kind == answer and symmetric(worth.option) == breaks
            ]
            if own:
                text += f" {answer}, {'symmetry breaking' if breaks else 'other options'}: {_sides(own)}."
    return text


def _sides(own: list[tuple[Factor, Worth]]) -> str:
    (most, best), (least, worst) = (pick(own, key=lambda each: each[0].mean) for pick in (max, min))
    pay = sum(factor.mean > _PAYS for factor, _ in own)
    cost = sum(factor.mean < 1 / _PAYS for factor, _ in own)
    words = f"of {len(own)}, {pay} are above {_PAYS:g} and {cost} below 1/{_PAYS:g}"
    if pay:
        words += f"; the greatest is {_words(best, most)}"
    if cost and worst is not best:
        words += f"; the least is {_words(worst, least)}"
    return words


def _fill(axes: Axes, place: tuple[int, int], factor: Factor | None, tried: bool) -> None:
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    column, row = place
    if factor is None:
        if tried:
            axes.text(column, row, "–", ha="center", va="center", fontsize=6.5, color="#777777")
        return
    strength = math.log(min(max(factor.mean, 1 / _FULL), _FULL)) / math.log(_FULL)
    shade = colormaps["RdBu"](0.5 + 0.42 * strength)
    axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=shade, edgecolor="white", linewidth=0.8))
    alike = (factor.least[0] > 1) if factor.mean > 1 else (factor.most[0] < 1)
    axes.text(column, row, as_ratio(factor.mean, factor.bound).replace(" ", ""), ha="center", va="center", fontsize=6,
              color="white" if abs(strength) > 0.75 else "black", weight="bold" if alike else "normal")  # fmt: skip


def _frame(axes: Axes, columns: list[Column], rows: int) -> None:
    """The columns' names above them, and a line where symmetry breaking ends."""
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(rows - 0.5, -0.5))
    axes.grid(False)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(length=0, labelbottom=False, labeltop=True)
    axes.set_xticks(range(len(columns)), [f"{option}: {value} / {base}" for option, value, base in columns],
                    rotation=60, ha="left", rotation_mode="anchor", fontsize=6.2)  # fmt: skip
    breaking = sum(symmetric(option) for option, *_ in columns)
    for first, last, words in ((0, breaking, "symmetry"), (breaking, len(columns), "other")):
        if first < last:
            axes.annotate(words, ((first + last - 1) / 2, rows - 0.5), xytext=(0, -4), textcoords="offset points",
                          ha="center", va="top", fontsize=6.2, color="#555555")  # fmt: skip
    if 0 < breaking < len(columns):
        axes.axvline(breaking - 0.5, color="black", linewidth=1.2)


def _names(found: list[Worth]) -> list[str]:
    return list(dict.fromkeys(worth.who for worth in found))


def _columns(found: list[Worth]) -> list[Column]:
    every = {(worth.option, worth.value, worth.baseline) for worth in found}
    return sorted(every, key=lambda column: (not symmetric(column[0]), column))


def _factors(found: list[Worth]) -> list[tuple[Factor, str, Worth]]:
    every = [(worth.time(answer), answer, worth) for worth in found for answer in answers(found)]
    return [(factor, answer, worth) for factor, answer, worth in every if factor is not None]


def _words(worth: Worth, factor: Factor) -> str:
    return f"{str(factor).partition(' (')[0]} for {worth.option}={worth.value} of {worth.who}"
