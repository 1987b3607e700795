"""Makes the copy of the repository in which a document is tested, with files of the user."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import os
import re
import shutil
import site
import sys
import sysconfig
import tomllib
from collections.abc import Callable
from pathlib import Path

from tilings.models.terminal.command import ROOT
from tilings.runners.plan import manifest
from tilings.runners.record.csv_log import CHAIN, opened
from tilings.runners.record.schema import ASSUMED

COPIED = ("models", "generators", "runners", "reports", "tilings", "studies", "examples", "docs", "instances")
BUILT = shutil.ignore_patterns("out", "*.so")  # but compiled modules, without which each copy would compile them
EMITTED = shutil.ignore_patterns("*.dzn", "*.lp", "*.mps.gz", ".emitted*")
READER = Path(__file__).with_name("reader")  # files of the user that documents name
# The lower rungs of some ladders of the published default suite, small enough for a report in seconds.
CAMPAIGN = {"hn": 12, "d67-v8": 4, "planted/sat": 24, "planted": 24, "edges/sat": 12}
_CHAIN = (CHAIN, "rows_before", "chain_before", "rows_after", "chain_after")
_RESULT = re.compile(r"\bresults/(?!published)([\w-]+)")
_WRITES = re.compile(r"\btilings bench\b|\brunners\.all\b")  # into a folder of results
_EMITTED = re.compile(r"\binstances/(\w+)/([\w-]+)\.(?:dzn|lp|mps\.gz)\b")
_SCRIPT = "#!{python}\nimport sys\nfrom {module} import {name}\nsys.exit({name}())\n"


def copy(base: Path) -> None:
    """Copies the repository, as it is in a clone that was set up, into an empty folder."""
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, base)
    for name in COPIED:
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, base / name, ignore=EMITTED if name == "instances" else BUILT)
    shutil.copytree(ROOT / "results/published", base / "results/published")
    (base / ".solvers").symlink_to(ROOT / ".solvers")
    _engine(base)
    _virtual_environment(base / ".venv")


def folder_in(base: Path, folder: Path) -> dict[str, str]:
    """Fills an empty folder with links to a copy and with files of the user; returns the environment of its commands.

    Commands write into this folder, or into the copy if they use the place of their sources.
    """
    for path in base.iterdir():
        if path.name != "results":
            (folder / path.name).symlink_to(path)
    (folder / "results").mkdir()
    (folder / "results/published").symlink_to(base / "results/published")
    shutil.copytree(READER, folder, dirs_exist_ok=True)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "TILINGS", "PYTHONPATH"))}
    path = f"{base}/.venv/bin:{os.environ['PATH']}"
    return kept | {"PATH": path, "VIRTUAL_ENV": f"{base}/.venv", "MPLBACKEND": "Agg"}


def provide(folder: Path, command: str) -> None:
    """Makes the files that a command reads and other commands write in hours: rows, and emitted instances."""
    for name in _RESULT.findall(command):
        if not _WRITES.search(command) and not (folder / "results" / name).exists():
            campaign(folder / "results" / name)
    for family, name in _EMITTED.findall(command):
        from tilings.generators import emit
        from tilings.models import registry

        problem, instance = registry.load_instance(manifest.entry(family, name).path)
        emit.write(problem, instance, folder / "instances" / family)


def campaign(home: Path) -> None:
    """Writes a results folder with a part of the published default suite."""
    published = ROOT / "results/published"
    shutil.copytree(published / "machines", home / "machines")
    shutil.copy(published / "machine.json", home)
    _part(published / "sessions-1of1.csv", home, lambda row: True)
    runs = _part(published / "runs-1of1.csv.gz", home, _kept)
    ids = {row["run_id"] for row in runs}
    _part(published / "trace-1of1.csv", home, lambda row: row["run_id"] in ids)
    solutions = (published / "solutions-1of1.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = "".join(line for line in solutions if json.loads(line)["run_id"] in ids)
    (home / "solutions-1of1.jsonl").write_text(kept, encoding="utf-8")


def _kept(row: dict[str, str]) -> bool:
    """Whether a run is in the part, which has no assumed ones: their reasons name larger sizes."""
    return row["ended"] not in ASSUMED and float(row["rung"]) <= CAMPAIGN.get(row["ladder"], 0)


def _part(table: Path, home: Path, kept: Callable[[dict[str, str]], bool]) -> list[dict[str, str]]:
    """Copies the rows of a table that are to be kept, without their chain, and returns them."""
    with io.TextIOWrapper(opened(table), encoding="utf-8", newline="") as read:
        rows = csv.DictReader(read)
        part = list(filter(kept, rows))
        with (home / table.name.removesuffix(".gz")).open("w", encoding="utf-8", newline="") as written:
            names = [name for name in rows.fieldnames or () if name not in _CHAIN]
            copied = csv.DictWriter(written, names, lineterminator="\n", extrasaction="ignore")
            copied.writeheader()
            copied.writerows(part)
    return part


def _engine(folder: Path) -> None:
    """Links the built engine, which is beside its sources or in site-packages, beside the copied sources."""
    spec = importlib.util.find_spec("tilings.runners.native._engine")
    assert spec is not None and spec.origin is not None, "the native engine is not built"
    engine = folder / "runners/native" / Path(spec.origin).name
    engine.symlink_to(spec.origin)


def _virtual_environment(home: Path) -> None:
    """A virtual environment with the packages of the present one, in which this project is the copy.

    The path of an editable installation is in a .pth file, which is not read in a folder that a .pth file names.
    """
    packages = home / Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    packages.mkdir(parents=True)
    (packages / "packages.pth").write_text("".join(f"{path}\n" for path in site.getsitepackages()), encoding="utf-8")
    (packages / "project.pth").write_text(f"{home.parent}\n", encoding="utf-8")
    (home / "pyvenv.cfg").write_text(f"home = {Path(sys.base_prefix) / 'bin'}\n", encoding="utf-8")
    (home / "bin").mkdir()
    for name in ("python", "python3"):
        (home / "bin" / name).symlink_to(Path(sys.executable).resolve())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name, target in project.get("scripts", {}).items():
        module, _, function = target.partition(":")
        script = home / "bin" / name
        script.write_text(_SCRIPT.format(python=home / "bin/python", module=module, name=function), encoding="utf-8")
        script.chmod(0o755)
