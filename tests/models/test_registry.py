"""Families and formulations are found by their files' names."""

from __future__ import annotations

from pathlib import Path

import pytest

from models import registry
from models.problem import UserError


def test_every_family_is_stated_in_every_language() -> None:
    for family in registry.families():
        languages = {formulation.language for formulation in registry.formulations(family).values()}
        assert languages >= {"cp", "asp", "cpsat", "mip"}, family


def test_every_formulation_opens_with_words_and_a_source() -> None:
    for family in registry.families():
        for formulation in registry.formulations(family).values():
            head = formulation.path.read_text(encoding="utf-8")[:3000]
            for words in (("Constraints:", "Items:"), ("Source:",), ("Goals:",)):
                assert any(word in head for word in words), f"{formulation.path} says nothing of {words[0]}"


def test_options_have_a_default_and_refuse_other_values() -> None:
    formulation = registry.formulation("squares", "cp_disjunctive")
    assert formulation.settings({})["symmetry"] == formulation.options["symmetry"][0]
    assert formulation.settings({"symmetry": "none"})["symmetry"] == "none"
    with pytest.raises(UserError, match="no option 'colour'"):
        formulation.settings({"colour": "red"})
    with pytest.raises(UserError, match="symmetry of cp_disjunctive takes"):
        formulation.settings({"symmetry": "some"})


def test_a_part_and_where_it_is_split_are_the_runners_options() -> None:
    formulation = registry.formulation("polycubes", "dlx_bits")
    settings = formulation.settings({"part": "3/16", "depth": "2"})
    assert formulation.own(settings) == {"constrain": "auto", "registers": "auto"}
    with pytest.raises(UserError, match="option part of dlx_bits takes"):
        formulation.settings({"part": "17/16"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "field 'family'"),
        ('{"family": 3}', "field 'family'"),
        ('{"family": "spheres"}', "unknown family 'spheres'"),
        ('{"family": "squares"}', "lacks the field"),
    ],
)
def test_a_broken_instance_is_named_with_its_source(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        registry.parse_instance(text, "here.json")
    assert str(caught.value).startswith("here.json: ")


def test_unknown_names() -> None:
    with pytest.raises(UserError, match="unknown family"):
        registry.problem("spheres")
    with pytest.raises(UserError, match="unknown formulation"):
        registry.formulation("squares", "cp_magic")
    with pytest.raises(UserError, match="cannot read"):
        registry.load_instance(Path("/nowhere.json"))


def test_a_changed_shared_file_changes_the_hash(tmp_path: Path) -> None:
    (tmp_path / "cp_x.mzn").write_text("% Goals: first\n", encoding="utf-8")
    path = tmp_path / "cp_x.mzn"
    plain = registry._sha256.__wrapped__(path)
    (tmp_path / "check.py").write_text("", encoding="utf-8")
    assert registry._sha256.__wrapped__(path) == plain, "the checker is not part of a formulation"
    (tmp_path / "data.py").write_text("", encoding="utf-8")
    assert registry._sha256.__wrapped__(path) != plain
