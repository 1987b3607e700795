"""The heads of formulations say what they state and can be given, and a wrong one is refused."""

import re
from pathlib import Path

import pytest

from tilings.models import registry
from tilings.models.formulation import read
from tilings.models.problem import UserError


def test_the_head_of_a_formulation_says_what_it_states_and_where_it_comes_from() -> None:
    parts = ("Variables|Items", "Constraints|Options", "Objective", "Symmetry breaking", "Source", "Goals")
    for family in registry.families():
        for formulation in registry.formulations(family).values():
            text = formulation.path.read_text(encoding="utf-8")
            starts = [re.search(rf"^(?:% )?(?:{part})\b[^:]*:", text, re.MULTILINE) for part in parts]
            missing = [part for part, start in zip(parts, starts, strict=True) if not start]
            assert not missing, f"{formulation.path} needs a line in its head that begins with each of these"
            named = [start.start() for start in starts if start]
            assert named == sorted(named), f"{formulation.path} has the parts of its head in another order"


def test_a_formulation_has_the_paradigm_of_its_language_unless_its_head_names_another() -> None:
    assert registry.formulation("squares", "asp_tiles").paradigm == "ASP"
    assert registry.formulation("polycubes", "dlx_cover").paradigm == "exact cover"
    assert registry.formulation("squares", "dlx_skyline").paradigm == "native search"
    assert registry.formulation("squares", "cp_diffn").paradigm == "", "its solver decides"


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
    ("name", "head", "message"),
    [
        ("asp_mine.lp", b"% Goals: all", "its head needs a line 'Goals"),
        ("asp_mine.lp", b"% Goals: first\n% Paradigm: luck", "unknown paradigm 'luck'"),
        ("dlx_mine.py", b"Goals: first", "its head needs a line 'Engines"),
        ("asp_mine.lp", b"% \xff", "not UTF-8 text"),
    ],
)
def test_a_wrong_head_is_named_with_its_file(tmp_path: Path, name: str, head: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(head)
    with pytest.raises(UserError, match=message) as refused:
        read("squares", "tilings.models.squares", "tilings.models.squares", tmp_path / name)
    assert str(tmp_path / name) in str(refused.value)
