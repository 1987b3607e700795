"""Glucose, a SAT solver, through CPMpy and PySAT."""

from runners.solvers.interface.cpmpy_sat import sat

CPMPY = sat("glucose", "glucose42", limited=True)
