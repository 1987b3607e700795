"""Kissat, a SAT solver, through CPMpy and PySAT, where it takes no limit of time, and one formula only."""

from runners.solvers.interface.cpmpy_sat import sat

CPMPY = sat("kissat", "kissat404", limited=False, incremental=False)
