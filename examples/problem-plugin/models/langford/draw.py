"""Draws a row of numbers with an arc over each pair."""

from matplotlib.figure import Figure
from matplotlib.patches import Arc

from tilings.models.langford.instance import LangfordInstance
from tilings.models.problem import Solution

_STEP, _WIDEST = 0.25, 7.0  # inches


def figure(instance: LangfordInstance, solution: Solution, bare: bool = False) -> Figure:
    """The row; bare: without a title."""
    length = 2 * instance.pairs
    step = min(_STEP, _WIDEST / length)
    picture = Figure(figsize=(step * (length + 1), step * (instance.pairs / 2 + 2) + 0.3 * (not bare)), dpi=150)
    axes = picture.add_subplot(xlim=(-1, length), ylim=(-1, instance.pairs / 2 + 1.5), aspect="equal")
    axes.set_axis_off()
    for k, place in solution:
        axes.add_patch(Arc((place + (k + 1) / 2, 0.6), k + 1, k + 1, theta2=180, color="#0072B2", linewidth=0.8))
        for there in (place, place + k + 1):
            axes.text(there, 0, str(k), ha="center", va="center", fontsize=40 * step)
    if not bare:
        axes.set_title(f"{instance.name}: {words(instance, solution)}", fontsize=9)
    return picture


def words(instance: LangfordInstance, solution: Solution) -> str:
    """The caption."""
    return f"two copies of each of 1 to {instance.pairs}"


def text(instance: LangfordInstance, solution: Solution) -> str:
    """The row."""
    row = {there: k for k, place in solution for there in (place, place + k + 1)}
    return " ".join(str(row.get(place, ".")) for place in range(2 * instance.pairs))
