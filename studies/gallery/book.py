"""The picture book: a page that needs no other file, the same as Markdown, and the pictures of README.md and docs/."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models import registry
from tilings.models.fields import as_name
from tilings.models.problem import Instance, Solution, UserError
from tilings.reports.figures.drawing import size
from tilings.reports.plot.style import context, svg
from tilings.runners.drawing import film

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HOME = Path(__file__).parent
WIDE = 2.5  # times as wide as high: such a picture takes two columns
LEAD = (
    "Each picture is a solution that a program found and an independent checker accepted. The text below it says what "
    "is proved, and the small print which file of {where} holds it."
)
README_BOARDS = {"squares": "h19", "triominoes": "dense-7-v8", "polycubes": "tetris-cube"}
README_FILM = "films/pentominoes6x10.json"  # in the folder of results


@dataclass(frozen=True)
class Picture:
    """A valid solution and its texts.

    title: the instance, or the value that the solution shows. words: a description. proved: sentences on proofs and
    their sources. source: the file of the solution, in the folder of results, and the search that found it.
    """

    instance: Instance
    solution: Solution
    title: str
    words: str
    proved: str
    source: str
    family: str

    @property
    def stem(self) -> str:
        """The name of its file, without a suffix."""
        return as_name(f"{self.family}-{self.instance.name}")

    def figure(self, bare: bool = True) -> Figure:
        """The family's drawing. bare: without a title."""
        made: Figure = registry.drawing(self.family).figure(self.instance, self.solution, bare=bare)
        return made


@dataclass(frozen=True)
class Section:
    """The pictures of a family, and why these were chosen, in a sentence."""

    title: str
    chosen: str
    pictures: tuple[Picture, ...]


def write(shown: list[Section], out: Path, where: str) -> Path:
    """Write the page, its pictures as SVG files and both as Markdown into a folder; returns the path of the page."""
    out.mkdir(parents=True, exist_ok=True)
    with context():
        drawings = {each.stem: svg(each.figure()) for section in shown for each in section.pictures}
    for stem, drawing in drawings.items():
        (out / f"{stem}.svg").write_text(drawing, encoding="utf-8")
    (out / "gallery.md").write_text(markdown(shown, where), encoding="utf-8")
    index = out / "index.html"
    index.write_text(page(shown, drawings, where), encoding="utf-8")
    return index


def write_readme(shown: Iterable[Section], results: Path, out: Path) -> None:
    """Write FAMILY.png and search.png into a folder; raises UserError where the results lack one of these."""
    known = {(each.family, each.instance.name): each for section in shown for each in section.pictures}
    strip = film.read(results / README_FILM)
    out.mkdir(parents=True, exist_ok=True)
    with context():
        for family, name in README_BOARDS.items():
            _picture(known, family, name).figure(bare=False).savefig(out / f"{family}.png", bbox_inches="tight")
        film.save(strip, _picture(known, strip.family, strip.instance).instance, out / "search.png")


def _picture(known: dict[tuple[str, str], Picture], family: str, name: str) -> Picture:
    if (family, name) not in known:
        raise UserError(f"--pictures needs a solution of {name}, of the family {family}, which the results lack")
    return known[family, name]


def page(sections: Iterable[Section], drawings: dict[str, str], where: str) -> str:
    """The page. drawings: the SVG of each picture, by its stem. where: the folder of the results."""
    shown = list(sections)
    parts = {
        "style": (HOME / "page.css").read_text(encoding="utf-8"),
        "lead": html.escape(LEAD.format(where=where)),
        "links": "\n".join(f'<a href="#{_anchor(each)}">{html.escape(each.title)}</a>' for each in shown),
        "sections": "\n".join(_section(each, drawings) for each in shown),
    }
    frame = (HOME / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], frame)


def markdown(sections: Iterable[Section], where: str) -> str:
    """The book as Markdown, beside whose file the SVG files lie."""
    lines = ["# A picture book", "", LEAD.format(where=where)]
    for section in sections:
        lines += ["", f"## {section.title}", "", section.chosen]
        for each in section.pictures:
            lines += ["", f"![{each.title}: {each.words}]({each.stem}.svg)", ""]
            lines += [f"**{each.title}**: {each.words}. {each.proved} *{each.source}*"]
    return "\n".join(lines) + "\n"


def _section(section: Section, drawings: dict[str, str]) -> str:
    figures = "\n".join(_figure(each, drawings[each.stem]) for each in section.pictures)
    opening = f'<section id="{_anchor(section)}">\n<h2>{html.escape(section.title)}</h2>'
    return f'{opening}\n<p>{html.escape(section.chosen)}</p>\n<div class="pictures">\n{figures}\n</div>\n</section>'


def _figure(picture: Picture, drawing: str) -> str:
    title, words, proved, source = map(html.escape, (picture.title, picture.words, picture.proved, picture.source))
    data, (width, height) = base64.b64encode(drawing.encode()).decode(), size(drawing)
    shape = f'width="{width:.0f}" height="{height:.0f}"'
    image = f'<img src="data:image/svg+xml;base64,{data}" {shape} alt="{title}: {words}">'
    caption = f'<strong>{title}</strong>: {words}.\n<p>{proved}</p>\n<p class="source">{source}</p>'
    wide = ' class="wide"' if width > WIDE * height else ""
    return f'<figure{wide}>\n<a href="{picture.stem}.svg">{image}</a>\n<figcaption>{caption}</figcaption>\n</figure>'


def _anchor(section: Section) -> str:
    return section.title.lower().replace(" ", "-")
