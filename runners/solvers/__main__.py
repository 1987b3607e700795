"""The child process of a solver that runs inside Python: ``python -m runners.solvers NAME LANGUAGE job.json``."""

import sys
from pathlib import Path

from runners.solvers.interface import solver
from runners.solvers.interface.child_process import ChildSolver

if __name__ == "__main__":
    adapter = solver.find(sys.argv[1], sys.argv[2])
    assert isinstance(adapter, ChildSolver)
    adapter.serve(Path(sys.argv[3]))
