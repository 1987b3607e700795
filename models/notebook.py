"""Pictures with words for notebooks. The module is in the lowest layer because answers and figures use it."""

import html
from collections.abc import Iterable
from urllib.parse import quote


def figure(svg: str, lines: Iterable[str]) -> str:
    """HTML of a picture with lines of plain text below it; svg: its text, empty for no picture.

    The picture is an image of its own: a notebook that is not trusted, and a site that shows notebooks, leave inline
    SVG out, and inline pictures share identifiers.
    """
    data = quote(" ".join(svg.split()), safe=" /:;=,.()-_")  # shorter than base64
    image = f'<img src="data:image/svg+xml,{data}">' if svg else ""
    return f"<figure>{image}<figcaption>{'<br>'.join(map(html.escape, lines))}</figcaption></figure>"
