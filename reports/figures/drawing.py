"""A figure with its title and sentence, and figures and boards written as SVG files for the template."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.reports.plot.style import context, svg
from tilings.runners.drawing import picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Drawing:
    """A figure, its title, and what it shows in words. Reports leave out one without a figure; a notebook shows all."""

    title: str
    figure: Figure | None
    sentence: str

    def _repr_html_(self) -> str:
        if self.figure is None:
            return "<p>These data make no figure.</p>"
        with context():
            return picture.figure(svg(self.figure), (self.title, self.sentence))


NOTHING = Drawing("", None, "")  # where the data make no figure


def written(drawing: Drawing, folder: Path, stem: str) -> dict[str, str]:
    """A drawing's file in the folder (empty without a figure), its title and its sentence."""
    if drawing.figure is not None:
        (folder / f"{stem}.svg").write_text(svg(drawing.figure), encoding="utf-8")
    file = f"{stem}.svg" if drawing.figure is not None else ""
    return {"file": file, "title": drawing.title, "sentence": drawing.sentence}


def board_grid(drawings: Iterable[Drawing], folder: Path, stem: str) -> list[dict[str, Any]]:
    """The file, the caption, the width in points and the aspect (width by height) of each board."""
    pictures: list[dict[str, Any]] = []
    for number, drawing in enumerate(drawings):
        page = written(drawing, folder, f"{stem}-{number}")
        width, height = size((folder / page["file"]).read_text(encoding="utf-8"))
        pictures.append({"file": page["file"], "caption": page["sentence"], "width": width, "aspect": width / height})
    return pictures


def size(drawing: str) -> tuple[float, float]:
    """The width and the height of an SVG, in points."""
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)
    assert box is not None, "matplotlib writes it"
    return float(box[1]), float(box[2])
