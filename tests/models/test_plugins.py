"""Plug-ins are found in folders and by entry points; what is wrong with one is said in one line that names its file."""

import os
import re
import sys
from pathlib import Path

import pytest

from tests.plugged import Make, write
from tilings.models import plugins, registry
from tilings.models.problem import UserError
from tilings.runners.plan import manifest, suite_reader
from tilings.runners.solvers.interface import solver

SOLVER = """
from tilings.runners.solvers._words import COLOUR
from tilings.runners.solvers.interface.child_process import ChildSolver

ASP = ChildSolver("lazy", "asp", "pytest", lambda task: None, paradigm="waiting", colour=COLOUR)
"""
FAMILY = """
from tilings.models.queens.rules import check
from tilings.models.squares import PROBLEM as SQUARES
from dataclasses import replace

PROBLEM = SQUARES._replace(family="queens", check=check)
"""
DRAW = "def figure(): pass\ndef words(): pass\ndef text(): pass\n"
MODEL = "% Goals: first\nsquare(0,0,1).\n"
INSTANCE = '{"family": "queens", "name": "q4", "width": 4, "height": 4, "max_copies": 4}'
SUITE = '[[runs]]\nfamily = "queens"\n'
WHOLE = {
    "solvers/lazy.py": SOLVER,
    "solvers/_words.py": 'COLOUR = "#123456"\n',
    "models/queens/__init__.py": FAMILY,
    "models/queens/rules.py": "def check(instance, solution, goal): return []\n",
    "models/queens/draw.py": DRAW,
    "models/queens/asp_rows.lp": MODEL,
    "models/squares/asp_lucky.lp": MODEL,
    "instances/queens/q4.json": INSTANCE,
    "instances/manifest.csv": "family,name,known_count\nqueens,q4,2\n",
    "suites/chess.toml": SUITE,
}


def test_a_folder_brings_a_solver_a_family_formulations_instances_and_suites(plug_in: Make) -> None:
    folder = plug_in(WHOLE)
    assert "lazy" in solver.names() and not solver.shipped("lazy")
    adapter = solver.find("lazy", "asp")
    assert solver.paradigm(adapter, registry.formulation("queens", "asp_rows")) == "waiting"
    assert solver.colours() == {"lazy": "#123456", "waiting": "#123456"}
    assert registry.problem("queens").family == "queens"
    assert registry.drawing("queens").__file__ == str(folder / "models/queens/draw.py")
    assert registry.formulation("squares", "asp_lucky").goals == ("first",)
    (entry,) = [entry for entry in manifest.shipped() if entry.family == "queens"]
    assert (entry.name, entry.known, entry.size) == ("q4", {"count": "2"}, None)
    assert [block.family for block in suite_reader.load("chess").blocks] == ["queens"]


def test_a_digest_has_the_file_of_a_plug_in_and_the_modules_beside_it(plug_in: Make) -> None:
    folder = plug_in({**WHOLE, "solvers/eager.py": SOLVER.replace("lazy", "eager")})
    found = solver.sources("lazy")
    assert {path.name for path in found if path.is_relative_to(folder)} == {"lazy.py", "_words.py"}
    assert solver.HOME / "interface" / "solver.py" in found
    found = registry.formulation("queens", "asp_rows").sources()
    own = {path.name for path in found if path.is_relative_to(folder)}
    assert own == {"asp_rows.lp", "__init__.py", "rules.py", "draw.py"}
    found = registry.formulation("squares", "asp_lucky").sources()
    assert {folder / "models/squares/asp_lucky.lp", registry.HOME / "squares" / "data.py"} <= found


