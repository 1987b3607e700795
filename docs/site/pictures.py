"""Draws the pictures of docs/reading-the-report.md from a published grid: `make gallery`."""

import io
from pathlib import Path

from PIL import Image

from tilings.reports.data import load
from tilings.reports.figures import ecdf, leads, solver_by_model
from tilings.reports.plot.style import context

FOLDER = Path(__file__).parent.parent / "pictures"
SHOWN = (solver_by_model, leads, ecdf)


def main() -> None:
    """Draw each picture anew into docs/pictures."""
    runs = load("results/published/squares")
    with context():
        for module in SHOWN:
            figure = module.draw(runs).figure
            assert figure is not None
            raw = io.BytesIO()
            figure.savefig(raw, dpi=144, bbox_inches="tight")
            name = module.__name__.rpartition(".")[2]
            # A palette makes the files smaller, and loses no colour that a reader would miss.
            Image.open(raw).convert("RGB").quantize(256).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
