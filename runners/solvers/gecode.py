"""Gecode, through MiniZinc, which CPMpy calls as well."""

from functools import partial

from runners.solvers.interface.cpmpy import CpmpySolver
from runners.solvers.interface.cpmpy_minizinc import minizinc
from runners.solvers.interface.minizinc import MiniZincSolver, version_of

CP = MiniZincSolver("gecode", parallel=True)
CPMPY = CpmpySolver("gecode", minizinc("gecode"), package="minizinc", paradigm="CP", own=partial(version_of, "gecode"))
