"""A film of a search: the boards at some of its nodes, drawn as a strip or as an animation.

A film has three parts: the first nodes; evenly spaced nodes in between; and the last nodes before a solution or the end
of the search. The engine records the boards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models import files, registry
from tilings.models.problem import Solution, UserError, solution_from_json
from tilings.runners.drawing.picture import Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from PIL.Image import Image

WIDTH = 6.7  # inches of a strip: the report's text width
PARTS = ("first", "between", "last")
_HEADS = {"first": "The first nodes", "between": "Nodes on the way", "last": "The last nodes"}
_MS, _HELD_MS = {"first": 200, "between": 120, "last": 200}, 3000  # how long a frame and the last frame are shown
_SCREEN, _DOTS = 4.0, 100  # inches and dots an inch of an animation
_COLUMNS = ((0.6, 12), (1.3, 8), (2.2, 6), (3.5, 4), (7, 3))  # of a strip, by the greatest aspect of a board
_TITLE, _HEAD = 0.15, 0.2  # inches


@dataclass(frozen=True)
class Frame:
    """The board after `nodes` nodes of the search."""

    nodes: int
    board: Solution


@dataclass(frozen=True)
class Film:
    """A film of a run.

    what: the run in words.
    solved: whether the last board is a solution.
    """

    family: str
    instance: str
    what: str
    solved: bool
    first: tuple[Frame, ...] = ()
    between: tuple[Frame, ...] = ()
    last: tuple[Frame, ...] = ()

    def __iter__(self) -> Iterator[tuple[str, Frame]]:
        """All frames in their order, each with its part."""
        for part in PARTS:
            for frame in getattr(self, part):
                yield part, frame

    def caption(self) -> str:
        """A sentence on the film."""
        nodes = max((frame.nodes for _, frame in self), default=0)
        end = "a solution" if self.solved else "the end of the search, without a solution,"
        return f"{self.instance}, {self.what}: boards on the way to {end} after {nodes:,} nodes."


def read(path: Path) -> Film:
    """The film in a file; raises UserError."""
    try:
        data = json.loads(files.text(path))
        first, between, last = (
            tuple(Frame(int(nodes), solution_from_json(board)) for nodes, board in data[part]) for part in PARTS
        )
        return Film(data["family"], data["instance"], data["what"], bool(data["solved"]), first, between, last)
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise UserError(f"{path} is not a film of runners.solve --film: {type(error).__name__}: {error}") from None


def write(film: Film, path: Path) -> None:
    """Write the film into a file that `read` reads."""
    parts = {part: [[frame.nodes, frame.board] for frame in getattr(film, part)] for part in PARTS}
    path.write_text(json.dumps(vars(film) | parts, separators=(",", ":")) + "\n", encoding="utf-8")


def strip(film: Film, instance: Any) -> Figure:
    """The film as rows of boards, each with the number of nodes visited; each part has a row or two."""
    from matplotlib.figure import Figure

    drawing = registry.drawing(film.family)
    aspect = _aspect(drawing, instance)
    columns = next((columns for most, columns in _COLUMNS if aspect < most), 2)
    rows = _rows(film, columns)
    wide = WIDTH / columns
    high = (wide - 0.1) / aspect
    figure_high = sum(high + _TITLE + 0.06 + _HEAD * bool(head) for head, _ in rows)
    picture = Figure(figsize=(WIDTH, figure_high))
    top = figure_high
    for head, frames in rows:
        if head:
            picture.text(0.05 / WIDTH, (top - 0.11) / figure_high, head, fontsize=8, fontweight="bold", va="center")
            top -= _HEAD
        top -= _TITLE
        for column, frame in enumerate(frames):
            left = column * wide + 0.05
            picture.text(left / WIDTH, (top + 0.03) / figure_high, f"{frame.nodes:,}", fontsize=8)
            place = (left / WIDTH, (top - high) / figure_high, (wide - 0.1) / WIDTH, high / figure_high)
            drawing.board(picture.add_axes(place), instance, frame.board)
        top -= high + 0.06
    return picture


def animation(film: Film, instance: Any) -> tuple[list[Image], list[int]]:
    """The film as pictures, and the milliseconds that each is shown."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from PIL import Image

    drawing = registry.drawing(film.family)
    high = _SCREEN / _aspect(drawing, instance)
    page = Figure(figsize=(_SCREEN, high + 0.6), dpi=_DOTS)
    canvas = FigureCanvasAgg(page)
    pictures, shown = [], []
    for part, frame in film:
        page.clear()
        axes = page.add_axes((0.02, 0.05 / (high + 0.6), 0.96, high / (high + 0.6)))
        drawing.board(axes, instance, frame.board)
        for down, words in ((0.15, film.instance), (0.4, f"{_HEADS[part].lower()}: {frame.nodes:,}")):
            page.text(0.5, 1 - down / (high + 0.6), words, ha="center", va="center", fontsize=9)
        canvas.draw()
        picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
        pictures.append(picture.quantize(64, dither=Image.Dither.NONE))
        shown.append(_MS[part])
    shown[-1] = _HELD_MS
    return pictures, shown


def save(film: Film, instance: Any, path: Path) -> None:
    """Write the film: .json as it is, .gif as an animation, any format of matplotlib's as a strip."""
    if path.suffix == ".json":
        write(film, path)
    elif path.suffix == ".gif":
        pictures, shown = animation(film, instance)
        pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=shown, loop=0)
    else:
        Picture(strip(film, instance)).save(path, dpi=200)


def _rows(film: Film, columns: int) -> list[tuple[str, Sequence[Frame]]]:
    """The rows of a strip, each with its heading: all frames if they are few, else one row for each part."""
    boards = [frame for _, frame in film]
    if len(boards) <= 3 * columns:
        return [("", boards[start : start + columns]) for start in range(0, len(boards), columns)]
    rest = boards[columns:-columns]
    between = [frame for frame in rest if frame in film.between] or rest
    rows = {"first": boards[:columns], "between": spread(between, columns), "last": boards[-columns:]}
    return [(_HEADS[part], rows[part]) for part in PARTS]


def spread(frames: Sequence[Any], number: int) -> list[Any]:
    """`number` of the frames, evenly spaced, or all of them if there are fewer."""
    if len(frames) <= number:
        return list(frames)
    return [frames[(2 * k + 1) * len(frames) // (2 * number)] for k in range(number)]


def _aspect(drawing: Any, instance: Any) -> float:
    """The width of a drawn board divided by its height."""
    from matplotlib.figure import Figure

    axes = Figure(figsize=(_SCREEN, _SCREEN)).add_axes((0, 0, 1, 1))
    drawing.board(axes, instance, ())
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    return abs((right - left) / (top - bottom))
