"""Gecode, through MiniZinc, which CPMpy calls as well."""

from runners.solvers.interface.cpmpy import CpmpySolver
from runners.solvers.interface.cpmpy_minizinc import minizinc
from runners.solvers.interface.minizinc import MiniZincSolver

CP = MiniZincSolver("gecode", parallel=True)
CPMPY = CpmpySolver("gecode", minizinc("gecode"), package="minizinc", paradigm="CP", own=CP.version)
