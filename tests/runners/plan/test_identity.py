"""Which edit of the sources makes which runs again: the table of docs/identity.md, each line tried in a copy.

A run is named ``family/formulation solver instance goal options``; patterns say which an edit makes again.
"""

import csv
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from models import registry
from models.closure import EVERYTHING, Symbol
from models.formulation import SOURCES
from models.terminal.command import ROOT
from runners.native import engines
from runners.plan import identity, manifest

INSTANCES = ("assignment7", "dominoes4x4", "h04", "seed07x07", "b0-1-easy")
FAMILIES = ("covers", "polycubes", "squares", "triominoes")
SUITE = "".join(f'[[runs]]\nfamily = "{family}"\n' for family in FAMILIES)
SUITE += '[[runs]]\nfamily = "squares"\noptions = { symmetry = ["lower"], optimum = ["levels"] }\n'
# In place of the extension: the digests that it would have if it were built from these sources.
ENGINE = """
from pathlib import Path
from runners.native.digests import digest, engines
digests = {engine: digest(Path(__file__).parent, engine, "") for engine in engines(Path(__file__).parent)}
"""
ANYWHERE = ""  # in place of the text to replace: the edit is made at the end of the file

NOTHING = [
    ("a comment in MiniZinc", "models/squares/cp_diffn.mzn", ANYWHERE, "% A comment.\n"),
    ("a comment in ASP", "models/squares/asp_tiles.lp", ANYWHERE, "\n\n% A comment.\n"),
    ("a comment in Python", "models/squares/data.py", ANYWHERE, "# A comment.\n"),
    ("a comment in an adapter", "runners/solvers/highs.py", ANYWHERE, "# A comment.\n"),
    ("a docstring", "runners/solvers/highs.py", '"""Run HiGHS.', '"""Run it.'),
    ("an annotation", "models/squares/data.py", "copies(instance: SquaresInstance)", "copies(instance: object)"),
    ("the wording of an error", "models/squares/instance.py", "must not both be 1", "cannot both be 1"),
    ("a checker", "models/squares/check.py", "return", "return list() or"),
    ("a drawing", "models/squares/draw.py", ANYWHERE, "ADDED = 1\n"),
    ("an importer", "models/polycubes/definition.py", ANYWHERE, "ADDED = 1\n"),
    ("a function that no run needs", "models/squares/data.py", '"area": instance.width', '"area": 1 * instance.width'),
    ("the formulations to take first", "models/squares/__init__.py", 'preferred=("cp_diffn", ', "preferred=("),
    ("how formulations are found", "models/registry.py", ANYWHERE, "ADDED = 1\n"),
    ("how limits are held", "runners/confine/task.py", ANYWHERE, "ADDED = 1\n"),
    ("the record", "runners/record/schema.py", ANYWHERE, "ADDED = 1\n"),
    ("a film's length", "runners/solvers/interface/native_film.py", "FRAMES = 40", "FRAMES = 41"),
    ("a default of MiniZinc's that each run sets", "models/squares/tiles.mzn", 'default "all"', 'default "x"'),
    ("a default of ASP's that each run sets", "models/squares/asp_tiles.lp", "symmetry = all.", "symmetry = x."),
    ("a default of Python's that each run sets", "models/squares/mip_bigm.py", 'symmetry: str = "all"', 'symmetry="x"'),
]  # fmt: skip

