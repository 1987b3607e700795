"""Glucose, a SAT solver, in PySAT: one object is called with our formulas again and again; and through CPMpy."""

from tilings.runners.solvers.interface.cpmpy import PySatInCpmpy
from tilings.runners.solvers.interface.sat_pysat import PySatSolver

SAT = PySatSolver("glucose", "glucose42")
CPMPY = PySatInCpmpy("glucose", "glucose42", limited=True)
