"""Programs that rewrite a formula before a SAT solver reads it, as presets of the solvers.

BreakID adds clauses that break symmetries, SBVA variables that replace many clauses. Both keep the variables' numbers,
so a model of the new formula, restricted to the old variables, is a model of the old formula. A refutation holds for
the new formula only, so no proof is kept. Neither is a package: build the source that PROGRAMS names, and put the
program on the PATH.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tilings.runners.install.programs import program
from tilings.runners.solvers.interface.child_process import fail
from tilings.runners.solvers.interface.presets import Preset

_WORD = "preprocess="


class _Program(NamedTuple):
    """A program, by its source, and its arguments for the old file and the new one."""

    source: str
    arguments: Callable[[Path, Path], list[str]]


PROGRAMS = {
    "breakid": _Program("https://github.com/meelgroup/breakid", lambda old, new: [str(old), str(new)]),
    "sbva": _Program("https://github.com/hgarrereyn/SBVA", lambda old, new: ["-i", str(old), "-o", str(new)]),
}
PRESETS = {
    "breakid": Preset(
        "creates a new CNF file that has your original CNF in it, along with some new variables and clauses that help "
        "break most symmetries", PROGRAMS["breakid"].source, (f"{_WORD}breakid",),
    ),
    "sbva": Preset(
        "reducing SAT formulas using structured bounded variable addition", PROGRAMS["sbva"].source, (f"{_WORD}sbva",)
    ),
}  # fmt: skip


def divided(settings: tuple[str, ...]) -> tuple[str, list[str]]:
    """The name of the program among the settings (empty: no program), and the settings of the solver."""
    names = [word.removeprefix(_WORD) for word in settings if word.startswith(_WORD)]
    return (names or [""])[0], [word for word in settings if not word.startswith(_WORD)]


def rewritten(name: str, path: Path) -> Path:
    """The new formula's file; fails where the program is missing or ends with an error."""
    found, new = program(name), path.with_suffix(f".{name}.cnf")
    if not found:
        fail(f"{name} is not on the PATH; to install: build {PROGRAMS[name].source}", "encode", "not_installed")
    done = subprocess.run(
        [str(found), *PROGRAMS[name].arguments(path, new)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", check=False,
    )  # fmt: skip
    if done.returncode or not new.exists():
        fail(f"{name} ended with exit code {done.returncode}: {done.stderr.strip()[-200:]}")
    return new
