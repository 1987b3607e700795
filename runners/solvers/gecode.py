"""Gecode, through MiniZinc, which CPMpy calls as well."""

from runners.solvers.interface.cpmpy import MiniZincInCpmpy
from runners.solvers.interface.minizinc import MiniZincSolver

CP = MiniZincSolver("gecode", parallel=True)
CPMPY = MiniZincInCpmpy("gecode")
