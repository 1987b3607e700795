"""The arrows that must never be drawn between the layers, read from the imports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("models", "generators", "runners", "reports")


def imports(path: Path) -> set[str]:
    """All modules that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


@pytest.mark.parametrize(
    ("layer", "forbidden"),
    [
        ("models", ("generators", "runners", "reports")),
        ("generators", ("runners", "reports")),
        ("runners", ("generators", "reports")),
    ],
)
def test_lower_layers_do_not_import_upper_ones(layer: str, forbidden: tuple[str, ...]) -> None:
    for path in modules(layer):
        assert not [name for name in imports(path) if within(name, *forbidden)], path


def test_reports_import_only_the_record_and_the_models() -> None:
    for path in modules("reports"):
        ours = {name for name in imports(path) if within(name, *LAYERS)}
        assert not [name for name in ours if not within(name, "models", "reports", "runners.record")], path


def test_checkers_share_no_code_with_formulations_or_emitters() -> None:
    for path in (ROOT / "models").glob("*/check.py"):
        family = f"models.{path.parent.name}"
        ours = {name for name in imports(path) if within(name, *LAYERS)}
        assert not [name for name in ours if not within(name, "models.problem", f"{family}.instance")], path


def test_the_registry_imports_no_family() -> None:
    families = [f"models.{path.parent.name}" for path in (ROOT / "models").glob("*/__init__.py")]
    assert not [name for name in imports(ROOT / "models" / "registry.py") if within(name, *families)]


def test_solvers_are_named_only_in_their_adapters() -> None:
    names = "|".join(path.stem for path in (ROOT / "runners" / "solvers").glob("[!_]*.py"))
    for path in (ROOT / "runners").glob("*.py"):
        words = [
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        assert not [word for word in words if re.fullmatch(names, word)], path


def test_the_product_stands_alone() -> None:
    for layer in LAYERS:
        for path in modules(layer):
            assert "../shared" not in path.read_text(encoding="utf-8"), path
