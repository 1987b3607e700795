"""Suites are read strictly: an error names the file and the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.problem import UserError
from runners import suite

GOOD = 'timeout = 5\n[[runs]]\nfamily = "squares"\n'


def test_the_shipped_suites_are_there() -> None:
    squares = ["squares", "squares-ablation"]
    triominoes = ["triominoes", "triominoes-ablation", "triominoes-hardness", "triominoes-report"]
    assert suite.names() == ["default", "full", "smoke", *squares, *triominoes]
    assert all(suite.load(name).blocks for name in suite.names())


def test_what_stands_above_the_blocks_holds_for_all_and_a_block_may_differ(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD + 'timeout = 7\n[[runs]]\nfamily = "polycubes"\n', encoding="utf-8")
    loaded = suite.load(str(path))
    assert (loaded.name, [block.limits["timeout"] for block in loaded.blocks]) == ("mine", [7, 5])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("timeout = =\n", "mine.toml: .*line 1"),
        ("timeout = 5", r"\[\[runs\]\]"),
        ("[[runs]]\n", "needs a family"),
        (GOOD + "timeuot = 3", "unknown key 'timeuot'"),
        (GOOD + "timeout = 0", "'timeout' cannot be 0"),
        (GOOD + "parts = 0", "'parts' cannot be 0"),
        (GOOD + "parts = 1.5", "'parts' cannot be 1.5"),
        (GOOD + 'timeout = "abc"', "'timeout' cannot be 'abc'"),
        (GOOD + 'instances = "h04"', "'instances' cannot be 'h04'"),
        (GOOD + "instances = [4]", "'instances' cannot be"),
        (GOOD + 'seeds = ["a"]', "'seeds' cannot be"),
        (GOOD + 'options = { symmetry = "all" }', "'options' cannot be"),
        ('runs = ["x"]', r"\[\[runs\]\]"),
        (GOOD + "repetitions = true", "'repetitions' cannot be True"),
    ],
)
def test_a_broken_suite(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=message):
        suite.load(str(path))
