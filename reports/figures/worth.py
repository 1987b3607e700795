"""The factor that each value of an option is worth, on a log axis, a row a value."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from reports.ratios import Factor, Worth, answers
from reports.style import FOUND, REFUTED, blank, colour

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = "What a constraint is worth"
_MOST_ROWS = 50  # of a page, heads included
_LOOKS = {"sat": (FOUND, -0.17), "unsat": (REFUTED, 0.17), "optimal": (REFUTED, 0.0), "counted": (REFUTED, 0.0)}


def pages(found: list[Worth]) -> list[list[Worth]]:
    """The rows of each page: as many whole formulations as fit."""
    groups: dict[str, list[Worth]] = {}
    for worth in found:
        groups.setdefault(_formulation(worth), []).append(worth)
    split: list[list[Worth]] = []
    for group in groups.values():
        if split and _rows(split[-1]) + _rows(group) <= _MOST_ROWS:
            split[-1] += group
        else:
            split.append(list(group))
    return split


def figure(found: list[Worth]) -> Figure | None:
    """A dot at each factor, a line from the least to the greatest ratio; None where no pair counts."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    if not _factors(found):
        return None
    made = blank(0.158 * _rows(found) + 0.7)
    axes = made.subplots()
    labels: list[tuple[str, str, str]] = []
    before = ""
    for worth in found:
        if worth.who != before:
            before = worth.who
            labels.append((worth.who, colour(worth.who.partition("/")[0]), "bold"))
        for answer in answers(found):
            factor = worth.time(answer)
            if factor is not None:
                _draw(axes, factor, len(labels), *_LOOKS[answer])
        labels.append((f"{worth.option}: {worth.value} / {worth.baseline}", "black", "normal"))
    axes.axvline(1, color="black", linewidth=0.8, zorder=1)
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 100 * low else (1.0, 3.0)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_yticks(range(len(labels)), [name for name, *_ in labels])
    for label, (_, shade, weight) in zip(axes.get_yticklabels(), labels, strict=True):
        label.set(color=shade, weight=weight)
    axes.tick_params(axis="y", length=0)
    axes.grid(False, axis="y")
    axes.set_xlabel("time of the second by time of the first: right of the line the first pays")
    for answer in answers(found):
        axes.plot([], [], "o", color=_LOOKS[answer][0], markersize=4, label=answer)
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=4, fontsize=7, borderaxespad=0.1)
    return made


def sentence(found: list[Worth]) -> str:
    """How many factors are above and below 1, and the greatest and the least for each answer."""
    factors = _factors(found)
    if not factors:
        return "No figure of what a constraint is worth: no two runs differ in one option alone and say something."
    text = "Dot: geometric mean, triangle: only a bound of it (pointing to where it may lie), line: least to greatest."
    for answer in answers(found):
        own = [(factor, worth) for factor, kind, worth in factors if kind == answer]
        sides = Counter("pay" if factor.mean > 1.1 else "cost" if factor.mean < 1 / 1.1 else "" for factor, _ in own)
        text += f" {answer}: of {len(own)}, {sides['pay']} are above 1.1 and {sides['cost']} below 1/1.1"
        if own:
            (most, best), (least, worst) = (pick(own, key=lambda each: each[0].mean) for pick in (max, min))
            text += f"; the greatest is {_words(best, most)}"
            text += f", the least {_words(worst, least)}" if worst is not best else ""
        text += "."
    return text


def _draw(axes: Axes, factor: Factor, row: int, shade: str, shift: float) -> None:
    marker = {"": "o", "≥": ">", "≤": "<"}.get(factor.bound, "D")
    low, high = factor.least[0], factor.most[0]
    axes.plot([low, high], [row + shift] * 2, color=shade, linewidth=1, alpha=0.55, solid_capstyle="butt")
    axes.scatter([factor.mean], [row + shift], s=17, color=shade, marker=marker, linewidth=0, zorder=3)


def _factors(found: list[Worth]) -> list[tuple[Factor, str, Worth]]:
    every = [(worth.time(answer), answer, worth) for worth in found for answer in answers(found)]
    return [(factor, answer, worth) for factor, answer, worth in every if factor is not None]


def _words(worth: Worth, factor: Factor) -> str:
    return f"{str(factor).partition(' (')[0]} for {worth.option}={worth.value} of {worth.who}"


def _formulation(worth: Worth) -> str:
    return worth.who.partition("/")[2]


def _rows(found: list[Worth]) -> int:
    return len(found) + len({worth.who for worth in found})
