"""What the report prints of each score: sources that exist, formulas that can be set."""

import json
import re

import typst

from reports.build import HOME
from reports.scores import DEFINITIONS


def test_every_source_is_a_reference():
    known = set(re.findall(r"^(\w+):", (HOME / "pdf" / "references.yml").read_text(), flags=re.MULTILINE))
    assert {source for definition in DEFINITIONS for source in definition.sources} <= known


def test_every_score_says_what_it_is():
    assert all(definition.words and definition.better in ("lower", "higher", "") for definition in DEFINITIONS)
    assert len({definition.name for definition in DEFINITIONS}) == len(DEFINITIONS)


def test_every_formula_is_set(tmp_path):
    formulas = [definition.formula for definition in DEFINITIONS]
    (tmp_path / "formulas.json").write_text(json.dumps(formulas))
    (tmp_path / "main.typ").write_text('#json("formulas.json").map(it => eval(it, mode: "math")).join(parbreak())')
    assert typst.compile(tmp_path / "main.typ", root=tmp_path, ignore_system_fonts=True)[:4] == b"%PDF"
