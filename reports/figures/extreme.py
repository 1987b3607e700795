"""Time on the extreme instances, m tiles on a board of side m: the published figure's, and ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.figures.drawing import Drawing
from reports.plot import small_multiples
from reports.text.english import listed

if TYPE_CHECKING:
    from pandas import DataFrame

TITLE = "Extreme instances (his figure 9)"


def draw(sources: dict[str, DataFrame]) -> Drawing:
    """Time against the number of tiles, one panel a source; the sentence says how far each comes, with what."""
    sentence = " ".join(f"{source.capitalize()}: {_reach(runs)}." for source, runs in sources.items())
    return Drawing(TITLE, small_multiples.beside(sources, "tiles", "tiles = side of the board"), sentence)


def _reach(runs: DataFrame) -> str:
    solved = runs[runs["solved"]].sort_values(["tiles", "time_s", "configuration"], ascending=[False, True, True])
    if solved.empty:
        return "none is solved"
    best = solved.iloc[0]
    text = f"up to {best['tiles']:.0f} tiles, by {best['configuration']}"
    missing = sorted(tiles for tiles in set(runs["tiles"]) - set(solved["tiles"]) if tiles < best["tiles"])
    return f"{text}; not {listed([f'{tiles:.0f}' for tiles in missing])}" if missing else text
