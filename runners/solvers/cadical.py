"""CaDiCaL, a SAT solver, through CPMpy and PySAT, where it takes no limit of time."""

from runners.solvers.interface.cpmpy_sat import sat

CPMPY = sat("cadical", "cadical195", limited=False)
