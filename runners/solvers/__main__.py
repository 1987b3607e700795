"""The child process of a solver that runs inside Python: ``python -m runners.solvers NAME LANGUAGE job.json``."""

import os
import sys
from pathlib import Path

from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.child_process import ChildSolver

if __name__ == "__main__":
    adapter = solver.find(sys.argv[1], sys.argv[2])
    assert isinstance(adapter, ChildSolver)
    code: str | int | None = 0
    try:
        adapter.serve(Path(sys.argv[3]))
    except SystemExit as end:
        code = end.code
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(int(code or 0))  # a library's thread, such as a timer, would keep the process alive
