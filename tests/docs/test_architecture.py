"""The stations of docs/architecture.md are as many as it says, and each function named after a file is in that file."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
NAMED = re.findall(r"\[`[\w./]+`\]\(\.\./([\w./]+\.py)\)\s+`(\w+(?:\.\w+)?)`", TEXT)


def defined(path: Path) -> set[str]:
    """The functions and classes of a module, and the methods as `Class.method`."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    classes = [node for node in body if isinstance(node, ast.ClassDef)]
    methods = {f"{one.name}.{node.name}" for one in classes for node in one.body if isinstance(node, ast.FunctionDef)}
    return methods | {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_named_function_is_in_its_file(file: str, name: str) -> None:
    assert name in defined(ROOT / file)


def test_the_stations_to_a_row_are_counted() -> None:
    part = TEXT[TEXT.index("## From an instance to its row") : TEXT.index("## From a row to a figure")]
    (number,) = re.findall(r"(\d+) stations", part)
    assert [int(place) for place in re.findall(r"^(\d+)\. ", part, re.MULTILINE)] == list(range(1, int(number) + 1))
    assert len(NAMED) > int(number)
