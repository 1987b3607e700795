"""What a wheel and a source archive hold, and that the files which describe the project agree."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from scikit_build_core import build

import tilings

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = PROJECT["version"]
LAYERS = ("models", "generators", "runners", "reports", "tilings", "studies")


@pytest.fixture(scope="module")
def tracked() -> set[str]:
    """The files of the repository; skipped where this is no clone."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a git repository")
    return {name for name in done.stdout.split("\0") if name and (ROOT / name).exists()}


@pytest.fixture(scope="module")
def wheel_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel that is made without the engine, because compiling takes a minute."""
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        name = build.build_wheel(str(folder), {"wheel.cmake": "false", "wheel.py-api": ""})
    return folder / name


@pytest.fixture(scope="module")
def wheel(wheel_file: Path) -> set[str]:
    """The files in the wheel."""
    return set(zipfile.ZipFile(wheel_file).namelist())


def test_a_wheel_has_all_python_files_and_data_of_the_layers_and_the_instances(
    wheel: set[str], tracked: set[str]
) -> None:
    instances = {f"tilings/{name}" for name in tracked if name.startswith("instances/")}
    assert instances == {name for name in wheel if name.startswith("tilings/instances/")}
    endings = (".py", ".mzn", ".lp", ".toml", ".js", ".css", ".html", ".csv", ".txt", ".typ", ".yml", "py.typed")
    files = {name for name in tracked if name.partition("/")[0] in LAYERS and name.endswith(endings)}
    code = {name if name.startswith("tilings/") else f"tilings/{name}" for name in files}
    assert code - wheel == {"tilings/runners/native/CMakeLists.txt"}


def test_a_wheel_has_neither_tests_nor_results_nor_sources_of_the_engine(wheel: set[str]) -> None:
    information = f"tilings-{VERSION}.dist-info"
    assert {name.partition("/")[0] for name in wheel} == {"tilings", information}, "one name in all environments"
    assert not [name for name in wheel if name.endswith((".cpp", ".hpp", ".sh", ".dzn", ".mps.gz"))]


def test_a_wheel_says_that_its_packages_are_typed_and_holds_the_licences(wheel: set[str]) -> None:
    assert "tilings/py.typed" in wheel
    licences = f"tilings-{VERSION}.dist-info/licenses"
    assert {f"{licences}/{name}" for name in PROJECT["license-files"]} <= wheel


@pytest.mark.parametrize("installation", ["make setup", "wheel"])
def test_mypy_sees_the_types_of_the_public_names(installation: str, wheel_file: Path, tmp_path: Path) -> None:
    # An environment without the dependencies, which mypy takes four times as long to read.
    venv.create(tmp_path / "environment")
    site = Path(sysconfig.get_path("purelib", vars={"base": str(tmp_path / "environment")}))
    if installation == "wheel":
        zipfile.ZipFile(wheel_file).extractall(site)
    else:
        for path in Path(sysconfig.get_path("purelib")).glob("*tilings*.p*"):  # .pth, and the module that one imports
            shutil.copy(path, site)
    (tmp_path / "script.py").write_text(
        "import tilings\n" + "".join(f"reveal_type(tilings.{name})\n" for name in tilings.__all__), encoding="utf-8"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", "environment/bin/python", "script.py"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    types = dict(zip(tilings.__all__, re.findall(r'Revealed type is "(.+)"', said), strict=True))
    assert "Any" not in types.values(), said
    for name, returned in (
        ("solve", "{tilings.runners.solve.solving.Answer}"), ("load", "{tilings.runners.solve.puzzle.Puzzle}"),
        ("formulations", "dict[str, {tilings.models.formulation.Formulation}]"),
    ):  # fmt: skip
        pattern = re.escape(returned).replace(r"\{", r"tuple\[.*fallback=").replace(r"\}", r"\]")
        assert re.search(rf"-> {pattern}$", types[name]), said


@pytest.mark.machine
def test_a_source_archive_has_everything_but_results(
    tmp_path: Path, tracked: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    name = build.build_sdist(str(tmp_path))
    with tarfile.open(tmp_path / name) as archive:
        held = {file.partition("/")[2] for file in archive.getnames()}
    assert tracked - held == {file for file in tracked if file.startswith((".ci/", "results/"))}


def test_a_wheel_solves_in_an_empty_folder_without_the_repository(wheel_file: Path, tmp_path: Path) -> None:
    home, folder = tmp_path / "site", tmp_path / "empty"
    folder.mkdir()
    zipfile.ZipFile(wheel_file).extractall(home)
    engine = importlib.util.find_spec("tilings.runners.native._engine")
    assert engine is not None and engine.origin is not None
    shutil.copy(engine.origin, home / "tilings" / "runners" / "native")
    # With -S Python does not find the packages by the editable installation, but by PYTHONPATH alone.
    environment = os.environ | {"PYTHONPATH": str(home)}
    command = [sys.executable, "-S", "-m", "tilings", "solve", "h9", "--solver", "dlx", "--quiet"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("optimal 3")
    assert not list(folder.iterdir())


def test_version_and_licence_are_the_same_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.+)$", citation, re.MULTILINE).group(1) == VERSION
    assert re.search(r"^license: (.+)$", citation, re.MULTILINE).group(1) == "MIT"
    assert PROJECT["license"].startswith("MIT AND ")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## \[(.+?)\]", changes, re.MULTILINE).group(1) == VERSION
