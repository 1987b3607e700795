"""The imports keep the layers: no package or module imports one above it, and none imports itself in a circle."""

from __future__ import annotations

import ast
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tilings.generators import ladders
from tilings.models import registry

ROOT = Path(__file__).parent.parent
LAYERS = ("models", "generators", "runners", "reports", "tilings", "studies")
# The packages and modules directly in a layer, from the bottom to the top: each imports only those before it.
ROOMS = {
    "runners": [
        "drawing", "install", "binding", "native", "confine", "record", "progress", "solvers", "doctor", "plan",
        "proofs", "execute", "export", "campaign", "cluster", "status", "solve", "verify", "all",
    ],
    "reports": [
        "english", "scores", "data", "plot", "figures", "chapters", "reach", "compare", "export", "importing", "pdf",
        "page", "build", "boards",
    ],
    "studies": [
        "inputs", "settings", "busche", "hn", "peers", "tam", "gallery", "ablation", "ablation_chapter", "engines",
        "document", "__main__",
    ],
}  # fmt: skip


@cache
def imported(path: Path) -> set[str]:
    """The full names of all that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def imports(path: Path) -> set[str]:
    """All that a file imports, by the folders of the repository: `models.registry` for `tilings.models.registry`."""
    short = {name: name.removeprefix("tilings.") for name in imported(path)}
    return {inner if within(inner, *LAYERS) else name for name, inner in short.items()}


def test_everything_is_imported_from_one_package() -> None:
    others = [layer for layer in LAYERS if layer != "tilings"]
    for path in [path for folder in (*LAYERS, "tests", "tools", "examples", "docs") for path in modules(folder)]:
        assert not [name for name in imported(path) if within(name, *others)], path


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def module_name(path: Path) -> str:
    """The dotted name by which a file is imported; that of a package for its __init__.py."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def part_of(package: str, name: str) -> str | None:
    """The package or module directly in a package to which a name belongs; None for a name of elsewhere.

    What the package itself defines or passes on belongs to its `__init__`.
    """
    if not within(name, package):
        return None
    head = name.removeprefix(package).lstrip(".").partition(".")[0]
    home = ROOT / package.replace(".", "/") / head
    return head if head and (home.is_dir() or home.with_suffix(".py").exists()) else "__init__"


def arrows(package: str) -> dict[str, set[str]]:
    """Each part of a package and its other parts that it imports, from whichever file."""
    found: dict[str, set[str]] = {}
    for path in modules(package.replace(".", "/")):
        part = part_of(package, module_name(path))
        assert part is not None
        used = {part_of(package, name) for name in imports(path)}
        found.setdefault(part, set()).update(other for other in used if other not in (None, part))
    return found


def circle(package: str) -> list[str]:
    """The parts of a package that import each other in a circle; empty where there is none."""
    try:
        TopologicalSorter(arrows(package)).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


@pytest.mark.parametrize(
    ("layer", "forbidden"),
    [
        ("models", ("generators", "runners", "reports", "tilings", "studies")),
        ("generators", ("runners", "reports", "tilings", "studies")),
        ("runners", ("reports", "tilings", "studies")),
        ("tilings", ("studies",)),
    ],
)
def test_lower_layers_do_not_import_upper_ones(layer: str, forbidden: tuple[str, ...]) -> None:
    for path in modules(layer):
        assert not [name for name in imports(path) if within(name, *forbidden)], path


@pytest.mark.parametrize("layer", LAYERS)
def test_the_product_imports_neither_tests_nor_the_developers_tools(layer: str) -> None:
    for path in modules(layer):
        assert not [name for name in imports(path) if within(name, "tests", "tools")], path


def private(name: str) -> bool:
    """Whether a name, or a package or module that it lies in, begins with an underscore."""
    return any(part.startswith("_") and part != "__main__" for part in name.split("."))


def test_studies_use_only_public_names_of_the_core() -> None:
    assert private("runners.native._engine.digests") and private("a.b._c") and not private("a.b.c")
    for path in modules("studies"):
        outside = {name for name in imports(path) if within(name, *LAYERS) and not within(name, "studies")}
        assert not [name for name in outside if private(name)], path
        core = {name for name in imports(path) if within(name, *LAYERS) and not within(name, "studies")}
        assert not [name for name in core if name.endswith("__main__")], path


def test_reports_import_only_the_record_the_drawing_the_models_and_the_ladders() -> None:
    below = ("models", "generators.ladders", "reports", "runners.record", "runners.drawing")
    for path in modules("reports"):
        ours = {name for name in imports(path) if within(name, *LAYERS)}
        assert not [name for name in ours if not within(name, *below)], path


