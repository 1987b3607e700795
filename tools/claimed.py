"""Solves a small puzzle by each pair of a solver and a formulation that ``tilings doctor`` claims.

The exit code is 1 if a pair fails. The script uses only the installed package; clean_room.py copies it into an empty
folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import tilings

OWN = {  # user-written models, by language
    "cp": ("own.mzn", "var 1..3: x; constraint x > 2; solve maximize x;"),
    "asp": ("own.lp", "1 { a(1..3) } 1. #show a/1."),
    "mip": ("own.mps", "NAME o\nROWS\n N cost\n L c1\nCOLUMNS\n    x  cost  -1  c1  1\nRHS\n    RHS  c1  4\nENDATA\n"),
    "cpsat": ("own.opb", "min: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n"),
    "cpmpy": ("own.opb", "min: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n"),
    "sat": ("own.cnf", "p cnf 2 2\n1 2 0\n-1 0\n"),
}  # fmt: skip
KNUTH = "a b c\na b\nc\na\nb c\n"
PUZZLES = {
    "squares": ["h04", {"family": "squares", "name": "board", "width": 4, "height": 4, "max_copies": 4}],
    "polycubes": ["dominoes4x4", "tetrominoes4x5"],  # some solvers take no piece with several copies
    "covers": [KNUTH, "queens8"],
    "triominoes": [{"family": "triominoes", "name": "three", "rows": 3, "cols": 3, "connected": False,
                    "tiles": [[1, 1, 2], [2, 1, 1], [3, 3, 3]]}],
}  # fmt: skip


def main() -> int:
    """Solve one puzzle by each pair; print those that failed, and the number of pairs."""
    doctor = [sys.executable, "-m", "tilings", "doctor", "--json"]
    report = json.loads(subprocess.run(doctor, capture_output=True, text=True, check=False).stdout)
    pairs = [
        (adapter["name"], adapter["takes"], pair["family"], pair["formulation"], pair["goals"])
        for adapter in report["solvers"]
        for pair in adapter["formulations"]
        if pair["version"]
    ]
    for name, text in OWN.values():
        Path(name).write_text(text, encoding="utf-8")
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each run is a process of its own
        faults = list(pool.map(lambda pair: _fault(*pair), pairs))
    failed = [f"{solver}/{formulation} ({family}): {fault}"
              for (solver, _, family, formulation, _), fault in zip(pairs, faults, strict=True) if fault]  # fmt: skip
    print("\n".join([*failed, f"{len(pairs)} pairs of solver and formulation claimed, {len(failed)} failed"]))
    return 1 if failed or not pairs else 0


def _fault(solver: str, language: str, family: str, formulation: str, goals: list[str]) -> str:
    """The fault of a pair that solves none of the puzzles of its family; empty if it solves one."""
    puzzles = PUZZLES.get(family, [])
    if family == "own":
        puzzles = [Path(OWN[language][0])]
    fault = "no puzzle of its family is listed here"
    for puzzle in puzzles:
        for goal in goals:
            try:
                answer = tilings.solve(puzzle, solver=solver, formulation=formulation, goal=goal, timeout=60)
            except tilings.UserError as error:  # a goal that the puzzle or the solver does not have
                fault = str(error)
                continue
            if answer.record.proven:
                return ""
            fault = f"{answer.record.ended}: {answer.record.message}"
            if answer.record.ended != "not_applicable":
                return fault
    return fault


if __name__ == "__main__":
    sys.exit(main())
