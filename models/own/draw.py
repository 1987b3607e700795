"""Draws solutions of the user's own models: pictures of their text."""

from textwrap import shorten

from matplotlib.figure import Figure

from tilings.models.own.instance import OwnInstance
from tilings.models.own.screen import text, words
from tilings.models.problem import Solution

MOST_LINES, WIDEST = 30, 100


def figure(instance: OwnInstance, solution: Solution, bare: bool = False) -> Figure:
    """The first lines of the text as a picture. bare: without the instance's name."""
    lines = text(instance, solution).splitlines()
    shown = [shorten(line, WIDEST, placeholder=" …") for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        shown.append("…")
    title = [] if bare else [f"{instance.name}: {words(instance, solution)}"]
    page = Figure(figsize=(max(map(len, title + shown), default=1) * 0.07 + 0.3, (len(title + shown)) * 0.17 + 0.3))
    page.text(0.02, 0.98, "\n".join(title + shown), family="monospace", fontsize=8, va="top", parse_math=False)
    return page
