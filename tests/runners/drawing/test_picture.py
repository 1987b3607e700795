"""Pictures for notebooks are images of their own, with plain words below."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from matplotlib.figure import Figure

from tilings.runners.drawing.picture import Picture, figure

SVG = '<svg width="10"><text>50 % &amp; "more"</text></svg>'


def test_a_picture_is_an_image_whose_address_holds_it() -> None:
    shown = figure(SVG, ["a < b", "c"])
    (address,) = re.findall(r'<img src="([^"]*)">', shown)
    assert unquote(address) == f"data:image/svg+xml,{SVG}"
    assert "<figcaption>a &lt; b<br>c</figcaption>" in shown


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_a_picture_is_written_alike_each_time(tmp_path: Path, ending: str) -> None:
    for name in ("one", "two"):
        drawn = Figure(figsize=(1, 1))
        drawn.add_axes((0, 0, 1, 1)).scatter([0, 1], [1, 0])
        Picture(drawn).save(tmp_path / f"{name}.{ending}")
    one, two = (tmp_path.joinpath(f"{name}.{ending}").read_bytes() for name in ("one", "two"))
    assert one and one == two
