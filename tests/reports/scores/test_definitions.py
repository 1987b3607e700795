"""Every score has a source that exists, a description, and a formula that can be typeset."""

import json
import re

import typst

from reports.pdf.typeset import HOME
from reports.scores import DEFINITIONS


def test_every_source_is_in_the_references():
    known = set(re.findall(r"^(\w+):", (HOME / "references.yml").read_text(), flags=re.MULTILINE))
    assert {source for definition in DEFINITIONS for source in definition.sources} <= known


def test_every_score_has_a_unique_name_a_description_and_a_direction():
    assert all(definition.words and definition.better in ("lower", "higher", "") for definition in DEFINITIONS)
    assert len({definition.name for definition in DEFINITIONS}) == len(DEFINITIONS)


def test_every_formula_can_be_typeset(tmp_path):
    formulas = [definition.formula for definition in DEFINITIONS]
    (tmp_path / "formulas.json").write_text(json.dumps(formulas))
    (tmp_path / "main.typ").write_text('#json("formulas.json").map(it => eval(it, mode: "math")).join(parbreak())')
    assert typst.compile(tmp_path / "main.typ", root=tmp_path, ignore_system_fonts=True)[:4] == b"%PDF"
