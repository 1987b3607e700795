"""Performance profile: on how many cases a configuration is within a factor of the fastest one.

Source: Dolan and Moré, Benchmarking optimization software with performance profiles, Mathematical Programming 91, 2002.
Gould and Scott, A note on performance profiles, ACM TOMS 43, 2016: a profile compares each configuration with the best
of the set, and does not rank the others among themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.data.tasks import Task
from reports.figures.drawing import Drawing
from reports.plot import line_labels
from reports.plot.axes import log_axis
from reports.plot.style import A_DECADE, blank, configuration_styles
from reports.scores import CASE, floored
from reports.text.english import count, some

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy import ndarray
    from pandas import DataFrame

TITLE = "Performance profile"
_FACTORS = (1, 2, 10, float("inf"))  # at which profiles are ranked, in this order


@dataclass(frozen=True)
class Profile:
    """A configuration against the fastest of each case.

    ratios: its time by the fastest one, ascending, of the cases that it solved. cases: of how many they are, those that
    any configuration solved. censored: the least ratio that a case which it did not solve can have, infinite where it
    solved all: from there on its line is a lower bound.
    """

    ratios: ndarray
    cases: int
    censored: float

    def within(self, factor: float) -> int:
        """On how many cases it takes at most so many times the fastest time."""
        return int((self.ratios <= factor).sum())


def profiles(median: DataFrame) -> tuple[dict[str, Profile], list[str]]:
    """The profile of each configuration that ran on all cases, the one most often fastest first; and the others.

    The fastest of a case is that of the former alone, so that they are compared over the same cases. Times below
    `scores.FLOOR_S` count as that.
    """
    ran = median.groupby("configuration").size()
    every = len(median.drop_duplicates(CASE))
    complete = median[median["configuration"].map(ran) == every]
    times = floored(complete["charged_s"])
    best = times.where(complete["solved"]).groupby([complete[name] for name in CASE]).transform("min")
    known = complete.assign(ratio=times / best).dropna(subset=["ratio"])
    cases = len(known.drop_duplicates(CASE))
    found = {}
    for configuration, part in known.groupby("configuration", sort=True):
        solved, rest = part[part["solved"]]["ratio"], part[~part["solved"]]["ratio"]
        least = float(min(rest, default=float("inf")))
        found[configuration] = Profile(solved.sort_values().to_numpy(), cases, least)
    ranked = sorted(found, key=lambda name: [-found[name].within(factor) for factor in _FACTORS])
    return {name: found[name] for name in ranked}, sorted(set(ran.index) - set(complete["configuration"]))


def steps(profile: Profile, end: float) -> tuple[ndarray, ndarray]:
    """Factors and the cases within them, from factor 1 to `end`, no finer than can be seen."""
    import numpy as np

    ratios = profile.ratios
    if len(ratios) > A_DECADE:
        ratios = 10 ** (np.floor(np.log10(ratios) * A_DECADE) / A_DECADE)
    at, number = np.unique(ratios, return_counts=True)
    return np.concatenate([[1.0], at, [end]]), np.concatenate([[0], number.cumsum(), [number.sum()]])


def draw(task: Task) -> Drawing:
    """Steps for each configuration, marked where they become a lower bound; no figure unless two ran on all cases.

    Native searches are in none of it: else the fastest of a case would mostly be a program for this problem alone.

    The sentence says how often the leader is fastest, what is robust, and what is left out.
    """
    found, incomplete = profiles(task.median)
    apart = f" Not in it, for they did not run on every case: {some(incomplete)}." if incomplete else ""
    if len(found) < 2:
        why = "fewer than two configurations ran on every case" if incomplete or found else "no case was solved"
        return Drawing(TITLE, None, f"No performance profile: {why}.")
    cases = next(iter(found.values())).cases
    few = f"A profile of {count(cases, 'case')} only. " if cases < 5 else ""
    sentence = f"{few}{_fastest(found, cases)} {_robust(found, cases)}{apart}"
    return Drawing(TITLE, _figure(found, cases, configuration_styles(task.median)), sentence)


def _figure(found: dict[str, Profile], cases: int, look: dict[str, dict[str, Any]]) -> Figure:
    from matplotlib.ticker import MaxNLocator

    far = max(profile.ratios[-1] for profile in found.values() if len(profile.ratios))
    end, top = max(far * 1.3, 2.0), cases * 1.04
    height = min(3.2, max(2.1, 0.105 * len(found) + 0.8))
    made = blank(height)
    axes = made.subplots()
    names = []
    for name, profile in found.items():
        x, y = steps(profile, end)
        style = {key: look[name][key] for key in ("color", "linestyle")}
        axes.step(x, y, where="post", linewidth=1.2, **style)
        if profile.censored < end:
            axes.plot(profile.censored, profile.within(profile.censored), "|", color=style["color"], markersize=7)
        solved = len(profile.ratios)
        names.append(line_labels.Label(solved / top, name, style["color"], style["linestyle"], str(solved)))
    log_axis(axes, "x", 0.93, end, unit="×")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="time by the fastest on the case; |: from here on a lower bound",
             ylabel=f"cases within the factor (of {cases})", ylim=(0, top))  # fmt: skip
    line_labels.beside(axes, names, height - 0.6)
    return made


def _fastest(found: dict[str, Profile], cases: int) -> str:
    most = max(profile.within(1) for profile in found.values())
    top = [name for name, profile in found.items() if profile.within(1) == most]
    if most == cases:
        return f"Fastest on every case: {some(top)};"
    rest = [name for name in found if name not in top and found[name].within(1)]
    text = f"Fastest on the most cases, {most} of {cases}{' each' * (len(top) > 1)}: {some(top)}"
    return f"{text}; on the others {some(rest)}." if rest else f"{text}; no other is fastest on any."


def _robust(found: dict[str, Profile], cases: int) -> str:
    """Within which factor a configuration solves all that any solves, and how many are near the fastest."""
    whole = {name: profile.ratios[-1] for name, profile in found.items() if len(profile.ratios) == cases}
    near = sum(2 * profile.within(10) >= cases for profile in found.values())
    many = f"within ten times the fastest on half of the cases or more: {near} of {count(len(found), 'configuration')}"
    if not whole:
        return f"No configuration solves all of them; {many}."
    best = min(whole, key=lambda name: whole[name])
    if whole[best] == 1:
        return f"{many}."
    return f"{best} never takes more than {whole[best]:.3g} times as long as the fastest; {many}."