@pytest.mark.parametrize("layer", ROOMS)
def test_packages_import_only_those_below_them(layer: str) -> None:
    order, found = ROOMS[layer], arrows(layer)
    assert set(order) == set(found) - {"__init__"}, "each room has its place in ROOMS"
    upwards = {f"{room} -> {used}" for room in order for used in found[room] if order.index(used) > order.index(room)}
    assert not upwards


@pytest.mark.parametrize("layer", ROOMS)
def test_the_architecture_lists_the_same_rooms(layer: str) -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    listed = re.search(rf"^- `{layer}`: (.*(?:\n  .*)*)", text, re.MULTILINE)
    assert listed is not None
    assert re.split(r",\s+", listed[1]) == [room for room in ROOMS[layer] if room != "__main__"]


@pytest.mark.parametrize("layer", ROOMS)
def test_no_parts_of_a_package_import_each_other_in_a_circle(layer: str) -> None:
    packages = [module_name(path) for path in (ROOT / layer).rglob("__init__.py")]
    assert not {package: found for package in packages if (found := circle(package))}


def test_a_circle_of_imports_is_found_at_any_depth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "a/b.py": "from top.c import d",
        "c/d.py": "def late():\n    import top.a.b",
        "c/e.py": "from top import c",
    }
    for name, text in {**files, "__init__.py": "", "a/__init__.py": "", "c/__init__.py": "import top.c.e"}.items():
        (tmp_path / "top" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "top" / name).write_text(text)
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    assert set(circle("top")) == {"a", "c"}
    assert set(circle("top.c")) == {"__init__", "e"}
    assert not circle("top.a")


@pytest.mark.parametrize("layer", ROOMS)
def test_every_package_says_what_flows_in_and_out(layer: str) -> None:
    for path in (ROOT / layer).rglob("__init__.py"):
        if path.parent.parent.name == "native" or path.parent.name == "engine":
            continue  # an engine's package opens with its algorithm, and has an example instead
        words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert "In: " in words and "Out: " in words, path


def test_checkers_share_no_code_with_formulations_or_emitters() -> None:
    dispatcher = ROOT / "models/own/check.py"  # to the modules check_FORMAT.py
    for path in {*(ROOT / "models").glob("*/check*.py")} - {dispatcher}:
        family = f"models.{path.parent.name}"
        ours = {name for name in imports(path) if within(name, *LAYERS)}
        assert not [name for name in ours if not within(name, "models.problem", f"{family}.instance")], path


def test_what_binds_formulas_to_instances_shares_no_code_with_what_writes_them() -> None:
    for path in modules("runners/binding"):
        ours = {name for name in imports(path) if within(name, *LAYERS) and not within(name, "runners.binding")}
        edge = ("models.terminal.command",) if path.stem == "__main__" else ()
        assert not [name for name in ours if not within(name, "models.problem.UserError", "models.files", *edge)], path


def test_the_registry_imports_no_family() -> None:
    families = [f"models.{path.parent.name}" for path in (ROOT / "models").glob("*/draw.py")]
    assert not [name for name in imports(ROOT / "models" / "registry.py") if within(name, *families)]


def texts(path: Path) -> list[str]:
    """The texts in a Python file."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_solvers_are_named_only_in_their_adapters() -> None:
    names = "|".join(path.stem for path in (ROOT / "runners" / "solvers").glob("[!_]*.py"))
    for path in modules("runners"):
        if not {"solvers", "native", "install", "export"} & set(path.parts):  # a format is named as the solver dlx
            assert not [word for word in texts(path) if re.fullmatch(names, word)], path


def test_reports_runners_and_the_page_name_no_family_and_no_ladder() -> None:
    """What is said of them is in models/FAMILY and generators/FAMILY.py; engines may be for one family."""
    families = registry.families()
    ordinary = {"coloured", "costs", "covers", "cut", "edges", "matrix", "own"}  # that mean other things as well
    names = "|".join(map(re.escape, {*families, *(each.name for each in ladders.ladders())} - ordinary))
    named = re.compile(f"{names}|({'|'.join(families)})/.*")
    for path in [path for layer in ("runners", "reports") for path in modules(layer) if "native" not in path.parts]:
        assert not [word for word in texts(path) if named.fullmatch(word)], path
    page = ROOT / "reports" / "page"
    for path in [*page.glob("page.*"), *page.glob("js/*.js")]:
        assert not re.search(rf"\b({names})\b", path.read_text(encoding="utf-8")), path


def test_the_product_refers_to_no_folder_outside_the_repository() -> None:
    for layer in LAYERS:
        for path in modules(layer):
            assert "../shared" not in path.read_text(encoding="utf-8"), path