SOME = [
    # The formulation, and what it is built from.
    ("a constraint", "models/squares/cp_diffn.mzn", ANYWHERE, "constraint true;\n", ["squares/cp_diffn *"]),
    ("a rule", "models/squares/asp_tiles.lp", ANYWHERE, ":- 1 > 2.\n", ["squares/asp_tiles *"]),
    ("a statement", "models/squares/mip_bigm.py", ANYWHERE, "assert True\n", ["squares/mip_bigm *"]),
    (
        "an included file", "models/squares/tiles.mzn", ANYWHERE, "constraint true;\n",
        ["squares/cp_diffn *", "squares/cp_disjunctive *"],
    ),
    (
        "an imported module", "models/triominoes/linear.py", ANYWHERE, "assert True\n",
        ["triominoes/mip_clique *", "triominoes/mip_placement *"],
    ),
    # From an instance to what the solver is given, and back.
    ("an instance", "instances/squares/h04.json", ANYWHERE, "\n", ["squares/* h04 *"]),
    ("how instances are read", "models/squares/instance.py", "height == 1:", "height <= 1:", ["squares/*"]),
    ("how solutions are read", "models/squares/data.py", "len(arguments) != 3:", "len(arguments) > 3:", ["squares/*"]),
    ("the symmetries", "models/squares/symmetry.py", ANYWHERE, "assert True\n", ["squares/*"]),
    ("MiniZinc's data", "models/squares/data.py", '"forced": bool(', '"forced": any(', ["squares/cp_*"]),
    ("ASP's facts", "models/squares/data.py", '("most", (most', '("most", (1 + most', ["squares/asp_*"]),
    ("how MiniZinc's data is written", "models/encoding.py", "{name} = {", "{name}={", ["*/cp_*"]),
    ("how ASP's facts are written", "models/encoding.py", "{atom(name, arguments)}.", "{atom(name)}.", ["*/asp_*"]),
    # The goal.
    ("what MiniZinc's goals share", "models/goals/goal.mzn", ANYWHERE, "bool: more;\n", ["*/cp_*"]),
    ("MiniZinc's goal count", "models/goals/goal_count.mzn", ":: search ", "", ["*/cp_* count*"]),
    (
        "MiniZinc's goal optimum", "models/goals/goal_min.mzn", ":: search ", "",
        ["squares/cp_* optimum *optimum=model*", "covers/cp_* optimum"],
    ),
    ("decisions", "runners/execute/stepwise_optimum.py", ANYWHERE, "assert True\n", ["* optimum *optimum=levels*"]),
    ("levels", "models/squares/data.py", "yield most,", "yield 0 + most,", ["squares/* optimum *optimum=levels*"]),
    # The solver.
    ("an adapter's setting", "runners/solvers/highs.py", "mip_detect_symmetry=False, ", "", ["*/mip_* highs *"]),
    ("what MIP adapters share", "runners/solvers/interface/mip.py", ANYWHERE, "assert 1\n", ["*/mip_*"]),
    ("a library of MiniZinc's", "runners/solvers/scip.py", '"--readParam"', '"--readparam"', ["*/cp_* scip *"]),
    (
        "what MiniZinc's libraries share", "runners/solvers/interface/minizinc_mip.py", "fnmatch(", "not fnmatch(",
        ["*/cp_* highs *", "*/cp_* scip *"],
    ),
    ("what MiniZinc's adapters share", "runners/solvers/interface/minizinc.py", "1000 *", "999 *", ["*/cp_*"]),
    (
        "what solvers in Python share", "runners/solvers/interface/child_process.py", "max(0.1,", "max(0.2,",
        ["*/mip_*", "*/cpmpy_*", "*/sat_*", "* clingo *", "* cpsat *", "* dlx *"],
    ),
    (
        "what back ends of CPMpy share", "runners/solvers/interface/cpmpy.py", "0.95 *", "0.96 *", ["*/cpmpy_*"],
    ),
    ("how engines are called", "runners/native/engines.py", ANYWHERE, "assert True\n", ["* dlx *"]),
    ("an engine's Python", "runners/native/skyline/__init__.py", ANYWHERE, "assert 1\n", ["*/dlx_skyline *"]),
    (
        "an engine, of which others use a part", "runners/native/bits/engine.cpp", ANYWHERE, "\n",
        ["*/dlx_bits *", "*/dlx_auto *", "*/dlx_holes *", "*/dlx_states *"],
    ),
    (
        "a header of several engines", "runners/native/partition.hpp", ANYWHERE, "\n",
        [f"*/dlx_{name} *" for name in ("bits", "auto", "holes", "states", "cover", "general", "skyline")],
    ),
    # Runs that take the default of an option; those that choose its value have been made already.
    (
        "a default", "models/squares/cp_diffn.mzn", "Option symmetry: all", "Option symmetry: xy | all",
        ["squares/cp_diffn * symmetry=xy"],
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources that runs depend on, with a small catalogue of instances and a suite."""
    root = tmp_path_factory.mktemp("tree")
    for folder in ("models", "runners"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    (root / "pyproject.toml").touch()  # it tells a clone from an installation
    (root / "runners" / "native" / "_engine.py").write_text(ENGINE, encoding="utf-8")
    for entry in manifest.shipped():
        if entry.name in INSTANCES:
            (root / "instances" / entry.family).mkdir(parents=True, exist_ok=True)
            shutil.copy(entry.path, root / "instances" / entry.family)
    with (manifest.MANIFEST).open(encoding="utf-8", newline="") as all_rows:
        header, *rows = csv.reader(all_rows)
    with (root / "instances" / "manifest.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *(row for row in rows if row[1] in INSTANCES)])
    (root / "suite.toml").write_text(SUITE, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def planner(tree: Path) -> Iterator[subprocess.Popen[str]]:
    """The process of ``planned_ids.py`` in the copy: -S keeps an editable installation from importing what it knows."""
    script = Path(__file__).with_name("planned_ids.py")
    environment = os.environ | {"PYTHONPATH": f"{tree}:{sysconfig.get_paths()['purelib']}"}
    command = [sys.executable, "-S", str(script), "suite.toml"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tree, env=environment, text=True, **pipes) as process:  # type: ignore[call-overload]
        yield process


def planned(planner: subprocess.Popen[str]) -> dict[str, str]:
    """The ids of the suite's runs by their names, of the sources as they are now."""
    assert planner.stdin and planner.stdout
    planner.stdin.write("\n")
    planner.stdin.flush()
    found: dict[str, str] = json.loads(planner.stdout.readline())
    return found


@pytest.fixture(scope="module")
def before(planner: subprocess.Popen[str]) -> set[str]:
    """The ids that a campaign holds before the edit."""
    return set(planned(planner).values())


def edit(tree: Path, path: str, old: str, new: str) -> None:
    """Make an edit that is to change the file."""
    file = tree / path
    text = file.read_text(encoding="utf-8")
    assert old in text and old != new
    file.write_text(text.replace(old, new) if old else text + new, encoding="utf-8")


def restore(tree: Path, path: str) -> None:
    shutil.copy(ROOT / path, tree / path)


def test_what_no_solver_is_given_makes_no_run_again(
    tree: Path, planner: subprocess.Popen[str], before: set[str]
) -> None:
    for _, *edited in NOTHING:
        edit(tree, *edited)
    after = planned(planner)
    for _, path, *_ in NOTHING:
        restore(tree, path)
    assert {name for name, run_id in after.items() if run_id not in before} == set()


@pytest.mark.parametrize(("path", "old", "new", "again"), [pytest.param(*row, id=what) for what, *row in SOME])
def test_an_edit_makes_just_these_runs_again(
    tree: Path, planner: subprocess.Popen[str], before: set[str], path: str, old: str, new: str, again: list[str]
) -> None:
    edit(tree, path, old, new)
    after = planned(planner)
    restore(tree, path)
    expected = {name for name in after for pattern in again if fnmatch(name, pattern)}
    assert {name for name, run_id in after.items() if run_id not in before} == expected
    assert all(any(fnmatch(name, pattern) for name in after) for pattern in again), "each pattern is of some run"


def test_what_is_left_out_of_identities_exists() -> None:
    assert all(importlib.util.find_spec(name) for name in identity._APART)


@pytest.mark.parametrize("family", FAMILIES)
def test_heads_name_the_engines_that_search_and_all_that_these_use(family: str) -> None:
    shipped = next(entry for entry in manifest.shipped() if entry.family == family and entry.name in INSTANCES)
    _, instance = registry.load_instance(shipped.path)
    for found in filter(lambda found: found.engines, registry.formulations(family).values()):
        packages = [f"runners.native.{engine}" for engine in found.engines]
        for goal in found.goals:
            model = found.module().build(instance, goal, **found.own(found.settings({})))
            search = engines.opened(model)
            assert any(type(search) in vars(importlib.import_module(package)).values() for package in packages)
        reached = SOURCES.closure(Symbol(package, EVERYTHING) for package in packages)
        all_engines = {path.parent.name for path in (ROOT / "runners" / "native").glob("*/__init__.py")}
        assert {symbol.module.split(".")[-1] for symbol in reached} & all_engines == set(found.engines)
