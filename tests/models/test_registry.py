"""Families and formulations are found by the names of their files, and instances are read by their family."""

from pathlib import Path

import pytest

from tilings.generators.all import families
from tilings.models import registry
from tilings.models.problem import UserError


def test_every_family_has_a_formulation_in_every_language() -> None:
    for family in families():
        languages = {formulation.language for formulation in registry.formulations(family).values()}
        missing = {"cp", "asp", "cpsat", "mip"} - languages
        assert not missing, f"models/{family} needs a formulation in each of these languages (docs/extending.md)"


def test_a_row_without_a_paradigm_has_that_of_its_formulation_or_of_its_prefix() -> None:
    assert registry.paradigm("triominoes", "dlx_budget") == "native search"
    assert registry.paradigm("squares", "cp_diffn") == "CP"
    assert registry.paradigm("squares", "mip_gone") == "MIP"
    assert registry.paradigm("gone", "dlx_gone") == "exact cover"


def test_unknown_families_formulations_and_files_are_refused() -> None:
    with pytest.raises(UserError, match="unknown family"):
        registry.problem("spheres")
    with pytest.raises(UserError, match="unknown formulation"):
        registry.formulation("squares", "cp_magic")
    with pytest.raises(UserError, match="cannot read"):
        registry.load_instance(Path("/nowhere.json"))


SQUARE = '{\n  "family": "squares",\n  "name": "s",\n  "width": 4,\n  "height": 4,\n  "max_copies": 4\n}\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "s.json: an instance is a JSON object with a field 'family'"),
        ('{"family": 3}', "s.json: an instance is a JSON object with a field 'family'"),
        (SQUARE.replace("4,\n", "4\n"), r"s.json:5: not JSON: Expecting ',' delimiter \(column 3\)"),
        (SQUARE.replace('"width": 4', '"width": 0'), "s.json:4: 'width' must be"),
        (SQUARE.replace("max_copies", "max_copy"), "s.json:6: unknown field 'max_copy'; .* did you mean 'max_copies'"),
        (SQUARE.replace('"squares"', '"spheres"'), "s.json: unknown family 'spheres'"),
        (SQUARE.replace('  "width": 4,\n', ""), "s.json: the instance lacks the field 'width'"),
    ],
)  # fmt: skip
def test_an_error_in_an_instance_is_named_with_its_line(text: str, words: str) -> None:
    with pytest.raises(UserError, match=f"^{words}"):
        registry.parse_instance(text, "s.json")


def test_an_error_in_a_field_that_occurs_several_times_has_no_line() -> None:
    pieces = ",\n".join(f'{{"name": "{name}", "cells": {cells}}}' for name, cells in (("A", [[0, 0, 0]]), ("B", 5)))
    text = f'{{"family": "polycubes", "name": "b", "box": [2, 1, 1], "pieces": [\n{pieces}]}}'
    with pytest.raises(UserError, match="^b.json: .*cells"):
        registry.parse_instance(text, "b.json")
