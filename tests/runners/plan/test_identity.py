"""Which edit of the sources makes which runs again: the table of docs/identity.md, a line of the table for a file."""

import importlib
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tilings.models import registry
from tilings.models.formulation import SHARED
from tilings.models.terminal.command import ROOT
from tilings.runners.native import engines
from tilings.runners.plan import identity, manifest, matrix, suite_reader
from tilings.runners.plan.manifest import InstanceFile
from tilings.runners.plan.run import Run

INSTANCES = ("assignment7", "dominoes4x4", "h04", "seed07x07", "b0-1-easy")
FAMILIES = ("covers", "polycubes", "squares", "triominoes")
SUITE = "".join(f'[[runs]]\nfamily = "{family}"\n' for family in FAMILIES)
SUITE += '[[runs]]\nfamily = "squares"\noptions = { symmetry = ["lower"], optimum = ["levels"] }\n'

WITH_TILES = [path for path in ROOT.glob("models/squares/cp_*") if '"tiles.mzn"' in path.read_text(encoding="utf-8")]
AGAIN = [
    ("models/squares/cp_diffn.mzn", ["squares/cp_diffn *"]),
    ("models/squares/mip_bigm.py", ["squares/mip_bigm *"]),
    ("models/squares/tiles.mzn", [f"squares/{path.stem} *" for path in WITH_TILES]),
    ("models/squares/data.py", ["squares/*"]),
    ("models/squares/draw.py", ["squares/*"]),
    ("models/polycubes/burrtools/document.py", ["polycubes/*"]),
    ("models/encoding.py", ["*"]),
    ("models/registry.py", []),
    ("models/goals/goal.mzn", ["*/cp_*"]),
    ("models/goals/goal_count.mzn", ["*/cp_* count*"]),
    ("models/goals/goal_min.mzn", ["squares/cp_* optimum *optimum=model*", "covers/cp_* optimum"]),
    ("runners/solvers/highs.py", ["* highs *"]),
    ("runners/solvers/interface/mip.py", ["*"]),
    ("runners/native/engines.py", ["*/dlx_*"]),
    ("runners/execute/stepwise_optimum.py", ["* optimum *optimum=levels*"]),
    ("runners/execute/scheduler.py", []),
    ("runners/record/schema.py", []),
]


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """The runs of a small suite by what they are: ``family/formulation solver instance goal options``."""
    path = tmp_path_factory.mktemp("suite") / "suite.toml"
    path.write_text(SUITE, encoding="utf-8")
    shown = matrix.Filter([], list(INSTANCES), [], [], [])
    return {_name(run): run for run in matrix.plan(suite_reader.load(str(path)), shown).runs}


def _name(run: Run) -> str:
    options = [f"{key}={value}" for key, value in sorted(run.options.items())]
    return " ".join([f"{run.family}/{run.formulation.name}", run.solver, run.instance, run.goal, *options])


def _sources(run: Run) -> set[Path]:
    calling = identity.sources(run.formulation, run.solver, run.goal, run.options)
    return calling | run.formulation.sources()


@pytest.mark.parametrize(("path", "patterns"), AGAIN)
def test_an_edit_makes_just_these_runs_again(planned: dict[str, Run], path: str, patterns: list[str]) -> None:
    assert (ROOT / path).is_file()
    again = {name for name, run in planned.items() if ROOT / path in _sources(run)}
    assert again == {name for name in planned for pattern in patterns if fnmatch(name, pattern)}
    assert all(any(fnmatch(name, pattern) for name in planned) for pattern in patterns), "each pattern is of some run"


def test_what_a_run_is_asked_for_changes_its_identity(planned: dict[str, Run]) -> None:
    run = next(run for name, run in planned.items() if name.startswith("squares/cp_diffn gecode h04 "))
    limits = run.limits._replace(wall_s=run.limits.wall_s + 1)
    others = [
        run._replace(seed=9), run._replace(repetition=9), run._replace(threads=9), run._replace(version="9"),
        run._replace(options=run.options | {"symmetry": "none"}), run._replace(limits=limits),
        run._replace(source=InstanceFile(run.source.path, "9", run.family)), run._replace(solver="chuffed"),
    ]  # fmt: skip
    assert len({run.run_id, *(other.run_id for other in others)}) == 1 + len(others)
    elsewhere = InstanceFile(Path("/elsewhere"), run.source.sha256, run.family)
    assert run._replace(attempts=9, ladder="x", rung=9.0, source=elsewhere).run_id == run.run_id


@pytest.mark.parametrize("family", [*FAMILIES, "own"])
def test_formulations_import_of_the_models_only_what_is_in_their_digest(family: str) -> None:
    names = [found.name for found in registry.formulations(family).values() if found.path.suffix == ".py"]
    lines = ["import sys", *(f"import tilings.models.{family}.{name}" for name in names)]
    lines.append(
        "print(*(module.__file__ for name, module in sys.modules.items() if name.startswith('tilings.models.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, text=True, capture_output=True, check=True
    )
    imported = {Path(word) for word in done.stdout.split()}
    words = {path for path in imported if path.parent.name == "terminal" or path.name == "hidden_imports.py"}
    inside = {path for path in imported if path.is_relative_to(registry.HOME / family)}
    assert imported - words - inside <= SHARED


@pytest.mark.parametrize("family", FAMILIES)
def test_heads_name_the_engines_that_search(family: str) -> None:
    shipped = next(entry for entry in manifest.shipped() if entry.family == family and entry.name in INSTANCES)
    _, instance = registry.load_instance(shipped.path)
    for found in filter(lambda found: found.engines, registry.formulations(family).values()):
        packages = [f"tilings.runners.native.{engine}" for engine in found.engines]
        for goal in found.goals:
            model = found.module().build(instance, goal, **found.own(found.settings({})))
            search = engines.opened(model)
            assert any(type(search) in vars(importlib.import_module(package)).values() for package in packages)