def test_an_installed_package_brings_them_by_entry_points(
    plug_in: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [f"[{plugins.SOLVERS}]", "eager = chess_kit.eager", f"[{plugins.PROBLEMS}]", "rooks = chess_kit.rooks"]
    entries += [f"[{plugins.FORMULATIONS}]", "squares = chess_kit.more"]
    site = write(
        tmp_path / "site",
        {
            "chess_kit-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: chess-kit\nVersion: 1\n",
            "chess_kit-1.dist-info/entry_points.txt": "\n".join(entries),
            "chess_kit/__init__.py": "",
            "chess_kit/eager.py": SOLVER.replace("tilings.runners.solvers._words", "chess_kit.words").replace(
                '"lazy"', '"eager"'
            ),
            "chess_kit/words.py": 'COLOUR = "#123456"\n',
            "chess_kit/rooks/__init__.py": FAMILY.replace("tilings.models.queens", "chess_kit.rooks").replace(
                "queens", "rooks"
            ),
            "chess_kit/rooks/rules.py": WHOLE["models/queens/rules.py"],
            "chess_kit/rooks/draw.py": DRAW,
            "chess_kit/rooks/asp_rows.lp": MODEL,
            "chess_kit/rooks/instances/rooks/r4.json": INSTANCE.replace("queens", "rooks").replace("q4", "r4"),
            "chess_kit/more/__init__.py": "",
            "chess_kit/more/asp_lucky.lp": MODEL,
        },
    )
    monkeypatch.syspath_prepend(site)
    assert solver.find("eager", "asp").name == "eager"
    assert registry.problem("rooks").family == "rooks" and "asp_rows" in registry.formulations("rooks")
    assert "asp_lucky" in registry.formulations("squares")
    assert "r4" in [entry.name for entry in manifest.shipped()]
    assert plugins.module_file("chess_kit.rooks.rules") == site / "chess_kit/rooks/rules.py"
    assert {site / "chess_kit/eager.py", site / "chess_kit/words.py"} <= solver.sources("eager")


WRONG: dict[str, dict[str, str]] = {
    "mine/solvers/gecode.py has the same name as .*runners/solvers/gecode.py": {"solvers/gecode.py": SOLVER},
    "mine/models/squares/check.py has the same name as .*models/squares/check.py": {"models/squares/check.py": ""},
    "'asp_tiles' is defined in .*models/squares/.* and in .*mine/models": {"models/squares/asp_tiles.lp": MODEL},
    "mine/models/squares/asp_new.lp: its head needs a line 'Goals": {"models/squares/asp_new.lp": "% no goals"},
    "the family 'queens' does not exist; a new one needs an __init__.py": {"models/queens/asp_rows.lp": MODEL},
    "lazy.py cannot be imported: ModuleNotFoundError: .*nothing_like_it": {"solvers/lazy.py": "import nothing_like_it"},
    "lazy.py cannot be imported: SyntaxError": {"solvers/lazy.py": "def ("},
    "lazy.py cannot be imported: SystemExit: 3 .line 1.": {"solvers/lazy.py": "raise SystemExit(3)"},
    "lazy.py defines no adapter: a constant named by the language": {"solvers/lazy.py": "X = 1"},
    "lazy.py: its ASP lacks 'name'": {"solvers/lazy.py": "ASP = 1"},
    "has a 'version' that cannot be called as version.formulation=None.": {
        **WHOLE,
        "solvers/lazy.py": SOLVER + "ASP.version = lambda formulation: '1'\n",
    },
    "its CP lacks 'paradigm': solvers of several paradigms take cp": {
        **WHOLE,
        "solvers/lazy.py": SOLVER.replace("ASP", "CP").replace('"asp"', '"cp"').replace('"waiting"', '""'),
    },
    "has the colour 'red', which is not written as '#rrggbb'": {**WHOLE, "solvers/_words.py": "COLOUR = 'red'"},
    "has a 'reads_files' that is not a bool": {**WHOLE, "solvers/lazy.py": SOLVER + "ASP.reads_files = 'yes'\n"},
    "is named lazy and accepts asp, not other": {**WHOLE, "solvers/other.py": SOLVER},
    "must define PROBLEM, a models": {**WHOLE, "models/queens/__init__.py": "PROBLEM = 1"},
    "queens has no draw.py": {"models/queens/__init__.py": FAMILY, "models/queens/rules.py": "check = None"},
    "queens/draw.py defines no function 'figure'": {**WHOLE, "models/queens/draw.py": "def text(): pass"},
    "names the instance queens/q5, and there is no": {**WHOLE, "instances/manifest.csv": "family,name\nqueens,q5\n"},
    "manifest.csv:2: a row has as many cells": {**WHOLE, "instances/manifest.csv": "family,name,size\nqueens,q4\n"},
    "'squares/h04' is defined in .* and in .*mine/instances": {**WHOLE, "instances/squares/h04.json": ""},
    "suite 'smoke' is defined in .*runners/suites.* and in .*mine/suites": {**WHOLE, "suites/smoke.toml": SUITE},
    "is not a folder of plug-ins: it holds none of models, generators, solvers, suites, instances": {"notes.txt": ""},
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_wrong_is_one_line_that_names_the_file(plug_in: Make, message: str) -> None:
    plug_in(WRONG[message])
    with pytest.raises(UserError, match=message) as refused:
        solver.adapters()
        for family in registry.families():
            registry.problem(family)
            registry.drawing(family)
            registry.formulations(family)
        manifest.shipped()
        suite_reader.files()
    assert "\n" not in str(refused.value)


def test_a_folder_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(plugins.VARIABLE, str(tmp_path / "gone"))
    with pytest.raises(UserError, match=f"the folder of plug-ins {re.escape(str(tmp_path))}/gone does not exist"):
        registry.families()
    with pytest.raises(UserError, match="the folder of plug-ins lost does not exist"):
        plugins.add("lost")


def test_relative_folders_are_made_absolute_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write(tmp_path, {"mine/solvers/_words.py": ""})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(plugins.VARIABLE, "mine")
    plugins.make_absolute()
    assert plugins.add("mine") == str(tmp_path / "mine")
    assert os.environ[plugins.VARIABLE] == str(tmp_path / "mine")


@pytest.mark.parametrize("text", [b"tilings.solvers\xe2", b"[tilings.problems]\ne"])
def test_damaged_entry_points_of_a_package_are_an_error_in_one_line(
    text: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a-1.dist-info").mkdir()
    (tmp_path / "a-1.dist-info/entry_points.txt").write_bytes(text)
    (tmp_path / "a-1.dist-info/METADATA").write_text("Name: a\nVersion: 1\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(UserError, match="the entry points of an installed package cannot be read"):
        dict(plugins._entries())


@pytest.mark.parametrize(
    "body", ["while True: pass", "import time\nwhile True:\n    try: time.sleep(9)\n    except Exception: pass"]
)
def test_an_import_that_does_not_end_is_ended(plug_in: Make, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    plug_in({"solvers/slow.py": body})
    monkeypatch.setattr(plugins, "LONGEST_IMPORT_S", 0.1)
    with pytest.raises(UserError, match="solvers/slow.py was not imported within 0.1 s"):
        plugins.load("tilings.runners.solvers.slow")


def test_what_an_import_prints_goes_to_standard_error(plug_in: Make, capfd: pytest.CaptureFixture[str]) -> None:
    plug_in({"solvers/loud.py": "import os\nprint('hello', end='')\nos.system('echo from below')\nX = 1"})
    plugins.load("tilings.runners.solvers.loud")
    out, err = capfd.readouterr()
    assert out == "" and "hello" in err and "from below" in err


def test_an_error_in_a_plug_in_s_function_is_told_with_its_line(plug_in: Make) -> None:
    plug_in({"solvers/broken.py": "def version():\n    return 1 // 0\n"})
    with pytest.raises(ZeroDivisionError) as raised:
        plugins.load("tilings.runners.solvers.broken").version()
    assert re.search(r"mine/solvers/broken.py:2 failed: ZeroDivisionError", plugins.error_message(raised.value))
    assert plugins.error_message(ValueError("of ours")) == ""
