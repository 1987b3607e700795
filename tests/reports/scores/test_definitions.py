"""Every score has a source that exists, a description, and a formula that can be typeset."""

import json
import re

import typst

from tilings.models.terminal.command import ROOT
from tilings.reports.pdf.typeset import HOME
from tilings.reports.scores import DEFINITIONS


def test_the_references_are_those_that_are_cited():
    known = re.findall(r"^(\w+):", (HOME / "references.yml").read_text(), flags=re.MULTILINE)
    sources = [path for folder in ("reports", "studies") for path in (ROOT / folder).rglob("*.py")]
    form = ROOT / "reports" / "chapters" / "chapter.py"  # which says how a reference is written
    texts = [path.read_text(encoding="utf-8") for path in sources if path != form]
    cited = {key for text in texts for key in re.findall(r"\[@([a-z0-9-]+)\]", text)}
    assert sorted(known) == sorted(cited | {source for definition in DEFINITIONS for source in definition.sources})


def test_every_score_has_a_unique_name_a_description_and_a_direction():
    assert all(definition.words and definition.better in ("lower", "higher", "") for definition in DEFINITIONS)
    assert len({definition.name for definition in DEFINITIONS}) == len(DEFINITIONS)


def test_every_formula_can_be_typeset(tmp_path):
    formulas = [definition.formula for definition in DEFINITIONS]
    (tmp_path / "formulas.json").write_text(json.dumps(formulas))
    (tmp_path / "main.typ").write_text('#json("formulas.json").map(it => eval(it, mode: "math")).join(parbreak())')
    assert typst.compile(tmp_path / "main.typ", root=tmp_path, ignore_system_fonts=True)[:4] == b"%PDF"
