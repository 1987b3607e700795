"""A matplotlib figure as a file, and as a picture with words for notebooks."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Picture:
    """A matplotlib figure that a notebook shows; by themselves notebooks show only those of pyplot."""

    figure: Figure

    def svg(self) -> str:
        """The picture as an SVG element, with letters as text, a third of the size of outlines."""
        import matplotlib

        buffer = io.StringIO()
        with matplotlib.rc_context({"svg.fonttype": "none"}):
            self.figure.savefig(buffer, format="svg", bbox_inches="tight", metadata={"Date": None})
        text = buffer.getvalue()
        return text[text.index("<svg") :]

    def save(self, path: Path, dpi: float | Literal["figure"] = "figure") -> None:
        """Writes a .png, .svg or .pdf file, reproducible to the byte. dpi: dots an inch of a .png."""
        import matplotlib

        undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix)
        with matplotlib.rc_context({"svg.hashsalt": "tilings"}):
            self.figure.savefig(path, dpi=dpi, bbox_inches="tight", metadata=undated)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return figure(self.svg(), ())


def figure(svg: str, lines: Iterable[str]) -> str:
    """HTML of a picture with lines of plain text below it; svg: its text, empty for no picture.

    The picture is an image with a data address: untrusted notebooks and sites that show notebooks leave inline SVG out,
    and inline pictures share identifiers.
    """
    from html import escape
    from urllib.parse import quote

    data = quote(" ".join(svg.split()), safe=" /:;=,.()-_")  # shorter than base64
    image = f'<img src="data:image/svg+xml,{data}">' if svg else ""
    return f"<figure>{image}<figcaption>{'<br>'.join(map(escape, lines))}</figcaption></figure>"
