"""The models of the tutorial stand on its page as they are in examples/tutorial."""

from __future__ import annotations

import re

from tilings.models.terminal.command import ROOT

FOLDER = ROOT / "examples" / "tutorial"
PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")


def test_each_model_on_the_page_is_the_file_of_its_name() -> None:
    shown = dict(re.findall(r"<!-- test: file (\S+) -->\n(?:<!--.*?-->\n)?```\w*\n(.*?)```", PAGE, re.DOTALL))
    shown |= {name: f"{text}\n" for text, name in re.findall(r"^echo '(.*)' > (\S+)$", PAGE, re.MULTILINE)}
    files = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.is_file()}
    del files["compare.py"]
    assert shown == files
