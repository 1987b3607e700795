"""The chapter on the effects of constraints: the paired ratios of `studies.ablation` by family and goal.

The figure is a matrix of each value of an option by solver and formulation, symmetry breaking on the left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Block, Chapter, Heading, Table, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import as_ratio, count
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import name_rows
from tilings.reports.plot.style import WIDTH, blank, colour
from tilings.studies.ablation import (
    BRIEF_S,
    UNDECIDED,
    Factor,
    OptionEffect,
    Pair,
    answers,
    option_effects,
    overall,
    symmetric,
)  # fmt: skip

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_ROWS = 40  # of a page; further solvers and formulations are left out, and the sentence says so
_CELL, _HIGH, _NAMES = 0.5, 0.17, 1.45  # inches: the widest cell, a row, the names at its side
_FULL = 10.0  # the factor of the strongest colour
_WHERE = {"sat": " where there is a solution", "unsat": " where there is no solution"}
_ABOUT = (
    "Two runs are a pair if they are equal in everything (instance, goal, solver, seed, threads, limits, processor) "
    "but one option of the formulation. The factor is the wall time without the constraint divided by that with it; "
    "above 1 the constraint pays. If no value leaves something out, the others are compared with the default. A run "
    "ended by a limit counts with its time so far, so its ratio is a bound. So is a mean over such ratios (≥, ≤), "
    "unless they are bounds from both sides (≷). A value pays or costs if the 95 % interval over instances, whose "
    "pairs are taken together, excludes 1; else it is undecided."
)


def chapter(ablations: Iterable[Results | None]) -> Chapter:
    """The effects of the options in the ablations that were run, a part for each family."""
    blocks: list[Block] = []
    for family, found in by_family(ablations).items():
        blocks += [Heading(family.capitalize()), draw(found), table(found, family), Words(reservations(found))]
    return Chapter("What a constraint is worth", [Words(_ABOUT), *blocks] if blocks else [])


def by_family(ablations: Iterable[Results | None]) -> dict[str, list[OptionEffect]]:
    """By family, over all goals, the effects of the values of options in which alone runs differ."""
    found: dict[str, list[OptionEffect]] = {}
    for results in ablations:
        for (family, _), runs in results.runs.groupby(["family", "goal"], sort=True) if results else ():
            found.setdefault(str(family), []).extend(option_effects(runs))
    return {family: own for family, own in found.items() if own}


def table(found: list[OptionEffect], family: str) -> Table:
    """A row a value and answer, over all solvers and formulations: the factors in wall time, in search and in nodes."""
    body = []
    for effect in overall(found):
        for answer in answers([effect]):
            time = _mean(effect.time(answer))
            if interval := effect.interval(answer):
                time += f" ({interval[0]:.2f}–{interval[1]:.2f})"
            verdict = effect.verdict(answer) if effect.time(answer) else "–"
            factors = [_mean(effect.search(answer)), _mean(effect.nodes(answer))]
            name = f"{effect.option}: {effect.value} / {effect.baseline}"
            body.append([name, answer, verdict, time, *factors, _numbers(effect.pairs[answer])])
    caption = (
        "Factors over all solvers and formulations: wall time with its interval, search and nodes where both runs were "
        "solved; number of pairs, in brackets with a run ended by a limit, after − left out."
    )
    header = ["option: with / without", "answer", "", "time ×", "search ×", "nodes ×", "pairs"]
    return Table(header, body, caption, f"{family}-worth", left=3)


def reservations(found: list[OptionEffect]) -> str:
    """In words: the pairs that count nowhere, and those whose times say little; empty where there are none."""
    pairs = [pair for effect in found for group in effect.pairs.values() for pair in group]
    out = [pair for pair in pairs if (pair.base, pair.other) == ("out", "out")]
    failed = sum("failed" in (pair.base, pair.other) for pair in pairs)
    brief = sum(pair.brief and pair.counts for pair in pairs)
    said = []
    if out:
        undecided = sum(not pair.answer for pair in out)
        where = f" ({undecided} of them on instances that no run decided)" if undecided else ""
        said.append(f"In {count(len(out), 'pair')} both runs reached a limit: they are left out{where}.")
    if failed:
        said.append(f"In {count(failed, 'pair')} a run failed or was refuted: they are left out.")
    if brief:
        said.append(
            f"In {count(brief, 'pair')} both runs took less than {BRIEF_S:g} s: there nodes say more than times."
        )
    return f"There are {count(len(pairs), 'pair')}. {' '.join(said)}" if said else ""


def draw(found: list[OptionEffect]) -> Drawing:
    """A panel an answer, a row a configuration, a column a value; no figure where no pair counts.

    The title says which value pays most and which costs most, over all solvers and formulations.
    """
    if not any(effect.time(answer) for effect in found for answer in answers(found)):
        return NOTHING
    names = list(dict.fromkeys(effect.who for effect in found))
    shown = [effect for effect in found if effect.who in names[:_MOST_ROWS]]
    sentence = (
        "Factors in wall time, each value against the one after the stroke: blue where the value pays, red where it "
        "costs, white at 1; bold: the interval over instances excludes 1; –: no pair."
    )
    if len(names) > _MOST_ROWS:
        sentence += f" {len(names) - _MOST_ROWS} of {len(names)} rows are left out."
    return Drawing(f"What it is worth: {finding(found)}", _figure(shown, names[:_MOST_ROWS]), sentence)


def finding(found: list[OptionEffect]) -> str:
    """Which value pays most and which costs most, over all solvers and formulations, among those that are decided.

    With the interval of its factor, and where only one solver and formulation tells, that one's name.
    """
    known = [
        (factor, effect, answer, ends)
        for effect in overall(found)
        for answer in answers([effect])
        if (factor := effect.time(answer)) and effect.verdict(answer) != UNDECIDED and (ends := effect.interval(answer))
    ]
    said = []
    for pays, pick in ((True, max), (False, min)):
        if decided := [each for each in known if (each[0].mean > 1) is pays]:
            _, effect, answer, ends = pick(decided, key=lambda each: each[0].mean)
            times = " to ".join(as_ratio(end) for end in (ends if pays else (1 / ends[1], 1 / ends[0])))
            what = f"makes runs {times} times as fast as" if pays else f"takes {times} times as long as"
            value, base = (f"{effect.option}={value}" for value in (effect.value, effect.baseline))
            said.append(f"{value} {what} {base}{_only(found, effect, answer)}{_WHERE.get(answer, '')}")
    return ", ".join(said) or "whether any constraint pays is undecided"


def _mean(factor: Factor | None) -> str:
    return str(factor).partition(" (")[0] if factor else "–"


def _numbers(pairs: list[Pair]) -> str:
    """The number of pairs that count, in brackets those with a run at its limit, and after − those left out."""
    counted = [pair for pair in pairs if pair.counts]
    cut = sum(bool(pair.bound) for pair in counted)
    lost = len(pairs) - len(counted)
    parts = [f"{len(counted)}"] if pairs else ["–"]
    if cut:
        parts.append(f"({cut})")
    if lost:
        parts.append(f"−{lost}")
    return " ".join(parts)


def _only(found: list[OptionEffect], which: OptionEffect, answer: str) -> str:
    """The name of the only solver and formulation with this value; empty for several."""
    names = {effect.who for effect in found if effect.column == which.column and effect.time(answer)}
    return f" with {names.pop()}" if len(names) == 1 else ""


def _figure(found: list[OptionEffect], names: list[str]) -> Figure:
    columns = {kind: _columns(found, kind) for kind in answers(found)}
    number = sum(map(len, columns.values()))
    cell = min(_CELL, (WIDTH - _NAMES) / number - 0.02)
    result = blank(_HIGH * len(names) + 1.4, _NAMES + cell * number + 0.12 * len(columns))
    widths = list(map(len, columns.values()))
    grid = result.subplots(1, len(columns), sharey=True, squeeze=False, width_ratios=widths).ravel()
    for axes, (kind, shown) in zip(grid, columns.items(), strict=True):
        for effect in found:
            if effect.pairs.get(kind):
                place = shown.index(effect.column), names.index(effect.who)
                _fill(axes, place, effect, kind)
        _frame(axes, shown, len(names))
        axes.set_title(kind, loc="left", weight="bold", pad=10)
    paradigms = {effect.who: effect.paradigm for effect in found}
    name_rows(grid[0], names, (colour(paradigms[name]) for name in names))
    return result


def _columns(found: list[OptionEffect], answer: str) -> list[tuple[str, str, str]]:
    every = {effect.column for effect in found if effect.pairs.get(answer)}
    return sorted(every, key=lambda column: (not symmetric(column[0]), column))


def _fill(axes: Axes, place: tuple[int, int], effect: OptionEffect, answer: str) -> None:
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    column, row = place
    factor = effect.time(answer)
    if factor is None:
        axes.text(column, row, "–", ha="center", va="center", color="#777777")
        return
    strength = math.log(min(max(factor.mean, 1 / _FULL), _FULL)) / math.log(_FULL)
    shade = colormaps["RdBu"](0.5 + 0.42 * strength)
    axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=shade, edgecolor="white", linewidth=0.8))
    decided = effect.verdict(answer) != UNDECIDED
    axes.text(column, row, as_ratio(factor.mean, factor.bound).replace(" ", ""), ha="center", va="center", fontsize=8,
              color="white" if abs(strength) > 0.75 else "black", weight="bold" if decided else "normal")  # fmt: skip


def _frame(axes: Axes, columns: list[tuple[str, str, str]], rows: int) -> None:
    """The columns' names above them, and a line where symmetry breaking ends."""
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(rows - 0.5, -0.5))
    axes.grid(False)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(length=0, labelbottom=False, labeltop=True)
    axes.set_xticks(range(len(columns)), [f"{option}: {value} / {base}" for option, value, base in columns],
                    rotation=60, ha="left", rotation_mode="anchor", fontsize=8)  # fmt: skip
    breaking = sum(symmetric(option) for option, *_ in columns)
    if 0 < breaking < len(columns):
        axes.axvline(breaking - 0.5, color="black", linewidth=1.2)
