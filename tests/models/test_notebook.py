"""Pictures for notebooks are images of their own, with plain words below."""

from __future__ import annotations

import re
from urllib.parse import unquote

from models.notebook import figure

SVG = '<svg width="10"><text>50 % &amp; "more"</text></svg>'


def test_a_picture_is_an_image_whose_address_holds_it() -> None:
    shown = figure(SVG, ["a < b", "c"])
    (address,) = re.findall(r'<img src="([^"]*)">', shown)
    assert unquote(address) == f"data:image/svg+xml,{SVG}"
    assert "<figcaption>a &lt; b<br>c</figcaption>" in shown


def test_without_a_picture_there_are_only_words() -> None:
    assert figure("", ["none"]) == "<figure><figcaption>none</figcaption></figure>"
