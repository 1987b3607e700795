"""Back ends that CPMpy lists and that have no file of their own, each named ``cpmpy-NAME`` by its name there."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from typing import Any

from models.problem import UserError
from models.terminal.command import ROOT
from runners.record.machine import package_version
from runners.solvers.interface.cpmpy import BackEnd, CpmpySolver

PREFIX = "cpmpy-"
_PARADIGMS = {
    "cpo": "CP", "gcs": "CP", "cplex": "MIP", "gurobi": "MIP", "pindakaas": "SAT", "pysat": "SAT",
    "pysdd": "SAT", "rc2": "SAT",
}  # fmt: skip
_ASK = """
import json, sys
from models.cpm import cp
found = dict(cp.SolverLookup.base_solvers())
name, _, part = sys.argv[1].partition(":")
if name in found and found[name].supported() and (not part or part in found[name].solvernames()):
    version = found[name].version() or "of unknown version"
else:
    version = None
print(json.dumps([sorted(found), version]))
"""


class ListedBackEnd(CpmpySolver):
    """An adapter for one of them, with no settings but a limit of time; raises UserError where CPMpy has none such."""

    def __init__(self, name: str) -> None:
        tag = name.removeprefix(PREFIX)
        known, version = _asked(tag) if package_version("cpmpy") else ([tag], None)
        base = tag.partition(":")[0]
        if base not in known:
            raise UserError(f"unknown solver '{name}'; CPMpy has {', '.join(PREFIX + each for each in known)}")
        paradigm = _PARADIGMS.get(base, "CP")
        super().__init__(name, BackEnd(tag), "cpmpy", paradigm, own=lambda: version)
        self.bring = f"the package or the licence of {base} that CPMpy's documentation names"


@cache
def _asked(tag: str) -> tuple[list[str], str | None]:
    """The names of CPMpy's solvers, and the version of one of them; None where it cannot run here.

    It is asked in a process of its own: loading CPMpy without the libraries that it hides would decide for all forks.
    """
    command = [sys.executable, "-c", _ASK, tag]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    told: Any = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else ([tag.partition(":")[0]], None)
    return told[0], told[1]
