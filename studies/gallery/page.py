"""Puts the book together: one page that needs no other file, and the same as Markdown for a site."""

import base64
import html
import re
from collections.abc import Iterable
from pathlib import Path

from reports.figures.drawing import size
from studies.gallery.picture import Picture, Section

HOME = Path(__file__).parent
WIDE = 2.5  # times as wide as high: such a picture takes two columns
LEAD = (
    "Each picture is a solution that a program found and an independent checker accepted. The text below it says what "
    "is proved, and the small print which file of {where} holds it."
)


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
