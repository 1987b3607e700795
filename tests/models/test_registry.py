"""Families and formulations are found by the names of their files, and instances are read by their family."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generators.all import families
from models import registry
from models.problem import UserError


def test_every_family_has_a_formulation_in_every_language() -> None:
    for family in families():
        languages = {formulation.language for formulation in registry.formulations(family).values()}
        assert languages >= {"cp", "asp", "cpsat", "mip"}, family


def test_the_head_of_a_formulation_says_what_it_states_and_where_it_comes_from() -> None:
    parts = ("Variables|Items", "Constraints|Options", "Objective", "Symmetry breaking", "Source", "Goals")
    for family in registry.families():
        for formulation in registry.formulations(family).values():
            text = formulation.path.read_text(encoding="utf-8")
            starts = [re.search(rf"^(?:% )?(?:{part})\b[^:]*:", text, re.MULTILINE) for part in parts]
            named = [start.start() for start in starts if start]
            assert len(named) == len(parts), f"{formulation.path} lacks a part of its head"
            assert named == sorted(named), f"{formulation.path} has the parts of its head in another order"


def test_a_formulation_has_the_paradigm_of_its_language_unless_its_head_names_another() -> None:
    assert registry.formulation("squares", "asp_tiles").paradigm == "ASP"
    assert registry.formulation("polycubes", "dlx_cover").paradigm == "exact cover"
    assert registry.formulation("squares", "dlx_skyline").paradigm == "native search"
    assert registry.formulation("squares", "cp_diffn").paradigm == "", "its solver decides"


def test_a_row_without_a_paradigm_has_that_of_its_formulation_or_of_its_prefix() -> None:
    assert registry.paradigm("triominoes", "dlx_budget") == "native search"
    assert registry.paradigm("squares", "cp_diffn") == "CP"
    assert registry.paradigm("squares", "mip_gone") == "MIP"
    assert registry.paradigm("gone", "dlx_gone") == "exact cover"


def test_options_have_a_default_and_refuse_other_values() -> None:
    formulation = registry.formulation("squares", "cp_disjunctive")
    assert formulation.settings({})["symmetry"] == formulation.options["symmetry"][0]
    assert formulation.settings({"symmetry": "none"})["symmetry"] == "none"
    with pytest.raises(UserError, match="no option 'colour'"):
        formulation.settings({"colour": "red"})
    with pytest.raises(UserError, match="symmetry of cp_disjunctive takes"):
        formulation.settings({"symmetry": "some"})


def test_the_options_part_and_depth_are_not_passed_to_a_formulation() -> None:
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
    assert str(caught.value).startswith("here.json:")


def test_unknown_families_formulations_and_files_are_refused() -> None:
    with pytest.raises(UserError, match="unknown family"):
        registry.problem("spheres")
    with pytest.raises(UserError, match="unknown formulation"):
        registry.formulation("squares", "cp_magic")
    with pytest.raises(UserError, match="cannot read"):
        registry.load_instance(Path("/nowhere.json"))


SQUARE = '{\n  "family": "squares",\n  "name": "s",\n  "width": 4,\n  "height": 4,\n  "max_copies": 4\n}\n'


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (SQUARE.replace("4,\n", "4\n"), "s.json:5: not JSON: Expecting ',' delimiter (column 3)"),
        (SQUARE.replace('"width": 4', '"width": 0'), "s.json:4: 'width' must be"),
        (SQUARE.replace('"max_copies"', '"max_copy"'), "s.json:6: unknown field 'max_copy'"),
        (SQUARE.replace('"squares"', '"spheres"'), "s.json: unknown family 'spheres'"),
        (SQUARE.replace('  "width": 4,\n', ""), "s.json: the instance lacks the field 'width'"),
    ],
)  # fmt: skip
def test_an_error_in_an_instance_is_named_with_its_line(text: str, start: str) -> None:
    with pytest.raises(UserError) as caught:
        registry.parse_instance(text, "s.json")
    assert str(caught.value).startswith(start)


def test_an_error_in_a_field_that_occurs_several_times_has_no_line() -> None:
    pieces = ",\n".join(f'{{"name": "{name}", "cells": {cells}}}' for name, cells in (("A", [[0, 0, 0]]), ("B", 5)))
    text = f'{{"family": "polycubes", "name": "b", "box": [2, 1, 1], "pieces": [\n{pieces}]}}'
    with pytest.raises(UserError, match="^b.json: .*cells"):
        registry.parse_instance(text, "b.json")


def test_for_a_misspelt_field_the_right_name_is_suggested() -> None:
    with pytest.raises(UserError, match="did you mean 'max_copies'?"):
        registry.parse_instance(SQUARE.replace('"max_copies"', '"max_copy"'), "s.json")
