"""Gecode, through MiniZinc, which CPMpy calls as well."""

from tilings.runners.solvers.interface.cpmpy import MiniZincInCpmpy
from tilings.runners.solvers.interface.minizinc import MiniZincSolver

CP = MiniZincSolver("gecode", parallel=True)
CPMPY = MiniZincInCpmpy("gecode")
