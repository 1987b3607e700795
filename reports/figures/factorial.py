"""What explains the time: the shares of solver, model and interaction, a bar for each family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilings.reports.analysis.factorial import PARTS, Crossed, Share, crossed, explains_more, shares
from tilings.reports.english import listed, opened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import rows_down
from tilings.reports.plot.style import blank
from tilings.reports.scores import LEVEL, median_runs

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

_FILLS = ("#0b4f6c", "#c8553d", "#d9b44a", "#dddddd")  # of PARTS
_ROOM = 0.19  # of the bar's length that a share with its interval takes


def draw(runs: DataFrame, found: Sequence[tuple[Crossed, dict[str, Share] | None]] | None = None) -> Drawing:
    """A bar for each family in which some solvers ran the same models; no figure where too few runs tell.

    The title says where the solver explains more than the model, and where less. found: the crossed parts
    of the ranked runs and their shares, where they are known.
    """
    if found is None:
        median = median_runs(runs)
        found = [(part, shares(part)) for part in crossed(median[median["ranked"]])]
    parts = [(part, own) for part, own in found if own is not None]
    if not parts:
        return NOTHING
    return Drawing(_title({part.family: own for part, own in parts}), _figure(parts), _sentence())


def _title(told: dict[str, dict[str, Share]]) -> str:
    said = []
    for name, other in (("solver", "model"), ("model", "solver")):
        if families := [family for family, own in told.items() if explains_more(own) == name]:
            numbers = [f"{family} ({_percent(told[family][name])} against {_percent(told[family][other])} %)"
                       for family in families]  # fmt: skip
            said.append(f"the {name} explains more of the time than the {other} on {listed(numbers)}")
    if families := [family for family, own in told.items() if not explains_more(own)]:
        said.append(f"whether solver or model explains more of the time is undecided on {listed(families)}")
    return opened("; ".join(said))


def _figure(parts: list[tuple[Crossed, dict[str, Share]]]) -> Figure:
    figure = blank(0.27 * len(parts) + 0.35)
    axes = figure.subplots()
    for row, (_, own) in enumerate(parts):
        start = 0.0
        for name, fill in zip(PARTS, _FILLS, strict=True):
            share = own[name]
            axes.barh(row, share.value, left=start, height=0.8, color=fill, edgecolor="white", linewidth=1)
            ink = "white" if fill in _FILLS[:2] else "black"
            words = _percent(share) if share.low != share.low or share.value < _ROOM else _words(share)
            if share.value > 0.03:
                axes.text(start + share.value / 2, row, words, ha="center", va="center", color=ink, fontsize=8)
            start += share.value
    names = [f"{part.family} ({len(part.solvers)} × {len(part.models)} × {len(part.cases)})" for part, _ in parts]
    axes.set_yticks(range(len(parts)), names)
    rows_down(axes, len(parts), 0.5)
    axes.set(xlim=(0, 1), xticks=[])
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    for place, (name, fill) in enumerate(zip(PARTS, _FILLS, strict=True)):
        axes.text(place / 4, 1.03, f"■ {name}", color="#777777" if fill == _FILLS[-1] else fill, fontsize=8,
                  weight="bold", transform=axes.transAxes, va="bottom")  # fmt: skip
    return figure


def _sentence() -> str:
    return (
        "Shares in percent of the variance of log wall time within a case, where all of some solvers ran all of some "
        "models on all of some cases (their numbers are in brackets after the family), times at the limit being "
        "censored. Interaction: some models suit some solvers; rest: pairs do not suit all cases alike, and chance. In "
        f"brackets an interval of {LEVEL:.0%} over cases."
    )


def _percent(share: Share) -> str:
    return f"{100 * share.value:.0f}"


def _words(share: Share) -> str:
    return f"{_percent(share)} ({100 * share.low:.0f}–{100 * share.high:.0f})"
