"""Writes figures and boards as SVG files, and says of each what the template needs to set it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from reports.figures.boards import Board
from reports.plot.style import svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure(module: ModuleType, data: Any, folder: Path, stem: str) -> dict[str, str]:
    """A figure's file (empty where the data do not support it), title and sentence."""
    return picture(module.figure(data), module.TITLE, module.sentence(data), folder, stem)


def picture(made: Figure | None, title: str, sentence: str, folder: Path, stem: str) -> dict[str, str]:
    """The same of a figure that was made, or could not be."""
    if made is not None:
        (folder / f"{stem}.svg").write_text(svg(made), encoding="utf-8")
    return {"file": f"{stem}.svg" if made is not None else "", "title": title, "sentence": sentence}


def paged(module: ModuleType, pages: list[Any], folder: Path, stem: str) -> list[dict[str, str]]:
    """A figure of several pages, each titled with its number."""
    figures = [figure(module, page, folder, f"{stem}-{number}") for number, page in enumerate(pages, 1)]
    for number, each in enumerate(figures, 1):
        each["title"] += f" (part {number} of {len(pages)})" if len(pages) > 1 else ""
    return figures


def shelf(boards: Iterable[Board], folder: Path, stem: str) -> list[dict[str, Any]]:
    """Each board's file, caption, width in points, and aspect (width by height)."""
    pictures: list[dict[str, Any]] = []
    for number, board in enumerate(boards):
        name, drawing = f"{stem}-{number}.svg", svg(board.figure)
        (folder / name).write_text(drawing, encoding="utf-8")
        width, height = _size(drawing)
        pictures.append({"file": name, "caption": board.caption, "width": width, "aspect": width / height})
    return pictures


def within(folder: str, content: Any) -> Any:
    """The same content with every figure's file within a folder of that name."""
    if isinstance(content, dict):
        return {
            key: f"{folder}/{value}" if key == "file" and value else within(folder, value)
            for key, value in content.items()
        }
    return [within(folder, value) for value in content] if isinstance(content, list | tuple) else content


def _size(drawing: str) -> tuple[float, float]:
    """The width and the height of an SVG, in points."""
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)
    assert box is not None, "matplotlib writes it"
    return float(box[1]), float(box[2])
